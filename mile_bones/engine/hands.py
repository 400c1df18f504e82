"""A game of cards that is played hand after hand: what is done alike whatever the cards and the rules are."""

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
    """The hands of both seats, of ``size`` cards each, when the cards go out one by one, the first to ``first``."""
    early, late = tuple(cards[0 : 2 * size : 2]), tuple(cards[1 : 2 * size : 2])
    return (early, late) if first == 0 else (late, early)


class Deal(Protocol):
    """The cards of a hand before anything is done."""

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
        """Why the hand is over; None while it is not."""
        ...

    def why_not(self, action: Any, /) -> Refusal | None:
        """None when the player to act may do it, else the reason. Only while the hand goes on."""
        ...

    def apply(self, action: Any, /) -> list[Any]:
        """Do a legal action; returns what happened, nothing hidden."""
        ...

    def clone(self) -> Self:
        """An independent copy."""
        ...


class Log(Protocol):
    """What a record tells of a hand: a named tuple of a game's own."""

    @property
    def deal(self) -> Any:
        """See ``Deal``."""
        ...

    @property
    def actions(self) -> list[tuple[int, Any]]:
        """Who did what. It grows while the hand is played."""
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
    """The base of a ``State`` that plays hand after hand: it deals, numbers and logs them, and takes actions back.

    Deals come from ``deals`` as long as there are any, then from ``seed``. ``first`` begins the first hand; after that
    the players begin by turns. A game adds what is to be seen, how a hand is counted, and when the game is over; what
    it keeps for that it sets before it calls ``__init__``, and copies in its ``clone``.
    """

    __slots__ = ("_deals", "_first", "_hand", "_logs", "_records", "_seed", "_totals", "rules")

    closing: ClassVar[tuple[type, ...]]
    """See ``State``."""

    _hand: HandT

    def __init__(self, rules: RulesT, seed: int, deals: Sequence[DealT] = (), first: int = 0) -> None:
        self.rules = rules
        self._seed = seed
        self._deals = tuple(deals)
        self._first = deals[0].first if deals else first
        self._logs: list[LogT] = []
        self._records: tuple[Any, ...] = ()  # of hands that have ended, once somebody has asked for them
        self._totals: Pair[int] = (0, 0)
        self._deal()

    @classmethod
    def _midway(cls, rules: RulesT, seed: int, hand: HandT, logs: list[LogT], totals: Pair[int]) -> Self:
        """A game that stands in the middle of a hand whose beginning nobody remembers; ``logs`` are empty ones."""
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
        """The seat to act, None at the end of the game and between two hands."""
        return None if self._hand.ended is not None else self._hand.player

    @property
    def needs_deal(self) -> bool:
        """A hand has ended, and the next is to be dealt: ``deal`` does it."""
        return self._hand.ended is not None and not self.is_terminal()

    @property
    def totals(self) -> Pair[int]:
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
    def logs(self) -> tuple[LogT, ...]:
        """Every hand so far, the present one last. Not for players: it holds all cards."""
        return tuple(self._logs)

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """Every action so far, through all hands. Not for players, for whom some of them may be hidden."""
        return tuple([action for log in self._logs for _seat, action in log.actions])

    def opening(self) -> tuple[EventT, ...]:
        """The deal of the present hand, nothing hidden."""
        return (self._dealt(),)

    def events_since_deal(self) -> tuple[EventT, ...]:
        """What has happened since the present hand was dealt, nothing hidden; without the hand's end."""
        log = self._logs[-1]
        again = type(self)(self.rules, 0, (log.deal,))
        events = (event for _seat, action in log.actions for event in again.apply_legal(action, deal=False))
        return tuple(takewhile(lambda event: not isinstance(event, self.closing), events))

    def why_not(self, action: ActionT) -> Refusal | None:
        """None when the player to act may do it, else the reason."""
        if self._hand.ended is not None:
            return Refusal("game_over" if self.is_terminal() else "hand_over")
        return self._hand.why_not(action)

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """Do it and return what happened, nothing hidden. IllegalAction when it is not legal; then nothing changes.

        Where it ends a hand, the next is dealt at once; ``deal`` False: the table stays as it is until ``deal``.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action, deal=deal)

    def apply_legal(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """``apply_action`` for whoever has just asked ``why_not``: it is not checked again."""
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
        """Deal the next hand. ValueError unless ``needs_deal``."""

    @abstractmethod
    def is_terminal(self) -> bool:
        """The game has ended."""

    def clone(self) -> Self:
        """An independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin.rules, twin._seed, twin._deals, twin._first = self.rules, self._seed, self._deals, self._first
        twin._totals, twin._records = self._totals, self._records
        twin._hand = self._hand.clone()
        twin._logs = [*self._logs[:-1], self._logs[-1]._replace(actions=self._logs[-1].actions[:])]
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """This player has done them all, in the present hand, and no card was drawn with them."""
        done = self._logs[-1].actions
        whose = self.current_player if seat is None else seat
        if self.is_terminal() or not 0 < actions <= len(done):
            return False
        return all(mover == whose and not self._draws(action) for mover, action in done[-actions:])

    def before(self, actions: int) -> Self:
        """The game as it stood before its last ``actions`` actions. The cards to come stay what they were."""
        done = self.actions
        deals = (*(log.deal for log in self._logs), *self._deals[len(self._logs) :])
        state = type(self)(self.rules, self._seed, deals, self._first)
        for action in done[: len(done) - actions]:
            state.apply_legal(action)
        return state

    def _recorded(self, record: Callable[[LogT], RecordT]) -> tuple[RecordT, ...]:
        """Every hand as ``record`` writes its log."""
        hands = self._records + tuple(record(log) for log in self.logs[len(self._records) :])
        self._records = hands[: len(self._logs) - 1]  # they stay as they are, and a game is saved after every action
        return hands

    def _deal(self) -> None:
        number = len(self._logs)
        first = (self._first + number) % 2
        self._begin(self._deals[number] if number < len(self._deals) else self._shuffled(number, first))

    @abstractmethod
    def _shuffled(self, number: int, first: int) -> DealT:
        """Deal ``number`` (from 0) of this game out of its seed."""

    @abstractmethod
    def _begin(self, deal: DealT) -> None:
        """Set ``_hand`` and add its log."""

    @abstractmethod
    def _dealt(self) -> EventT:
        """The present hand is dealt."""

    @abstractmethod
    def _end_hand(self, events: list[EventT]) -> None:
        """Count the present hand, which is over, and tell so; also where that ends the game."""

    @staticmethod
    @abstractmethod
    def _draws(action: ActionT) -> bool:
        """With this action a card is drawn, which cannot be unseen."""
