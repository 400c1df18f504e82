"""The base class of all dialogs, which look like paper: a header band, a body and a row of buttons.

Dialogs are shown with `open()`, so they are modal to their window and answer through the signals `accepted`, `rejected`
and `finished`. All sizes follow the scale of the active theme; colours are read while painting.
"""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QMargins,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QBoxLayout,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWhatsThis,
    QWidget,
)
from shiboken6 import isValid

from mile_bones.desktop.dialogs.button_row import ButtonRow
from mile_bones.desktop.dialogs.card_list import CardList
from mile_bones.desktop.dialogs.score_table import SheetTable
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.scale import enlarged
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel, set_title
from mile_bones.desktop.wayland import keep_keyboard_in_front
from mile_bones.i18n import gettext as _

#: The height in pixels that is kept free for the frame that the window system draws around a dialog.
FRAME = 40

_SIDE_FRAMES = 8
"""The width in pixels that is kept free for the frame at the sides of a dialog."""
_LEAST_BODY, _LEAST_ABOVE_BUTTONS = 110, 40
"""Two least visible heights of the body, in pixels at scale 1.

If the visible part is lower than the first value, the header scrolls with the body. If it is lower than the second
value, the buttons scroll with the body, too.
"""
_MARGINS, _NARROW_MARGINS = (24, 12, 20), (8, 5, 8)
_BESIDE_VALUES = 28
"""The additional width, in pixels at scale 1, of the open list of a combo box, for its frame and a scroll bar."""
_LEAST_LETTERS = 6
"""The number of letters of the chosen value that a narrow combo box shows at least."""
NO_LIMIT = 16_777_215
"""The largest size of a widget in pixels, which means that there is no limit: Qt's QWIDGETSIZE_MAX."""
_CROSS, _CROSS_BUTTON = 11, 40
"""Two sizes in pixels at scale 1: the side of the cross on a button, and the width of a button with a cross."""
_POLICY = "roomyPolicy"
_WRAPS = "wrapsAnyway"
_STACKS = "stacksWhenNarrow"
_DOWN, _ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight

_PAGES: dict[int, QAbstractSlider.SliderAction] = {
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
}
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.Shortcut,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
)


def label(text: str, role: str = "", *, wrap: bool = False) -> PlainLabel:
    """Return a label in a role of the style sheet."""
    made = PlainLabel(text)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def less(usual: float, by: float, parts: int, least: float) -> float:
    """Return the height of each of `parts` equal parts if their sum must become lower by `by`.

    `usual` is the usual height of a part. The result leaves room for rounding, and is never less than `least`.
    """
    return max(least, usual - by / parts - max(0.5, 1 / parts)) if by else usual


def stack_when_narrow(columns: QHBoxLayout) -> QHBoxLayout:
    """Mark a row, so that its items are stacked if the screen is too narrow for all of them. Return the row."""
    columns.setProperty(_STACKS, True)
    return columns


def _narrow(chooser: QComboBox, narrow: bool) -> None:
    """Let a combo box be narrower than its longest value if `narrow`, else as wide as usual. Its open list shows whole
    values in any case.
    """
    before = chooser.property(_POLICY)
    if narrow and before is None:
        kept = (chooser.sizeAdjustPolicy(), chooser.minimumContentsLength(), chooser.minimumWidth())
        chooser.setProperty(_POLICY, kept)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(_LEAST_LETTERS)
        chooser.setMinimumWidth(chooser.sizeHint().width())  # Qt keeps the previous minimum width
    elif not narrow and before is not None:
        chooser.setProperty(_POLICY, None)
        chooser.setSizeAdjustPolicy(before[0])
        chooser.setMinimumContentsLength(before[1])
        chooser.setMinimumWidth(before[2])
    show_whole_when_open(chooser)


def show_whole_when_open(chooser: QComboBox) -> None:
    """Make the open list as wide as its longest value, if the closed combo box may be narrower than that value."""
    if chooser.sizeAdjustPolicy() is QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon:
        view = chooser.view()
        view.ensurePolished()  # from now on its font is the font of the list
        view.setMinimumWidth(view.sizeHintForColumn(0) + round(_BESIDE_VALUES * themes.active()[1]))


