"""Gold frames that light up around places of the table, such as all four safeties of a player."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.brief_item import BriefItem
from mile_bones.desktop.table.durations import LIGHT_MS, LIGHTS_MS

_FRAME, _HAIRLINE = 4.0, 2.0
"""The width of a frame and of the line that joins the frames, in pixels at scale 1."""


class Lights(BriefItem):
    """Gold frames around places, which light up one after another. The item is seen only while its motion runs."""

    def __init__(self, places: Sequence[QRectF], k: float, gold: QColor, *, joined: bool = False) -> None:
        """Prepare frames around ``places``, in the order in which they light up. ``k`` is the scale of the table. If
        ``joined``, a line joins the frames that are lit.
        """
        super().__init__()
        self._places, self._k, self._gold, self._joined = tuple(places), k, QColor(gold), joined

    @property
    def lit(self) -> float:
        """The number of frames that are lit. A frame that is half lit counts as a half."""
        return self.part * LIGHTS_MS / LIGHT_MS

    def motion(self) -> Motion:
        """Return the motion of the light."""
        return self.passing(LIGHTS_MS, 0.0, QEasingCurve.Type.Linear)

    def boundingRect(self) -> QRectF:
        whole = QRectF()
        for place in self._places:
            whole = whole.united(place)
        edge = _FRAME * self._k
        return whole.adjusted(-edge, -edge, edge, edge)

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        before: QRectF | None = None
        for number, place in enumerate(self._places):
            light = min(1.0, self.lit - number)
            if light <= 0:
                return
            painter.setOpacity(light)
            painter.setPen(QPen(self._gold, _FRAME * self._k))
            painter.drawRoundedRect(place, 8 * self._k, 8 * self._k)
            if self._joined and before is not None:
                painter.setPen(QPen(self._gold, _HAIRLINE * self._k))
                painter.drawLine(QLineF(before.center(), place.center()))
            before = place
