"""How a match stands: the batches that are finished, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from mile_bones.lab.batches import Batch, Kind, Match, Place, Values
from mile_bones.lab.hands import Pair
from mile_bones.lab.statistics import Estimate, estimate, share_interval


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """How ``a`` did against ``b``."""

    a: str
    b: str
    rules: str
    seed: int
    mean: float
    """Points of ``a`` less those of ``b``, a hand."""
    se: float
    """Standard error of ``mean`` in the same unit, from the spread over pairs of hands with the same deal.

    0 when there is one pair only: it has no spread.
    """
    hands: int
    won: int = 0
    """Whole games that ``a`` won."""
    lost: int = 0
    drawn: int = 0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the difference in points lies with a confidence of 95 %; None when one pair of hands was played."""
        return Estimate(self.mean, self.se, self.hands // 2).interval if self.hands > 2 else None

    @property
    def games(self) -> int:
        """How many whole games were played."""
        return self.won + self.lost + self.drawn

    @property
    def game_share(self) -> float | None:
        """The part of the games that ``a`` won, a drawn game counted half; None when no games were played."""
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def game_interval(self) -> tuple[float, float] | None:
        """Where ``game_share`` lies with a confidence of 95 % (Wilson's); None when no games were played.

        It takes the games for independent. Those of a mirrored pair pull in opposite directions, so it is rather too
        wide than too narrow.
        """
        share = self.game_share
        return None if share is None else share_interval(share, self.games)


def result_of(match: Match, hands: Sequence[Pair], games: Sequence[Pair]) -> ArenaResult:
    """What pairs of hands, at least one, and pairs of whole games say."""
    points = estimate([(here + there) / 2 for here, there in hands])
    outcomes = [one for pair in games for one in pair]
    return ArenaResult(
        match.a,
        match.b,
        match.rules,
        match.seed,
        points.mean,
        points.se,
        2 * points.n,
        won=outcomes.count(1),
        lost=outcomes.count(-1),
        drawn=outcomes.count(0),
    )


class MatchProgress:
    """A match under way. Values are kept by their places, so that the order in which they come changes nothing."""

    def __init__(self, match: Match, batches: Sequence[Batch], finished: Mapping[Place, Values]) -> None:
        self.match = match
        self.played = 0
        """Blocks played by now, not counting those that were there at the beginning."""
        self._batches = batches
        self._found: dict[Place, Values] = {}
        self._pairs = dict.fromkeys(Kind, 0)
        self._all = dict.fromkeys(Kind, 0)
        self._sum = self._squares = 0  # over pairs of hands, exact
        for batch in batches:
            self._all[batch.place.kind] += batch.pairs
            known = finished.get(batch.place, ())[: batch.pairs]
            if len(known) == batch.pairs:
                self._take(batch.place, known)

    def missing(self) -> list[Batch]:
        """The batches that are still to be played, in their order."""
        return [batch for batch in self._batches if batch.place not in self._found]

    def add(self, place: Place, values: Values) -> None:
        """A batch of this match has been played."""
        self.played += 1
        self._take(place, values)

    @property
    def left(self) -> int:
        """How many batches are still to be played."""
        return len(self._batches) - len(self._found)

    def count(self, kind: Kind) -> tuple[int, int]:
        """How many hands or games are finished, and how many there will be."""
        return 2 * self._pairs[kind], 2 * self._all[kind]

    def estimate(self) -> Estimate | None:
        """Points a hand as they look by now; None before the first hands."""
        n = self._pairs[Kind.HANDS]
        if n == 0:
            return None
        spread = (self._squares - self._sum * self._sum / n) / 4 / (n - 1) if n > 1 else 0.0
        return Estimate(self._sum / 2 / n, sqrt(max(spread, 0.0) / n), n)

    def result(self) -> ArenaResult:
        """The result of the whole match; every batch must be there."""
        return result_of(self.match, self._of(Kind.HANDS), self._of(Kind.GAMES))

    def _take(self, place: Place, values: Values) -> None:
        self._found[place] = values
        self._pairs[place.kind] += len(values)
        if place.kind is Kind.HANDS:
            self._sum += sum(here + there for here, there in values)
            self._squares += sum((here + there) ** 2 for here, there in values)

    def _of(self, kind: Kind) -> list[Pair]:
        return [pair for batch in self._batches if batch.place.kind is kind for pair in self._found[batch.place]]
