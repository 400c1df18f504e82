"""The replay of a record, moment by moment, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from mile_bones.games import final_state, replay, spec

if TYPE_CHECKING:
    from mile_bones.engine.game import State
    from mile_bones.engine.record import Record


class Moment(NamedTuple):
    """The table after the deal of a hand, or after one of its actions. A game without hands counts as one hand."""

    hand: int
    """The number of the hand, from 1."""
    action: int
    """The number of actions of the hand that have been done."""
    observations: tuple[Any, Any]
    """The observation of each seat, by seat."""
    spectator: Any
    """The observation of a spectator."""
    events: tuple[Any, ...]
    """The events since the previous moment, with nothing hidden."""


class _Hand(NamedTuple):
    """A hand of the record. ``start`` is the game after the deal; this object is never changed. ``ended`` is True if
    the hand was finished.
    """

    start: State[Any]
    actions: tuple[Any, ...]
    ended: bool


class Replay:
    """All moments of a record, counted from 0. Raise ReplayError if the record breaks the rules.

    The moments of a hand are computed when one of them is requested, so that a long record costs no more than a short
    one.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._hands = _cut(record)  # before the other attributes, because it raises an error for an unknown game
        self._is_turning_point = spec(record.game).parts.is_turning_point
        self._has_hidden_cards = spec(record.game).has_hidden_cards
        last = self._hands[-1]
        self._won = last.ended and not _played(last).needs_deal
        self._starts = [0, *accumulate(len(hand.actions) + 1 for hand in self._hands)]
        self._made: tuple[int, list[Moment]] = (-1, [])

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def hands(self) -> int:
        """The number of hands that have begun."""
        return len(self._hands)

    def actions(self, hand: int) -> int:
        """Return the number of actions in hand number ``hand``, counted from 1."""
        return len(self._hands[hand - 1].actions)

    def actions_of(self, hand: int) -> tuple[Any, ...]:
        """Return all actions of hand number ``hand``, counted from 1."""
        return self._hands[hand - 1].actions

    def is_over(self, hand: int) -> bool:
        """Return True if hand number ``hand``, counted from 1, was finished."""
        return self._hands[hand - 1].ended

    def steps(self, hand: int) -> Iterator[tuple[State[Any], Any]]:
        """Yield each action of hand number ``hand``, counted from 1, with the state before it. Finally yield the state
        at the end of the hand with None, before the next hand is dealt.

        All steps yield the same state object, which changes between the steps.
        """
        found = self._hands[hand - 1]
        state = found.start.clone()
        for action in found.actions:
            yield state, action
            state.apply_action(action, deal=False)
        yield state, None

    def moment(self, position: int) -> Moment:
        """Return the moment at ``position``. Raise IndexError if there is no such moment."""
        hand = self._hand_at(position)
        return self._moments(hand)[position - self._starts[hand]]

    def position(self, hand: int, actions: int) -> int:
        """Return the position of hand number ``hand``, counted from 1, after ``actions`` actions.

        Raise IndexError if the record has no such moment.
        """
        if not (1 <= hand <= self.hands and 0 <= actions <= self.actions(hand)):
            raise IndexError(hand, actions)
        return self._starts[hand - 1] + actions

    def next_event(self, position: int) -> int:
        """Return the position of the next notable moment, or of the last moment if there is none."""
        for later in range(position + 1, len(self)):
            if any(self._is_turning_point(event) for event in self.moment(later).events):
                return later
        return len(self) - 1

    def is_open(self, position: int) -> bool:
        """Return whether both hands may be shown: the hand was finished, or the game has nothing hidden.

        If the game was given up, they may not be shown, because a copy of the same game may still be played elsewhere.
        """
        return not self._has_hidden_cards or self._hands[self._hand_at(position)].ended

    def can_go_on(self, position: int) -> bool:
        """Return True if the game was not over at this position."""
        return not self._won or position < len(self) - 1

    def record_at(self, position: int) -> Record | None:
        """Return the record of the game up to this position, marked as assisted, so that it can be played on. Return
        None if the game was over at this position.
        """
        if not self.can_go_on(position):
            return None
        number = self._hand_at(position)
        hand, actions = self._hands[number], position - self._starts[number]
        state = _played(hand, actions)
        if state.needs_deal and number + 1 < self.hands:  # the record has the cards of the next hand
            state = self._hands[number + 1].start
        return changed(self.record, body=state.body(), assisted=True, ended=None)

    def _hand_at(self, position: int) -> int:
        """Return the number of the hand to which a position belongs, counted from 0."""
        if not 0 <= position < len(self):
            raise IndexError(position)
        return next(hand for hand in range(self.hands) if position < self._starts[hand + 1])

    def _moments(self, hand: int) -> list[Moment]:
        made, moments = self._made
        if made != hand:
            moments = _moments(hand + 1, self._hands[hand])
            self._made = (hand, moments)
        return moments


def is_over(record: Record) -> bool:
    """Return True if the game was given up or has ended. Raise ReplayError if the record breaks the rules."""
    state = final_state(record)
    return record.ended is not None or state.is_terminal()


def _cut(record: Record) -> list[_Hand]:
    """Return the hands of a record. Each hand has the game as it is after the deal."""
    actions, state = [], None
    for at, action in replay(record):
        state = at.clone() if state is None else state
        if action is not None:
            actions.append(action)
    assert state is not None, "every record has a beginning"
    hands, start, done = [], state.clone(), 0
    for number, action in enumerate(actions, 1):
        state.apply_action(action, deal=False)
        if state.needs_deal:
            hands.append(_Hand(start, tuple(actions[done:number]), ended=True))
            if number == len(actions) and len(hands) == record.body.count:
                return hands  # the hand after this one was never dealt
            state.deal()
            start, done = state.clone(), number
    return [*hands, _Hand(start, tuple(actions[done:]), ended=state.is_terminal())]


def _played(hand: _Hand, most: int | None = None) -> State[Any]:
    """Return the game after the first ``most`` actions of this hand, or after all of them."""
    state = hand.start.clone()
    for action in hand.actions[:most]:
        state.apply_action(action, deal=False)
    return state


def _moments(number: int, hand: _Hand) -> list[Moment]:
    state = hand.start.clone()
    moments = []
    events = state.opening()
    for count in range(len(hand.actions) + 1):
        if count:
            events = state.apply_action(hand.actions[count - 1], deal=False)
        seen = (state.observation(0), state.observation(1))
        moments.append(Moment(number, count, seen, state.observation(None), tuple(events)))
    return moments
