"""The moments of a turn of Mille, and the tables that end it."""

from __future__ import annotations

import pytest

from games.montreal.tables import table
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Kind, parse_action
from mile_bones.games.montreal.game import resampled_round
from mile_bones.games.montreal.observation import Observation
from mile_bones.players.montreal import moments
from mile_bones.players.montreal.moments import DRAWN, MOMENTS, Turn, key_of, rest_of_turn
from mile_bones.players.montreal.players import ExpertPlayer
from players.montreal.test_montreal_coach import THEIRS, continued
from players.montreal.test_montreal_players import questions

EXPERT = ExpertPlayer()


def rest(view: Observation) -> Turn:
    return rest_of_turn(view, resampled_round(view, Rng(3)), EXPERT)


def shown(turn: Turn, ends: tuple[tuple[int, ...], ...]) -> set[str]:
    """Return the steps to these ends of the turn, with the ranks of the cards."""
    return {", ".join(str(step) for step in turn.ends[end]) for end in ends}


def test_cards_of_one_sort_are_alike() -> None:
    turn = rest(table("8S 8H 8D 4S 9C", "KS", theirs=THEIRS, stock=88, phase="play").observation(0))
    now, laid = turn.moments.values()
    assert now.later == tuple(turn.moments)[1:] and not laid.later
    assert shown(turn, now.ends) == {"discard 8S", "discard 4S", "discard 9C"}
    assert shown(turn, laid.ends) == {"lay 8S 8H 8D, discard 4S", "lay 8S 8H 8D, discard 9C"}


def test_going_out_and_drawing_end_a_turn() -> None:
    out = rest(table("8S 8H 8D", "KS", theirs=THEIRS, stock=90, phase="play").observation(0))
    assert {"lay 8S 8H 8D", "discard 8S"} == shown(out, out.moments[out.now].ends)
    draw = rest(table("8S 8H 5D", "8D", theirs=THEIRS, stock=89).observation(0))
    assert draw.moments[draw.now].ends == (DRAWN,) and len(draw.moments) > 1


@pytest.mark.slow
def test_a_moment_is_the_same_before_and_after_the_step_that_leads_to_it() -> None:
    number = 0
    for seed in range(12):
        for view in questions(seed, 4):
            before = rest(view)
            if len(before.moments) > moments.MOST:
                continue
            for _action, after in continued(view):
                turn = rest(after)
                assert turn.now == key_of(after) and set(turn.moments) == set(before.reached(turn.now))
                assert all(before.moments[key] == moment for key, moment in turn.moments.items())
                number += 1
    assert number > 50


@pytest.mark.slow
def test_each_step_leads_to_a_likely_moment_or_ends_the_turn() -> None:
    largest = 0
    for seed in range(12):
        for view in questions(seed, 5):
            turn = rest(view)
            likely = turn.likely()
            assert turn.now in likely and len(likely) >= min(MOMENTS, len(turn.moments))
            assert all(after in turn.ends or likely.intersection(turn.reached(after)) for after in turn.afters)
            largest = max(largest, len(turn.moments))
    assert largest > MOMENTS


def test_in_the_largest_turns_the_way_of_the_expert_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = table("8S 8H 8D 9S 9H 9D 4S 4H 4D KC AC", "KS", theirs=THEIRS, stock=82, phase="play").observation(0)
    monkeypatch.setattr(moments, "MOST", 1)
    turn = rest(view)
    state = [action for action in EXPERT.plan(view)[1] if action.kind is not Kind.DISCARD]
    assert len(state) == 3
    longest = max(turn.ends.values(), key=len)
    assert {str(step) for step in longest[:-1]} == {str(step) for step in state}
    assert parse_action("lay 8S 8H 8D") in longest
