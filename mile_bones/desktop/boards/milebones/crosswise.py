"""Where and how a safety lies that was played as a coup fourré: turned by a quarter, in the upper part of its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mile_bones.desktop.table import paint
from mile_bones.desktop.table.layout import CARD_RATIO

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable


def middle(table: MileBonesTable, place: str) -> QPointF:
    """The middle of a card that lies crosswise in this place."""
    rect = table.slots[place].rect
    return QPointF(rect.center().x(), rect.y() + rect.width() * 0.63)


def size(table: MileBonesTable) -> float:
    """How large it is, as a part of a card that lies upright."""
    width = table.layout_now.card.w
    return paint.crosswise_length(width) / CARD_RATIO / width
