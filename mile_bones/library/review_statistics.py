"""What the reviews of the games in a history add up to: error rates and luck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mile_bones.library.reviews import made_by
from mile_bones.match.review import ErrorRate
from mile_bones.match.review_shape import Cost, HandSummary, summary_from_json

if TYPE_CHECKING:
    from mile_bones.storage.history import History
    from mile_bones.storage.reviews import KeptSummary
    from mile_bones.storage.statistics import Counted, Statistics

_AT_ONCE = 250
"""Hands that are looked at between two words of how far it is: some milliseconds."""

_Rates: TypeAlias = tuple[ErrorRate, ErrorRate]


class ReviewedGame(NamedTuple):
    """A game of which some hands have been reviewed, when it ended, and what these hands add up to.

    ``rates`` are the error rates of both sides; ``result`` and ``luck`` those of the side that comes first, ``luck``
    None where nobody knows it.
    """

    ended: datetime
    rates: _Rates
    result: int
    luck: float | None


@dataclass(frozen=True, slots=True)
class ReviewStatistics:
    """What is a pair has first the side that comes first in the statistics.

    ``games``: those of which something has been reviewed, the first one first. ``rates``: of all hands, and ``themes``
    by kind of choice. ``costs`` tells of each side how many hands cost it so many points, ``luck`` how many brought the
    first side so much luck, and ``skill`` the same of the luck-adjusted result, all in whole points.
    ``outdated``: how many more hands there are that another coach has reviewed, or with fewer worlds.
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
        """So many have been reviewed."""
        return self.rates[0].hands

    @property
    def luck_of_hands(self) -> float | None:
        """How many points of luck the first side had in all of them; None where there are none, or nobody knows it."""
        luck = [game.luck for game in self.games]
        return None if None in luck or not luck else sum(filter(None, luck))

    @property
    def result(self) -> int:
        """How many points the first side came out ahead in all of them."""
        return sum(game.result for game in self.games)


def reviewed(history: History, game: str, found: Statistics) -> Generator[float, None, ReviewStatistics]:
    """Add the reviews of those hands up that ``found`` has counted, all of them games of this name, which has a coach.

    Piece by piece: says after each how much has been looked through, from 0 to 1. What another coach has made, or with
    other numbers of worlds, is told by its number alone: error rates say something beside such as were measured in the
    same way.
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
    """What both sides' choices have cost, and how many were decisions. It changes: adding up makes no new one."""

    def __init__(self) -> None:
        self.hands = 0
        self.costs = [0.0, 0.0]
        self.decisions = [0, 0]

    def add(self, side: int, cost: Cost) -> None:
        self.costs[side] += cost[0]
        self.decisions[side] += cost[1]

    def rates(self, hands: int) -> _Rates:
        one, other = map(ErrorRate, self.costs, self.decisions, (hands, hands))
        return one, other


class _Game(_Sums):
    """The same of a game, with its results."""

    def __init__(self) -> None:
        super().__init__()
        self.result = 0
        self.luck: float | None = 0.0


class _Adding:
    """Takes hands in, and keeps their sums."""

    def __init__(self, coach: str) -> None:
        self._coach = coach
        self._games: dict[int, _Game] = defaultdict(_Game)
        self._themes: dict[str, _Sums] = defaultdict(_Sums)
        self._costs: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._luck: Counter[int] = Counter()
        self._skill: Counter[int] = Counter()
        self._outdated = 0

    def add(self, kept: KeptSummary, own: int) -> bool:
        """One hand, in which this seat was that of the first side. False for a row that makes no sense."""
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
            counter[round(points)] += 1
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
        """What has been added up, the games in this order."""
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
