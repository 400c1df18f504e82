"""Fixtures for the tests of matches."""

from __future__ import annotations

import pytest

from match.helpers import Disk


@pytest.fixture
def disk() -> Disk:
    return Disk()
