"""A record played again, moment by moment, without a window."""

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
    """The table after the deal of a hand, or after one of its actions. A game without hands is all one hand."""

    hand: int
    """Counted from 1."""
    action: int
    """How many actions of the hand have been done."""
    observations: tuple[Any, Any]
    """What each seat knows, by seat."""
    spectator: Any
    """What somebody knows who sits nowhere."""
    events: tuple[Any, ...]
    """What has happened since the moment before, nothing hidden."""


class _Hand(NamedTuple):
    """A hand of the record. ``start`` is the game as it was dealt, and stays so; ``ended``: it came to its end."""

    start: State[Any]
    actions: tuple[Any, ...]
    ended: bool


class Replay:
    """All moments of a record, counted from 0. ReplayError when it breaks the rules.

    The moments of a hand are made when one of them is asked for, so that a long record costs no more than a short one.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._hands = _cut(record)  # first of all: it says when there is no such game
        self._turning = spec(record.game).parts.turning
        self._has_hidden_cards = spec(record.game).has_hidden_cards
        last = self._hands[-1]
        self._won = last.ended and not _played(last).needs_deal
        self._starts = [0, *accumulate(len(hand.actions) + 1 for hand in self._hands)]
        self._made: tuple[int, list[Moment]] = (-1, [])

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def hands(self) -> int:
        """How many hands were begun."""
        return len(self._hands)

    def actions(self, hand: int) -> int:
        """How many actions hand number ``hand``, counted from 1, has."""
        return len(self._hands[hand - 1].actions)

    def actions_of(self, hand: int) -> tuple[Any, ...]:
        """All actions of hand number ``hand``, counted from 1."""
        return self._hands[hand - 1].actions

    def is_over(self, hand: int) -> bool:
        """Hand number ``hand``, counted from 1, was played to its end."""
        return self._hands[hand - 1].ended

    def steps(self, hand: int) -> Iterator[tuple[State[Any], Any]]:
        """Each action of hand number ``hand``, counted from 1, with the state before it; at last the state and None,
        before another hand is dealt. It is the same state every time, moved on between the steps."""
        found = self._hands[hand - 1]
        state = found.start.clone()
        for action in found.actions:
            yield state, action
            state.apply_action(action, deal=False)
        yield state, None

    def moment(self, position: int) -> Moment:
        """The moment at this position. IndexError when there is none."""
        hand = self._hand_at(position)
        return self._moments(hand)[position - self._starts[hand]]

    def position(self, hand: int, actions: int) -> int:
        """Where hand number ``hand``, counted from 1, is after so many actions. IndexError when it never was there."""
        if not (1 <= hand <= self.hands and 0 <= actions <= self.actions(hand)):
            raise IndexError(hand, actions)
        return self._starts[hand - 1] + actions

    def next_event(self, position: int) -> int:
        """The next moment in which more happens than goes without saying, else the last one."""
        for later in range(position + 1, len(self)):
            if any(self._turning(event) for event in self.moment(later).events):
                return later
        return len(self) - 1

    def is_open(self, position: int) -> bool:
        """Both hands may be looked at: the hand was played to its end, or there is nothing to hide.

        Not where the game was given up: that may have been a copy of one that still goes on.
        """
        return not self._has_hidden_cards or self._hands[self._hand_at(position)].ended

    def can_go_on(self, position: int) -> bool:
        """The game was not over then."""
        return not self._won or position < len(self) - 1

    def record_at(self, position: int) -> Record | None:
        """The game as it stood then, to go on with: an assisted one. None where it was over."""
        if not self.can_go_on(position):
            return None
        number = self._hand_at(position)
        hand, actions = self._hands[number], position - self._starts[number]
        state = _played(hand, actions)
        if state.needs_deal and number + 1 < self.hands:  # whose cards are known
            state = self._hands[number + 1].start
        return changed(self.record, body=state.body(), assisted=True, ended=None)

    def _hand_at(self, position: int) -> int:
        """In which hand, counted from 0."""
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
    """The game was given up, or has come to its end. ReplayError when the record breaks the rules."""
    state = final_state(record)
    return record.ended is not None or state.is_terminal()


def _cut(record: Record) -> list[_Hand]:
    """The hands of a record, each with the game as it was dealt."""
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
                return hands  # the next was not dealt any more
            state.deal()
            start, done = state.clone(), number
    return [*hands, _Hand(start, tuple(actions[done:]), ended=state.is_terminal())]


def _played(hand: _Hand, most: int | None = None) -> State[Any]:
    """The game after so many actions of this hand, or all of them."""
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
