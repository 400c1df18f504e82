"""How one player stands, in one line: what the compact form of a table has instead of plates, chips and panels."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.furniture import Furniture

_PX = 14.0
_SIDE = 8.0
"""Beside the words, at scale 1."""


class SideLine(Furniture):
    """Shows the longest of its texts that fits; amber while it is that player's turn."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[str, ...] = ()
        self._active = False

    @property
    def text(self) -> str:
        """The words as shown."""
        metrics = QFontMetricsF(self._face())
        room = self._rect.width() - 2 * _SIDE * self._k
        for text in self._texts:
            if metrics.horizontalAdvance(text) <= room:
                return text
        last = self._texts[-1] if self._texts else ""
        return metrics.elidedText(last, Qt.TextElideMode.ElideRight, room)

    def show_side(self, texts: tuple[str, ...], *, active: bool) -> None:
        """These texts, the longest first; ``active``: it is this player's turn."""
        if (texts, active) != (self._texts, self._active):
            self._texts, self._active = texts, active
            self.update()

    def _face(self) -> QFont:
        return font(_PX * self._k, "Bold")

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme, rect, k = self._theme, self._rect, self._k
        if theme is None or not self._texts:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = min(6 * k, rect.height() / 3)
        paint.shadow(painter, rect, radius, theme)
        painter.setPen(QPen(theme.amber_line if self._active else theme.panel_line, 2 if self._active else 1.4))
        painter.setBrush(theme.amber if self._active else theme.panel)
        painter.drawRoundedRect(rect, radius, radius)
        painter.setPen(theme.amber_ink if self._active else theme.panel_ink)
        painter.setFont(self._face())
        zone = QRectF(rect).adjusted(_SIDE * k, 0, -_SIDE * k, 0)
        lead = Qt.AlignmentFlag.AlignRight if self._mirrored else Qt.AlignmentFlag.AlignLeft
        align = lead | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(zone, align, self.text)
