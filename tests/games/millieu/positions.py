"""Positions of Millieu for tests, given by the pieces on the board and in both hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import PIECES, Piece
from mile_bones.games.millieu.state import MillieuState


def hand(pieces: Iterable[int]) -> tuple[int, ...]:
    held = [0] * len(PIECES)
    for piece in pieces:
        held[piece] += 1
    return tuple(held)


def position(
    board: Mapping[int, int],
    mine: Iterable[int],
    theirs: Iterable[int],
    turn: int = 10,
    player: int = 0,
    *,
    late_mills: bool = False,
) -> MillieuState:
    """Return a state at the start of a turn. The number of a piece is 3 times its colour plus its shape."""
    hands = (hand(mine), hand(theirs)) if player == 0 else (hand(theirs), hand(mine))
    places = tuple(Piece(board[point]) if point in board else None for point in range(27))
    view = Observation(None, 0, player, Phase.PLACE, turn, places, hands, late_mills=late_mills)
    return MillieuState.from_observation(view)


def wandering(seed: int, most: int = 2000, *, late_mills: bool = False) -> Iterable[MillieuState]:
    """Yield the state before each action of a random game, and at its end. The same state object is yielded every time,
    and changes in between.

    Captures are rare in random play. Therefore, half of the time a slide that makes a mill is chosen if there is one.
    """
    rng = Rng(seed)
    state = MillieuState(late_mills=late_mills)
    for _step in range(most):
        if state.is_terminal():
            break
        yield state
        state.apply_legal(lively(state, rng))
    yield state


def lively(state: MillieuState, rng: Rng):  # type: ignore[no-untyped-def]
    actions = state.legal_actions()
    if state.observation(None).phase is Phase.SLIDE and rng.below(2):
        for action in actions:
            after = state.clone()
            after.apply_legal(action)
            if after.observation(None).phase is Phase.CAPTURE:
                return action
    return actions[rng.below(len(actions))]
