"""The table between a player of ours and a bot in Mile Bones. It deals, asks both sides, informs the bot, and keeps
track of the progress.
"""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.engine.errors import IllegalAction
from mile_bones.engine.game import leader
from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.events import Dealt, GameEnded, HandEnded
from mile_bones.games.milebones.hand import Deal, Hand
from mile_bones.games.milebones.observation import Phase
from mile_bones.games.milebones.rules import Rules
from mile_bones.lab import deals
from mile_bones.lab.protocol.external import ExternalBot
from mile_bones.lab.protocol.shapes import HAND, WHOLE_GAME
from mile_bones.players.milebones import MileBonesPlayer


@dataclass
class Table:
    """One bot in ``seat`` against a player of ours with the name ``level``. A BotFailure ends the play."""

    player: MileBonesPlayer
    level: str
    bot: ExternalBot
    seat: int
    rules: Rules
    hand_number: int = 0
    """The number, from 1, of the current hand of this game."""
    phase: Phase | None = None
    """The phase about which the bot is being asked, or None if it is not being asked."""

    def play_single(self, deal: Deal) -> tuple[int, int]:
        """Play one separate hand and return the points of both seats."""
        self.bot.game_start(HAND, self.rules.name, self.seat, self.level)
        points = self._play_hand(deal, 1, (0, 0))
        self._end_game(points)
        return points

    def play_game(self, seed: int, first: int) -> tuple[int, int]:
        """Play a game to the target in which seat ``first`` begins the first hand. Return the totals of both seats."""
        self.bot.game_start(WHOLE_GAME, self.rules.name, self.seat, self.level)
        totals, number = (0, 0), 0
        while max(totals) < self.rules.target:
            deal = deals.deal(self.rules, seed, number, (first + number) % 2)
            number += 1
            points = self._play_hand(deal, number, totals)
            totals = totals[0] + points[0], totals[1] + points[1]
        self._end_game(totals)
        return totals

    def _play_hand(self, deal: Deal, number: int, totals: tuple[int, int]) -> tuple[int, int]:
        """Play a hand and return the points of both seats. It is hand ``number`` of a game that stands at
        ``totals``.
        """
        self.hand_number = number
        hand = Hand(self.rules, deal)
        self.bot.hand_start(Dealt(number, deal.first, deal.dealt, len(deal.deck)), totals)
        while hand.ended is None:
            if hand.draw_is_forced():
                action = DRAW
            else:
                seat = hand.player
                observation = hand.observation(seat, number, totals if seat == 0 else totals[::-1])
                if seat == self.seat:
                    self.phase = hand.phase
                    action = self.bot.choose(observation)
                    self.phase = None
                else:
                    action = self.player.choose(observation)
                refusal = hand.why_not(action)
                if refusal is not None:
                    raise IllegalAction(action, refusal)
            self.bot.see(hand.apply(action))
        scores = hand.score()
        points = scores[0].total, scores[1].total
        self.bot.hand_over(
            HandEnded(
                hand=number,
                reason=hand.ended,
                completed_by=hand.completed_by,
                goal=hand.goal,
                left=len(hand.deck),
                scores=scores,
                totals=(totals[0] + points[0], totals[1] + points[1]),
                sides=(hand.sides[0].view(), hand.sides[1].view()),
            )
        )
        return points

    def _end_game(self, totals: tuple[int, int]) -> None:
        self.bot.game_over(GameEnded(leader(totals), totals), totals)
