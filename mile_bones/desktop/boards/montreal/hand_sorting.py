"""The orders in which a hand can be sorted. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mile_bones.games.montreal.cards import TWO, VALUES, Card, rank_of, suit_of

BY_RANK, BY_SUIT, BY_VALUE = "rank", "suit", "value"

KEYS: Mapping[str, Callable[[Card], Any]] = {
    BY_RANK: lambda card: (rank_of(card) == TWO, card),
    BY_SUIT: lambda card: (rank_of(card) == TWO, suit_of(card), card),
    BY_VALUE: lambda card: (rank_of(card) == TWO, VALUES[card], card),
}
"""The sort keys of the orders. The wild cards come after the others."""
