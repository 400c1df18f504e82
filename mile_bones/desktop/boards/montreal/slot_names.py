"""The names of the places of the Mille table. The places of sets and of cards in the hand come and go with these cards.
No Qt.
"""

from __future__ import annotations

from mile_bones.desktop.table.hand_places import hand, hand_index  # noqa: F401 - these are names of slots, too

RANKS = 13
MOST_CARDS = 104
"""The number of all cards, which no hand can exceed."""

STOCK = "stock"
PILE = "pile"
TAKE = "take"
"""The button beside the pile. It takes the pile."""
LOOK = "look"
"""The caption of the pile. When pressed, it shows all cards of the pile."""
LAY = "lay"
"""The zone to which new sets go."""
OTHER_HAND = "other.hand"


def own_set(rank: int) -> str:
    """Return the name of the viewer's set of this rank."""
    return f"own.set.{rank}"


def other_set(rank: int) -> str:
    """Return the name of the opponent's set of this rank."""
    return f"other.set.{rank}"


def set_rank(place: str) -> int | None:
    """Return the rank of the viewer's set at ``place``, or None for any other place."""
    owner, _dot, number = place.rpartition(".")
    return int(number) if owner == "own.set" else None


OWN_SETS = tuple(own_set(rank) for rank in range(RANKS))
OTHER_SETS = tuple(other_set(rank) for rank in range(RANKS))
HAND = tuple(hand(index) for index in range(MOST_CARDS))
MIDDLE = (STOCK, LOOK, PILE, TAKE)

DEALT = 15
"""The number of cards that are dealt to a hand."""
AT_FIRST = (*OTHER_SETS, OTHER_HAND, *MIDDLE, *OWN_SETS, LAY, *HAND[:DEALT])
"""The places that the table has from the beginning, in the order of the Tab key. When the hand grows, more places are
added for it.
"""
GROUPS = ((*OTHER_SETS, OTHER_HAND), MIDDLE, (*OWN_SETS, LAY), HAND)
"""The groups of places. The arrow keys move within a group, and the Tab key stops once in each group."""

HELP = {
    **dict.fromkeys(OTHER_SETS, "montreal-mille-other-sets"),
    OTHER_HAND: "montreal-mille-other-hand",
    STOCK: "montreal-mille-stock",
    PILE: "montreal-mille-pile",
    TAKE: "montreal-mille-pile",
    LOOK: "montreal-mille-pile",
    **dict.fromkeys(OWN_SETS, "montreal-mille-sets"),
    LAY: "montreal-mille-sets",
    **dict.fromkeys(HAND, "montreal-mille-hand"),
}
"""The help page of each slot."""
