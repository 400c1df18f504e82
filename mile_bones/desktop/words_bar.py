"""A bar below the table. It has a text, the subject of the text above it, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import NO_LIMIT, PaperButton, label
from mile_bones.desktop.flow_rows import FlowRows
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.whole_rows import WholeRowsArea

_HIGH = 10_000  # more than any text needs
_LEAST_BUTTON, _LEAST_IN_LITTLE_ROOM = 72, 44
"""Two least widths of a button, in pixels at scale 1: usually, and in a window with little room."""
_TOP = 3
"""The distance of the text to the upper edge in little room, in pixels."""
_MOST_COLUMN = 0.55
"""The largest part of the width for the buttons beside the text."""
_BETWEEN = 2  # pixels between the text and the note below it


class WordsBar(QFrame):
    """The bar. ``place`` is the subject, ``words`` is the text, and ``note`` is a remark below the text.

    ``said`` are texts that may appear, each with all notes that may appear with it. The bar is as high as the longest
    of these pairs needs, so that the table above it does not move. It grows if a longer text appears. ``beside`` is a
    widget between ``place`` and the buttons, and takes the space that these leave. The last button closes the bar. It
    becomes a cross if there is little room. This button and the ``pinned`` buttons before it are at the end of the
    first row.

    If the bar is higher than ``limit`` allows, the buttons are beside the text, and only the text scrolls.
    """

    words_changed = Signal()
    """Emitted when the bar shows another text."""

    def __init__(
        self,
        title: str,
        said: Sequence[tuple[str, Sequence[str]]],
        beside: QWidget,
        buttons: Sequence[PaperButton],
        parent: QWidget | None = None,
        *,
        pinned: Sequence[PaperButton] = (),
    ) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)
        self.setAccessibleName(title)
        self._said = tuple(said)
        self._beside = beside
        self._most: int | None = None
        self._buttons_beside = False
        self.place = label(title, "strong")
        self._place_below = label(title, "muted", wrap=True)
        self.words = label("", "lesson", wrap=True)
        self.note = label("", "muted", wrap=True)
        self.buttons = tuple(buttons)
        self._pinned, self._leaving = (*pinned, self.buttons[-1]), self.buttons[-1].text()
        for button in self.buttons:
            button.setAutoDefault(True)  # so that Enter presses the button, as in a dialog
        for words in (self.words, self.note):
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()

    def apply_style(self) -> None:
        """Apply the sizes of the active scale."""
        scale = themes.active()[1]

        def px(size: float) -> int:
            return round(size * scale)

        self._above_and_below = px(4), px(8)  # the usual distances of the parts to the upper and the lower edge
        self._gap = px(2)  # the usual distance between two rows
        self._edge = _TOP + px(3)  # the height, in little room, of the upper edge with the line of the frame
        self._tolerance = px(4)  # how much the bar may exceed its limit for another row of buttons
        self._whole.setContentsMargins(px(14) - RING, 0, px(14) - RING, 0)
        self._whole.setSpacing(px(6))
        self._head.set_gap(px(2))
        compact = themes.active_fit().compact  # in the compact form the text matters most
        self._place_below.setVisible(compact)
        for widget in (self.place, self._beside):
            widget.setHidden(compact)
        self._beside.setFixedHeight(px(26))
        for button in self.buttons:
            button.set_least_width(_LEAST_IN_LITTLE_ROOM if compact else _LEAST_BUTTON)
        self.buttons[-1].show_cross(self._leaving, cross=compact)
        self._reserve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, because the buttons may take several rows."""
        margins = self._whole.contentsMargins()
        return QSize(self._head.least_width() + margins.left() + margins.right(), super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the keys that scroll a page scroll the text."""
        if self._buttons_beside and event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            step = QAbstractSlider.SliderAction
            up = event.key() == Qt.Key.Key_PageUp
            self.area.verticalScrollBar().triggerAction(step.SliderPageStepSub if up else step.SliderPageStepAdd)
            return
        super().keyPressEvent(event)

    def set_low(self, low: bool) -> None:
        """Let the buttons be low if `low`, because the window has little room."""
        for button in self.buttons:
            themes.set_look(button, "low", "true" if low else "false")

    def fits_beside(self, width: int, most: int) -> bool:
        """Return True if in a bar of this size the buttons fit beside the text, and leave it enough room."""
        margins = self._whole.contentsMargins()
        room = width - margins.left() - margins.right()
        return self._head.width_for(self._count_rows(most), self._together()) <= _MOST_COLUMN * room

    def limit(self, most: int | None) -> None:
        """Be at most ``most`` pixels high, or as high as the longest text needs if ``most`` is None."""
        if most != self._most:
            self._most = most
            self._reserve()

    def _together(self) -> Sequence[PaperButton]:
        """Return the buttons that may be visible at the same time. Default: all."""
        return self.buttons

    def _show_place(self, text: str) -> None:
        for shown in (self.place, self._place_below):
            shown.setText(text)
        if not self._place_below.isHidden():
            self._reserve()  # the text may need another number of lines

    def _describe(self, description: str, words: str) -> None:
        """Set the texts for a screen reader: about the bar (``description``), and about each of its buttons
        (``words``).
        """
        self.setAccessibleDescription(description)
        for button in self.buttons:
            button.setAccessibleDescription(words)

    def _lay_out(self) -> None:
        self._whole = QHBoxLayout(self)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        below = QVBoxLayout()  # for the buttons that do not fit into the row above the text
        widgets = (self.place, self._beside, *self.buttons)
        self._head = FlowRows(widgets, growing=self._beside, rest=below, pinned=self._pinned)
        self.place.setContentsMargins(RING, 0, 0, 0)
        self._block = QWidget()
        lines = QVBoxLayout(self._block)
        lines.setContentsMargins(RING, 0, RING, 0)
        lines.setSpacing(_BETWEEN)
        lines.addWidget(self.words)
        lines.addWidget(self.note)
        lines.addWidget(self._place_below)
        lines.addStretch(1)
        self.area = WholeRowsArea()
        self.area.setObjectName("words_area")
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.hide()
        self.words_changed.connect(lambda: self.area.verticalScrollBar().setValue(0))
        self._rows.addLayout(self._head)
        self._rows.addWidget(self._block)
        self._rows.addLayout(below)
        self._rows.addStretch(0)
        self._whole.addWidget(self.area)
        self._whole.addLayout(self._rows)
        parent = self.parentWidget()
        if parent is not None:
            self.resize(parent.width(), self.height())  # its later width, so that the table is laid out only once
        self.apply_style()

    def _reserve(self) -> None:
        """Reserve room for the longest text that may appear."""
        margins = self._whole.contentsMargins()
        width = self.width() - margins.left() - margins.right()
        high = self._text_height(width)
        rows = self._head.count_rows_in(width, self._together())
        needed = high + rows * (self._row_height() + self._gap) + sum(self._above_and_below)
        beside = self._most is not None and needed > self._most
        if beside != self._buttons_beside:
            self._put_buttons(beside=beside)
        self._rows.setSpacing(0 if beside else self._gap)
        if not beside:
            self._head.fit(width)
            self._block.setFixedHeight(high)
            self._set_margins(*self._above_and_below)
            self.setMinimumHeight(0)
            self.setMaximumHeight(NO_LIMIT)
            return
        assert self._most is not None
        self._set_margins(_TOP, 0)  # the text needs all lines
        column = self._head.width_for(self._count_rows(self._most))
        self._head.fit(column)
        height = max(self._most, self._head.count_rows() * self._row_height() + self._edge)
        self._fit_beside(width - column, height - self._edge)
        self.setFixedHeight(height)

    def _set_margins(self, above: int, below: int) -> None:
        margins = self._whole.contentsMargins()
        self._whole.setContentsMargins(margins.left(), above, margins.right(), below)

    def _fit_beside(self, width: int, height: int) -> None:
        """Lay out the text in an area of this size beside the buttons."""
        room = max(0, width - self._whole.spacing())  # the bar may still be narrow while it gets its place
        self.area.setFixedWidth(room)
        scroll_bar = self.area.verticalScrollBar()
        scroll_bar.ensurePolished()
        self._block.setFixedHeight(self._text_height(room - scroll_bar.sizeHint().width()))
        policy = Qt.ScrollBarPolicy
        scrolls = self._block.height() > height
        self.area.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff)

    def _put_buttons(self, *, beside: bool) -> None:
        """Put the buttons beside the text, which scrolls then, or above and below the text."""
        self._buttons_beside = beside
        if beside:
            self._rows.removeWidget(self._block)
            self.area.hold(self._block)
        else:
            self.area.takeWidget()
            self._rows.insertWidget(1, self._block)
        self.area.setVisible(beside)
        self._rows.setStretch(self._rows.count() - 1, 1 if beside else 0)
        self._block.show()

    def _count_rows(self, most: int) -> int:
        """Return the number of rows of buttons beside the text in a bar of this height, or of hardly more."""
        return max(1, (most + self._tolerance - self._edge) // self._row_height())

    def _row_height(self) -> int:
        """Return the height of a row of buttons."""
        return max(button.sizeHint().height() for button in self.buttons)

    def _text_height(self, width: int) -> int:
        """Return the height that the longest text needs in this width."""
        return max(self._needs(words, notes, width) for words, notes in self._said)

    def _needs(self, words: str, notes: Sequence[str], width: int) -> int:
        """Return the height of the block with this text and the longest of these notes, in this width."""
        width -= 2 * RING
        high = _height(self.words, words, width, bold=True) + max(self._note_height(note, width) for note in notes)
        if not self._place_below.isHidden():
            high += _height(self._place_below, self._place_below.text(), width) + _BETWEEN
        return high + _BETWEEN

    def _note_height(self, note: str, width: int) -> int:
        return 0 if self.note.isHidden() else _height(self.note, note, width)

    def _show_words(self, words: str, note: str, role: str = "lesson") -> None:
        """Show a text and the note below it. ``role`` is the role of the text."""
        self.words.setText(words)
        themes.set_look(self.words, "role", role)
        self.note.setText(note)
        if not any(words == said and note in notes for said, notes in self._said):
            self._said = (*self._said, (words, (note,)))
            self._reserve()
        self.words_changed.emit()


def _height(shown: PlainLabel, text: str, width: int, *, bold: bool = False) -> int:
    """Return the height of the label ``shown`` with this text. ``bold``: with the boldest letters that it may have."""
    shown.ensurePolished()
    font = shown.font()
    font.setBold(bold or font.bold())
    box = QRect(0, 0, max(1, width), _HIGH)
    return QFontMetrics(font).boundingRect(box, int(Qt.TextFlag.TextWordWrap), text).height() + 2 * shown.margin()