def _wrap(words: PlainLabel, narrow: bool) -> None:
    """Let words beside another widget take several lines if `narrow`. Words that wrap in any case continue to do so."""
    if words.property(_WRAPS) is None:
        words.setProperty(_WRAPS, words.wordWrap())
    words.setWordWrap(narrow or bool(words.property(_WRAPS)))


class PaperButton(QPushButton):
    """A button with a small shadow and, outside its outline, the double ring of the focus.

    `kind` is "primary" (amber), "secondary" (red outline: it erases something) or "plain".
    """

    def __init__(self, text: str, kind: str = "plain", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("kind", kind)
        self.setProperty("ring", True)
        self._least = 116
        self._narrow = self._cross = self._exact = False
        self._suggested = False

    @property
    def suggested(self) -> bool:
        """Whether the button is lit as the one to press."""
        return self._suggested

    def suggest(self, suggested: bool) -> None:
        """Light the button as the one to press, or stop lighting it."""
        self._suggested = suggested
        self.setAccessibleDescription(_("Suggested") if suggested else "")
        self.update()

    def set_least_width(self, width: int, *, exact: bool = False) -> None:
        """Set the minimum width, in pixels at scale 1. If `exact`, this is also the maximum width, for a button without
        words.
        """
        self._least, self._exact = width, exact
        self.updateGeometry()

    def show_cross(self, words: str, *, cross: bool) -> None:
        """Show `words`, or a cross if `cross`. The access key in `words` works in either case."""
        self._cross = cross
        self.setText("" if cross else words)
        self.setShortcut(QKeySequence.mnemonic(words))
        self.setAccessibleName(words.replace("&", "") if cross else "")
        wide = QSizePolicy.Policy.Fixed if cross else QSizePolicy.Policy.Minimum
        self.setSizePolicy(wide, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._narrow:
            return hint
        least = round((_CROSS_BUTTON if self._cross else self._least) * themes.active()[1]) + 2 * RING
        return QSize(least if self._cross or self._exact else max(least, hint.width()), hint.height())

    def set_narrow(self, narrow: bool) -> None:
        """Make the button only as wide as its words if `narrow`, else as wide as usual."""
        if narrow != self._narrow:
            self._narrow = narrow
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        body = QRectF(self.rect()).adjusted(RING, RING, -RING, -RING)
        radius = 8 * scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and not self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.shadow)
            painter.drawRoundedRect(body.adjusted(-1, 1, 1, 2), radius + 1, radius + 1)
            painter.drawRoundedRect(body.translated(0, 3), radius, radius)
        painter.end()
        super().paintEvent(event)
        if self.hasFocus():
            painter.begin(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = body.adjusted(-3, -3, 3, 3)
            for colour, width in ((theme.focus_outer, 5.6), (theme.focus, 3.0)):
                painter.setPen(QPen(colour, width))
                painter.drawRoundedRect(ring, radius + 3, radius + 3)
            painter.end()
        if self._cross:
            self._paint_cross(body.center())
        if self._suggested:
            self._paint_suggestion(body)

    def _paint_cross(self, middle: QPointF) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().buttonText().color(), 2.4 * themes.active()[1]))
        arm = _CROSS * themes.active()[1] / 2
        for other in (QPointF(arm, arm), QPointF(arm, -arm)):
            painter.drawLine(middle - other, middle + other)
        painter.end()

    def _paint_suggestion(self, body: QRectF) -> None:
        """Paint a line inside the outline, away from the focus ring. Paint a tick, too, because the line differs only
        in colour.
        """
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.legal, 4 * scale))
        edge, radius = 2 * scale, 6 * scale
        painter.drawRoundedRect(body.adjusted(edge, edge, -edge, -edge), radius, radius)
        middle = body.topRight() + QPointF(-9 * scale, 9 * scale - RING)
        painter.setPen(QPen(theme.panel, 2 * scale))
        painter.setBrush(theme.legal)
        painter.drawEllipse(middle, 9 * scale, 9 * scale)
        round_line = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(theme.panel, 2.4 * scale, Qt.PenStyle.SolidLine, *round_line))
        tick = ((-3.6, 0.2), (-1.0, 3.0), (3.8, -2.8))
        painter.drawPolyline([middle + QPointF(x * scale, y * scale) for x, y in tick])
        painter.end()


