"""The table between a player of ours and a bot, for games with deals other than Mile Bones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mile_bones.engine.game import Player
from mile_bones.games import load_game, spec
from mile_bones.lab.dealt import single_deal, whole_game
from mile_bones.lab.hands import Pair
from mile_bones.lab.protocol.external import ExternalBot
from mile_bones.lab.protocol.shapes import HAND, WHOLE_GAME


@dataclass
class DealtTable:
    """One bot in ``seat`` against a player of ours with the name ``level``. A BotFailure ends the play."""

    game: str
    rules: str
    player: Player[Any, Any]
    level: str
    bot: ExternalBot
    seat: int
    hand_number: int = 0
    """The number, from 1, of the current deal of this game."""
    asked: bool = False
    """Whether the bot is being asked now."""

    def play_single(self, seed: int, number: int) -> Pair:
        """Play one separate deal and return the points of both seats."""
        totals: Pair = self._play(HAND, single_deal(self.game, self.rules, seed, number)).totals
        return totals

    def play_game(self, seed: int, number: int) -> Pair:
        """Play a whole game. Return a pair with 1 for the seat that has won and -1 for the other, or 0 twice."""
        state = whole_game(load_game(self.game, self.rules), seed, number)
        returns: Pair = self._play(WHOLE_GAME, state).returns()
        return returns

    def _play(self, length: str, state: Any) -> Any:
        self.bot.game_start(length, self.rules, self.seat, self.level)
        self._tell(state.opening(), state)
        while not state.is_terminal():
            seat, actions = state.current_player, state.legal_actions()
            action = actions[0] if len(actions) == 1 else self._ask(seat, state.observation(seat))
            self._tell(state.apply_action(action, deal=False), state)
            if state.needs_deal:
                self._tell(state.deal(), state)
        return state

    def _ask(self, seat: int, observation: Any) -> Any:
        if seat != self.seat:
            return self.player.choose(observation)
        self.asked = True
        action = self.bot.choose(observation)
        self.asked = False
        return action

    def _tell(self, events: tuple[Any, ...], state: Any) -> None:
        codec = spec(self.game).codec
        for event in events:
            kind = codec.event(event, self.seat)["event"]
            if kind == "dealt":
                self.hand_number += 1
                self.bot.hand_start(event, state.totals)
            elif kind == "hand_ended":
                self.bot.hand_over(event)
            elif kind == "game_ended":
                self.hand_number = 0
                self.bot.game_over(event, state.totals)
            else:
                self.bot.see((event,))
