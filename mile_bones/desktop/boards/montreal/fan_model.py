"""The model of a place with several cards, as plain values. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.desktop.table.model import SlotModel


@dataclass(frozen=True)
class FanModel(SlotModel):
    """The model of several cards that overlap."""

    cards: tuple[str, ...] = ()
    """The art of the cards, from the left."""
    wilds: int = 0
    """The number of wild cards, which are at the end of the fan."""
    top_only: bool = False
    """Whether a dropped card goes onto the last card instead of onto the fan as a whole."""
    newest_last: bool = False
    """Whether the last card is the newest, as on a pile."""
