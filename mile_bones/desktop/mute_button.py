"""The small button in the corner that mutes all sounds and turns them on again."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.plain_text import set_tip
from mile_bones.i18n import gettext as _

_SIDE = 26
"""Width and height of the loudspeaker, with the ring around it, at scale 1."""
_LEAST = 32
"""The least width and height of the button in pixels, so that a finger can hit the button."""
_SPEAKER = ((2.5, 8), (5.5, 8), (9.5, 4.5), (9.5, 15.5), (5.5, 12), (2.5, 12))
_WAVES = (3.2, 6.4)
"""The radii of the sound waves, in the units of the picture."""


class MuteButton(QAbstractButton):
    """A loudspeaker. If the button is checked, the sounds are muted and the loudspeaker is crossed out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mute_button")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(_("Mute all sounds"))
        self.setProperty("helpTopic", "sound")
        self.toggled.connect(self._describe)
        self._describe(muted=False)

    def _describe(self, muted: bool) -> None:
        set_tip(self, _("Sounds are muted (M)") if muted else _("Sounds are on (M)"))

    def sizeHint(self) -> QSize:
        side = max(_LEAST, round(_SIDE * themes.active()[1]))
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button as Space does, as everywhere in the program."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height(), round(_SIDE * scale))
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        painter.scale(side / 20, side / 20)
        if self.hasFocus():
            for colour, width in ((theme.focus_outer, 2.8), (theme.focus, 1.6)):
                painter.setPen(QPen(colour, width))
                painter.drawRoundedRect(QRectF(1.4, 1.4, 17.2, 17.2), 4, 4)
        painter.translate(2, 2)  # leave room for the ring
        painter.scale(0.8, 0.8)
        ink = QPen(theme.chrome_ink, 1.7, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
        painter.setPen(ink)
        painter.setBrush(theme.chrome_ink)
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _SPEAKER]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked():
            painter.drawLine(QPointF(12.5, 7.5), QPointF(17.5, 12.5))
            painter.drawLine(QPointF(17.5, 7.5), QPointF(12.5, 12.5))
            return
        for reach in _WAVES:
            painter.drawArc(QRectF(10.2 - reach, 10 - reach, 2 * reach, 2 * reach), -48 * 16, 96 * 16)
