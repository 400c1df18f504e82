"""The base of all card games that are played hand after hand. It does not depend on their cards and rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from mile_bones.engine.errors import IllegalAction, Refusal

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Pair

CardT = TypeVar("CardT")


def dealt_by_turns(cards: Sequence[CardT], size: int, first: int) -> Pair[tuple[CardT, ...]]:
    """Return the hands of both seats, of ``size`` cards each.

    The cards are dealt one by one, beginning with ``first``.
    """
    early, late = tuple(cards[0 : 2 * size : 2]), tuple(cards[1 : 2 * size : 2])
    return (early, late) if first == 0 else (late, early)


class Deal(Protocol):
    """The cards of a hand before the first action."""

    @property
    def first(self) -> int:
        """The seat that begins."""
        ...


class HandInPlay(Protocol):
    """One hand in progress."""

    @property
    def first(self) -> int:
        """The seat that began."""
        ...

    @property
    def player(self) -> int:
        """The seat to act."""
        ...

    @property
    def ended(self) -> str | None:
        """The reason why the hand is over, or None while it is not."""
        ...

    def why_not(self, action: Any, /) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not.

        The hand must not be over.
        """
        ...

    def apply(self, action: Any, /) -> list[Any]:
        """Take a legal action. Return the events, with nothing hidden."""
        ...

    def clone(self) -> Self:
        """Return an independent copy."""
        ...


class Log(Protocol):
    """The record of a hand in progress: a named tuple, to which each game adds its own fields."""

    @property
    def deal(self) -> Any:
        """The deal of the hand (a ``Deal``)."""
        ...

    @property
    def actions(self) -> list[tuple[int, Any]]:
        """The actions of the hand, each with the seat before it. The list grows while the hand is played."""
        ...

    def _replace(self, *, actions: list[tuple[int, Any]] = ...) -> Self: ...


RulesT = TypeVar("RulesT")
DealT = TypeVar("DealT", bound=Deal)
HandT = TypeVar("HandT", bound=HandInPlay)
LogT = TypeVar("LogT", bound=Log)
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
RecordT = TypeVar("RecordT")


