"""Fixtures for the games of a profile."""

from __future__ import annotations

import pytest

from mile_bones.storage.problems import Problem


@pytest.fixture
def problems() -> list[Problem]:
    """An empty list of reported problems. Pass its `append` where a function for problems is wanted."""
    return []
