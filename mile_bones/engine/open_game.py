"""A game in which nothing is dealt and nothing is hidden: what is done alike whatever the rules are."""

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
        """The seat that has won; None: nobody has."""
        ...


class View(Protocol):
    """The table as everybody sees it: a named tuple with the members of an ``Observation``, and these."""

    @property
    def first(self) -> int: ...

    @property
    def player(self) -> int | None: ...

    def _replace(self, *, seat: int | None) -> Self: ...


ViewT = TypeVar("ViewT", bound=View)
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")


class OpenState(ABC, Generic[ViewT, ActionT, EventT]):
    """The base of a ``State`` of such a game: what everybody sees, and a log of who did what.

    A game adds ``legal_actions``, ``why_not`` and ``apply_legal``.
    """

    closing: ClassVar[tuple[type, ...]]
    """See ``State``."""
    needs_deal = False
    """There is nothing to deal."""

    __slots__ = ("_ended", "_log", "_now", "_start")

    def __init__(self, view: ViewT) -> None:
        """``view``: the table as it stands at first. What was done before is not in the log."""
        self._start: ViewT = view._replace(seat=None)
        self._now = self._start
        self._log: list[tuple[int, ActionT]] = []
        self._ended: Ended | None = None

    @abstractmethod
    def legal_actions(self) -> tuple[ActionT, ...]:
        """Every legal action, in a fixed order; empty at the end of the game."""

    @abstractmethod
    def why_not(self, action: ActionT) -> Refusal | None:
        """None when the player to act may do it, else the reason."""

    @abstractmethod
    def apply_legal(self, action: ActionT) -> tuple[EventT, ...]:
        """``apply_action`` for whoever has just asked ``why_not``: it is not checked again.

        Add to ``_log`` and change ``_now``. At the end of the game set ``_ended``, and return that event as the last.
        """

    @property
    def current_player(self) -> int | None:
        """The seat to act, None at the end of the game."""
        return self._now.player

    @property
    def first(self) -> int:
        """The seat that opened."""
        return self._now.first

    @property
    def log(self) -> tuple[tuple[int, ActionT], ...]:
        """Every action so far with the seat that did it."""
        return tuple(self._log)

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """Every action so far."""
        return tuple([action for _seat, action in self._log])

    @property
    def totals(self) -> tuple[int, int]:
        """1 for the seat that has won."""
        won, lost = (int(result > 0) for result in self.returns())
        return won, lost

    def opening(self) -> tuple[EventT, ...]:
        """Nothing is dealt."""
        return ()

    def deal(self) -> tuple[EventT, ...]:
        """ValueError: nothing is dealt."""
        raise ValueError("there is nothing to deal")

    def events_since_deal(self) -> tuple[EventT, ...]:
        """Return all events so far, except those of ``closing``."""
        again = self.before(len(self._log))
        events = (event for _seat, action in self._log for event in again.apply_legal(action))
        return tuple(event for event in events if not isinstance(event, self.closing))

    def ending(self) -> tuple[Any, ...] | None:
        """How the game ended, told once more; None while it goes on."""
        return None if self._ended is None else (self._ended,)

    def body(self) -> ActionList:
        """Every action so far as a record holds it."""
        return ActionList(self.first, tuple(f"{seat} {action}" for seat, action in self._log))

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[EventT, ...]:
        """Do it and return what happened. IllegalAction when it is not legal; then nothing changes.

        ``deal`` is what every game is asked: there is nothing to deal.
        """
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.apply_legal(action)

    def observation(self, viewer: int | None) -> ViewT:
        """What this seat sees, or a spectator (None). ValueError for a seat other than 0 and 1."""
        if viewer not in (0, 1, None):
            raise ValueError(f"there is no seat {viewer}")
        return self._now._replace(seat=viewer)

    def is_terminal(self) -> bool:
        """The game has ended."""
        return self._ended is not None

    def returns(self) -> tuple[int, int]:
        """(+1, -1), (-1, +1) or, for a draw, (0, 0) at the end of the game; (0, 0) before."""
        if self._ended is None or self._ended.winner is None:
            return 0, 0
        return (1, -1) if self._ended.winner == 0 else (-1, 1)

    def clone(self) -> Self:
        """An independent copy."""
        twin = self._at(self._start)
        twin._now, twin._log, twin._ended = self._now, self._log[:], self._ended
        return twin

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """These actions are steps of one turn of this player; None: of the turn that still goes on.

        A game overrides it if a player who begins another turn may be the one who has just moved.
        """
        movers = {mover for mover, _action in self._log[len(self._log) - actions :]}
        return self._ended is None and movers == {self.current_player if seat is None else seat}

    def before(self, actions: int) -> Self:
        """The game as it stood before its last ``actions`` actions."""
        state = self._at(self._start)
        for _seat, action in self._log[: len(self._log) - actions]:
            state.apply_legal(action)
        return state

    @classmethod
    def _at(cls, view: ViewT) -> Self:
        """A game that stands as this view shows it."""
        state = cls.__new__(cls)
        OpenState.__init__(state, view)
        return state


class Refusals(Protocol):
    """The function ``refusal_text`` of a game's words."""

    def __call__(self, refusal: Refusal, names: Sequence[str], seat: int | None, /) -> str: ...


def replay_actions(
    state: Any, texts: Sequence[str], parse: Callable[[str], Any], refusal_text: Refusals, ended: str | None = None
) -> Iterator[tuple[Any, Any]]:
    """Play actions such as "0 place RED_DISC 13" from ``state`` on: each with the state just before it, and at last the
    state with None.

    It is the same state every time, moved on between the steps: ``clone`` it to keep a position. ``parse`` and
    ``refusal_text`` are the game's own; ``ended`` is how the record says that it ended. ReplayError names the first
    action that does not fit, counted from 1.
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
