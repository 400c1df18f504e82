"""How a match stands: the batches that are finished, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from mile_bones.engine.record import Option
from mile_bones.games import GAMES, spec
from mile_bones.lab.batches import Batch, Kind, Match, Place, Values
from mile_bones.lab.hands import Pair
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

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the difference in points lies with a confidence of 95%; None when it was one pair of hands at most."""
        if self.mean is None or self.se is None or self.hands <= 2:
            return None
        return Estimate(self.mean, self.se, self.hands // 2).interval

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


def result_of(match: Match, hands: Sequence[Pair], games: Sequence[Pair]) -> ArenaResult:
    """What pairs of hands and pairs of whole games say; one pair of either is needed."""
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

    def won(self) -> float | None:
        """The part of the whole games that was won by now; None before the first."""
        games = [pairs for place, pairs in self._found.items() if place.kind is Kind.GAMES]
        return tally([one for pairs in games for pair in pairs for one in pair]).share

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
