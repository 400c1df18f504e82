"""The score of a deal and its items."""

from __future__ import annotations

from dataclasses import dataclass, fields

from mile_bones.games.montreal.cards import RANKS, VALUES, Counts, value
from mile_bones.games.montreal.sets import Sets


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one player for one deal. The fields have the names that records use."""

    laid: int = 0
    """The points of the cards laid down."""
    eights: int = 0
    """The extra points for naturals of the first kind: the points of their cards a second time."""
    clean: int = 0
    """The extra points for a natural of the second kind, which is going out without a wild: ``laid`` and ``eights`` a
    second time.
    """
    hand: int = 0
    """The points that the cards in hand take away: 0 or less."""
    out: int = 0
    """1 if the player went out, or else 0."""
    naturals: int = 0
    """The number of naturals (stars on the score sheet)."""

    @property
    def total(self) -> int:
        """The sum of the points."""
        return self.laid + self.eights + self.clean + self.hand

    @property
    def chapeau(self) -> int:
        """1 for a total below zero, else 0. A player who goes out never has one."""
        return int(self.total < 0)

    def to_dict(self) -> dict[str, int]:
        """Return the items, the total and the chapeau, with the names that records use."""
        return {**{item: getattr(self, item) for item in _ITEMS}, "total": self.total, "chapeau": self.chapeau}


_ITEMS = tuple(item.name for item in fields(Score))


def score_side(sets: Sets, hand: Counts, *, out: bool) -> Score:
    """Return the points of a player with these sets and this ``hand``.

    ``out`` is True if the player went out, so that ``hand`` is empty.
    """
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
