"""The places of the Mille table by name. Sets and cards of the hand come and go, and their places with them. No Qt."""

from __future__ import annotations

from mile_bones.desktop.table.hand_places import hand, hand_index  # noqa: F401 - these are names of slots, too

RANKS = 13
MOST_CARDS = 104
"""All cards there are: no hand has more."""

STOCK = "stock"
PILE = "pile"
TAKE = "take"
"""The button beside the pile that takes it."""
LOOK = "look"
"""The caption of the pile: all its cards."""
LAY = "lay"
"""Where new sets go."""
OTHER_HAND = "other.hand"


def own_set(rank: int) -> str:
    """The place of the viewer's set of this rank."""
    return f"own.set.{rank}"


def other_set(rank: int) -> str:
    """The place of the opponent's set of this rank."""
    return f"other.set.{rank}"


def set_rank(place: str) -> int | None:
    """Which rank the viewer's set there has; None for places elsewhere."""
    owner, _dot, number = place.rpartition(".")
    return int(number) if owner == "own.set" else None


OWN_SETS = tuple(own_set(rank) for rank in range(RANKS))
OTHER_SETS = tuple(other_set(rank) for rank in range(RANKS))
HAND = tuple(hand(index) for index in range(MOST_CARDS))
MIDDLE = (STOCK, LOOK, PILE, TAKE)

DEALT = 15
"""So many cards are dealt to a hand."""
AT_FIRST = (*OTHER_SETS, OTHER_HAND, *MIDDLE, *OWN_SETS, LAY, *HAND[:DEALT])
"""The places that the table always has, as the Tab key goes through them; further ones of the hand are made when so
many cards are held."""
GROUPS = ((*OTHER_SETS, OTHER_HAND), MIDDLE, (*OWN_SETS, LAY), HAND)
"""Within each the arrow keys walk; the Tab key stops once in it."""

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
"""The help page of every slot."""
