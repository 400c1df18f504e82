"""The base of all games in which nothing is dealt and nothing is hidden. It does not depend on their rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from mile_bones.engine.bodies import ActionList
from mile_bones.engine.errors import IllegalAction, NotationError, Refusal, ReplayError
from mile_bones.engine.faults import action_fault
from mile_bones.engine.record import GIVEN_UP
from mile_bones.i18n import gettext as _


class Ended(Protocol):
    """The event that ends the game."""

    @property
    def winner(self) -> int | None:
        """The seat of the winner, or None for a draw."""
        ...


class View(Protocol):
    """The table as both players see it. It is a named tuple with the members of an ``Observation``, and the members
    here.
    """

    @property
    def first(self) -> int: ...

    @property
    def player(self) -> int | None: ...

    def _replace(self, *, seat: int | None) -> Self: ...


ViewT = TypeVar("ViewT", bound=View)
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")


class OpenState(ABC, Generic[ViewT, ActionT, EventT]):
    """The base of a ``State`` in which nothing is dealt or hidden. It has the table, and a log of all actions with
    their seats.

    A subclass adds ``legal_actions``, ``why_not`` and ``apply_legal``.
    """

    closing: ClassVar[tuple[type, ...]]
    """The classes of the events that announce the end of the game."""
    needs_deal = False
    """Always False, because there is nothing to deal."""

    __slots__ = ("_ended", "_log", "_now", "_start")

    def __init__(self, view: ViewT) -> None:
        """Begin with the table ``view``. The actions that led to it are not in the log."""
        self._start: ViewT = view._replace(seat=None)
        self._now = self._start
        self._log: list[tuple[int, ActionT]] = []
        self._ended: Ended | None = None

    @abstractmethod
    def legal_actions(self) -> tuple[ActionT, ...]:
        """Return every legal action, in a fixed order. At the end of the game there is none."""

    @abstractmethod
    def why_not(self, action: ActionT) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not."""

    @abstractmethod
    def apply_legal(self, action: ActionT) -> tuple[EventT, ...]:
        """Do the same as ``apply_action``, but without checking ``action``. The caller must have checked it with
        ``why_not``.

        An implementation adds to ``_log`` and changes ``_now``. If the game ends, it sets ``_ended`` to the event of
        the end, which is also the last event that it returns.
        """

    @property
    def current_player(self) -> int | None:
        """The seat to act, or None at the end of the game."""
        return self._now.player

    @property
    def first(self) -> int:
        """The seat that made the first move."""
        return self._now.first

    @property
    def log(self) -> tuple[tuple[int, ActionT], ...]:
        """All actions so far. Each item is the seat and its action."""
        return tuple(self._log)

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """All actions so far."""
        return tuple([action for _seat, action in self._log])

    @property
    def totals(self) -> tuple[int, int]:
        """The totals by seat: 1 for the winner, if there is one, and 0 for everybody else."""
        won, lost = (int(result > 0) for result in self.returns())
        return won, lost

    def opening(self) -> tuple[EventT, ...]:
        """Return an empty tuple, because nothing is dealt."""
        return ()

    def deal(self) -> tuple[EventT, ...]:
        """Raise ValueError, because nothing is dealt."""
        raise ValueError("there is nothing to deal")

    def events_since_deal(self) -> tuple[EventT, ...]:
        """Return all events so far, except those of ``closing``."""
        again = self.before(len(self._log))
        events = (event for _seat, action in self._log for event in again.apply_legal(action))
        return tuple(event for event in events if not isinstance(event, self.closing))

    def ending(self) -> tuple[Any, ...] | None:
        """Return the event that ended the game, in a tuple, or None if the game is not over."""
        return None if self._ended is None else (self._ended,)

    def body(self) -> ActionList:
        """Return all actions so far as the body of a record."""
        return ActionList(self.first, tuple(f"{seat} {action}" for seat, action in self._log))

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """Take ``action`` and return the events. Raise IllegalAction if ``action`` is not legal; then nothing changes.

        ``deal`` is ignored, because there is nothing to deal.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action)

    def observation(self, viewer: int | None) -> ViewT:
        """Return the table as the seat ``viewer`` sees it, or as a spectator sees it if ``viewer`` is None.

        Raise ValueError if there is no such seat.
        """
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        return self._now._replace(seat=viewer)

    def is_terminal(self) -> bool:
        """Return True if the game has ended."""
        return self._ended is not None

    def returns(self) -> tuple[int, int]:
        """Return the result by seat: (+1, -1), (-1, +1), or (0, 0) for a draw. Before the end of the game it is (0,
        0).
        """
        if self._ended is None or self._ended.winner is None:
            return 0, 0
        return (1, -1) if self._ended.winner == 0 else (-1, 1)

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = self._at(self._start)
        twin._now, twin._log, twin._ended = self._now, self._log[:], self._ended
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """Return True if the last ``actions`` actions are steps of one turn of ``seat``. If ``seat`` is None, it is the
        player to act.

        A game in which one player can have two turns in a row overrides this method.
        """
        movers = {mover for mover, _action in self._log[len(self._log) - actions :]}
        return self._ended is None and movers == {self.current_player if seat is None else seat}

    def before(self, actions: int) -> Self:
        """Return the game before its last ``actions`` actions."""
        state = self._at(self._start)
        for _seat, action in self._log[: len(self._log) - actions]:
            state.apply_legal(action)
        return state

    @classmethod
    def _at(cls, view: ViewT) -> Self:
        """Return a game with the table ``view`` and an empty log."""
        state = cls.__new__(cls)
        OpenState.__init__(state, view)
        return state


class Refusals(Protocol):
    """The type of the function ``refusal_text`` in the ``words`` module of a game."""

    def __call__(self, refusal: Refusal, names: Sequence[str], seat: int | None, /) -> str: ...


def replay_actions(
    state: Any, texts: Sequence[str], parse: Callable[[str], Any], refusal_text: Refusals, ended: str | None = None
) -> Iterator[tuple[Any, Any]]:
    """Play ``texts``, which are actions such as "0 place RED_DISC 13", from ``state``.

    Yield each action with the state before it. Finally yield the last state with None. All steps yield the same
    ``state`` object, which changes between the steps: ``clone`` it to keep a position. ``parse`` and ``refusal_text``
    are the game's own functions; ``ended`` is the member ``ended`` of the record. Raise ReplayError at the first action
    that does not fit; actions are counted from 1.
    """
    for number, text in enumerate(texts, 1):
        if state.is_terminal():
            raise ReplayError(_("the game was over before this action"), action=number)
        seat, _space, notation = text.partition(" ")
        try:
            action = parse(notation or text)
        except NotationError:
            action = None
        if action is None or seat != str(state.current_player) or state.why_not(action) is not None:
            raise action_fault(state, text, None, number, parse, refusal_text)
        yield state, action
        state.apply_legal(action)
    if ended == GIVEN_UP and state.is_terminal():
        raise ReplayError(_("the game was played to its end, and cannot have been given up"))
    yield state, None
