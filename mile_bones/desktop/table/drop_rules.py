"""The rules of a board for gestures: the actions that a gesture means, and the places to which things may go. No Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from mile_bones.i18n import gettext as _

Sources = tuple[str, ...]
"""The places of the things in play, in table order."""


class Ends(NamedTuple):
    """The places and texts with which an action is marked."""

    sources: frozenset[str]
    """The places of the things that move. Empty if nothing moves, or if the things are in a hidden hand."""
    target: str
    faces: tuple[str, ...]
    """The art of the ghost's cards, the topmost last. Empty if there is no ghost."""
    goes_here: str
    """The words of a screen reader about the target of a suggestion."""
    better: str
    """The words of a screen reader about the ghost."""


class DropRules(ABC):
    """The possible gestures with the things on a table at one moment. A board makes the rules from what the viewer
    sees.

    A place is the name of a slot. Actions are the game's own, and nothing here looks into them. A gesture may mean
    several actions, one after another. The actions need not be legal. The receiver of an illegal action says why it is
    illegal.
    """

    @abstractmethod
    def may_lift(self, place: str) -> bool:
        """Return True if the player may move the thing at ``place``."""

    def may_select(self, place: str) -> bool:
        """Return True if a click selects the thing at ``place``, on a board where several things are selected. Default:
        the same as ``may_lift``.
        """
        return self.may_lift(place)

    @abstractmethod
    def targets(self, sources: Sources) -> dict[str, str]:
        """Return the places that light up because ``sources`` may go there now. The values are the words for the pills
        at these places.

        A pill has room for about ten letters.
        """

    @abstractmethod
    def actions_at(self, sources: Sources, place: str) -> tuple[Any, ...]:
        """Return the actions for putting ``sources`` at ``place``. Empty if that has no meaning."""

    def actions_of_drop(self, sources: Sources, place: str, chosen: Sources) -> tuple[Any, ...]:
        """Return the actions for dropping ``sources`` at ``place``. Default: those of ``actions_at``.

        ``chosen`` are the places of the things that are selected while the pointer holds ``sources``.
        """
        return self.actions_at(sources, place)

    def aimed_at(self, sources: Sources, place: str) -> str | None:
        """Return the lit place that ``sources`` would go to while they are held over ``place``, or None."""
        return place if place in self.targets(sources) else None

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[Any, ...]:
        """Return the actions for pressing ``place``, such as drawing from a deck. Default: none.

        ``chosen`` are the places of the things that are marked or selected.
        """
        return ()

    def smart_actions(self, place: str) -> tuple[Any, ...]:
        """Return the actions for a double-click on ``place``. Empty if a double-click has no meaning there."""
        return ()

    def is_home(self, place: str) -> bool:
        """Return True if dropping things at ``place`` means that the player has changed their mind."""
        return self.may_lift(place)

    # ------------------------------------------------------------------ messages

    @abstractmethod
    def where_to(self, sources: Sources) -> str:
        """Return what can be done with ``sources`` now, as a sentence for the message line."""

    @abstractmethod
    def refused_at(self, sources: Sources, place: str) -> str:
        """Return the reason why ``sources`` cannot go to ``place``. This is asked if ``actions_at`` returns no
        action.
        """

    @abstractmethod
    def stays(self, sources: Sources) -> str:
        """Return a sentence that ``sources`` stay where they were."""

    def choose_first(self, place: str) -> str:
        """Return the message for a press on ``place`` while nothing is marked or selected that could go there."""
        return _("Choose a card of your hand first, then where it goes.")

    def cannot_move(self, place: str) -> str:
        """Return the message for a click on ``place`` if nothing is marked and nothing there can be moved, or ""."""
        return ""

    def drag_it(self, place: str) -> str:
        """Return the message for a click on ``place`` if the player drags cards, or "" if a click works too."""
        return _("Drag the card to where it goes, or double-click it for smart play.")
