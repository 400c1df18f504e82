"""The steps in which a match reports to each of its viewers."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mile_bones.engine.game import Action


class Undone(NamedTuple):
    """The event that a choice was undone, with all actions that had followed it."""

    action: Action

    def seen_by(self, viewer: int | None) -> Undone:
        """Return the event unchanged. Everybody may see it, because the cards stay the same."""
        return self


class Redone(NamedTuple):
    """The event that an undone choice was done again, with all actions that had followed it."""

    action: Action

    def seen_by(self, viewer: int | None) -> Redone:
        """Return the event unchanged, because everybody may see it."""
        return self


class GivenUp(NamedTuple):
    """The event that the player in ``seat`` gave the game up. ``seat`` is None if it is unknown who gave up."""

    seat: int | None

    def seen_by(self, viewer: int | None) -> GivenUp:
        """Return the event unchanged, because everybody may see it."""
        return self


class StepKind(Enum):
    """The kind of a step."""

    DEAL = "deal"
    ACTION = "action"
    END = "end"
    """A hand has ended, and perhaps the game with it, or the game was given up."""
    REWIND = "rewind"
    """Undo or redo: the table is as it was at another time."""


class Step(NamedTuple):
    """The events that a viewer saw, in order, and the table after them.

    The end of a hand is a separate step, with the table at that moment. The deal of the next hand is the step after it.
    """

    kind: StepKind
    events: tuple[Any, ...]
    observation: Any
    ply: int
    """A counter of actions, undos and redos, as ``Match.ply`` returns it."""


class ReplayedAction(NamedTuple):
    """One action of the current hand as a viewer saw it, with the table after it."""

    number: int
    """The number of the action in the game, from 0."""
    events: tuple[Any, ...]
    observation: Any


Listener = Callable[[Step], None]
