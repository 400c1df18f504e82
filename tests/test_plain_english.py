"""Patterns of English that must be read twice, as far as a program can detect them."""

from __future__ import annotations

import pytest

import plain_english

pytestmark = pytest.mark.slow


def test_no_room_has_more_patterns_of_unclear_english_than_allowed() -> None:
    assert plain_english.differences() == []
