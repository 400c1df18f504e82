"""Scenes from a session on a failing disk: after a restart, everything that was reported as saved is there."""

from __future__ import annotations

import pytest

from faults.checking import library, outcome_of, require_nothing_lost
from faults.operations import SESSION
from faults.runner import Sample

__all__ = ["library", "outcome_of"]

_SAMPLE = Sample(calls=20, disk=10, memory=5, losses=10)
_NAMES = [operation.name for operation in SESSION]


@pytest.mark.sample(proof=2)
@pytest.mark.proof
@pytest.mark.parametrize("name", _NAMES)
def test_a_session_on_a_failing_disk_loses_nothing_reported_as_saved(outcome_of, name: str):
    require_nothing_lost(*outcome_of(name, _SAMPLE))
