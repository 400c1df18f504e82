"""What a board answers about gestures and actions, such as what a gesture means and where its things go. No Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from mile_bones.i18n import gettext as _

Sources = tuple[str, ...]
"""The places of the things in play, in the order in which they lie."""


class Ends(NamedTuple):
    """Where the things of an action lie, where they go, and what is said of that place."""

    sources: frozenset[str]
    """Empty: nothing is moved, or the hand that holds it is not open."""
    target: str
    faces: tuple[str, ...]
    """The art of the ghost, the last on top; empty: there is none."""
    goes_here: str
    """What a screen reader says of the target of a suggestion."""
    better: str
    """What a screen reader says of the ghost."""


class DropRules(ABC):
    """What the things on a table may do at one moment. A board makes it from what the viewer sees.

    A place is the name of a slot. Actions are the game's own, and nothing here looks into them. A gesture may mean
    several actions, one after another. They need not be legal: whoever receives an action tells why it is not.
    """

    @abstractmethod
    def may_lift(self, place: str) -> bool:
        """Return whether something lies at ``place`` that the player may move."""

    @abstractmethod
    def targets(self, sources: Sources) -> dict[str, str]:
        """Return the places that light up because ``sources`` may go there now, with the words of their pills.

        A pill has room for some ten letters.
        """

    @abstractmethod
    def actions_at(self, sources: Sources, place: str) -> tuple[Any, ...]:
        """Return what putting ``sources`` at ``place`` means, or nothing if it has no meaning."""

    def aimed_at(self, sources: Sources, place: str) -> str | None:
        """Return the lit place that is meant while ``sources`` are held over ``place``, or None."""
        return place if place in self.targets(sources) else None

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[Any, ...]:
        """Return what pressing ``place`` means by itself, as a deck gives a card. ``chosen``: marked or selected."""
        return ()

    def smart_actions(self, place: str) -> tuple[Any, ...]:
        """Return what a double-click on ``place`` means, or nothing if it has no meaning."""
        return ()

    def is_home(self, place: str) -> bool:
        """Return whether dropping things at ``place`` means that the player has thought again."""
        return self.may_lift(place)

    # ------------------------------------------------------------------ what is said

    @abstractmethod
    def where_to(self, sources: Sources) -> str:
        """Return what can be done with ``sources`` now, as a sentence for the message line."""

    @abstractmethod
    def refused_at(self, sources: Sources, place: str) -> str:
        """Return why ``sources`` cannot go to ``place``, where ``actions_at`` finds no action."""

    @abstractmethod
    def stays(self, sources: Sources) -> str:
        """Return the sentence that tells that ``sources`` stay where they were."""

    def choose_first(self, place: str) -> str:
        """Return what to say when ``place`` is pressed and nothing is chosen to go there."""
        return _("Choose a card of your hand first, then where it goes.")

    def cannot_move(self, place: str) -> str:
        """Return why what lies at ``place`` cannot be moved, or "" where that goes without saying."""
        return ""

    def drag_it(self) -> str:
        """Return what to say after a click where dragging is the method, or "" where a click does as well."""
        return _("Drag the card to where it goes, or double-click it for smart play.")
