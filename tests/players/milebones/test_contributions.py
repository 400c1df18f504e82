"""The measured causes: which item of the score sheet makes one action better than another."""

from __future__ import annotations

import pytest

from mile_bones.games.milebones.actions import DRAW, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.scoring import ITEMS
from mile_bones.players import load_coach
from mile_bones.players.coach import Cause, Coach
from mile_bones.players.milebones import coach as module
from mile_bones.players.milebones.contributions import measured
from mile_bones.players.milebones.reasons import causes
from players.milebones.test_coach import decisions

WORLDS = 24


@pytest.fixture
def judge() -> Coach:
    found = load_coach("mile-bones")
    assert found is not None
    return found


def test_every_item_of_the_score_sheet_has_a_sentence_for_each_side(judge: Coach) -> None:
    assert {*ITEMS, *(f"{causes.THEIR}{item}" for item in ITEMS), causes.GAME} == causes.CODES
    for code in causes.CODES:
        one, many = causes.sentence(Cause(code, 1)), causes.sentence(Cause(code, 1200))
        assert one.endswith(".") and many.endswith(".") and "1,200" in many and "{" not in one + many
        assert "1 points" not in one and "1 miles" not in one


@pytest.mark.slow
def test_a_contribution_favours_the_better_action_and_the_largest_is_first() -> None:
    coach = module.load_coach()
    for seen in decisions("mille", 9)[2::9]:
        better, worse = seen.legal_actions()[0], seen.legal_actions()[-1]
        found, again = (measured(coach, seen, better, worse, WORLDS) for _time in range(2))
        assert found == again and 0 <= found.chance <= 1
        sizes = [each.points for each in found.contributions]
        assert sizes == sorted(sizes, reverse=True) and all(size > 0 for size in sizes)
        assert measured(coach, seen, better, better, WORLDS) == ((), 0.0), "an action does not favour itself"


@pytest.mark.slow
def test_a_coup_fourre_is_the_cause_of_its_own_points() -> None:
    coach = module.load_coach()
    choices = (seen for seed in range(40) for seen in decisions("mille", seed))
    seen = next(seen for seen in choices if seen.coup is not None and DRAW in seen.legal_actions())
    assert seen.coup is not None
    found = measured(coach, seen, PLAY[Card(seen.coup)], DRAW, WORLDS)
    assert found.contributions[0][:2] == ("coups_fourres", False)
    assert found.contributions[0].points > 100


def test_a_cause_stands_behind_the_fact_or_alone(judge: Coach) -> None:
    seen = decisions("mille", 9)[2]
    better, worse = seen.legal_actions()[0], seen.legal_actions()[-1]
    cause = Cause("shut_out", 48)
    said = judge.reason(seen, better, worse)
    told = judge.reason(seen, better, worse, cause)
    assert told.endswith("A Shut-out becomes more likely: 48 points more on average.")
    assert told.startswith(said) or judge.code(seen, better, worse) == "points_only"
    assert judge.reason(seen, better, worse, Cause("of another coach", 3)) == said
