"""Which card goes where: a fact about events, told without how it looks. No Qt."""

from __future__ import annotations

from typing import NamedTuple

UNSEEN = "unseen"
"""The place of a card in a hand that nobody sees."""


class Spot(NamedTuple):
    """Where a card lies: a place, and which card of it if the place is a fan."""

    place: str
    number: int = 0


class CardMove(NamedTuple):
    """A card or piece goes from one spot to another. ``face``: its art, or None if nobody sees it."""

    face: str | None
    source: Spot
    target: Spot

    def back(self) -> CardMove:
        """Return the move of the same card the other way round."""
        return CardMove(self.face, self.target, self.source)
