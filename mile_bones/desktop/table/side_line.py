"""One line of text about the state of a player. In the compact form of a table it replaces plates, chips and panels."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fitted_words import FittedWords, fitted_words
from mile_bones.desktop.table.fixtures import Fixture

_PX = 14.0
_SIDE = 8.0
"""The space beside the words, in pixels at scale 1."""


class SideLine(Fixture):
    """Shows the longest of its texts that fits into one or two lines. The line is amber while it is that player's
    turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[str, ...] = ()
        self._active = False

    @property
    def text(self) -> str:
        """The text as shown."""
        return self._shown().text

    @property
    def whole(self) -> bool:
        """Whether the text is shown without being cut short."""
        return self._shown().whole

    @property
    def inked(self) -> QRectF:
        """The area of the words, including the margin before them, in scene coordinates."""
        words = QRectF(self._rect)
        words.setWidth(min(self._shown().width + 2 * _SIDE * self._k, words.width()))
        return self.flip(words)

    def show_side(self, texts: tuple[str, ...], *, active: bool) -> None:
        """Show the longest of ``texts`` that fits. ``texts`` are ordered from the longest to the shortest. ``active``:
        it is this player's turn.
        """
        if (texts, active) != (self._texts, self._active):
            self._texts, self._active = texts, active
            self.update()

    def _shown(self) -> FittedWords:
        room = self._rect.width() - 2 * _SIDE * self._k
        return fitted_words(self._texts, room, self._rect.height() - 1, _PX * self._k, "Bold")

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
        zone = QRectF(rect).adjusted(_SIDE * k, 0, -_SIDE * k, 0)
        self._shown().paint(painter, zone, "Bold", mirrored=self._mirrored)
