"""The bar below the table while somebody learns: what is said, how far it is, and the buttons of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.card_art import CAR_SIZE, svg
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel, set_tip
from mile_bones.i18n import gettext as _

_HIGH = 10_000  # more than any text needs
_BETWEEN = 2  # pixels between what is said and what stands below it


class LessonBar(QFrame):
    """``show_step`` says what is to be done, ``object_to`` why something else was not done.

    ``said``: of each step its words, and all that may stand below them. The bar is as high as the longest of it needs,
    so that the table above it never moves.
    """

    back_requested = Signal()
    """The step before this one."""
    skip_requested = Signal()
    """On to the next step: what was to be read has been read, or what is to be done shall be done by itself."""
    again_requested = Signal()
    """From the beginning."""
    leave_requested = Signal()

    def __init__(self, title: str, said: Sequence[tuple[str, Sequence[str]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lesson_bar")
        self.setProperty("bar", True)
        self.setProperty("helpTopic", "first-hand")
        self.setAccessibleName(title)
        self._title, self._said = title, tuple(said)
        self.place = label(title, "strong")
        self.road = _Road()
        self.words = label("", "lesson", wrap=True)
        self.note = label("", "muted", wrap=True)
        self.back = PaperButton(_("&Back"))
        self.skip = PaperButton(_("&Skip"))
        # Translators: the lesson once more
        self.again = PaperButton(_("&Again"))
        self.leave = PaperButton(_("&Leave"))
        self.buttons = (self.back, self.skip, self.again, self.leave)
        for button in self.buttons:
            button.setAutoDefault(True)  # so that Enter presses it, as in a dialog
        for words in (self.words, self.note):
            words.setAlignment(Qt.AlignmentFlag.AlignTop)
        set_tip(self.back, _("The step before this one"))
        set_tip(self.again, _("The lesson from its beginning"))
        set_tip(self.leave, _("Leave the lesson"))
        self._lay_out()
        self.back.clicked.connect(self.back_requested)
        self.skip.clicked.connect(self.skip_requested)
        self.again.clicked.connect(self.again_requested)
        self.leave.clicked.connect(self.leave_requested)

    def show_step(self, number: int, count: int, words: str, note: str, *, reading: bool) -> None:
        """Step ``number``, from 1, of so many. ``note``: how it is done; ``reading``: nothing is to be done."""
        text = _("{title}: step {number} of {count}").format(title=self._title, number=number, count=count)
        self.place.setText(text)
        self.road.show_part((number - 1) / count)
        self.words.setText(words)
        self._note(note, "muted")
        self.back.setEnabled(number > 1)
        self.skip.setText(_("&Next") if reading else _("&Skip"))
        set_tip(self.skip, _("On to the next step") if reading else _("This step is done for you"))
        self._set(self.skip, "kind", "primary" if reading else "plain")
        self.setAccessibleDescription(_("{sentence}. {next_sentence}").format(sentence=text, next_sentence=words))
        for button in self.buttons:
            button.setAccessibleDescription(words)

    def show_end(self) -> None:
        """The last step is done."""
        self.road.show_part(1.0)

    def object_to(self, reason: str) -> None:
        """Something else was tried: why that is not right now."""
        self._note(reason, "reason")

    def apply_style(self) -> None:
        """Take the sizes of the active scale."""
        scale = themes.active()[1]

        def px(size: float) -> int:
            return round(size * scale)

        self._rows.setContentsMargins(px(14) - RING, px(4), px(14) - RING, px(8))
        self._rows.setSpacing(px(2))
        self._head.setSpacing(px(2))
        self.road.setFixedHeight(px(26))
        for button in self.buttons:
            button.set_least_width(72)
        self._reserve()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def _lay_out(self) -> None:
        self._rows, self._head = QVBoxLayout(self), QHBoxLayout()
        self._head.setContentsMargins(RING, 0, 0, 0)
        self._head.addWidget(self.place)
        self._head.addWidget(self.road, 1)
        for button in self.buttons:
            self._head.addWidget(button)
        self._rows.addLayout(self._head)
        self._block = QWidget()
        lines = QVBoxLayout(self._block)
        lines.setContentsMargins(RING, 0, RING, 0)
        lines.setSpacing(_BETWEEN)
        lines.addWidget(self.words)
        lines.addWidget(self.note)
        lines.addStretch(1)
        self._rows.addWidget(self._block)
        parent = self.parentWidget()
        if parent is not None:
            self.resize(parent.width(), self.height())  # as it will be: the table is laid out once
        self.apply_style()

    def _reserve(self) -> None:
        """Room for the longest that is ever said."""
        margins = self._rows.contentsMargins()
        width = self.width() - margins.left() - margins.right() - 2 * RING
        high = max(
            _height(self.words, words, width) + max(_height(self.note, note, width, bold=True) for note in notes)
            for words, notes in self._said
        )
        self._block.setFixedHeight(high + _BETWEEN)

    def _note(self, text: str, role: str) -> None:
        self.note.setText(text)
        self._set(self.note, "role", role)

    @staticmethod
    def _set(widget: QWidget, name: str, value: str) -> None:
        """Another value of a property by which the style sheet goes."""
        if widget.property(name) != value:
            widget.setProperty(name, value)
            widget.style().unpolish(widget)
            widget.style().polish(widget)


def _height(shown: PlainLabel, text: str, width: int, *, bold: bool = False) -> int:
    """How high this label is with this text. ``bold``: with the boldest letters that it may have."""
    shown.ensurePolished()
    font = shown.font()
    font.setBold(bold or font.bold())
    box = QRect(0, 0, max(1, width), _HIGH)
    return QFontMetrics(font).boundingRect(box, int(Qt.TextFlag.TextWordWrap), text).height() + 2 * shown.margin()


class _Road(QWidget):
    """How far somebody has come: a road with a car on it. It tells nothing that the words beside it do not."""

    def __init__(self) -> None:
        super().__init__()
        self._part = 0.0
        self.setMinimumWidth(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_part(self, part: float) -> None:
        """So much of it is done, 0 to 1."""
        self._part = part
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        car_h = 0.62 * self.height()
        car_w = car_h * CAR_SIZE[0] / CAR_SIZE[1]
        margin = 10 * scale
        length = self.width() - 2 * margin
        if length < 2 * car_w:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        line = 7 * scale
        y = self.height() - line
        at = margin + (length - car_w) * self._part
        self._strip(painter, QRectF(margin, y, length, line), theme.panel_line)
        self._strip(painter, QRectF(margin, y, at - margin + car_w / 2, line), theme.amber)
        svg("icons/car_red.svg").render(painter, QRectF(at, y + 0.35 * line - car_h, car_w, car_h))
        painter.end()

    @staticmethod
    def _strip(painter: QPainter, rect: QRectF, colour: QColor) -> None:
        painter.setPen(QPen(Qt.PenStyle.NoPen))
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