class DialogHeader(QWidget):
    """The coloured band at the top of a dialog, with the title, a line below it, and a thin line inside the edge."""

    def __init__(self, title: str, subtitle: str, colour: str, scale: float) -> None:
        super().__init__()
        self.colour = colour
        self.title = label(title, "band-title", wrap=True)
        self.subtitle = label(subtitle, "band-subtitle", wrap=True)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(round(23 * scale), round(14 * scale), round(23 * scale), round(13 * scale))
        rows.setSpacing(round(1 * scale))
        rows.addWidget(self.title)
        rows.addWidget(self.subtitle)
        self.subtitle.setVisible(bool(subtitle))  # without a parent the label would be shown as a window
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        large = enlarged(scale)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(getattr(theme, f"band_{self.colour}"))
        painter.drawRoundedRect(box, 9 * large, 9 * large)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.band_line, 2 * large))
        off, radius = 5 * large, 5.5 * large
        painter.drawRoundedRect(box.adjusted(off, off, -off, -off), radius, radius)


class BaseDialog(QDialog):
    """A dialog with a header band. To use it, fill `body`, then add buttons.

    `topic` is the help page for F1. A widget inside the dialog may have its own `helpTopic`. `width` is given in pixels
    at scale 1. The dialog is wider if the words need more.
    """

    subtitle_stays = False
    """Whether the subtitle says something important, so that it stays visible when the header scrolls with the body."""

    #: Emitted when F1 was pressed, with the topic of the focused widget or of the dialog.
    help_requested = Signal(str)

    def __init__(
        self,
        parent: QWidget | None,
        *,
        title: str,
        subtitle: str = "",
        band: str = "green",
        topic: str = "contents",
        width: int = 460,
    ) -> None:
        super().__init__(parent)
        self._scale = themes.active()[1]
        self._wanted_width = width
        self._answered = False
        #: The height in pixels that the dialog would take without scrolling. It is known after `fit`.
        self.full_height = 0
        set_title(self, title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(subtitle)
        self.setProperty("helpTopic", topic)
        self.setWindowModality(Qt.WindowModality.WindowModal)

        self.band = DialogHeader(title, subtitle, band, self._scale)
        content = QWidget()
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(QMargins())
        self.body.setSpacing(self.px(10))
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(content)
        self._area.verticalScrollBar().rangeChanged.connect(self.show_focused)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        self.buttons = ButtonRow()
        self.buttons.setSpacing(self.px(4))
        self.buttons.addStretch(1)
        self._leading = 0
        self._button_box = QWidget()
        self._button_box.setLayout(self.buttons)
        self.buttons.setContentsMargins(QMargins())

        edge = self.px(10)
        self._above, self._middle, self._foot = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        self._above.setContentsMargins(edge, edge, edge, 0)
        self._above.addWidget(self.band)
        self._middle.addWidget(self._area)
        self._foot.addWidget(self._button_box)
        self._set_margins(*_MARGINS)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(QMargins())
        rows.setSpacing(0)
        rows.addLayout(self._above)
        rows.addLayout(self._middle, 1)
        rows.addLayout(self._foot)

    # ------------------------------------------------------------------ for the dialogs

    def px(self, size: float) -> int:
        """Convert `size`, given at scale 1, to whole pixels in this dialog."""
        return round(size * self._scale)

    def add_button(
        self, text: str, kind: str = "plain", *, default: bool = False, leading: bool = False
    ) -> PaperButton:
        """Add a button at the end of the row, or at its beginning if `leading`. Return the button, without any signal
        connected.
        """
        button = PaperButton(text, kind)
        button.setAutoDefault(True)
        button.setDefault(default)
        if leading:
            self.buttons.insertWidget(self._leading, button)
            self._leading += 1
        else:
            self.buttons.addWidget(button)
        return button

    def room(self) -> int:
        """Return the height in pixels that the dialog may take, without its frame.

        It is the height of the game's window, but at least 600 if the screen has room for that.
        """
        screen = self.available().height()
        window = self.game_window()
        return min(screen, max(window.height() if window is not None else screen, 600)) - FRAME

    def fit(self) -> None:
        """Take the size that the content needs.

        If the dialog would be higher than the window, parts that can be lower become lower. If the screen is too
        narrow, items that are side by side are stacked. If the screen is too low, the header moves into the body, and
        the body scrolls. The buttons scroll with the body only if nothing else would be visible.
        """
        self.shrink(0)
        self._take_size()
        too_much = self.full_height - self.room()
        if too_much > 0 and self.shrink(too_much):
            self._take_size()
        QTimer.singleShot(0, self, self.show_focused)  # after the body has got its size
        if self.isVisible() and not self._is_seen_whole():
            self._place()

    def _is_seen_whole(self) -> bool:
        """Return True if the dialog is completely inside one screen, even if the player has moved it there."""
        frame = self.frameGeometry()
        return any(screen.availableGeometry().contains(frame) for screen in QGuiApplication.screens())

    def shrink(self, by: int) -> bool:
        """Make lists, rows or charts lower, by `by` pixels in all if possible. Return False if the dialog has no such
        parts.
        """
        return False

    def fold(self, narrow: bool) -> None:
        """Put less important parts away if `narrow`, because the screen is too narrow for everything side by side.
        Otherwise put these parts back.
        """

    def show_focused(self) -> None:
        """Scroll to the focused widget. In a list, scroll to the current line, so that all lines above it are visible
        if possible.
        """
        widget, content = self.focusWidget(), self._area.widget()
        if widget is None or not content.isAncestorOf(widget):
            return
        place = QRect(widget.mapTo(content, QPoint()), widget.size())
        if isinstance(widget, QAbstractItemView):
            line = widget.visualRect(widget.currentIndex())
            line.moveTopLeft(widget.viewport().mapTo(content, line.topLeft()))
            high = line.bottom() - place.top() <= self._area.viewport().height()
            place = QRect(place.topLeft(), line.bottomRight()) if high else line
        self._area.ensureVisible(place.left(), place.bottom(), 0, min(self.px(4), self._area.viewport().height() // 4))
        self._area.ensureVisible(place.left(), place.top(), 0, 0)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to a widget that gets the focus.

        Do not scroll while a mouse button is down, because the click would then miss its target.
        """
        if now is not None and self.isAncestorOf(now) and not QApplication.mouseButtons():
            self.show_focused()

    def _take_size(self) -> None:
        for widget in (self, *self.findChildren(QWidget)):
            widget.ensurePolished()  # The style sheet sets the fonts, and they decide the sizes.
        screen = self._screen_room()
        self._set_inside(band=False, buttons=False)
        for stacked in (False, True):
            self._stack(stacked)
            least = self._least_width()
            if least + self._area.verticalScrollBar().sizeHint().width() <= screen.width():
                break
        width = screen.width() if stacked else min(max(self.px(self._wanted_width), least), screen.width())
        around, needed = self._heights(width)
        for least_seen, buttons in ((_LEAST_BODY, False), (_LEAST_ABOVE_BUTTONS, True)):
            if around + min(needed, self.px(least_seen)) > screen.height():
                self._set_inside(band=True, buttons=buttons)
                around, needed = self._heights(width)
        self.full_height = around + needed
        shown = max(self.px(20), min(needed, screen.height() - around))
        wanted = width
        if shown < needed:
            wanted += self._area.verticalScrollBar().sizeHint().width()
            width = min(wanted, screen.width())
            if self._above.indexOf(self.band) < 0:
                self._fit_band(width - 2 * self._side - self._area.verticalScrollBar().sizeHint().width())
        rows = self.layout()
        self._area.setMinimumHeight(shown)
        # If a scroll bar from the previous size were visible, it would narrow the words, and the words would
        # then need it.
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        cut = stacked or max(wanted, self._least_width()) > width
        across = Qt.ScrollBarPolicy.ScrollBarAsNeeded if cut else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._area.setHorizontalScrollBarPolicy(across)
        rows.invalidate()
        rows.activate()
        self.setMinimumWidth(width)
        self.resize(width, around + shown)
        rows.activate()
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _fit_band(self, width: int) -> None:
        """Set the height of the header inside the body to the height that its words need at this width. If the body is
        wider, it scrolls sideways without the header.
        """
        self.band.setFixedHeight(self.band.layout().totalHeightForWidth(width))
        self.band.setMaximumWidth(width)

    def _screen_room(self) -> QSize:
        """Return the largest size of the dialog.

        If the game's window is wider than the screen, the width of the window is evidently usable.
        """
        screen, window = self.available().size(), self.game_window()
        width = max(screen.width(), window.width() if window is not None else 0)
        return QSize(width - _SIDE_FRAMES, screen.height() - FRAME)

    def _stack(self, stacked: bool) -> None:
        """Stack the buttons and the rows marked by `stack_when_narrow`, or lay them side by side."""
        self.fold(stacked)
        self._set_margins(*(_NARROW_MARGINS if stacked else _MARGINS))
        for button in self.findChildren(PaperButton):
            button.set_narrow(stacked)
        content = self._area.widget()
        for row in content.findChildren(QHBoxLayout):
            if row.property(_STACKS):
                row.setDirection(_DOWN if stacked else _ACROSS)
        for chooser in content.findChildren(QComboBox):
            _narrow(chooser, stacked)
        for words in content.findChildren(PlainLabel):
            if words.buddy() is not None:
                _wrap(words, stacked)
        beside = [widget for widget in self.buttons.widgets() if isinstance(widget, PlainLabel)]
        for each in beside:
            _wrap(each, stacked)
        self.buttons.wrap(None)
        most = self._screen_room().width() - 2 * self._side
        parts: list[SheetTable | CardList] = [*content.findChildren(SheetTable), *content.findChildren(CardList)]
        for part in parts:
            part.narrow(most - self._area.verticalScrollBar().sizeHint().width() if stacked else None)
        if stacked and (beside or self.buttons.minimumSize().width() > most):
            self.buttons.wrap(most + 2 * RING)
        for widget in reversed(self._area.findChildren(QWidget)):
            layout = widget.layout()
            if isinstance(layout, QLayout):  # PySide can return an object of Qt with another type: decision 087
                layout.activate()
            widget.updateGeometry()  # otherwise group boxes would report the size of their previous words
        content.layout().invalidate()
        content.layout().activate()

    def _set_margins(self, side: int, apart: int, below: int) -> None:
        """Set the free space beside and around the body and below the buttons, in pixels at scale 1."""
        self._side, self._apart = self.px(side), self.px(apart)
        self._middle.setContentsMargins(self._side, self._apart, self._side, self._apart)
        # Buttons include room for their focus ring, so the margin is smaller by that room.
        beside = max(0, self._side - RING)
        self._foot.setContentsMargins(beside, 0, beside, max(0, self.px(below) - RING))

    def _least_width(self) -> int:
        side = 2 * self._side
        content = self._area.widget()
        return max(content.minimumSizeHint().width() + side, self.buttons.minimumSize().width() + side - 2 * RING)

    def _heights(self, width: int) -> tuple[int, int]:
        """Return two heights for this width: the height of everything that does not scroll, and the height that the
        body needs.
        """
        around = 2 * self._apart + self._foot.contentsMargins().bottom()
        if self._foot.indexOf(self._button_box) >= 0:
            around += self.buttons.sizeHint().height()
        if self._above.indexOf(self.band) < 0:
            self._fit_band(width - 2 * self._side)
        else:
            head = self.band.layout().totalHeightForWidth(width - 2 * self.px(10))
            self.band.setFixedHeight(head)
            around += head + self.px(10)
        inside = self._area.widget().layout()
        inside.invalidate()
        inside.activate()
        within = width - 2 * self._side
        return around, inside.totalHeightForWidth(within) if inside.hasHeightForWidth() else inside.sizeHint().height()

    def _set_inside(self, *, band: bool, buttons: bool) -> None:
        """Let the header and the buttons scroll with the body, or keep them in place. A header that scrolls shows its
        subtitle only if `subtitle_stays`.
        """
        focus = self.focusWidget()
        if band != (self._above.indexOf(self.band) < 0):
            self.band.subtitle.setVisible(bool(self.band.subtitle.text()) and (self.subtitle_stays or not band))
            edge = 0 if band else self.px(10)
            self._above.setContentsMargins(edge, edge, edge, 0)
            (self._above if band else self.body).removeWidget(self.band)
            if band:
                self.body.insertWidget(0, self.band)
            else:
                self.band.setMaximumWidth(NO_LIMIT)
                self._above.addWidget(self.band)
            self.band.show()  # Qt would show it only later, and a hidden band has no size
        if buttons != (self._foot.indexOf(self._button_box) < 0):
            (self._foot if buttons else self.body).removeWidget(self._button_box)
            (self.body if buttons else self._foot).addWidget(self._button_box)
            if buttons and self.buttons.wrapped:
                bar = self._area.verticalScrollBar().sizeHint().width()
                self.buttons.wrap(self._screen_room().width() - 2 * self._side - bar)
            self._button_box.show()
            if focus is not None:
                focus.setFocus()  # a widget that moves loses the focus

    def game_window(self) -> QWidget | None:
        """Return the main window below all dialogs, or None if there is none."""
        window = self.parentWidget()
        while window is not None and window.parentWidget() is not None:
            window = window.parentWidget()
        return window

    def available(self) -> QRect:
        """Return the free area of the screen of the game's window. Qt reports the dialog's own screen too late."""
        return (self.game_window() or self).screen().availableGeometry()

    # ------------------------------------------------------------------ Qt

    def done(self, result: int) -> None:
        """Close the dialog with this result, only once.

        Later keys and clicks have no effect. The same is true of presses by a screen reader, which can name the widgets
        until the dialog is deleted.
        """
        if self._answered:
            return
        self._answered = True
        inside = self.findChildren(QWidget)
        for widget in (self, *inside):
            widget.installEventFilter(self)
        super().done(result)
        # Nothing is disabled, because a screen reader gets an event for each disabled widget, and among so many
        # events Orca drops the next sentence of the game.
        for widget in inside:
            if isValid(widget):
                widget.blockSignals(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Drop all input that comes after the answer."""
        return event.type() in _INPUT

    def event(self, event: QEvent) -> bool:
        """Leave the keyboard to a dialog that is in front of this one."""
        keep_keyboard_in_front(self, event)
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        self.fit()
        if not event.spontaneous():
            self._area.verticalScrollBar().setValue(0)  # the body has scrolled while it was lower
            self._place()
        super().showEvent(event)

    def _place(self) -> None:
        """Move to the middle of the game's window, as far as the screen has room.

        Qt would use the parent instead, would guess the size of the frame, and would let a large dialog over a small
        one begin above the window.
        """
        window = self.game_window()
        if window is None:
            return
        frame, screen = window.frameGeometry(), self.available()
        room = QRect(QPoint(), self.size() + frame.size() - window.size())
        room.moveCenter(frame.center())
        room.moveBottomRight(QPoint(min(room.right(), screen.right()), min(room.bottom(), screen.bottom())))
        self.move(max(room.left(), screen.left()), max(room.top(), screen.top()))
        self.windowHandle().setFramePosition(self.pos())  # X11 would take `pos` for the position inside the frame

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.HelpContents):
            self.help_requested.emit(self._topic())
        elif event.matches(QKeySequence.StandardKey.WhatsThis):
            QWhatsThis.enterWhatsThisMode()
        elif (page := _PAGES.get(event.key())) is not None:
            self._area.verticalScrollBar().triggerAction(page)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, _scale = themes.active()
        painter = QPainter(self)
        painter.setPen(QPen(theme.panel_line, 2))
        painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _topic(self) -> str:
        widget = QApplication.focusWidget()
        while widget is not None and widget is not self:
            if topic := widget.property("helpTopic"):
                return str(topic)
            widget = widget.parentWidget()
        return str(self.property("helpTopic"))
