"""Games of Millieu in positions where there is something to see."""

from __future__ import annotations

from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players import load_player
from mile_bones.players.millieu.players import CarefulPlayer

PLAYERS = (PlayerInfo("Anna", "human"), PlayerInfo("Computer", "computer", "easy"))


def cube(turn: int, phase: Phase) -> Record:
    """Return a game at the first time, from turn `turn` on, that the person is at this step."""
    state, player = MillieuState(), load_player("millieu", "easy", 3)
    while not (state.turn >= turn and state.current_player == 0 and state.observation(0).phase is phase):
        state.apply_action(player.choose(state.observation(state.current_player)))
    return Record("millieu", "millieu", PLAYERS, state.body(), target=None)


def finished() -> Record:
    """Return a whole game, in which the person plays well."""
    state, players = MillieuState(), (CarefulPlayer(3), load_player("millieu", "easy", 3))
    while not state.is_terminal():
        state.apply_action(players[state.current_player].choose(state.observation(state.current_player)))
    return Record("millieu", "millieu", PLAYERS, state.body(), target=None)


TO_PLACE = cube(7, Phase.PLACE)
TO_SLIDE = cube(9, Phase.SLIDE)
TO_TAKE = cube(9, Phase.CAPTURE)
