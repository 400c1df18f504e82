"""What a board tells the drag of several cards: what may be taken up, what lights up, what is meant. No Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

Sources = tuple[str, ...]
"""The places of the things in play, in the order in which they lie."""


class GroupRules(ABC):
    """What the things on a table may do together at one moment; a board makes it from what the viewer sees.

    As ``DropRules``, but one gesture may mean several things, and come to several actions, one after another.
    """

    @abstractmethod
    def may_lift(self, place: str) -> bool:
        """Something lies there that the player may move."""

    @abstractmethod
    def targets(self, sources: Sources) -> dict[str, str]:
        """The places that light up for them, with the words of their pills: where they may go now."""

    @abstractmethod
    def actions_at(self, sources: Sources, place: str) -> tuple[Any, ...]:
        """What putting them there means; empty where it means nothing."""

    def actions_of(self, place: str) -> tuple[Any, ...]:
        """What pressing this place means, whatever is selected: a deck gives a card. Empty: nothing by itself."""
        return ()

    def smart_actions(self, source: str) -> tuple[Any, ...]:
        """What a double-click means; empty where it means nothing."""
        return ()

    def is_home(self, place: str) -> bool:
        """Who lets go here has thought again: the place belongs to those from which things are taken."""
        return self.may_lift(place)

    # ------------------------------------------------------------------ what is said

    @abstractmethod
    def where_to(self, sources: Sources) -> str:
        """What can be done with them now, a sentence for the message line."""

    @abstractmethod
    def refused_at(self, sources: Sources, place: str) -> str:
        """Why they cannot go to this place, where ``actions_at`` knows no action."""

    @abstractmethod
    def stays(self, sources: Sources) -> str:
        """The player has thought again: they stay where they were."""

    @abstractmethod
    def nothing_selected(self, place: str) -> str:
        """For one who pressed a place to which something has to be brought first; empty: that goes without saying."""

    @abstractmethod
    def drag_them(self) -> str:
        """For one who clicked on a target where dragging is the method."""
