"""English that has to be read twice, as far as a machine can see it."""

from __future__ import annotations

import re

import pytest

import plain_english

UNCLEAR = {
    "headless clause": '"""What a window needs."""',
    "of or by first": '    """By seat: the points."""',
    "see alone": '"""See ``Body``."""',
    "so many": "a fan of so many cards",
    "None with a colon": "the seat; None: nobody",
    "what is none": "what is no card",
    "says of": "all that is known of a game",
    "is told": "the player is told when it ends",
    "anew": "written anew",
    "goes on": "The game goes on.",
    "test name": "def test_what_is_left",
}
"""For each pattern, a text in which the pattern is found."""


@pytest.mark.slow
def test_no_text_has_a_pattern_of_unclear_english() -> None:
    assert [*plain_english.places()] == []


@pytest.mark.parametrize("name", plain_english.PATTERNS)
def test_each_pattern_finds_its_example_of_unclear_english(name: str) -> None:
    assert re.search(plain_english.PATTERNS[name], UNCLEAR[name])