class HandsState(ABC, Generic[RulesT, DealT, HandT, LogT, ActionT, EventT]):
    """The base of a ``State`` that plays hand after hand. It deals, numbers and logs the hands, and takes actions back.

    The first hands are those of ``deals``; later hands are dealt from ``seed``. ``first`` begins the first hand. After
    that the players take turns in beginning a hand. A subclass adds the observation, the scoring of a hand and the end
    of the game. If it has attributes for that, it sets them before it calls ``__init__``, and copies them in its
    ``clone``.
    """

    __slots__ = ("_deals", "_first", "_hand", "_logs", "_records", "_seed", "_totals", "rules")

    closing: ClassVar[tuple[type, ...]]
    """The classes of the events that announce the end of a hand or of the game."""

    _hand: HandT

    def __init__(self, rules: RulesT, seed: int, deals: Sequence[DealT] = (), first: int = 0) -> None:
        self.rules = rules
        self._seed = seed
        self._deals = tuple(deals)
        self._first = deals[0].first if deals else first
        self._logs: list[LogT] = []
        self._records: tuple[Any, ...] = ()  # the records of ended hands that ``_recorded`` has already made
        self._totals: Pair[int] = (0, 0)
        self._deal()

    @classmethod
    def _midway(cls, rules: RulesT, seed: int, hand: HandT, logs: list[LogT], totals: Pair[int]) -> Self:
        """Return a game in the middle of ``hand``, whose earlier actions are unknown.

        ``logs`` has one empty log for each hand.
        """
        state = cls.__new__(cls)
        state.rules = rules
        state._seed = seed
        state._deals = ()
        state._first = hand.first ^ (len(logs) - 1) % 2
        state._logs = logs
        state._records = ()
        state._totals = totals
        state._hand = hand
        return state

    @property
    def current_player(self) -> int | None:
        """The seat to act, or None at the end of the game and between two hands."""
        return None if self._hand.ended is not None else self._hand.player

    @property
    def needs_deal(self) -> bool:
        """True if a hand has ended and the next one must be dealt with ``deal``."""
        return self._hand.ended is not None and not self.is_terminal()

    @property
    def totals(self) -> Pair[int]:
        """The points from the hands that have ended, by seat."""
        return self._totals

    @property
    def first(self) -> int:
        """The seat that began this hand."""
        return self._hand.first

    @property
    def hand_number(self) -> int:
        """The number of the current hand, from 1."""
        return len(self._logs)

    @property
    def logs(self) -> tuple[LogT, ...]:
        """The logs of all hands so far. The log of the current hand is the last.

        They are not for players, because they hold all cards.
        """
        return tuple(self._logs)

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """All actions so far, in all hands. They are not for players, because some actions may be hidden from them."""
        return tuple([action for log in self._logs for _seat, action in log.actions])

    def opening(self) -> tuple[EventT, ...]:
        """Return the deal of the current hand as one event, with nothing hidden."""
        return (self._dealt(),)

    def events_since_deal(self) -> tuple[EventT, ...]:
        """Return the events since the current hand was dealt, with nothing hidden and without those that end the
        hand.
        """
        log = self._logs[-1]
        again = type(self)(self.rules, 0, (log.deal,))
        events = (event for _seat, action in log.actions for event in again.apply_legal(action, deal=False))
        return tuple(takewhile(lambda event: not isinstance(event, self.closing), events))

    def why_not(self, action: ActionT) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not."""
        if self._hand.ended is not None:
            return Refusal("game_over" if self.is_terminal() else "hand_over")
        return self._hand.why_not(action)

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """Take ``action`` and return the events, with nothing hidden.

        Raise IllegalAction if ``action`` is not legal; then nothing changes.

        If the action ends a hand, the next hand is dealt at once, unless ``deal`` is False. With ``deal`` False,
        ``needs_deal`` is then True until the method ``deal`` is called.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action, deal=deal)

    def apply_legal(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """Do the same as ``apply_action``, but without checking ``action``. The caller must have checked it with
        ``why_not``.
        """
        hand = self._hand
        self._logs[-1].actions.append((hand.player, action))
        events = hand.apply(action)
        if hand.ended is not None:
            self._end_hand(events)
            if deal and not self.is_terminal():
                events += self.deal()
        return tuple(events)

    @abstractmethod
    def deal(self) -> tuple[EventT, ...]:
        """Deal the next hand and return the events. Raise ValueError unless ``needs_deal``."""

    @abstractmethod
    def is_terminal(self) -> bool:
        """Return True if the game has ended."""

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin.rules, twin._seed, twin._deals, twin._first = self.rules, self._seed, self._deals, self._first
        twin._totals, twin._records = self._totals, self._records
        twin._hand = self._hand.clone()
        twin._logs = [*self._logs[:-1], self._logs[-1]._replace(actions=self._logs[-1].actions[:])]
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """Return True if all of the last ``actions`` actions are in the current hand, are by the same player, and drew
        no card.
        """
        done = self._logs[-1].actions
        whose = self.current_player if seat is None else seat
        if self.is_terminal() or not 0 < actions <= len(done):
            return False
        return all(mover == whose and not self._draws(action) for mover, action in done[-actions:])

    def before(self, actions: int) -> Self:
        """Return the game before its last ``actions`` actions. The cards that are still to come stay the same."""
        done = self.actions
        deals = (*(log.deal for log in self._logs), *self._deals[len(self._logs) :])
        state = type(self)(self.rules, self._seed, deals, self._first)
        for action in done[: len(done) - actions]:
            state.apply_legal(action)
        return state

    def _recorded(self, record: Callable[[LogT], RecordT]) -> tuple[RecordT, ...]:
        """Return ``record(log)`` for each hand so far."""
        hands = self._records + tuple(record(log) for log in self.logs[len(self._records) :])
        self._records = hands[: len(self._logs) - 1]  # finished hands never change; a game is saved after each action
        return hands

    def _deal(self) -> None:
        number = len(self._logs)
        first = (self._first + number) % 2
        self._begin(self._deals[number] if number < len(self._deals) else self._shuffled(number, first))

    @abstractmethod
    def _shuffled(self, number: int, first: int) -> DealT:
        """Return deal ``number`` (from 0) of this game, shuffled from its seed."""

    @abstractmethod
    def _begin(self, deal: DealT) -> None:
        """Set ``_hand`` to the hand of ``deal`` and append its log."""

    @abstractmethod
    def _dealt(self) -> EventT:
        """Return the event that announces the deal of the current hand, with nothing hidden."""

    @abstractmethod
    def _end_hand(self, events: list[EventT]) -> None:
        """Score the current hand, which is over. Append the events of the hand's end to ``events``, and also the event
        of the game's end if the game is over.
        """

    @staticmethod
    @abstractmethod
    def _draws(action: ActionT) -> bool:
        """Return True if ``action`` draws a card. Such an action cannot be taken back, because the player has seen the
        card.
        """
