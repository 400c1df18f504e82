"""What a board tells the drag of a card or piece: what may be taken up, what lights up, what is meant. No Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from mile_bones.i18n import gettext as _


class DropRules(ABC):
    """What the things on a table may do at one moment; a board makes it from what the viewer sees.

    A place is the name of a slot, and a source the place of the thing in play. An action is whatever the game takes for
    one: nothing here looks into it. What is meant need not be legal; whoever gets the action says why not.
    """

    @abstractmethod
    def may_lift(self, place: str) -> bool:
        """Something lies there that the player may move."""

    @abstractmethod
    def targets(self, source: str) -> dict[str, str]:
        """The places that light up for it, with the words of their pills: where it may go now."""

    @abstractmethod
    def action_at(self, source: str, place: str) -> Any | None:
        """What putting it there means; None where it means nothing."""

    def aimed_at(self, source: str, place: str) -> str | None:
        """The lit place that is meant when the pointer is over ``place``."""
        return place if place in self.targets(source) else None

    def action_of(self, place: str) -> Any | None:
        """What pressing this place means, whatever is in play: a deck gives a card. None: nothing by itself."""
        return None

    def smart_action(self, source: str) -> Any | None:
        """What a double-click means; None where it means nothing."""
        return None

    def is_home(self, place: str) -> bool:
        """Who lets go here has thought again: the place belongs to those from which things are taken."""
        return self.may_lift(place)

    # ------------------------------------------------------------------ what is said

    @abstractmethod
    def where_to(self, source: str) -> str:
        """What can be done with it now, a sentence for the message line."""

    @abstractmethod
    def misplaced(self, source: str) -> str:
        """Where such a thing goes, for one who put it elsewhere."""

    def refused_at(self, source: str, place: str) -> str:
        """Why it cannot go to this place, where ``action_at`` knows no action."""
        return self.misplaced(source)

    @abstractmethod
    def stays(self, source: str) -> str:
        """The player has thought again: it stays where it was."""

    def choose_first(self, place: str) -> str:
        """For one who pressed a key on a place to which something has to be brought first."""
        return _("Choose a card of your hand first, then where it goes.")

    def cannot_move(self, place: str) -> str:
        """For one who clicked on something that cannot be moved; empty: that goes without saying."""
        return ""

    def drag_it(self) -> str:
        """For one who clicked where dragging is the method; empty: here a click does as well."""
        return _("Drag the card to where it goes, or double-click it for smart play.")
