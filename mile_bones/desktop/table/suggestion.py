"""What is suggested on a table of cards: the cards are raised, and the place where they go is lit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.table.board import Board


class Suggestion:
    """The marks of one suggested action. ``hand``: the open hand in the order in which it lies."""

    def __init__(self, table: Board, hand: Callable[[], Sequence[Any]]) -> None:
        self._table = table
        self._hand = hand
        self._action: Any | None = None

    def places(self, action: Any) -> tuple[frozenset[str], str] | None:
        """Where the cards of an action lie, and where it is done; None: something else calls for it already."""
        raise NotImplementedError

    def goes_here(self) -> str:
        """What a screen reader says of the place where the cards go."""
        raise NotImplementedError

    def show(self, action: Any | None) -> None:
        """Suggest this, or nothing any more."""
        if action is None and self._action is None:
            return
        self._action = action
        found = self._mark()
        if found is not None:
            self._table.breathe(found[1])

    def follow(self) -> None:
        """The table was shown anew: stay with the cards, wherever they lie now; or go, where it is not legal now."""
        if self._action is None:
            return
        if self._action not in self._table.observation.legal_actions() or self._table.viewpoint is not None:
            self._action = None
        self._mark()

    def _mark(self) -> tuple[frozenset[str], str] | None:
        found = None if self._action is None else self.places(self._action)
        sources, end = found or (frozenset[str](), "")
        for name, slot in self._table.slots.items():
            words = _("Suggested") if name in sources or (name == end and not sources) else ""
            if name == end and sources:
                words = self.goes_here()
            slot.mark(suggested=words, raised=name in sources)
        self._table.describe()
        return found
