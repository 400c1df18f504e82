"""The interfaces of a game, which front ends, players and the lab use for every game. The terms are those of OpenSpiel.

A ``State`` is a whole game up to its target, with all its hands, the totals and the seat that begins. It contains
hidden cards, so only the code that runs the game may hold a ``State``. Front ends and players get events and
observations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mile_bones.engine.bodies import Body
    from mile_bones.engine.errors import Refusal
    from mile_bones.engine.rng import Rng


def leader(points: Sequence[float]) -> int | None:
    """Return the seat with more points, or None if both have the same."""
    return None if points[0] == points[1] else int(points[1] > points[0])


class Action(Protocol):
    """A choice of a player: a small frozen value. ``str(action)`` is its notation, such as "play GO"."""

    def __hash__(self) -> int: ...


class Event(Protocol):
    """Something that happened at the table: a frozen value."""

    def seen_by(self, seat: int | None) -> Event:
        """Return the event without what the player in ``seat`` may not know.

        ``seat`` is None for a spectator, who sits in no seat.
        """
        ...


ActionT = TypeVar("ActionT", bound=Action)
ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)
ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True)


class Observation(Protocol[ActionT_co]):
    """Everything that the player in one seat may know, and nothing else."""

    @property
    def seat(self) -> int: ...

    @property
    def turn_begins(self) -> bool:
        """True if the player to act has done nothing yet in this turn."""
        ...

    def legal_actions(self) -> tuple[ActionT_co, ...]:
        """Return the actions that this seat may choose now, or an empty tuple if it is not its turn."""
        ...

    def for_spectators(self) -> Observation[ActionT_co]:
        """Return the observation of a spectator, who sits in no seat, at the same moment."""
        ...

    def closed(self) -> Observation[ActionT_co]:
        """Return the same observation changed as if the game had ended, so that nobody is to act."""
        ...


class State(Protocol[ActionT]):
    """A whole game up to its target. It is mutable: ``clone`` it to keep a position."""

    closing: ClassVar[tuple[type, ...]]
    """The classes of the events that announce the end of a hand or of the game."""

    @property
    def current_player(self) -> int | None:
        """The seat to act, or None if the game is over or ``needs_deal`` is True."""
        ...

    @property
    def needs_deal(self) -> bool:
        """True if the next hand must be dealt. It is always False in a game without hands, and after a call of
        ``apply_action`` with ``deal`` True, which deals automatically.
        """
        ...

    @property
    def first(self) -> int:
        """The seat that began this hand, or the game if there are no hands."""
        ...

    @property
    def totals(self) -> tuple[int, int]:
        """The points so far, by seat. In a game without points the winner has 1."""
        ...

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """All actions so far. They are not for players, because some actions may be hidden from them."""
        ...

    def opening(self) -> tuple[Any, ...]:
        """Return the deal of the current hand as events with nothing hidden, or an empty tuple if nothing is dealt."""
        ...

    def events_since_deal(self) -> tuple[Any, ...]:
        """Return the events since the current hand was dealt, or since the beginning of a game without deals.

        Nothing is hidden in these events. Events of the classes in ``closing`` are left out.
        """
        ...

    def ending(self) -> tuple[Any, ...] | None:
        """Return the events of the classes in ``closing`` that announce the end of the game, or None if the game is not
        over.
        """
        ...

    def body(self) -> Body:
        """Return the game so far as the body of a record."""
        ...

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """Return True if the last ``actions`` actions may be taken back because this gives no advantage.

        It gives none if the actions are steps of one turn of the player in ``seat`` and nobody has learned anything
        from them. If ``seat`` is None, it is the player to act.
        """
        ...

    def before(self, actions: int) -> State[ActionT]:
        """Return the game before its last ``actions`` actions.

        Random events that are still to come, such as draws, stay the same.
        """
        ...

    def legal_actions(self) -> tuple[ActionT, ...]:
        """Return every action that ``apply_action`` accepts now, in a fixed order. At the end of the game there is
        none.
        """
        ...

    def why_not(self, action: ActionT) -> Refusal | None:
        """Return None if ``action`` is legal now, or else the reason why not."""
        ...

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[Any, ...]:
        """Take ``action`` and return the events, with nothing hidden.

        Raise IllegalAction if ``action`` is not legal; then nothing changes.

        If the action ends a hand, the next hand is dealt at once, unless ``deal`` is False. With ``deal`` False,
        ``needs_deal`` is then True until the method ``deal`` is called.
        """
        ...

    def deal(self) -> tuple[Any, ...]:
        """Deal the next hand and return the events. Raise ValueError unless ``needs_deal``."""
        ...

    def observation(self, viewer: int | None) -> Any:
        """Return the observation of the seat ``viewer``, or of a spectator if ``viewer`` is None."""
        ...

    def is_terminal(self) -> bool: ...

    def returns(self) -> tuple[int, int]:
        """Return the result by seat: (+1, -1), (-1, +1), or (0, 0) for a draw. Before the end of the game it is (0,
        0).
        """
        ...

    def clone(self) -> State[ActionT]:
        """Return an independent copy."""
        ...


class Game(Protocol):
    """A game with one set of rules."""

    @property
    def name(self) -> str: ...

    @property
    def rules_name(self) -> str: ...

    def new_state(self, seed: int | None = None, *, first: int = 0) -> Any:
        """Return the start of a game in which the seat ``first`` begins the first hand.

        A game with random events draws its seed at random if ``seed`` is None.
        """
        ...

    def parse_action(self, text: str) -> Any:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        ...

    def resample(self, observation: Any, rng: Rng) -> Any:
        """Return a full state that agrees with ``observation``. Use ``rng`` to draw everything that the observation
        hides.
        """
        ...


class Player(Protocol[ObservationT_contra, ActionT_co]):
    """A computer player. It gets observations and never a ``State``."""

    def choose(self, observation: ObservationT_contra) -> ActionT_co:
        """Return one of ``observation.legal_actions()``."""
        ...
