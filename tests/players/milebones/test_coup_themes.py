"""The theme of a daily puzzle ("coup") follows from its best and its tempting action."""

from __future__ import annotations

import pytest

from mile_bones.games.milebones.actions import parse_action
from mile_bones.games.milebones.observation import Phase
from mile_bones.players.milebones.coup_themes import TITLES, CoupTheme, coup_theme
from players.milebones.positions import position

FAR, NEAR = "GO 100 100", "GO 200 200 100"  # 500 and 200 miles to go
CHOICES = [
    ("play ACCIDENT", "play FLAT_TIRE", FAR, "which_hazard"),
    ("play ACCIDENT", "play END_OF_LIMIT", FAR, "hazard_or_remedy"),
    ("play END_OF_LIMIT", "play ACCIDENT", FAR, "hazard_or_remedy"),
    ("play ACCIDENT", "play 100", FAR, "hazard_or_miles"),
    ("play 100", "play ACCIDENT", FAR, "hazard_or_miles"),
    ("play 100", "play ACCIDENT", NEAR, "finish"),
    ("play 25", "play 100", NEAR, "finish"),
    ("play 25", "discard 100", NEAR, "finish"),
    ("play 25", "play 100", FAR, "finish"),
    ("play 200", "play 100", FAR, "two_hundreds"),
    ("discard 200", "discard 100", NEAR, "two_hundreds"),
    ("play EXTRA_TANK", "discard 200", FAR, "safety"),
    ("discard 100", "play EXTRA_TANK", NEAR, "safety"),
    ("play EXTRA_TANK", "play ACCIDENT", FAR, "safety"),
    ("play EXTRA_TANK", "play 100", NEAR, "safety_or_miles"),
    ("discard 100", "discard ACCIDENT", NEAR, "discard"),
    ("discard END_OF_LIMIT", "play END_OF_LIMIT", FAR, "play_or_keep"),
    ("play ACCIDENT", "discard END_OF_LIMIT", FAR, "play_or_keep"),
    ("play END_OF_LIMIT", "play 100", FAR, "play_or_keep"),
]


@pytest.mark.parametrize(("best", "tempting", "own", "theme"), CHOICES)
def test_the_best_and_the_tempting_action_decide_the_theme(best, tempting, own, theme):
    seen = position("25 100 200 ACCIDENT FLAT_TIRE END_OF_LIMIT EXTRA_TANK", own=own)
    assert coup_theme(seen, parse_action(best), parse_action(tempting)) == theme


def test_the_question_about_the_extension_has_its_own_theme():
    seen = position("25 100", own="GO 200 200 100 100 100", phase=Phase.EXTEND)
    assert coup_theme(seen, parse_action("extend yes"), parse_action("extend no")) == "extension"


def test_every_theme_is_tested_and_has_its_own_title():
    assert {theme for *_rest, theme in CHOICES} | {"extension"} == {theme.value for theme in CoupTheme} == set(TITLES)
    assert len({title() for title in TITLES.values()}) == len(TITLES)
