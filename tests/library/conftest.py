"""Fixtures for the games of a profile."""

from __future__ import annotations

import pytest

from mile_bones.storage.problems import Problem


@pytest.fixture
def problems() -> list[Problem]:
    """What was reported; pass its `append`."""
    return []
