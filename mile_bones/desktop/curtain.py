"""The curtain between two people at one device: it hides the table while the device is passed on.

The curtain gets only a name, so it cannot show anything of the game behind it.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.card_art import svg
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.screen_reader import forget_told
from mile_bones.desktop.table.background import background
from mile_bones.desktop.table.paint import shadow
from mile_bones.desktop.table.slot_buttons import Announcer
from mile_bones.engine.excerpt import legible
from mile_bones.i18n import gettext as _

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select)


class Curtain(QWidget):
    """A page that hides the table. Call ``show_name``, then show the curtain. It emits ``lifted`` when that player is
    ready.
    """

    lifted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curtain")
        self.setProperty("helpTopic", "players")
        self._background: QPixmap | None = None
        self.announcer = Announcer(self)
        self.title = label("", "title", wrap=True)
        self.line = label("", "text", wrap=True)
        self.button = PaperButton(_("&Show my cards"), "primary")
        self.button.clicked.connect(self.lifted)
        self.button.installEventFilter(self)
        self._sign = _Sign()
        for words in (self.title, self.line):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words = QVBoxLayout(self._sign)
        self._words.addWidget(self.title)
        self._words.addWidget(self.line)
        self._words.addSpacing(6)
        self._words.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._rows = QVBoxLayout(self)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._sign)
        middle.addStretch(1)
        self._rows.addStretch(1)
        self._rows.addLayout(middle)
        self._rows.addStretch(1)
        self.setFocusProxy(self.button)

    def show_name(self, name: str) -> None:
        """Set the name of the player who may look at the table next."""
        shown = legible(name)
        self.title.setText(_("Pass the device to {name}.").format(name=shown))
        self.line.setText(_("{name} continues when nobody else looks.").format(name=shown))
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.line.text())
        self.button.setAccessibleDescription(self.line.text())
        self._fit()
        if self.isVisible():
            self._announce()

    def apply_style(self) -> None:
        """Apply the colours and sizes of the active theme and scale."""
        self._background = None
        self._fit()
        self.update()

    # ------------------------------------------------------------------ Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the second half of a double-click, because the first half has ended the previous turn."""
        return event.type() == QEvent.Type.MouseButtonDblClick

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lift the curtain on Enter and Space, unless the key is still down from the previous turn."""
        if event.key() in _KEYS and not event.isAutoRepeat():
            self.button.click()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()
        if not event.spontaneous():
            for announcer in self.window().findChildren(Announcer):
                announcer.forget()
            forget_told(self)
            self.button.setFocus()
            self._announce()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.apply_style()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._background = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._background is None or self._background.deviceIndependentSize().toSize() != self.size():
            self._background = paint_curtain(self.width(), self.height(), self.devicePixelRatioF(), *themes.active())
        QPainter(self).drawPixmap(0, 0, self._background)

    def _announce(self) -> None:
        self.announcer.announce(f"{self.title.text()} {self.line.text()}")

    def _fit(self) -> None:
        """Make the sign as wide as its words if there is room. Otherwise make the letters of the name smaller."""
        scale = themes.active()[1]
        edge = round(28 * scale)
        self._words.setContentsMargins(edge, round(96 * scale), edge, round(20 * scale))
        self._words.setSpacing(round(8 * scale))
        room = self.width() - 4 * edge
        longest = max(self.title.text().split(), key=len, default="")
        fits = QFontMetricsF(themes.font(27 * scale, "Bold")).horizontalAdvance(longest) <= room
        role = "title" if fits else "heading"
        themes.set_look(self.title, "role", role)
        wide = min(room, max(round(440 * scale), self.title.fontMetrics().horizontalAdvance(self.title.text()) + 4))
        self._sign.setFixedWidth(max(0, wide) + 2 * edge)


class _Sign(QWidget):
    """A sheet of paper in front of the cloth, with the program's icon above the words."""

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QRectF(self.rect()).adjusted(2, 30 * scale, -2, -6 * scale)
        radius = 14 * scale
        shadow(painter, paper, radius, theme, 1.6)
        painter.setBrush(theme.panel)
        painter.setPen(QPen(theme.panel_line, 2))
        painter.drawRoundedRect(paper, radius, radius)
        side = 76 * scale
        svg("icons/icon.svg").render(painter, QRectF((self.width() - side) / 2, 0, side, side))
        painter.end()


def paint_curtain(width: int, height: int, ratio: float, theme: Theme, scale: float) -> QPixmap:
    """Return a picture of the cloth in even folds, with a valance above. Sizes are in logical pixels.

    A little of the table is visible below the hem of the cloth.
    """
    picture = QPixmap(background(width, height, ratio, theme))  # a copy, because other pages share the background
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    count = max(4, round(width / (64 * scale)))
    hem, drop = height - 26 * scale, 9 * scale
    edges = [round(index * width / count) for index in range(count + 1)]  # whole pixels avoid gaps
    line = QPen(theme.curtain_trim, 2) if theme.high_contrast else Qt.PenStyle.NoPen
    for left, right in pairwise(edges):
        fold = right - left
        painter.setPen(line)
        painter.setBrush(theme.curtain)
        painter.drawPath(_hanging(left, fold, 0, hem, drop))
        painter.setPen(Qt.PenStyle.NoPen)
        if not theme.high_contrast:
            painter.fillPath(_stripe(left + fold * 0.16, fold * 0.26, hem + drop * 0.72), theme.curtain_light)
            painter.fillPath(_stripe(left + fold * 0.82, fold * 0.18, hem + drop * 0.34), theme.curtain_dark)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.curtain_trim, 4 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawPath(_edge(count, width / count, hem - 9 * scale, drop))
    scallops = max(3, count // 2)
    wide, top, low = width / scallops, 26 * scale, 24 * scale
    for index in range(scallops):
        painter.setPen(line)
        painter.setBrush(theme.curtain_dark)
        painter.drawPath(_hanging(index * wide, wide, 0, top, low))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.curtain_trim, 4 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawPath(_edge(scallops, wide, top - 5 * scale, low))
    painter.end()
    return picture


def _hanging(left: float, width: float, top: float, bottom: float, drop: float) -> QPainterPath:
    """Return the outline of a length of cloth with a sagging lower edge."""
    path = QPainterPath(QPointF(left, top))
    path.lineTo(left, bottom)
    path.quadTo(left + width / 2, bottom + 2 * drop, left + width, bottom)
    path.lineTo(left + width, top)
    path.closeSubpath()
    return path


def _stripe(left: float, width: float, bottom: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(left, 0, width, bottom)
    return path


def _edge(count: int, width: float, bottom: float, drop: float) -> QPainterPath:
    """Return the lower edges of ``count`` lengths of cloth side by side."""
    path = QPainterPath(QPointF(0, bottom))
    for index in range(count):
        path.quadTo((index + 0.5) * width, bottom + 2 * drop, (index + 1) * width, bottom)
    return path
