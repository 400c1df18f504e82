"""Games of Mille, one action before the end of a deal or of the game."""

from __future__ import annotations

from functools import cache

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import load_game
from mile_bones.games.montreal.actions import DRAW, Action, Kind
from mile_bones.games.montreal.state import MontrealState
from mile_bones.players import load_player

PLAYERS = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
GAME = "montreal-mille"
OPTIONS = {"stake": 1}


@cache
def last_action(*, of_the_game: bool) -> tuple[MontrealState, Action]:
    """Return the table just before the person goes out, and the action by which the person goes out.

    The opponent only draws and discards, and therefore has a chapeau afterwards.
    """
    for seed in range(20):
        state = load_game(GAME, options=OPTIONS).new_state(seed=seed)
        player = load_player(GAME, "easy", seed)
        while not state.is_terminal():
            seat, legal = state.current_player, state.legal_actions()
            action = legal[0] if DRAW in legal else legal[-1]
            if seat == 0:
                action = player.choose(state.observation(0))
            after = state.clone()
            after.apply_action(action)
            chapeau = after.chapeaux[1] > state.chapeaux[1]
            if seat == 0 and chapeau and after.is_terminal() == of_the_game:
                return state, action
            state = after
    raise AssertionError("no game has ended like this")


@cache
def to_take(least: int) -> MontrealState:
    """Return a table on which the person has drawn nothing yet, and may take a pile of `least` cards or more."""
    for seed in range(60):
        state = load_game(GAME, options=OPTIONS).new_state(seed=seed)
        player = load_player(GAME, "easy", seed)
        while not state.needs_deal and not state.is_terminal():
            legal = state.legal_actions()
            seen = state.observation(state.current_player)
            may_take = any(action.kind is Kind.PILE for action in legal)
            if may_take and state.current_player == 0 and len(seen.pile) >= least:
                return state
            action = legal[0] if DRAW in legal else player.choose(seen)  # drawing makes the pile grow
            state.apply_action(action, deal=False)
    raise AssertionError("nobody could take so large a pile")


def taking(least: int) -> Record:
    """Return the game with the table of ``to_take``, as it is saved."""
    return Record(GAME, GAME, PLAYERS, to_take(least).body(), target=1200, options=OPTIONS)


def record(*, of_the_game: bool) -> Record:
    """Return the game before the person goes out, as it is saved."""
    state, _action = last_action(of_the_game=of_the_game)
    return Record(GAME, GAME, PLAYERS, state.body(), target=1200, options=OPTIONS)
