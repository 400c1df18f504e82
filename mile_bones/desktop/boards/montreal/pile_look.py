"""When the whole pile is seen: for one who asks, and as long as the pointer rests on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.models import pile_cards_text
from mile_bones.desktop.boards.montreal.pile_view import PileView
from mile_bones.desktop.table.durations import POINTER_REST_MS
from mile_bones.desktop.table.view import TableView


class PileLook(QObject):
    """Shows and hides the view of the pile, whose cards ``pile`` tells. Whatever the player does next hides it."""

    def __init__(self, table: TableView, view: PileView, pile: Callable[[], bytes]) -> None:
        super().__init__(table)
        self._table = table
        self._pile = pile
        self._view = view
        self._was_seen = False
        self._rested = False  # the pointer has, and the view goes when it leaves
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(POINTER_REST_MS)
        self._rest.timeout.connect(self._pointer_rests)
        table.input_began.connect(self.hide)

    def ask(self) -> None:
        """Somebody wants to see it; or no longer, if it was seen until this press or key."""
        if self._was_seen:
            return
        pile = self._pile()
        self._view.show_pile(pile)
        self._table.announcer.announce(pile_cards_text(pile))

    def hide(self) -> None:
        """It is not seen any more."""
        self._rest.stop()
        self._was_seen = self._view.isVisible()
        self._rested = False
        self._view.hide()

    def pointer_at(self, place: str | None) -> None:
        """The pointer has come to this place."""
        self._rest.stop()
        if place == slot_names.PILE and not self._view.isVisible():
            self._rest.start()
        elif self._rested:
            self.hide()

    def _pointer_rests(self) -> None:
        if not self._table.gestures.carrying:
            self._view.show_pile(self._pile())
            self._rested = True
