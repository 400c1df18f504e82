"""Shows the whole pile to a player who asks for it, and while the pointer rests on the pile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.models import pile_cards_text
from mile_bones.desktop.boards.montreal.pile_view import PileView
from mile_bones.desktop.table.durations import POINTER_REST_MS
from mile_bones.desktop.table.view import TableView


class PileLook(QObject):
    """Shows and hides the view of the pile. ``pile`` returns its cards. The player's next input hides the view."""

    def __init__(self, table: TableView, view: PileView, pile: Callable[[], bytes]) -> None:
        super().__init__(table)
        self._table = table
        self._pile = pile
        self._view = view
        self._was_seen = False
        self._rested = False  # whether the view was opened by the pointer and closes when the pointer leaves
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(POINTER_REST_MS)
        self._rest.timeout.connect(self._pointer_rests)
        table.input_began.connect(self.hide)

    def ask(self) -> None:
        """Show the view and announce its cards, unless the same press or key has just hidden the view."""
        if self._was_seen:
            return
        pile = self._pile()
        self._view.show_pile(pile)
        self._table.announcer.announce(pile_cards_text(pile))

    def hide(self) -> None:
        """Hide the view."""
        self._rest.stop()
        self._was_seen = self._view.isVisible()
        self._rested = False
        self._view.hide()

    def pointer_at(self, place: str | None) -> None:
        """Open the view soon if ``place`` is the pile, else hide a view that the pointer has opened."""
        self._rest.stop()
        if place == slot_names.PILE and not self._view.isVisible():
            self._rest.start()
        elif self._rested:
            self.hide()

    def _pointer_rests(self) -> None:
        if not self._table.gestures.carrying:
            self._view.show_pile(self._pile())
            self._rested = True
