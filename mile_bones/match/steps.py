"""What a match tells each of its viewers."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mile_bones.engine.game import Action


class Undone(NamedTuple):
    """A choice was taken back, with all that had followed it."""

    action: Action

    def seen_by(self, viewer: int | None) -> Undone:
        """Open to everybody: the cards lie as before."""
        return self


class Redone(NamedTuple):
    """A choice that had been taken back was done once more, with all that had followed it."""

    action: Action

    def seen_by(self, viewer: int | None) -> Redone:
        """Open to everybody."""
        return self


class GivenUp(NamedTuple):
    """The player in ``seat`` has given the game up; None: nobody knows who."""

    seat: int | None

    def seen_by(self, viewer: int | None) -> GivenUp:
        """Open to everybody."""
        return self


class StepKind(Enum):
    """What a step tells of."""

    DEAL = "deal"
    ACTION = "action"
    END = "end"
    """A hand has ended, and perhaps the game with it; or the game was given up."""
    REWIND = "rewind"
    """Undo or redo: the table stands as it did at another time."""


class Step(NamedTuple):
    """What a viewer saw happen, in order, and how the table stands after it.

    The end of a hand is a step of its own, with the table as it stood then; the deal of the next is the step after it.
    """

    kind: StepKind
    events: tuple[Any, ...]
    observation: Any
    ply: int
    """Counts what was done and undone; see `Match.submit`."""


class ReplayedAction(NamedTuple):
    """One action of the hand in progress, as a viewer saw it: what happened, and how the table stood after it."""

    number: int
    """Of all actions of the game, counted from 0."""
    events: tuple[Any, ...]
    observation: Any


Listener = Callable[[Step], None]
