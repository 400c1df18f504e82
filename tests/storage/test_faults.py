"""Every call of every operation of the storage fails once: nothing acknowledged is lost, and the failure is told.

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
def test_whatever_call_fails_nothing_is_lost_and_the_failure_is_told(outcome_of, name: str):
    require_nothing_lost(*outcome_of(name, _SAMPLE))


@pytest.mark.proof
@pytest.mark.parametrize("careless", CARELESS, ids=lambda operation: operation.name)
def test_a_program_that_does_it_wrong_is_found_out(outcome_of, careless):
    _numbers, broken = outcome_of(careless.name, _SAMPLE)
    assert any(CARELESS[careless] in text for text in broken), broken
