"""What is suggested: the card is raised, and the place where it goes is lit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import destination
from mile_bones.desktop.table.board_view import BoardView
from mile_bones.games.milebones import Action, Card, Kind, Phase
from mile_bones.i18n import gettext as _


class Suggestion:
    """The marks of one suggested action on a table. ``hand``: the open hand in the order in which it lies.

    Drawing and a coup fourré are no matter for it: the deck and the safety call by themselves.
    """

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
        places = self._places()
        if places is not None:
            self._table.breathe(places[1])

    def follow(self) -> None:
        """The table was shown anew: stay with the card, wherever it lies now; or go, where it is not legal now."""
        if self._action is None:
            return
        if self._action not in self._table.observation.legal_actions() or self._table.viewpoint is not None:
            self._action = None
        self._mark()

    def _places(self) -> tuple[str, str] | None:
        """Where the card lies, and where it goes."""
        action, observation = self._action, self._table.observation
        if action is None or action.card is None or observation.phase is not Phase.PLAY:
            return None
        source = slot_names.hand(self._hand().index(action.card))
        if action.kind is Kind.DISCARD:
            return source, slot_names.DISCARD
        return source, destination(action.card, len(observation.own.safeties))

    def _mark(self) -> None:
        source, end = self._places() or (None, None)
        for name, slot in self._table.slots.items():
            words = _("Suggested") if name == source else _("The suggested card goes here") if name == end else ""
            slot.mark(suggested=words, raised=name == source)
        self._table.describe()
