"""The position and size of a safety that was played as a coup fourré. The card is turned by 90 degrees and lies in the
upper part of its slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mile_bones.desktop.table import paint
from mile_bones.desktop.table.layout import CARD_RATIO

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable


def middle(table: MileBonesTable, place: str) -> QPointF:
    """Return the middle of a card that lies crosswise in the slot ``place``, in scene coordinates."""
    rect = table.slots[place].rect
    return QPointF(rect.center().x(), rect.y() + rect.width() * 0.63)


def size(table: MileBonesTable) -> float:
    """Return the size of a card that lies crosswise, as a fraction of the size of an upright card."""
    width = table.layout_now.card.w
    return paint.crosswise_length(width) / CARD_RATIO / width
