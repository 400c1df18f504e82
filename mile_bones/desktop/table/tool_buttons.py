"""The small quiet buttons on a table: menu entries for players who do not use the menus."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import LIGHT, Theme
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.table import paint
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.table.layout import Rect

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_UNITS = 32
"""The side of the square in which a sign is drawn, in units."""
_RESTING, _UNUSABLE = 0.62, 0.3
"""Two opacities of a button: while the pointer is elsewhere, and while the button cannot be used."""


class ToolButton(QAbstractButton):
    """A button for a menu entry. It has the entry's text, shortcut and state, and triggers the entry."""

    arrow = Signal(str, int, int)
    """Emitted for an arrow key: the name of the button, and the step on the screen."""

    def __init__(self, sign: str, action: QAction, topic: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._sign, self._action = sign, action
        self._theme, self._mirrored = LIGHT, False
        self._picture = QPixmap()
        self._pictured: tuple[object, ...] = ()  # the state of the button in ``_picture``
        self.setObjectName(sign)
        self.setProperty("helpTopic", topic)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that a click leaves the focus on the cards
        self.setCheckable(action.isCheckable())
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        action.toggled.connect(self._follow)
        self._follow()

    def place_at(self, rect: Rect, theme: Theme, mirrored: bool) -> None:
        """Set the area and the theme. ``mirrored``: the table reads from right to left."""
        self._theme, self._mirrored = theme, mirrored
        self.setGeometry(*(round(value) for value in rect))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_UNITS, _UNITS)

    def nextCheckState(self) -> None:
        """Do nothing, because the menu entry decides whether it is checked."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Treat Enter like Space, and emit ``arrow`` for the arrow keys."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not held:
            if not event.isAutoRepeat():
                self.click()
        elif key in _ARROWS and not held:
            self.arrow.emit(self.objectName(), *_ARROWS[Qt.Key(key)])
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Ignore the event, because a key takes effect when it goes down."""
        event.ignore()

    def _follow(self) -> None:
        """Take over the text and the state of the menu entry."""
        action = self._action
        words = re.sub("&(.)", r"\1", action.text())
        if words != self.accessibleName():
            self.setAccessibleName(words)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        set_tip(self, _("{words} ({keys})").format(words=words, keys=keys) if keys else words)
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())
        self.update()

    # ------------------------------------------------------------------ the picture

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint from a cached picture, because a card dragged over the button causes many paint events."""
        states = (self.isEnabled(), self._awake, self.isDown(), self.isChecked(), self.hasFocus())
        look = (self.size(), self.devicePixelRatioF(), self._theme.name, self._mirrored, *states)
        if look != self._pictured:
            self._picture, self._pictured = self._painted(), look
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()

    @property
    def _awake(self) -> bool:
        return self.isEnabled() and (self.underMouse() or self.isDown() or self.isChecked() or self.hasFocus())

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, rect = self._theme, QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shown = 1.0 if self._awake or theme.high_contrast else _RESTING if self.isEnabled() else _UNUSABLE
        edge = theme.panel_ink if self.isChecked() or self.isDown() else theme.field_line
        painter.setPen(QPen(_faded(edge, shown if self.isEnabled() else 0.35), 2 if self.isChecked() else 1.2))
        painter.setBrush(_faded(theme.panel_row if self.isDown() else theme.panel, shown))
        painter.drawRoundedRect(rect, rect.height() / 4, rect.height() / 4)
        self._paint_sign(painter, rect, _faded(theme.panel_ink, 1.0 if self.isEnabled() else 0.42))
        if self.hasFocus():
            paint.frame_focus(painter, QRectF(self.rect()).adjusted(-2, -2, 2, 2), theme)
        painter.end()
        return picture

    def _paint_sign(self, painter: QPainter, rect: QRectF, ink: QColor) -> None:
        scale = rect.height() / _UNITS
        painter.save()
        painter.translate(rect.center())
        if self._sign not in _SIGNS:  # only a question mark is the same in both reading directions
            painter.setPen(ink)
            painter.setFont(font(19 * scale, "Bold"))
            side = _UNITS * scale
            painter.drawText(QRectF(-side / 2, -side / 2, side, side), Qt.AlignmentFlag.AlignCenter, "?")
        else:
            turned = (self._sign == "redo") != self._mirrored
            painter.scale(-scale if turned else scale, scale)
            painter.setPen(QPen(ink, 2.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(_SIGNS[self._sign])
        painter.restore()


def _faded(colour: QColor, opacity: float) -> QColor:
    faded = QColor(colour)
    faded.setAlphaF(faded.alphaF() * opacity)
    return faded


def _back() -> QPainterPath:
    """Return an arrow that turns back, for undo. Its mirror image is used for redo."""
    path = QPainterPath(QPointF(-8, -3))
    path.lineTo(3, -3)
    path.arcTo(QRectF(-2.5, -3, 11, 11), 90, -180)
    path.lineTo(-3, 8)
    path.moveTo(-3.5, -7.5)
    path.lineTo(-8, -3)
    path.lineTo(-3.5, 1.5)
    return path


def _lines() -> QPainterPath:
    """Return the lines of a list, with a dot before each line."""
    path = QPainterPath()
    for y in (-6.5, 0.0, 6.5):
        path.moveTo(-8, y)
        path.lineTo(-7.9, y)
        path.moveTo(-3, y)
        path.lineTo(8, y)
    return path


def _lamp() -> QPainterPath:
    """Return a light bulb with its base."""
    path = QPainterPath(QPointF(-3, 4))
    path.arcTo(QRectF(-7, -10, 14, 14), 245, -310)
    path.closeSubpath()
    path.moveTo(-2.5, 8)
    path.lineTo(2.5, 8)
    return path


_SIGNS = {"undo": _back(), "redo": _back(), "log": _lines(), "hint": _lamp()}
TOPICS = {"undo": "undo", "redo": "undo", "hint": "hint", "help": "getting-help", "log": "log"}
"""The help pages about these buttons."""
