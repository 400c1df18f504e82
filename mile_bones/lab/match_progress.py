"""The progress of a match: the batches that are finished, and the result so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from mile_bones.engine.aliases import Option
from mile_bones.games import GAMES, spec
from mile_bones.lab.batches import Batch, Kind, Match, Place, Played
from mile_bones.lab.hands import LuckPair, Pair
from mile_bones.lab.statistics import Estimate, Tally, estimate, tally


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of ``a`` against ``b``."""

    a: str
    b: str
    rules: str
    seed: int
    mean: float | None
    """The mean of the points of ``a`` minus those of ``b``, a hand. None for a game without hands."""
    se: float | None
    """Standard error of ``mean`` in the same unit, from the spread over pairs of hands with the same deal.

    It is 0 for a single pair, which has no spread, and None if ``mean`` is None.
    """
    hands: int
    won: int = 0
    """Whole games that ``a`` won."""
    lost: int = 0
    drawn: int = 0
    game: str = GAMES[0]
    seats: tuple[Tally, Tally] | None = None
    """The games in which ``a`` began and those in which ``b`` did, or None for a game with deals."""
    target: int | None = None
    """The points that won the games, or None for the usual number."""
    options: tuple[tuple[str, Option], ...] = ()
    """Other settings of the games that differ from the usual ones."""
    adjusted: Estimate | None = None
    """Luck-adjusted ``mean`` and ``se`` of the same pairs of hands, or None if luck was not computed."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval of the difference in points, or None if there was at most one pair of hands."""
        if self.mean is None or self.se is None or self.hands <= 2:
            return None
        return Estimate(self.mean, self.se, self.hands // 2).interval

    @property
    def adjusted_interval(self) -> tuple[float, float] | None:
        """The luck-adjusted 95% interval of the difference in points, or None as for ``interval`` or without luck."""
        return None if self.adjusted is None or self.hands <= 2 else self.adjusted.interval

    @property
    def worth(self) -> float | None:
        """The number of ordinary hands that give the same ``se`` as one luck-adjusted hand.

        None if luck was not computed, or if the luck-adjusted ``se`` is 0.
        """
        if self.se is None or self.adjusted is None or not self.adjusted.se:
            return None
        return (self.se / self.adjusted.se) ** 2

    @property
    def games(self) -> int:
        """The number of whole games that were played."""
        return self.won + self.lost + self.drawn

    @property
    def game_share(self) -> float | None:
        """The share of the games that ``a`` won, a drawn game counted half, or None if no games were played."""
        return Tally(self.won, self.lost, self.drawn).share

    @property
    def game_interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval (Wilson's) of ``game_share``, or None if no games were played.

        It treats the games as independent. The two games of a mirrored pair pull in opposite directions, so the
        interval is too wide rather than too narrow.
        """
        return Tally(self.won, self.lost, self.drawn).interval


def result_of(
    match: Match, hands: Sequence[Pair], games: Sequence[Pair], luck: Sequence[LuckPair] | None = None
) -> ArenaResult:
    """Return the result of the pairs of hands and the pairs of whole games; at least one pair of either is needed.

    ``luck`` has a pair for each pair of hands, or is None.
    """
    points = estimate([(here + there) / 2 for here, there in hands]) if hands else None
    swaps = not spec(match.game).has_deals
    return ArenaResult(
        match.a,
        match.b,
        match.rules,
        match.seed,
        None if points is None else points.mean,
        None if points is None else points.se,
        2 * len(hands),
        *tally([one for pair in games for one in pair]),
        game=match.game,
        seats=(tally([here for here, _there in games]), tally([there for _here, there in games])) if swaps else None,
        target=match.target,
        options=match.options,
        adjusted=estimate([_without(pair, lucks) for pair, lucks in zip(hands, luck, strict=True)]) if luck else None,
    )


def _without(pair: Pair, luck: LuckPair) -> float:
    """Return the mean of two mirrored hands without their luck."""
    return ((pair[0] - luck[0]) + (pair[1] - luck[1])) / 2


class MatchProgress:
    """The progress of a running match.

    Values are kept by their places, so that their order of arrival does not matter. If ``adjusted`` is true, the luck
    of hands is wanted as well, and a batch of hands without luck counts as not finished.
    """

    def __init__(
        self, match: Match, batches: Sequence[Batch], finished: Mapping[Place, Played], *, adjusted: bool = False
    ) -> None:
        self.match = match
        self.adjusted = adjusted
        self.played = 0
        """Batches played so far, not counting those that were finished before this run."""
        self._batches = batches
        self._found: dict[Place, Played] = {}
        self._pairs = dict.fromkeys(Kind, 0)
        self._all = dict.fromkeys(Kind, 0)
        self._sum = self._squares = 0.0  # over pairs of hands
        for batch in batches:
            self._all[batch.place.kind] += batch.pairs
            known = finished.get(batch.place, Played(())).first(batch.pairs)
            needs_luck = adjusted and batch.place.kind is Kind.HANDS
            if len(known.values) == batch.pairs and not (needs_luck and known.luck is None):
                self._take(batch.place, known)

    def missing(self) -> list[Batch]:
        """Return the batches that are still to be played, in order."""
        return [batch for batch in self._batches if batch.place not in self._found]

    def add(self, place: Place, played: Played) -> None:
        """Add the results of a batch of this match."""
        self.played += 1
        self._take(place, played)

    @property
    def left(self) -> int:
        """The number of batches still to be played."""
        return len(self._batches) - len(self._found)

    def count(self, kind: Kind) -> tuple[int, int]:
        """Return two numbers for this kind: the hands or games that are finished, and all hands or games of the
        match.
        """
        return 2 * self._pairs[kind], 2 * self._all[kind]

    def estimate(self) -> Estimate | None:
        """Return the estimate of points a hand so far, luck-adjusted if wanted, or None before the first hands."""
        n = self._pairs[Kind.HANDS]
        if n == 0:
            return None
        spread = (self._squares - self._sum * self._sum / n) / (n - 1) if n > 1 else 0.0
        return Estimate(self._sum / n, sqrt(max(spread, 0.0) / n), n)

    def won(self) -> float | None:
        """Return the share of the whole games that ``a`` has won so far, or None before the first."""
        games = [played.values for place, played in self._found.items() if place.kind is Kind.GAMES]
        return tally([one for pairs in games for pair in pairs for one in pair]).share

    def result(self) -> ArenaResult:
        """Return the result of the whole match, whose batches must all be finished."""
        found = [(batch.place.kind, self._found[batch.place]) for batch in self._batches]
        hands, games = ([pair for its, played in found if its is kind for pair in played.values] for kind in Kind)
        luck = [pair for kind, played in found if kind is Kind.HANDS for pair in played.luck or ()]
        return result_of(self.match, hands, games, luck if self.adjusted else None)

    def _take(self, place: Place, played: Played) -> None:
        self._found[place] = played
        self._pairs[place.kind] += len(played.values)
        if place.kind is Kind.HANDS:
            luck = played.luck if self.adjusted and played.luck is not None else [(0.0, 0.0)] * len(played.values)
            points = [_without(pair, lucks) for pair, lucks in zip(played.values, luck, strict=True)]
            self._sum += sum(points)
            self._squares += sum(one * one for one in points)
