"""Every call of every operation of the storage fails once: nothing acknowledged is lost, and the failure is told.

``python -m faults --all`` in ``tests`` tries every case.
"""

from __future__ import annotations

import pytest

from faults.checking import library, require_nothing_lost
from faults.operations import STORAGE
from faults.runner import Sample

__all__ = ["library"]

_SAMPLE = Sample(calls=1000, disk=30, memory=15, losses=30)
_NAMES = [operation.name for operation in STORAGE]


@pytest.mark.parametrize("name", _NAMES)
def test_whatever_call_fails_nothing_is_lost_and_the_failure_is_told(library, need_tools, name: str):
    require_nothing_lost(library, need_tools, name, _SAMPLE)
