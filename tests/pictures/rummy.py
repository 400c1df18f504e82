"""Games of Mille one action before the end of a deal, or of the game."""

from __future__ import annotations

from functools import cache

from mile_bones.engine import PlayerInfo, Record
from mile_bones.games import load_game
from mile_bones.games.montreal import DRAW, Action, MontrealState
from mile_bones.players import load_player

PLAYERS = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))
GAME = "montreal-mille"
OPTIONS = {"stake": 1}


@cache
def last_action(*, of_the_game: bool) -> tuple[MontrealState, Action]:
    """The table before the person goes out, and how: the other, who only draws and discards, has a chapeau then."""
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


def record(*, of_the_game: bool) -> Record:
    """The game as it is kept before that."""
    state, _action = last_action(of_the_game=of_the_game)
    return Record(GAME, GAME, PLAYERS, state.body(), target=1200, options=OPTIONS)
