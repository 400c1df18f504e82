"""The log of the hand: a list that can be folded away. It is beside the table or, in a narrow window, below the
table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import NO_LIMIT, label
from mile_bones.desktop.game_log import Line
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.table.tool_buttons import TOPICS
from mile_bones.storage.settings import LOG

_WIDTH, _HEIGHT = 144, 78
"""The width beside the table and the height below it, in pixels at scale 1.

With this width the cards keep the size that they have at 1920x1080.
"""


class LogPanel(QFrame):
    """Shows lines, the newest last. The signal ``asked`` is emitted when the player chooses a line."""

    asked = Signal(int)
    """Emitted with the number of a line that was clicked, or chosen with Enter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("log_panel")
        self.setProperty("helpTopic", TOPICS["log"])
        self._lines: tuple[Line, ...] = ()
        self._beside = True
        self.title = label(LOG.label, "strong")
        self.list = QListWidget()
        self.list.setObjectName("log_list")
        self.list.setAccessibleName(LOG.label)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.itemClicked.connect(self._ask)
        self.list.itemActivated.connect(self._ask)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(self.title)
        self._rows.addWidget(self.list)

    @property
    def texts(self) -> list[str]:
        """The texts of the lines in the list."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines.

        Unchanged lines at the beginning are not replaced, so that a player who reads the list does not lose the place.
        """
        same = takewhile(lambda pair: pair[0].text == pair[1].text, zip(self._lines, lines, strict=False))
        kept = sum(1 for _pair in same)
        self.list.model().removeRows(kept, self.list.count() - kept)  # takeItem would return items that are never freed
        self._lines = tuple(lines)
        self.list.addItems([line.text for line in self._lines[kept:]])
        if len(self._lines) > kept:
            self.list.scrollToBottom()

    def line(self, number: int) -> Line:
        """Return the line with this number, counted from 0."""
        return self._lines[number]

    def lie(self, *, beside: bool) -> None:
        """Place the panel beside the table, or below it. A panel beside the table has a title. A panel below the table
        is as wide as the window and a few lines high.
        """
        self._beside = beside
        self.title.setVisible(beside)
        self.apply_style()

    def apply_style(self) -> None:
        """Apply the sizes of the active scale."""
        k = themes.active()[1]
        left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        themes.set_look(self, "lies", "under" if not self._beside else "left" if left else "right")
        self._rows.setContentsMargins(*(round(size * k) for size in (5, 5, 5, 5)))
        self._rows.setSpacing(round(3 * k))
        self.setMinimumSize(0, 0)
        self.setMaximumSize(NO_LIMIT, NO_LIMIT)
        usual = QSizePolicy.Policy.Preferred
        if self._beside:  # not as wide as its text, but as wide as the list below it
            self.setSizePolicy(QSizePolicy.Policy.Ignored, usual)
            self.setMinimumWidth(round(_WIDTH * k))
        else:
            self.setSizePolicy(usual, usual)
            self.setFixedHeight(round(_HEIGHT * k))
        self.list.scrollToBottom()

    def _ask(self, item: QListWidgetItem) -> None:
        self.asked.emit(self.list.row(item))
