"""What the reviews of the games in a history add up to: error rates and luck."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from mile_bones.library.reviews import made_by
from mile_bones.match.review import ErrorRate
from mile_bones.match.review_shape import read_summary
from mile_bones.storage import Counted, History, KeptSummary, Statistics

_AT_ONCE = 250
"""Hands that are looked at between two words of how far it is: some milliseconds."""

_Rates: TypeAlias = tuple[ErrorRate, ErrorRate]
_NOTHING = ErrorRate(), ErrorRate()
_NO_CHOICE = ErrorRate(hands=1), ErrorRate(hands=1)


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
    seats = {each.id: each for each in found.counted}
    first, last = min(seats, default=0), max(seats, default=0)
    for number, kept in enumerate(history.review_summaries(), 1):
        if kept.game in seats:
            adding.add(kept, seats[kept.game])
        if number % _AT_ONCE == 0:
            yield min(max((kept.game - first) / max(last - first, 1), 0.0), 1.0)
    return adding.statistics(found.counted)


class _Adding:
    """Takes hands in, game by game, and keeps their sums."""

    def __init__(self, coach: str) -> None:
        self._coach = coach
        self._games: dict[int, ReviewedGame] = {}
        self._themes: dict[str, _Rates] = {}
        self._costs: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._luck: Counter[int] = Counter()
        self._skill: Counter[int] = Counter()
        self._outdated = 0

    def add(self, kept: KeptSummary, game: Counted) -> None:
        """One hand; a row that makes no sense is passed over."""
        if kept.coach != self._coach:
            self._outdated += 1
            return
        try:
            hand = read_summary(json.loads(kept.summary))
        except (ValueError, RecursionError):
            return
        own, sign = game.own, 1 - 2 * game.own
        result, luck = sign * hand.result, None if hand.luck is None else sign * hand.luck
        rates = _NO_CHOICE
        for theme, by_seat in hand.errors.items():
            both = by_seat[own], by_seat[1 - own]
            self._themes[theme] = _added(self._themes.get(theme, _NOTHING), both)
            rates = _in_the_same_hand(rates, both)
        for costs, rate in zip(self._costs, rates, strict=True):
            costs[round(rate.cost)] += 1
        if luck is not None:
            self._luck[round(luck)] += 1
            self._skill[round(result - luck)] += 1
        before = self._games.get(kept.game)
        if before is not None:
            rates, result = _added(before.rates, rates), before.result + result
            luck = None if luck is None or before.luck is None else before.luck + luck
        self._games[kept.game] = ReviewedGame(game.ended, rates, result, luck)

    def statistics(self, order: Iterable[Counted]) -> ReviewStatistics:
        """What has been added up, the games in this order."""
        games = tuple(self._games[game.id] for game in order if game.id in self._games)
        rates = _NOTHING
        for game in games:
            rates = _added(rates, game.rates)
        hands = rates[0].hands
        themes = {
            theme: (replace(one, hands=hands), replace(other, hands=hands))  # also those in which there was none
            for theme, (one, other) in self._themes.items()
        }
        return ReviewStatistics(games, rates, themes, self._costs, self._luck, self._skill, self._outdated)


def _added(some: _Rates, more: _Rates) -> _Rates:
    return some[0] + more[0], some[1] + more[1]


def _in_the_same_hand(some: _Rates, more: _Rates) -> _Rates:
    one, other = (ErrorRate(a.cost + b.cost, a.decisions + b.decisions, 1) for a, b in zip(some, more, strict=True))
    return one, other
