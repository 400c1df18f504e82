"""The score of a deal, item by item."""

from __future__ import annotations

from dataclasses import dataclass, fields

from mile_bones.games.montreal.cards import RANKS, VALUES, Counts, value
from mile_bones.games.montreal.sets import Sets


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player for one deal. The fields have the names that records use."""

    laid: int = 0
    """What the cards laid down are worth."""
    eights: int = 0
    """The same once more for the cards of naturals of the first kind."""
    clean: int = 0
    """All that once more for a natural of the second kind: out without a wild."""
    hand: int = 0
    """What the cards in hand take away: 0 or less."""
    out: int = 0
    """1 for the player who went out."""
    naturals: int = 0
    """The stars."""

    @property
    def total(self) -> int:
        """The points."""
        return self.laid + self.eights + self.clean + self.hand

    @property
    def chapeau(self) -> int:
        """1 for a total below zero. Who goes out never has one."""
        return int(self.total < 0)

    def to_dict(self) -> dict[str, int]:
        """As it stands in a record: every item, the total, and the chapeau."""
        return {**{item: getattr(self, item) for item in _ITEMS}, "total": self.total, "chapeau": self.chapeau}


_ITEMS = tuple(item.name for item in fields(Score))


def score_side(sets: Sets, hand: Counts, *, out: bool) -> Score:
    """The points of a player with these sets. ``out``: who went out, and so has nothing in ``hand``, or has thrown it
    away."""
    eights = [rank for rank in RANKS if sets.is_natural(rank)]
    laid, again = sets.value, sum(2 * sum(VALUES[4 * rank : 4 * rank + 4]) for rank in eights)
    clean = out and not sets.has_wilds
    return Score(
        laid=laid,
        eights=again,
        clean=(laid + again) * clean,
        hand=-value(hand),
        out=int(out),
        naturals=len(eights) + clean,
    )
