"""The data of a moving card: the card, its start and its target, but nothing about the look of the motion. No Qt."""

from __future__ import annotations

from typing import NamedTuple

UNSEEN = "unseen"
"""The place of a card in a hand that nobody can see."""


class Spot(NamedTuple):
    """The position of a card: a place, and the number of the card within it if the place is a fan."""

    place: str
    number: int = 0


class CardMove(NamedTuple):
    """The move of a card or piece from one spot to another. ``face`` is its art, or None if nobody can see it."""

    face: str | None
    source: Spot
    target: Spot

    def back(self) -> CardMove:
        """Return the reverse move of the same card."""
        return CardMove(self.face, self.target, self.source)
