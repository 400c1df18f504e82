"""Fixtures for sessions."""

from __future__ import annotations

import pytest

from match.helpers import Disk


@pytest.fixture
def disk() -> Disk:
    return Disk()
