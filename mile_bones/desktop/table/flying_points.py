"""Points that fly over the table to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.desktop.table import paint
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.i18n import format_signed

if TYPE_CHECKING:
    from mile_bones.desktop.table.view import TableView


def flying_points(table: TableView, points: int, px: float, *, mine: bool) -> FlyingWords:
    """Return words with these points in the colours of their player, on the table. ``mine``: the viewer has earned
    them.
    """
    _ring, fill, ink = paint.coup_colours(table.theme, theirs=not mine)
    words = FlyingWords(format_signed(points, plus=True), px, fill, ink, table.devicePixelRatioF())
    table.scene().addItem(words)
    return words
