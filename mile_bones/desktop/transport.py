"""The common parts of the bars below the table: the bar itself, buttons with signs, and a box for the speed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPainterPath, QPaintEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.style_sheet import disabled
from mile_bones.desktop.plain_text import set_tip
from mile_bones.i18n import gettext as _
from mile_bones.storage.settings import ANIMATION


class TransportBar(QFrame):
    """A bar below the table for something that runs automatically. To use it, fill `rows`. `topic` is the help page
    about the bar.
    """

    speed_changed = Signal(str)
    """Emitted with the name of a value of `ANIMATION`, but never "off"."""

    def __init__(self, parent: QWidget | None, *, name: str, accessible_name: str, topic: str) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("bar", True)
        self.setProperty("helpTopic", topic)
        self.setAccessibleName(accessible_name)
        speeds = [(choice.name, choice.title()) for choice in ANIMATION.values if choice.name != "off"]
        self.speed = choice_box(_("Speed"), speeds)
        self.speed.setCurrentIndex(self.speed.findData(ANIMATION.default))
        self.speed.currentIndexChanged.connect(lambda: self.speed_changed.emit(self.speed.currentData()))
        self.rows = QVBoxLayout(self)

    def apply_style(self) -> None:
        """Apply the sizes of the active scale."""
        self.rows.setContentsMargins(self.px(8), self.px(7), self.px(8), self.px(5))
        self.rows.setSpacing(self.px(2))

    def px(self, size: float) -> int:
        """Convert `size`, given in pixels at scale 1, to whole pixels at the active scale."""
        return round(size * themes.active()[1])


class InOrderOfTime(QWidget):
    """Widgets side by side in the order of time. As on recorders and in charts, time runs from left to right in every
    language.
    """

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self._row.addWidget(widget)

    def set_spacing(self, pixels: int) -> None:
        """Set the distance between two widgets."""
        self._row.setSpacing(pixels)


class TransportButton(PaperButton):
    """A button with a sign. ``words`` are its tooltip and its name for a screen reader. If `written`, they are also its
    label.
    """

    def __init__(self, sign: str, words: str, *, written: bool = False) -> None:
        super().__init__("")
        self._written = written
        self.setProperty("compact", not written)
        self.set_least_width(116 if written else 38)
        self.show_sign(sign, words)

    def show_sign(self, sign: str, words: str) -> None:
        """Show another sign, with its words."""
        self._sign = sign
        self.setAccessibleName(words)
        if self._written:
            self.setText(words)
            self._renew_icon()
        else:
            set_tip(self, words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._written:
            painter = QPainter(self)
            self._paint_sign(painter, QRectF(self.rect()))
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._written and event.type() in (QEvent.Type.StyleChange, QEvent.Type.LayoutDirectionChange):
            self._renew_icon()

    def _renew_icon(self) -> None:
        """Make an icon of the sign. Qt puts an icon in front of the words in both reading directions."""
        side = round(_ICON * themes.active()[1])
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self._paint_sign(painter, QRectF(0, 0, side, side))
        painter.end()
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))

    def _paint_sign(self, painter: QPainter, box: QRectF) -> None:
        theme, scale = themes.active()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(box.center())
        painter.scale(scale, scale)  # as on recorders, forward is to the right in every language
        painter.fillPath(_SIGNS[self._sign], theme.panel_ink if self.isEnabled() else disabled(theme))


_ICON = 20
"""The side of a sign in front of words, in pixels at scale 1."""
_DOT = 3.2  # half the width of a dot
_HALF = 7  # half the height of a sign in pixels at scale 1


def _sign(*parts: tuple[float, float], dot: float | None = None) -> QPainterPath:
    """Return a sign that consists of triangles and bars.

    Each part is a pair: the x at which it begins, and its width. The width is negative for a part that points to the
    left. A narrow part is a bar. ``dot`` is the centre of a dot, or None for no dot.
    """
    path = QPainterPath()
    if dot is not None:
        path.addEllipse(QPointF(dot, 0), _DOT, _DOT)
    for x, width in parts:
        if abs(width) < 5:
            path.addRect(x, -_HALF, width, 2 * _HALF)
        else:
            path.addPolygon(QPolygonF([QPointF(x, -_HALF), QPointF(x + width, 0), QPointF(x, _HALF)]))
    return path


_SIGNS = {
    "start": _sign((-9, 2.5), (1, -7.5), (8.5, -7.5)),
    "back": _sign((3, -9), (4.5, 2.5)),
    "play": _sign((-4.5, 11)),
    "pause": _sign((-5, 3.6), (1.4, 3.6)),
    "forward": _sign((-7, 2.5), (-3, 9)),
    "event": _sign((-8.5, 8.5), (0, 8.5)),
    "previous mark": _sign((2, -10), dot=6.5),
    "next mark": _sign((-2, 10), dot=-6.5),
}
