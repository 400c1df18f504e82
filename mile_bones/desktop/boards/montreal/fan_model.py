"""What lies in a place with several cards, as plain values. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.desktop.table.model import SlotModel


@dataclass(frozen=True)
class FanModel(SlotModel):
    """Several cards that overlap."""

    cards: tuple[str, ...] = ()
    """Their art, from the left."""
    wilds: int = 0
    """So many of the last stand for other cards."""
    top_only: bool = False
    """Something goes on the last card, not to the fan as a whole."""
    newest_last: bool = False
    """The last card is the one that came last, as on a pile."""
