"""What a game is: the names that front ends, players and the lab use for every game of this house.

The terms are OpenSpiel's. A ``State`` is a whole game to its target: several hands, the totals, whose turn it is to
begin. It belongs to the side that may see everything; front ends and players get events and observations only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

if TYPE_CHECKING:
    from mile_bones.engine.bodies import Body
    from mile_bones.engine.errors import Refusal
    from mile_bones.engine.rng import Rng


class Action(Protocol):
    """One choice of a player: a small frozen value. ``str(action)`` is its notation, such as "play GO"."""

    def __hash__(self) -> int: ...


class Event(Protocol):
    """Something that happened at the table: a frozen value."""

    def seen_by(self, seat: int | None) -> Event:
        """The same event without what the player in ``seat`` may not know; None: a spectator, who sits nowhere."""
        ...


ActionT = TypeVar("ActionT", bound=Action)
ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)
ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True)


class Observation(Protocol[ActionT_co]):
    """All that one seat may know, and nothing else."""

    @property
    def seat(self) -> int: ...

    @property
    def turn_begins(self) -> bool:
        """The player to act has done nothing yet in this turn."""
        ...

    def legal_actions(self) -> tuple[ActionT_co, ...]:
        """What this seat may do now; empty when it is not its turn."""
        ...

    def for_spectators(self) -> Observation[ActionT_co]:
        """The same table as somebody sees it who sits nowhere."""
        ...

    def closed(self) -> Observation[ActionT_co]:
        """The same table in a game that is over: nobody is to act any more."""
        ...


class State(Protocol[ActionT]):
    """A whole game to its target. Mutable; ``clone`` first to keep a position."""

    closing: ClassVar[tuple[type, ...]]
    """The kinds of events that tell the end of a hand, or of the game."""

    @property
    def current_player(self) -> int | None:
        """The seat to act, or None at the end, and while ``needs_deal``."""
        ...

    @property
    def needs_deal(self) -> bool:
        """The next hand is to be dealt; never so in a game without hands, nor after an ``apply_action`` that deals."""
        ...

    @property
    def first(self) -> int:
        """The seat that began this hand, or the game where there are none."""
        ...

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both seats so far; where there are none, 1 for the one that has won."""
        ...

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """Every action so far. Not for players, for whom some may be hidden."""
        ...

    def opening(self) -> tuple[Any, ...]:
        """The deal of the present hand as events, nothing hidden; empty where nothing is dealt."""
        ...

    def events_since_deal(self) -> tuple[Any, ...]:
        """What has happened since the present hand was dealt, or since the beginning where none is, nothing hidden;
        without what ``closing`` names."""
        ...

    def ending(self) -> tuple[Any, ...] | None:
        """How the game ended, told once more in events of ``closing``; None while it goes on."""
        ...

    def body(self) -> Body:
        """The game so far as a record holds it."""
        ...

    def may_take_back(self, actions: int, seat: int | None = None) -> bool:
        """The last ``actions`` actions are steps of one turn of the player in ``seat``, and nobody has learned anything
        by them: taking them back is no help. None: of the turn that still goes on."""
        ...

    def before(self, actions: int) -> State[ActionT]:
        """The game as it stood before its last ``actions`` actions. What is to come by luck stays what it was."""
        ...

    def legal_actions(self) -> tuple[ActionT, ...]:
        """Every action that ``apply_action`` accepts now, in a fixed order; empty at the end."""
        ...

    def why_not(self, action: ActionT) -> Refusal | None:
        """None when the action is legal now, else the reason."""
        ...

    def apply_action(self, action: ActionT, *, deal: bool = True) -> tuple[Any, ...]:
        """Do it and return the events. IllegalAction when it is not legal; nothing has changed then.

        Where it ends a hand, the next is dealt at once; ``deal`` False: the table stays as it is until ``deal``.
        """
        ...

    def deal(self) -> tuple[Any, ...]:
        """Deal the next hand and return the events. ValueError unless ``needs_deal``."""
        ...

    def observation(self, viewer: int | None) -> Any:
        """All that this seat may know; None: all that a spectator may."""
        ...

    def is_terminal(self) -> bool: ...

    def returns(self) -> tuple[int, int]:
        """(+1, -1), (-1, +1) or (0, 0) at the end; (0, 0) before."""
        ...

    def clone(self) -> State[ActionT]:
        """An independent copy of the game as it stands."""
        ...


class Game(Protocol):
    """A game under one set of rules."""

    @property
    def name(self) -> str: ...

    @property
    def rules_name(self) -> str: ...

    def new_state(self, seed: int | None = None, *, first: int = 0) -> Any:
        """The start of a game, in which ``first`` begins the first hand."""
        ...

    def parse_action(self, text: str) -> Any:
        """The action with this notation. NotationError for anything else."""
        ...

    def resample(self, observation: Any, rng: Rng) -> Any:
        """A full state that agrees with everything the observation knows; what it does not know is drawn anew."""
        ...


class Player(Protocol[ObservationT_contra, ActionT_co]):
    """A computer player. It never sees a State."""

    def choose(self, observation: ObservationT_contra) -> ActionT_co:
        """One of ``observation.legal_actions()``."""
        ...
