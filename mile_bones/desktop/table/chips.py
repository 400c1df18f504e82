"""Chips below a name plate: small labels about the state of a player's side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table.fixtures import Fixture

_PX, _LEAST_PX = 11.5, 11.0
_PAD = 3.0
"""The space above and below the words of a chip, in pixels."""
_SIDE = 1.5
_MOST_LINES = 3
_APART = 3.0
SOFT_HYPHEN = "\u00ad"
"""The character at which a long word may be divided. It is invisible elsewhere."""


class Chip(NamedTuple):
    """A text and its ``tone`` for the player: "good", "bad" or "plain". The colour only repeats what the words say.

    ``short`` is a shorter text, which is used if the full text would take more than three lines.
    """

    text: str
    tone: str
    short: str = ""


class Chips(Fixture):
    """A column of chips, each as high as its text needs at the width of the column."""

    def __init__(self) -> None:
        super().__init__()
        self._chips: tuple[Chip, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the chips."""
        return tuple(chip.text for chip in self._chips)

    def show_chips(self, chips: tuple[Chip, ...]) -> None:
        if chips != self._chips:
            self._chips = chips
            self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = font(max(_LEAST_PX, _PX * self._k), "Bold")
        metrics = QFontMetricsF(face)
        leading = metrics.height() - 1
        painter.setFont(face)
        y = self._rect.y()
        for chip in self._chips:
            lines = lines_of(chip, metrics, self._rect.width() - 2 * _SIDE)
            lines = lines[: max(1, int((self._rect.bottom() - y - 2 * _PAD + 1) / leading))]
            if y + leading + 2 * _PAD > self._rect.bottom() + 1:
                return  # the table is very low, so the remaining chips are left out
            shape = QRectF(self._rect.x(), y, self._rect.width(), leading * len(lines) + 2 * _PAD)
            ground, ink, edge = _colours(theme, chip.tone)
            painter.setPen(QPen(edge, 1.4))
            painter.setBrush(ground)
            painter.drawRoundedRect(shape, 7 * self._k, 7 * self._k)
            painter.setPen(ink)
            for number, line in enumerate(lines):
                zone = QRectF(shape.x(), shape.y() + _PAD + number * leading, shape.width(), leading)
                painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, line)
            y = shape.bottom() + _APART


def lines_of(chip: Chip, metrics: QFontMetricsF, width: float) -> Sequence[str]:
    """Return the text of `chip` in lines no wider than `width`, or its short text if that saves lines."""
    lines = wrapped(chip.text, metrics, width)
    if not chip.short or (len(lines) <= _MOST_LINES and not _is_cut(lines)):
        return lines
    fewer = wrapped(chip.short, metrics, width)
    return min(lines, fewer, key=lambda each: (_is_cut(each), len(each)))


def _is_cut(lines: Sequence[str]) -> bool:
    return any(line.endswith("…") for line in lines)


def wrapped(text: str, metrics: QFontMetricsF, width: float) -> Sequence[str]:
    """Return the words of `text` in lines no wider than `width`. A word that is wider than `width` is cut short.

    Lines break at plain spaces only: the narrow space before a French colon keeps the colon with its word. A word that
    is too wide breaks at a soft hyphen if the translation has one, as for the long compound words of German.
    """
    lines: list[str] = []
    for word in text.split(" "):
        whole = word.replace(SOFT_HYPHEN, "")
        longer = f"{lines[-1]} {whole}" if lines else whole
        if lines and metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
            continue
        begin, hyphen, end = word.partition(SOFT_HYPHEN)
        if hyphen and metrics.horizontalAdvance(whole) > width:
            lines.append(metrics.elidedText(f"{begin}-", Qt.TextElideMode.ElideRight, width))
            whole = end.replace(SOFT_HYPHEN, "")
        lines.append(metrics.elidedText(whole, Qt.TextElideMode.ElideRight, width))
    return lines


def _colours(theme: Theme, tone: str) -> tuple[QColor, QColor, QColor]:
    """Return the colours of the ground, the words and the edge."""
    if tone == "good":
        return theme.score_header, theme.score_header_ink, theme.panel_line if theme.is_dark else theme.score_header
    if tone == "bad":
        return theme.coup_tag, theme.coup_tag_ink, theme.panel_line if theme.is_dark else theme.coup_tag
    return theme.panel, theme.panel_ink, theme.panel_line
