"""What is suggested: the cards of a step are raised, and the place where they go is lit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.table.board_view import BoardView
from mile_bones.games.montreal import Action, Card, Kind
from mile_bones.i18n import gettext as _


def places(action: Action, hand: Sequence[Card]) -> tuple[frozenset[str], str]:
    """Where the cards of an action lie in the ``hand``, and where it is done."""
    left: list[Card | None] = [*hand]
    sources = []
    for card in action.cards:
        index = left.index(card)
        left[index] = None
        sources.append(slot_names.hand(index))
    if action.kind is Kind.ADD:
        assert action.rank is not None
        return frozenset(sources), slot_names.own_set(action.rank)
    ends = {Kind.DRAW: slot_names.STOCK, Kind.LAY: slot_names.LAY}
    return frozenset(sources), ends.get(action.kind, slot_names.PILE)


class Suggestion:
    """The marks of one suggested step on a table. ``hand``: the open hand in the order in which it lies."""

    def __init__(self, table: BoardView, hand: Callable[[], Sequence[Card]]) -> None:
        self._table = table
        self._hand = hand
        self._action: Action | None = None

    def show(self, action: Action | None) -> None:
        """Suggest this, or nothing any more."""
        if action is None and self._action is None:
            return
        self._action = action
        self._mark()
        if action is not None:
            self._table.breathe(places(action, self._hand())[1])

    def follow(self) -> None:
        """The table was shown anew: stay with the cards, wherever they lie now; or go, where it is not legal now."""
        if self._action is None:
            return
        if self._action not in self._table.observation.legal_actions() or self._table.viewpoint is not None:
            self._action = None
        self._mark()

    def _mark(self) -> None:
        sources, end = (frozenset[str](), "") if self._action is None else places(self._action, self._hand())
        for name, slot in self._table.slots.items():
            words = _("Suggested") if name in sources or (name == end and not sources) else ""
            if name == end and sources:
                words = _("The suggested cards go here")
            slot.mark(suggested=words, raised=name in sources)
        self._table.describe()
