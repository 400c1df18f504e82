"""The search that deepens step by step: its certain results are right, and it ends when it should."""

from __future__ import annotations

import numpy as np
import pytest

from games.millieu.positions import position, wandering
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.millieu.deepening import Deepening
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.search import WON, Limits, Position, weigh
from mile_bones.players.millieu.solve import loses


def positions(seed: int, *, most: int = 18) -> list[Position]:
    """Return the positions of a random game in which both hands together hold at most ``most`` pieces."""
    found = []
    for state in wandering(seed):
        view = state.observation(None)
        if view.phase is Phase.PLACE and view.turn > 1 and sum(map(sum, view.hands)) <= most:
            plans = Plans(view)
            found.append(weigh(plans.turns, plans.other))
    return found


def searched(position: Position, limit: int, deepest: int) -> dict[int, float]:
    return Deepening(position, Limits(limit)).search(np.arange(len(position.lead)), deepest)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_certain_win_or_loss_is_what_the_solver_finds(seed: int) -> None:
    for now in positions(seed, most=5)[:4]:
        found = searched(now, 400, 6)
        certain = [turn for turn, value in found.items() if abs(value) == WON]
        for turn in certain[:: max(1, len(certain) // 4)]:
            answer = loses(now, turn, 7, Limits(500), {})
            assert answer in (None, found[turn] == -WON)


@pytest.mark.parametrize("seed", range(3))
def test_exactly_one_of_the_searched_turns_is_the_best(seed: int) -> None:
    for now in positions(seed)[1:20:6]:
        found = searched(now, 900, 3)
        best = max(found.values())
        assert set(found) == set(range(len(now.lead)))
        assert abs(best) == WON or list(found.values()).count(best) == 1


def test_the_first_of_equal_turns_is_the_best() -> None:
    """In this position, turns that differ only by a reflection are equal."""
    state = MillieuState()
    state.apply_legal(state.legal_actions()[0])
    plans = Plans(state.observation(None))
    now = weigh(plans.turns, plans.other)
    values = now.values_after(np.arange(len(plans)))
    equal = np.flatnonzero(values == values.min())
    assert len(equal) > 1
    for first in equal[:3].tolist():
        order = np.array([first, *(turn for turn in range(len(plans)) if turn != first)])
        found = Deepening(now, Limits(10**6)).search(order, 0)
        assert next(turn for turn in found if found[turn] == max(found.values())) == first


@pytest.mark.parametrize("limit", [1, 50, 300])
def test_a_search_looks_at_hardly_more_positions_than_its_limit(limit: int) -> None:
    """The last positions are looked at together."""
    now = positions(2)[6]
    limits = Limits(limit)
    search = Deepening(now, limits)
    found = search.search(np.arange(len(now.lead)), 10)
    assert found
    assert -64 <= limits.positions <= 0
    assert search.depth < 10


def test_an_answer_that_wins_is_found_although_it_does_not_look_promising() -> None:
    """The opponent has one piece, so a turn after which this piece captures nothing wins. All turns are tried."""
    state = position({1: 1, 2: 2, 3: 3, 12: 8, 13: 4}, [0], [5])
    plans = Plans(state.observation(0))
    found = searched(weigh(plans.turns, plans.other), 2000, 8)
    assert max(found.values()) == WON
