"""How a match stands: the batches that are finished, and what they say."""

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
    """How ``a`` did against ``b``."""

    a: str
    b: str
    rules: str
    seed: int
    mean: float | None
    """Points of ``a`` less those of ``b``, a hand; None for a game that has no hands."""
    se: float | None
    """Standard error of ``mean`` in the same unit, from the spread over pairs of hands with the same deal.

    0 when there is one pair only: it has no spread. None when ``mean`` is.
    """
    hands: int
    won: int = 0
    """Whole games that ``a`` won."""
    lost: int = 0
    drawn: int = 0
    game: str = GAMES[0]
    seats: tuple[Tally, Tally] | None = None
    """The games in which ``a`` began, and those in which ``b`` did; None where the seats begin by turns."""
    target: int | None = None
    """The points that won the games; None: the usual ones."""
    options: tuple[tuple[str, Option], ...] = ()
    """What else was not usual about the games."""
    adjusted: Estimate | None = None
    """``mean`` and ``se`` of the same pairs of hands without their luck; None where it was not reckoned."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the difference in points lies with a confidence of 95%; None when it was one pair of hands at most."""
        if self.mean is None or self.se is None or self.hands <= 2:
            return None
        return Estimate(self.mean, self.se, self.hands // 2).interval

    @property
    def adjusted_interval(self) -> tuple[float, float] | None:
        """Where the difference in points lies, by the hands without their luck; None as for ``interval``."""
        return None if self.adjusted is None or self.hands <= 2 else self.adjusted.interval

    @property
    def worth(self) -> float | None:
        """How many hands, with their luck, one hand without it is worth: so many times as many give the same ``se``.

        None where luck was not reckoned, or nothing is left to chance.
        """
        if self.se is None or self.adjusted is None or not self.adjusted.se:
            return None
        return (self.se / self.adjusted.se) ** 2

    @property
    def games(self) -> int:
        """How many whole games were played."""
        return self.won + self.lost + self.drawn

    @property
    def game_share(self) -> float | None:
        """The part of the games that ``a`` won, a drawn game counted half; None when no games were played."""
        return Tally(self.won, self.lost, self.drawn).share

    @property
    def game_interval(self) -> tuple[float, float] | None:
        """Where ``game_share`` lies with a confidence of 95% (Wilson's); None when no games were played.

        It takes the games for independent. Those of a mirrored pair pull in opposite directions, so it is rather too
        wide than too narrow.
        """
        return Tally(self.won, self.lost, self.drawn).interval


def result_of(
    match: Match, hands: Sequence[Pair], games: Sequence[Pair], luck: Sequence[LuckPair] | None = None
) -> ArenaResult:
    """What pairs of hands and pairs of whole games say; one pair of either is needed. ``luck``: that of the hands."""
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
    """The mean of two mirrored hands without their luck."""
    return ((pair[0] - luck[0]) + (pair[1] - luck[1])) / 2


class MatchProgress:
    """A match under way. Values are kept by their places, so that the order in which they come changes nothing.

    ``adjusted``: the luck of hands is wanted as well, and a batch of which it is not known is not finished.
    """

    def __init__(
        self, match: Match, batches: Sequence[Batch], finished: Mapping[Place, Played], *, adjusted: bool = False
    ) -> None:
        self.match = match
        self.adjusted = adjusted
        self.played = 0
        """Blocks played by now, not counting those that were there at the beginning."""
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
        """The batches that are still to be played, in their order."""
        return [batch for batch in self._batches if batch.place not in self._found]

    def add(self, place: Place, played: Played) -> None:
        """A batch of this match has been played."""
        self.played += 1
        self._take(place, played)

    @property
    def left(self) -> int:
        """How many batches are still to be played."""
        return len(self._batches) - len(self._found)

    def count(self, kind: Kind) -> tuple[int, int]:
        """How many hands or games are finished, and how many there will be."""
        return 2 * self._pairs[kind], 2 * self._all[kind]

    def estimate(self) -> Estimate | None:
        """Points a hand as they look by now, without luck where that is wanted; None before the first hands."""
        n = self._pairs[Kind.HANDS]
        if n == 0:
            return None
        spread = (self._squares - self._sum * self._sum / n) / (n - 1) if n > 1 else 0.0
        return Estimate(self._sum / n, sqrt(max(spread, 0.0) / n), n)

    def won(self) -> float | None:
        """The part of the whole games that was won by now; None before the first."""
        games = [played.values for place, played in self._found.items() if place.kind is Kind.GAMES]
        return tally([one for pairs in games for pair in pairs for one in pair]).share

    def result(self) -> ArenaResult:
        """The result of the whole match; every batch must be there."""
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
