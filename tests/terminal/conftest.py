"""Fixtures for the tests of the terminal program."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.seat import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "profile")
