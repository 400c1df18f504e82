"""The state of a whole game of Mile Bones up to its target: the hands and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.hands import HandsState
from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.cards import notations
from mile_bones.games.milebones.events import Dealt, Event, GameEnded, HandEnded
from mile_bones.games.milebones.hand import Deal, Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, legal_actions
from mile_bones.games.milebones.rules import Rules

if TYPE_CHECKING:
    from mile_bones.games.milebones.scoring import Score


class HandLog(NamedTuple):
    """The record of a hand in progress.

    ``actions`` grows while the hand is played; ``scores`` is None until its end.
    """

    deal: Deal
    actions: list[tuple[int, Action]]
    scores: tuple[Score, Score] | None


class MileBonesState(HandsState[Rules, Deal, Hand, HandLog, Action, Event]):
    """The state of a game with every card in it. Players and front ends get observations and events instead."""

    closing = (HandEnded, GameEnded)

    __slots__ = ("_over",)

    def __init__(self, rules: Rules, seed: int, deals: Sequence[Deal] = (), first: int = 0) -> None:
        self._over = False
        super().__init__(rules, seed, deals, first)

    @classmethod
    def from_hand(cls, hand: Hand, totals: tuple[int, int], hand_number: int, seed: int) -> MileBonesState:
        """Return a game in the middle of ``hand``, whose earlier actions are unknown. Its log is empty."""
        logs = [HandLog(Deal(hand.first, ((), ()), ()), [], None) for _hand in range(hand_number)]
        state = cls._midway(hand.rules, seed, hand, logs, totals)
        state._over = False
        return state

    def ending(self) -> tuple[HandEnded, GameEnded] | None:
        """Return the events of the end of the last hand and of the game, or None if the game is not over."""
        return (self._hand_ended(), self._game_ended()) if self._over else None

    def legal_actions(self) -> tuple[Action, ...]:
        hand = self._hand
        if hand.ended is not None:
            return ()
        return legal_actions(hand.phase, hand.hands[hand.player], hand.playable, hand.coup_hazard, self.rules)

    def deal(self) -> tuple[Event, ...]:
        if not self.needs_deal:
            raise ValueError("the hand is not over")
        self._deal()
        return (self._dealt(),)

    def observation(self, viewer: int | None) -> Observation:
        """Return the observation of the seat ``viewer``. If ``viewer`` is None, return that of a spectator on the side
        of seat 0.

        Raise ValueError if ``viewer`` is not 0, 1 or None.
        """
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        seat = viewer or 0
        totals = self._totals if seat == 0 else self._totals[::-1]
        found = self._hand.observation(seat, len(self._logs), totals, over=self._hand.ended is not None)
        return found if viewer is not None else found.for_spectators()

    def is_terminal(self) -> bool:
        return self._over

    def returns(self) -> tuple[int, int]:
        if not self._over or self._totals[0] == self._totals[1]:
            return 0, 0
        return (1, -1) if self._totals[0] > self._totals[1] else (-1, 1)

    def clone(self) -> MileBonesState:
        twin = super().clone()
        twin._over = self._over
        return twin

    def body(self) -> Hands:
        """Return the hands as the body of a record."""
        return Hands(self._recorded(_hand_record))

    @staticmethod
    def _draws(action: Action) -> bool:
        return action == DRAW

    def _shuffled(self, number: int, first: int) -> Deal:
        return shuffled_deal(self.rules, self._seed, number, first)

    def _begin(self, deal: Deal) -> None:
        self._hand = Hand(self.rules, deal)
        self._logs.append(HandLog(deal, [], None))

    def _dealt(self) -> Dealt:
        deal = self._logs[-1].deal
        return Dealt(len(self._logs), deal.first, (deal.dealt[0], deal.dealt[1]), len(deal.deck))

    def _end_hand(self, events: list[Event]) -> None:
        hand = self._hand
        scores = hand.score()
        self._totals = (self._totals[0] + scores[0].total, self._totals[1] + scores[1].total)
        self._logs[-1] = self._logs[-1]._replace(scores=scores)
        events.append(self._hand_ended())
        if max(self._totals) >= self.rules.target:
            self._over = True
            events.append(self._game_ended())

    def _hand_ended(self) -> HandEnded:
        hand, scores = self._hand, self._logs[-1].scores
        assert hand.ended is not None and scores is not None
        return HandEnded(
            hand=len(self._logs),
            reason=hand.ended,
            completed_by=hand.completed_by,
            goal=hand.goal,
            left=len(hand.deck),
            scores=scores,
            totals=self._totals,
            sides=(hand.sides[0].view(), hand.sides[1].view()),
        )

    def _game_ended(self) -> GameEnded:
        returns = self.returns()
        return GameEnded(None if returns == (0, 0) else returns.index(1), self._totals)


def _hand_record(log: HandLog) -> HandRecord:
    return HandRecord(
        first=log.deal.first,
        dealt=(notations(log.deal.dealt[0]), notations(log.deal.dealt[1])),
        deck=notations(log.deal.deck),
        actions=tuple(f"{seat} {action}" for seat, action in log.actions),
        score=None if log.scores is None else (log.scores[0].to_dict(), log.scores[1].to_dict()),
    )
