"""Statistics of the reviews of the games in a history: error rates and luck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mile_bones.library.reviews import made_by
from mile_bones.match.review import ErrorRate
from mile_bones.match.review_shape import HandSummary, Losses, summary_from_json

if TYPE_CHECKING:
    from mile_bones.storage.history import History
    from mile_bones.storage.reviews import KeptSummary
    from mile_bones.storage.statistics import Counted, Statistics

_AT_ONCE = 250
"""The number of hands between two reports of the progress. They take some milliseconds."""

_Rates: TypeAlias = tuple[ErrorRate, ErrorRate]


class ReviewedGame(NamedTuple):
    """A game with reviewed hands: when it ended, and the sums over these hands.

    ``rates`` are the error rates of both sides. ``result`` and ``luck`` are those of the first side of the statistics;
    ``luck`` is None if it is unknown.
    """

    ended: datetime
    rates: _Rates
    result: int
    luck: float | None


@dataclass(frozen=True, slots=True)
class ReviewStatistics:
    """The statistics of the reviews. Pairs are (first side of the statistics, other side).

    ``games`` are the games with reviewed hands, oldest first. ``rates`` are the error rates of all hands, and
    ``themes`` the error rates by kind of choice. The counters contain numbers of hands, by a value in whole points. In
    ``costs`` the value is the cost of a side's errors, in ``luck`` the luck of the first side, in ``skill`` its
    luck-adjusted result. ``outdated`` is the number of hands reviewed by another version of the coach or with another
    number of worlds.
    """

    games: tuple[ReviewedGame, ...]
    rates: _Rates
    themes: Mapping[str, _Rates]
    costs: tuple[Counter[int], Counter[int]]
    luck: Counter[int]
    skill: Counter[int]
    outdated: int

    @property
    def hands(self) -> int:
        """The number of reviewed hands."""
        return self.rates[0].hands

    @property
    def luck_of_hands(self) -> float | None:
        """The points of luck of the first side in all hands, or None if there are no hands or it is unknown."""
        luck = [game.luck for game in self.games]
        return None if None in luck or not luck else sum(filter(None, luck))

    @property
    def result(self) -> int:
        """The points by which the first side leads in all hands."""
        return sum(game.result for game in self.games)


def reviewed(history: History, game: str, found: Statistics) -> Generator[float, None, ReviewStatistics]:
    """Add up the reviews of the hands that ``found`` has counted. All are of the game ``game``, which has a coach.

    Yield the progress, from 0 to 1, and return the statistics. Reviews by another version of the coach, or with another
    number of worlds, are only counted, because error rates can be compared only if they were measured in the same way.
    """
    adding = _Adding(made_by(game))
    seats = {each.id: each.own for each in found.counted}
    first, last = min(seats, default=0), max(seats, default=0)
    for number, kept in enumerate(history.review_summaries(), 1):
        if kept.game in seats and not adding.add(kept, seats[kept.game]):
            history.tell_damaged_review()
        if number % _AT_ONCE == 0:
            yield min(max((kept.game - first) / max(last - first, 1), 0.0), 1.0)
    return adding.statistics(found.counted)


class _Sums:
    """The sums of costs and decisions of both sides. It is modified in place."""

    def __init__(self) -> None:
        self.hands = 0
        self.costs = [0.0, 0.0]
        self.decisions = [0, 0]

    def add(self, side: int, cost: Losses) -> None:
        self.costs[side] += cost[0]
        self.decisions[side] += cost[1]

    def rates(self, hands: int) -> _Rates:
        one, other = map(ErrorRate, self.costs, self.decisions, (hands, hands))
        return one, other


class _Game(_Sums):
    """The sums of a game, with the result and the luck of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.result = 0
        self.luck: float | None = 0.0


class _Adding:
    """Adds up hands."""

    def __init__(self, coach: str) -> None:
        self._coach = coach
        self._games: dict[int, _Game] = defaultdict(_Game)
        self._themes: dict[str, _Sums] = defaultdict(_Sums)
        self._costs: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._luck: Counter[int] = Counter()
        self._skill: Counter[int] = Counter()
        self._outdated = 0

    def add(self, kept: KeptSummary, own: int) -> bool:
        """Add a hand, in which ``own`` is the seat of the first side. Return False if the summary makes no sense."""
        if kept.coach not in (self._coach, ""):
            self._outdated += 1
            return True
        try:
            hand = summary_from_json(kept.summary if kept.coach else "")
        except ValueError:
            return False
        self._add(self._games[kept.game], hand, own)
        return True

    def _add(self, game: _Game, hand: HandSummary, own: int) -> None:
        game.hands += 1
        costs = [0.0, 0.0]
        for theme, by_seat in hand.errors.items():
            sums = self._themes[theme]
            for side, cost in enumerate((by_seat[own], by_seat[1 - own])):
                sums.add(side, cost)
                game.add(side, cost)
                costs[side] += cost[0]
        for counter, points in zip(self._costs, costs, strict=True):
            counter[max(0, round(points))] += 1
        sign = 1 - 2 * own
        game.result += sign * hand.result
        if hand.luck is None:
            game.luck = None
            return
        if game.luck is not None:
            game.luck += sign * hand.luck
        self._luck[round(sign * hand.luck)] += 1
        self._skill[round(sign * (hand.result - hand.luck))] += 1

    def statistics(self, order: Iterable[Counted]) -> ReviewStatistics:
        """Return the statistics of all added hands, with the games in this order."""
        games = []
        for each in order:
            if each.id in self._games:
                found = self._games[each.id]
                games.append(ReviewedGame(each.ended, found.rates(found.hands), found.result, found.luck))
        hands = sum(game.hands for game in self._games.values())
        rates = ErrorRate(hands=hands), ErrorRate(hands=hands)
        themes = {theme: sums.rates(hands) for theme, sums in self._themes.items()}
        for one, other in themes.values():
            rates = replace(rates[0] + one, hands=hands), replace(rates[1] + other, hands=hands)
        return ReviewStatistics(tuple(games), rates, themes, self._costs, self._luck, self._skill, self._outdated)
