"""The controller of the game log: whether and where the log is visible, and what a click on one of its lines shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.game_log import Line
    from mile_bones.desktop.log_panel import LogPanel

WIDE = 1600
"""The width of the window, in pixels, from which the log is unfolded if the player has not chosen otherwise."""
_BESIDE = 1.5
"""The ratio of the window's width to its height from which the log is put beside the table. From this ratio on, that
leaves more space for the cards than the place under the table.
"""


class LogController(QObject):
    """Shows the events of the hand on the table in a panel, which is made when it is first unfolded.

    ``lay`` puts the panel beside the table (True) or under it (False). ``fold`` is the menu entry that shows or folds
    the panel.
    """

    def __init__(self, boards: BoardStack, fold: QAction, lay: Callable[[QWidget, bool], None]) -> None:
        super().__init__(boards)
        self._boards = boards
        self._fold = fold
        self._lay = lay
        self._lines: tuple[Line, ...] = ()
        self._beside: bool | None = None  # None before the panel is in the window
        self._at_rest = False
        self.panel: LogPanel | None = None

    @property
    def unfolded(self) -> bool:
        """Whether the log is visible while a game is on the table."""
        return self._fold.isChecked()

    def tell(self, lines: tuple[Line, ...]) -> None:
        """Show `lines`: everything that the person at the table has seen of this hand."""
        self._lines = lines
        self._at_rest = False
        self._show()

    def rest(self) -> None:
        """Hide the log until the next ``tell``, because no game is on the table."""
        self._at_rest = True
        self._show()

    def fit(self, choice: str, width: float, height: float) -> None:
        """Choose the place of the panel for a window of this size. `choice` is "auto", "open" or "folded"."""
        beside = width >= _BESIDE * height
        self._fold.setChecked(choice == "open" or (choice == "auto" and beside and width >= WIDE))
        if self.unfolded and self.panel is None:
            self.panel = self._made()
        if self.panel is not None and beside != self._beside:
            self._lay(self.panel, beside)
            self.panel.lie(beside=beside)
            self._beside = beside
        self._show()

    def apply_style(self) -> None:
        """Apply the scale of the window, which has changed."""
        if self.panel is not None:
            self.panel.apply_style()

    def _made(self) -> LogPanel:
        from mile_bones.desktop.log_panel import LogPanel

        panel = LogPanel()
        panel.asked.connect(self._point_out)
        return panel

    def _show(self) -> None:
        if self.panel is not None:
            self.panel.setVisible(self.unfolded and not self._at_rest)
            self.panel.show_lines(self._lines)

    def _point_out(self, number: int) -> None:
        """Point out the place where the card of this log line is now."""
        assert self.panel is not None
        board = self._boards.current
        place = board.place_of(self.panel.line(number).event)
        if place is not None:
            board.point_out(place)
