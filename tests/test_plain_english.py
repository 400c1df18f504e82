"""English that has to be read twice, as far as a machine can see it."""

from __future__ import annotations

import pytest

import plain_english

pytestmark = pytest.mark.slow


def test_the_patterns_of_unclear_english_become_fewer_in_each_room() -> None:
    assert plain_english.differences() == []
