"""The table between a player of ours and a bot in a game without hands.

It is a ``Match``; the bot receives its steps like any viewer in its seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mile_bones.engine.game import Player
from mile_bones.lab.games import keep_nothing, outcome
from mile_bones.lab.protocol.external import ExternalBot
from mile_bones.lab.protocol.shapes import WHOLE_GAME
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Setup
from mile_bones.match.steps import Step, StepKind
from mile_bones.players import levels


@dataclass
class MatchTable:
    """One bot in ``seat`` against players of ours of ``level``. A BotFailure ends the play."""

    game: str
    rules: str
    level: str
    bot: ExternalBot
    seat: int
    asked: bool = False
    """Whether the bot is being asked now."""

    def play_game(self, player: Player[Any, Any]) -> int:
        """Play a game that seat 0 begins. Return 1 if our player wins, -1 if the bot wins, or 0 for a draw."""
        # A match treats a player as a person unless the match itself chooses that player's actions.
        # The record is not kept, so it does not matter which level our player has in it.
        level = levels(self.game)[0].name
        ours, theirs = Computer(level, level), Person(self.bot.name)
        seats = (theirs, ours) if self.seat == 0 else (ours, theirs)
        match = Match.start(Setup(self.game, seats, self.rules), keep_nothing)
        self.bot.game_start(WHOLE_GAME, self.rules, self.seat, self.level)
        ended: list[Any] = []

        def hear(step: Step) -> None:
            if step.kind is StepKind.END:
                ended.extend(step.events)
            else:
                self.bot.see(step.events)

        match.subscribe(self.seat, hear)
        while (seat := match.current_player) is not None:
            observation = match.observation(seat)
            match.submit(seat, self._ask(observation) if seat == self.seat else player.choose(observation))
        self.bot.game_over(ended[-1], match.totals)
        won = outcome(match)
        return -won if self.seat == 0 else won

    def _ask(self, observation: Any) -> Any:
        self.asked = True
        action = self.bot.choose(observation)
        self.asked = False
        return action
