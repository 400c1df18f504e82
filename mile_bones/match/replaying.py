"""A record played again, moment by moment, without a window."""

from __future__ import annotations

from dataclasses import replace as changed
from itertools import accumulate
from typing import NamedTuple

from mile_bones.engine import Hands, Record
from mile_bones.games import final_state
from mile_bones.games.milebones import (
    SAFETIES,
    Answered,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    MileBonesState,
    Observation,
    Played,
)
from mile_bones.games.milebones.state import HandLog


class Moment(NamedTuple):
    """The table after the deal of a hand, or after one of its actions."""

    hand: int
    """Counted from 1."""
    action: int
    """How many actions of the hand have been done."""
    observations: tuple[Observation, Observation]
    """What each seat knows, by seat."""
    events: tuple[Event, ...]
    """What has happened since the moment before, nothing hidden."""

    @property
    def turns_the_hand(self) -> bool:
        """More than miles and drawing: a safety, a hazard, an extension, or the end of the hand."""
        return any(_turns(event) for event in self.events)


class Replay:
    """All moments of a record, counted from 0. ReplayError when it breaks the rules.

    The moments of a hand are made when one of them is asked for, so that a long record costs no more than a short one.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        state = final_state(record)
        self._rules = state.rules
        self._over = state.is_terminal() or record.ended is not None
        self._game_ended = None if (ending := state.ending()) is None else ending[1]
        self._logs = state.logs[: len(record.hands)]
        self._starts = [0, *accumulate(len(log.actions) + 1 for log in self._logs)]
        sums = [(0, 0) if log.scores is None else (log.scores[0].total, log.scores[1].total) for log in self._logs]
        self._totals = list(accumulate(sums, lambda one, two: (one[0] + two[0], one[1] + two[1]), initial=(0, 0)))
        self._made: tuple[int, list[Moment]] = (-1, [])

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def hands(self) -> int:
        """How many hands were begun."""
        return len(self._logs)

    def actions(self, hand: int) -> int:
        """How many actions hand number ``hand``, counted from 1, has."""
        return len(self._logs[hand - 1].actions)

    def moment(self, position: int) -> Moment:
        """The moment at this position. IndexError when there is none."""
        hand = self._hand_at(position)
        return self._moments(hand)[position - self._starts[hand]]

    def next_event(self, position: int) -> int:
        """The next moment that turns the hand, else the last one."""
        for later in range(position + 1, len(self)):
            if self.moment(later).turns_the_hand:
                return later
        return len(self) - 1

    def is_open(self, position: int) -> bool:
        """Both hands may be looked at: the hand is over, or the whole game."""
        return self._over or self._logs[self._hand_at(position)].scores is not None

    def record_at(self, position: int) -> Record | None:
        """The game as it stood then, to go on with: an assisted one. None where it was over."""
        hand = self._hand_at(position)
        actions = position - self._starts[hand]
        if actions == self.actions(hand + 1) and self._logs[hand].scores is not None:
            if hand + 1 == self.hands and self._game_ended is not None:
                return None
            hands = self.record.hands[: hand + 1]
            if hand + 1 < self.hands:  # whose cards are known
                hands += (changed(self.record.hands[hand + 1], actions=(), score=None),)
        else:
            now = self.record.hands[hand]
            hands = (*self.record.hands[:hand], changed(now, actions=now.actions[:actions], score=None))
        return changed(self.record, body=Hands(hands), assisted=True, ended=None)

    def _hand_at(self, position: int) -> int:
        """In which hand, counted from 0."""
        if not 0 <= position < len(self):
            raise IndexError(position)
        return next(hand for hand in range(self.hands) if position < self._starts[hand + 1])

    def _moments(self, hand: int) -> list[Moment]:
        made, moments = self._made
        if made != hand:
            moments = self._play(hand, self._logs[hand])
            self._made = (hand, moments)
        return moments

    def _play(self, hand: int, log: HandLog) -> list[Moment]:
        """The hand by itself, dressed up as the one of the game that it is."""
        number, before = hand + 1, self._totals[hand]
        state = MileBonesState(self._rules, 0, (log.deal,))

        def seen(totals: tuple[int, int] = before) -> tuple[Observation, Observation]:
            mine, theirs = (state.observation(seat)._replace(hand_number=number) for seat in (0, 1))
            return mine._replace(totals=totals), theirs._replace(totals=totals[::-1])

        deal = log.deal
        moments = [Moment(number, 0, seen(), (Dealt(number, deal.first, deal.dealt, len(deal.deck)),))]
        for count, (_seat, action) in enumerate(log.actions, 1):
            events = state.apply_action(action, deal=False)
            shown = tuple(event for event in events if not isinstance(event, (GameEnded, HandEnded)))
            ended = next((event for event in events if isinstance(event, HandEnded)), None)
            if ended is None:
                moments.append(Moment(number, count, seen(), shown))
                continue
            ended = ended._replace(hand=number, totals=self._totals[number])
            final = (self._game_ended,) if number == self.hands and self._game_ended is not None else ()
            moments.append(Moment(number, count, seen(self._totals[number]), (*shown, ended, *final)))
        return moments


def is_over(record: Record) -> bool:
    """The game was given up, or has come to its end. ReplayError when the record breaks the rules."""
    state = final_state(record)
    return record.ended is not None or state.is_terminal()


def _turns(event: Event) -> bool:
    if isinstance(event, Played):
        return event.card in SAFETIES or event.target != event.seat
    return isinstance(event, (Answered, HandEnded))
