"""The check of named costs: the same in every run, with marks as reviews give them."""

from __future__ import annotations

import pytest

from mile_bones.lab.cost_check import EACH, check, coach_with, games, line, named_choices, quick_level
from mile_bones.players import has_coach


def test_only_games_with_a_coach_are_checked():
    assert games() and all(has_coach(game) for game in games())
    assert [quick_level(game) for game in games()] == ["expert", "strong"]


@pytest.mark.proof
def test_named_choices_have_marks_and_are_checked_reproducibly():
    first, again = (list(named_choices("mile-bones", 3, 3, 60)) for _time in range(2))
    assert first == again and 0 < len(first) <= EACH
    for named in first:
        rating = coach_with("mile-bones", 0)(named.observation, 60, named.chosen)
        assert rating.mark(named.chosen) and rating.is_surely_worse(named.chosen)
        assert rating.cost(named.chosen).points == named.cost
    checked = [check("mile-bones", first[0], 60, 2, "easy") for _time in range(2)]
    assert checked[0] == checked[1] and checked[0].played.n == 2
    assert line(checked[0]).startswith(f"| {first[0].best} | {first[0].chosen} |")
