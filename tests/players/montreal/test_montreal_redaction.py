"""The hidden cards of a puzzle are dealt again. The solver sees the same as before, and the true hidden cards are
gone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.montreal.tables import lively
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.engine.rng import Rng
from mile_bones.games import final_state
from mile_bones.games.montreal.actions import Kind
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.observation import Observation
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players.montreal.redaction import hidden

GAME = "montreal-mille"
PLAYERS = (PlayerInfo("You", "human"), PlayerInfo("Computer", "computer", "easy"))


def moments(seed: int, *, hoard: bool = False) -> Iterator[MontrealState]:
    """Yield moments of two deals with random play. If ``hoard``, nobody lays down, so that the stock runs out."""
    state, rng = MontrealMille().new_state(seed, first=seed % 2), Rng(seed)
    while state.hand_number < 3 and not state.is_terminal():
        if state.needs_deal:
            state.deal()
            continue
        options = [action for action in state.legal_actions() if action.kind in (Kind.DRAW, Kind.DISCARD)]
        action = options[rng.below(len(options))] if hoard and options else lively(state, rng)
        if rng.below(10) == 0:
            yield state
        state.apply_action(action, deal=False)


def redacted(state: MontrealState, seed: int = 1) -> MontrealState:
    """Return the state after a replay of the new record, which checks every card and action."""
    found: MontrealState = final_state(Record(GAME, GAME, PLAYERS, hidden(state, Rng(seed)), 1200))
    return found


def as_seat_0(seen: Observation) -> Observation:
    """Return the observation as it would be if its seat were 0."""
    return seen._replace(seat=0, player=0, first=seen.first ^ seen.seat)


@pytest.mark.parametrize("hoard", [False, True], ids=["lively", "hoarding"])
@pytest.mark.parametrize("seed", range(3))
def test_the_solver_in_seat_0_sees_what_the_original_seat_saw(seed: int, hoard: bool) -> None:
    for state in moments(seed, hoard=hoard):
        seat = state.current_player
        assert redacted(state).observation(0) == as_seat_0(state.observation(seat))


def test_these_tests_have_both_seats_known_cards_and_a_second_stock() -> None:
    states = [state.clone() for hoard in (False, True) for state in moments(1, hoard=hoard)]
    seen = [state.observation(state.current_player) for state in states]
    assert {each.seat for each in seen} == {0, 1}
    assert any(any(each.known[1]) for each in seen) and any(each.reshuffled for each in seen)


def test_the_stock_and_the_opponents_unknown_cards_are_replaced() -> None:
    changed = 0
    for state in moments(1):
        seat, after = state.current_player, redacted(state)
        before = state.round
        assert after.round.stock != before.stock
        changed += after.round.hands[1] != before.hands[1 - seat]
        assert after.observation(0).unseen() == state.observation(seat).unseen()
    assert changed > 10


def test_the_new_cards_follow_from_the_random_generator() -> None:
    state = next(moments(1))
    assert hidden(state, Rng(1)) == hidden(state, Rng(1)) != hidden(state, Rng(2))


def test_earlier_deals_stay_as_they_were() -> None:
    later = [state.clone() for seed in range(6) for state in moments(seed) if state.hand_number == 2]
    state = next(state for state in later if state.current_player == 0)
    assert hidden(state, Rng(1)).deals[0] == state.body().deals[0]
