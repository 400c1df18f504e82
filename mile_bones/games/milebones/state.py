"""A whole game of Mile Bones to its target: hand after hand, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from mile_bones.engine import HandRecord, Hands, IllegalAction, Refusal
from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.events import Dealt, Event, GameEnded, HandEnded
from mile_bones.games.milebones.hand import Deal, Hand, shuffled_deal
from mile_bones.games.milebones.observation import Observation, legal_actions
from mile_bones.games.milebones.rules import Rules
from mile_bones.games.milebones.scoring import Score


class HandLog(NamedTuple):
    """What a record tells of a hand. ``actions`` grows while the hand is played; ``scores`` is None until its end."""

    deal: Deal
    actions: list[tuple[int, Action]]
    scores: tuple[Score, Score] | None


class MileBonesState:
    """The true state of a game: it knows every card. Players and front ends get observations and events instead.

    Deals come from ``deals`` as long as there are any, then from ``seed``. ``first`` begins the first hand; after that
    the players begin by turns.
    """

    closing = (HandEnded, GameEnded)

    __slots__ = ("_deals", "_first", "_hand", "_logs", "_over", "_records", "_seed", "_totals", "rules")

    def __init__(self, rules: Rules, seed: int, deals: Sequence[Deal] = (), first: int = 0) -> None:
        self.rules = rules
        self._seed = seed
        self._deals = tuple(deals)
        self._first = deals[0].first if deals else first
        self._logs: list[HandLog] = []
        self._records: tuple[HandRecord, ...] = ()  # of hands that have ended, once somebody has asked for them
        self._totals = (0, 0)
        self._over = False
        self._deal()

    @classmethod
    def from_hand(cls, hand: Hand, totals: tuple[int, int], hand_number: int, seed: int) -> MileBonesState:
        """A game that stands in the middle of a hand whose beginning nobody remembers; it has no log."""
        state = cls.__new__(cls)
        state.rules = hand.rules
        state._seed = seed
        state._deals = ()
        state._first = hand.first ^ (hand_number - 1) % 2
        state._logs = [HandLog(Deal(hand.first, ((), ()), ()), [], None) for _hand in range(hand_number)]
        state._records = ()
        state._totals = totals
        state._over = False
        state._hand = hand
        return state

    @property
    def current_player(self) -> int | None:
        """The seat to act, None at the end of the game and between two hands."""
        return None if self._over or self._hand.ended is not None else self._hand.player

    @property
    def needs_deal(self) -> bool:
        """A hand has ended, and the next is to be dealt: ``deal`` does it."""
        return self._hand.ended is not None and not self._over

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both seats from the hands that have ended."""
        return self._totals

    @property
    def first(self) -> int:
        """The seat that began this hand."""
        return self._hand.first

    @property
    def hand_number(self) -> int:
        """The number of this hand, from 1."""
        return len(self._logs)

    @property
    def logs(self) -> tuple[HandLog, ...]:
        """Every hand so far, the present one last. Not for players: it holds all cards."""
        return tuple(self._logs)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action so far, through all hands. Not for players, for whom some of them are hidden."""
        return tuple(action for log in self._logs for _seat, action in log.actions)

    def opening(self) -> tuple[Event, ...]:
        """The deal of the present hand, nothing hidden."""
        return (self._dealt(),)

    def events_since_deal(self) -> tuple[Event, ...]:
        """What has happened since the present hand was dealt, nothing hidden; without the hand's end."""
        log = self._logs[-1]
        again = MileBonesState(self.rules, 0, (log.deal,))
        events = (event for _seat, action in log.actions for event in again.apply_action(action, deal=False))
        return tuple(takewhile(lambda event: not isinstance(event, HandEnded), events))

    def ending(self) -> tuple[HandEnded, GameEnded] | None:
        """How the game ended, told once more; None while it goes on."""
        return (self._hand_ended(), self._game_ended()) if self._over else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, in a fixed order; empty at the end of the game."""
        hand = self._hand
        if self._over or hand.ended is not None:
            return ()
        return legal_actions(hand.phase, hand.hands[hand.player], hand.playable, hand.coup_hazard, self.rules)

    def why_not(self, action: Action) -> Refusal | None:
        """None when the player to act may do it, else the reason."""
        if self._over:
            return Refusal("game_over")
        if self._hand.ended is not None:
            return Refusal("hand_over")
        return self._hand.why_not(action)

    def apply_action(self, action: Action, *, deal: bool = True) -> tuple[Event, ...]:
        """Do it and return what happened, nothing hidden. IllegalAction when it is not legal; then nothing changes.

        Where it ends a hand, the next is dealt at once; ``deal`` False: the table stays as it is until ``deal``.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action, deal=deal)

    def apply_legal(self, action: Action, *, deal: bool = True) -> tuple[Event, ...]:
        """``apply_action`` for whoever has just asked ``why_not``: it is not checked again."""
        hand = self._hand
        self._logs[-1].actions.append((hand.player, action))
        events = hand.apply(action)
        if hand.ended is not None:
            self._end_hand(events)
            if deal and not self._over:
                events += self.deal()
        return tuple(events)

    def deal(self) -> tuple[Event, ...]:
        """Deal the next hand. ValueError unless ``needs_deal``."""
        if not self.needs_deal:
            raise ValueError("the hand is not over")
        self._deal()
        return (self._dealt(),)

    def observation(self, viewer: int | None) -> Observation:
        """All that this seat may know; None: all that a spectator on the side of seat 0 may.

        ValueError for a seat other than 0 and 1.
        """
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        seat = viewer or 0
        totals = self._totals if seat == 0 else self._totals[::-1]
        over = self._over or self._hand.ended is not None
        found = self._hand.observation(seat, len(self._logs), totals, over=over)
        return found if viewer is not None else found.for_spectators()

    def is_terminal(self) -> bool:
        """The game has ended."""
        return self._over

    def returns(self) -> tuple[int, int]:
        """(+1, -1), (-1, +1) or (0, 0) at the end of the game; (0, 0) before."""
        if not self._over or self._totals[0] == self._totals[1]:
            return 0, 0
        return (1, -1) if self._totals[0] > self._totals[1] else (-1, 1)

    def clone(self) -> MileBonesState:
        """An independent copy."""
        twin = MileBonesState.__new__(MileBonesState)
        twin.rules, twin._seed, twin._deals, twin._first = self.rules, self._seed, self._deals, self._first
        twin._totals, twin._over, twin._records = self._totals, self._over, self._records
        twin._hand = self._hand.clone()
        twin._logs = [*self._logs[:-1], self._logs[-1]._replace(actions=self._logs[-1].actions[:])]
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """This player has done them all, in the present hand, and no card was drawn with them."""
        done = self._logs[-1].actions
        taken = done[-actions:]
        whose = self.current_player if seat is None else seat
        if self._over or not 0 < actions <= len(done):
            return False
        return all(mover == whose and action != DRAW for mover, action in taken)

    def before(self, actions: int) -> MileBonesState:
        """The game as it stood before its last ``actions`` actions. The cards to come stay what they were."""
        done = self.actions
        deals = (*(log.deal for log in self._logs), *self._deals[len(self._logs) :])
        state = MileBonesState(self.rules, self._seed, deals, self._first)
        for action in done[: len(done) - actions]:
            state.apply_action(action)
        return state

    def body(self) -> Hands:
        """The hands as a record holds them."""
        return Hands(self._hand_records())

    def _hand_records(self) -> tuple[HandRecord, ...]:
        more = tuple(_hand_record(log) for log in self._logs[len(self._records) :])
        hands = self._records + more
        self._records = hands[: len(self._logs) - 1]  # they stay as they are, and a game is saved after every action
        return hands

    def _deal(self) -> None:
        number = len(self._logs)
        first = (self._first + number) % 2
        deal = (
            self._deals[number] if number < len(self._deals) else shuffled_deal(self.rules, self._seed, number, first)
        )
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
        dealt=(
            tuple(card.notation for card in log.deal.dealt[0]),
            tuple(card.notation for card in log.deal.dealt[1]),
        ),
        deck=tuple(card.notation for card in log.deal.deck),
        actions=tuple(f"{seat} {action}" for seat, action in log.actions),
        score=None if log.scores is None else (log.scores[0].to_dict(), log.scores[1].to_dict()),
    )
