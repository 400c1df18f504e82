"""The bar below the table during a lesson: the text of the step, the progress, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.card_art import CAR_SIZE, svg
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.words_bar import WordsBar
from mile_bones.i18n import gettext as _


class LessonBar(WordsBar):
    """The bar. ``show_step`` shows the text of a step, and ``object_to`` shows why another action was refused."""

    back_requested = Signal()
    """Emitted when the player wants the previous step."""
    skip_requested = Signal()
    """Emitted when the player wants the next step, either because the text has been read, or to let the program do the
    step.
    """
    again_requested = Signal()
    """Emitted when the player wants to start from the beginning."""
    leave_requested = Signal()

    def __init__(self, title: str, said: Sequence[tuple[str, Sequence[str]]], parent: QWidget | None = None) -> None:
        self._title, self._step_words, self._note, self._objects = title, "", "", False
        self.road = _Road()
        self.back = PaperButton(_("&Back"))
        self.next = _OnwardButton(_("&Next"), "primary")
        self.skip = _OnwardButton(_("&Skip"))
        # Translators: the lesson once more
        self.again = PaperButton(_("&Again"))
        self.leave = PaperButton(_("&Leave"))
        super().__init__(title, said, self.road, (self.back, self.next, self.skip, self.again, self.leave), parent)
        self.setObjectName("lesson_bar")
        self.setProperty("helpTopic", "first-hand")
        set_tip(self.back, _("The step before this one"))
        set_tip(self.next, _("On to the next step"))
        set_tip(self.skip, _("This step is done for you"))
        set_tip(self.again, _("The lesson from its beginning"))
        set_tip(self.leave, _("Leave the lesson"))
        self.back.clicked.connect(self.back_requested)
        self.next.clicked.connect(self.skip_requested)
        self.skip.clicked.connect(self.skip_requested)
        self.again.clicked.connect(self.again_requested)
        self.leave.clicked.connect(self.leave_requested)

    @property
    def onward(self) -> PaperButton:
        """The button that leads on from this step. It is one of two buttons, which are at different places, so that a
        click meant for one button never hits the other.
        """
        return self.next if self.next.isEnabled() else self.skip

    def show_step(self, number: int, count: int, words: str, note: str, *, reading: bool) -> None:
        """Show step ``number``, counted from 1, of ``count`` steps. ``note`` is the instruction for the step.
        ``reading``: the player only has to read the text.
        """
        text = _("{title}: step {number} of {count}").format(title=self._title, number=number, count=count)
        self._show_place(text)
        self.road.show_part((number - 1) / count)
        self._step_words, self._note, self._objects = words, note, False
        self._show_words(words, note)
        self.back.setEnabled(number > 1)
        focused = self.window().focusWidget()  # also works if another window is in front
        if reading and focused is self.skip:
            self.next.setEnabled(True)
            self.next.setFocus()
        elif not reading and focused is self.next:
            self.next.clearFocus()  # otherwise Qt would give the keyboard to the next button
        self.next.setEnabled(reading)
        self.skip.setEnabled(not reading)
        self._describe(_("{sentence}. {next_sentence}").format(sentence=text, next_sentence=words), words)

    def show_end(self) -> None:
        """Show that the last step is done."""
        self.road.show_part(1.0)

    def object_to(self, reason: str) -> None:
        """Show the reason why the action that the player tried is not right now, in place of the words of the step.
        These are shown below the reason.
        """
        self._objects = True
        self._show_words(reason, self._step_words, "reason")

    def object_no_more(self) -> None:
        """Show the words of the step and its instruction again in place of a reason, because the player tries something
        else. If no reason is shown, do nothing.
        """
        if self._objects:
            self._objects = False
            self._show_words(self._step_words, self._note)

    def agree(self) -> None:
        """Show the words of the step again, because the player has done the right action."""
        self._objects = False
        self._show_words(self._step_words, "")


class _OnwardButton(PaperButton):
    """A button that leads to another step. A double-click or a key that is held down presses it only once, because the
    player has not read the next step yet.
    """

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second press of a double-click."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
        else:
            super().keyPressEvent(event)


class _Road(QWidget):
    """The progress: a road with a car on it. The picture adds nothing to the text beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._part = 0.0
        self.setMinimumWidth(0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_part(self, part: float) -> None:
        """Show that the fraction ``part`` (0 to 1) of the lesson is done."""
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
