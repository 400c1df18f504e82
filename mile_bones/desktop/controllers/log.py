"""The log of the hand: when it is seen, where it lies, and what a click on a line shows."""

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
"""From this width of the window on, in pixels, the log is unfolded where nobody has said anything about it."""
_BESIDE = 1.5
"""From this ratio of width to height on it costs the cards less beside the table than under it."""


class LogController(QObject):
    """Shows what it is told of the hand on the table. The panel is made when it is first unfolded.

    ``lay``: puts the panel beside the table (True) or under it. ``fold``: the entry of the menu that folds it.
    """

    def __init__(self, boards: BoardStack, fold: QAction, lay: Callable[[QWidget, bool], None]) -> None:
        super().__init__(boards)
        self._boards = boards
        self._fold = fold
        self._lay = lay
        self._lines: tuple[Line, ...] = ()
        self._beside: bool | None = None  # nowhere yet
        self._at_rest = False
        self.panel: LogPanel | None = None

    @property
    def unfolded(self) -> bool:
        """It is to be seen, where a game is."""
        return self._fold.isChecked()

    def tell(self, lines: tuple[Line, ...]) -> None:
        """This is all that the one who looks at the table has seen of the hand."""
        self._lines = lines
        self._at_rest = False
        self._show()

    def rest(self) -> None:
        """No game is on the table, and nothing is told: the log goes away until there is something to tell."""
        self._at_rest = True
        self._show()

    def fit(self, choice: str, width: float, height: float) -> None:
        """Lie as a window of this size wants it. ``choice``: "auto", "open" or "folded"."""
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
        """The window has another scale."""
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
        """Where the card of this line lies now."""
        assert self.panel is not None
        board = self._boards.current
        place = board.place_of(self.panel.line(number).event)
        if place is not None:
            board.point_out(place)
