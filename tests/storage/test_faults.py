"""Each call in each operation of the storage is made to fail once. No acknowledged data is lost, and the failure is
reported.

``PYTHONPATH=tests:tests/tools python -m faults --all`` tries every case.
"""

from __future__ import annotations

import pytest

from faults.careless import CARELESS
from faults.checking import library, outcome_of, require_nothing_lost
from faults.operations import STORAGE
from faults.runner import Sample

__all__ = ["library", "outcome_of"]

_SAMPLE = Sample(calls=150, disk=30, memory=15, losses=30)
_NAMES = [operation.name for operation in STORAGE]


@pytest.mark.sample(proof=5)
@pytest.mark.proof
@pytest.mark.parametrize("name", _NAMES)
def test_a_failing_call_loses_nothing_and_is_reported(outcome_of, name: str):
    require_nothing_lost(*outcome_of(name, _SAMPLE))


@pytest.mark.proof
@pytest.mark.parametrize("careless", CARELESS, ids=lambda operation: operation.name)
def test_this_test_finds_the_faults_of_careless_programs(outcome_of, careless):
    _numbers, broken = outcome_of(careless.name, _SAMPLE)
    assert any(CARELESS[careless] in text for text in broken), broken
