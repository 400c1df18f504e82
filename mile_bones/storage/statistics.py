"""What the history adds up to: the games that are over.

Assisted games do not count, nor those from before the statistics were cleared. An unfinished game may be gone on with,
or come in once more from a file when it is over; its hands count then.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3

_THESE = """CREATE TEMP TABLE these AS SELECT id, ended, state, own, other FROM sound_games
    WHERE assisted = 0 AND counted = 1 AND state <> 'unfinished' AND (:rules IS NULL OR rules = :rules)
        AND (:level IS NULL OR level = :level) AND (:since IS NULL OR ended >= :since)"""
_GAMES = "SELECT ended, own, other FROM these WHERE state = 'finished' ORDER BY ended, id"
_GIVEN_UP = "SELECT COUNT(*) FROM these WHERE state = 'given_up'"
_SIDES = """SELECT seat, SUM(points), SUM(miles), SUM(coups), SUM(hazards), SUM(trip), SUM(extended)
    FROM sound_hands WHERE game IN (SELECT id FROM these) GROUP BY seat"""
_HANDS = """SELECT COUNT(*), SUM(mine.points > theirs.points), SUM(mine.points < theirs.points)
    FROM sound_hands AS mine JOIN sound_hands AS theirs ON theirs.game = mine.game AND theirs.number = mine.number
    WHERE mine.seat = 0 AND theirs.seat = 1 AND mine.game IN (SELECT id FROM these)"""
_SPREAD = """SELECT seat, points, COUNT(*) FROM sound_hands WHERE game IN (SELECT id FROM these)
    GROUP BY seat, points"""


@dataclass(frozen=True, slots=True)
class Span:
    """Which games are looked at; None: all. ``since`` is the first day that counts."""

    rules: str | None = None
    level: str | None = None
    since: date | None = None


class Sums(NamedTuple):
    """What one side did in all hands together. ``hazards`` are those that it played on the other."""

    points: int = 0
    miles: int = 0
    coups: int = 0
    hazards: int = 0
    trips: int = 0
    extensions: int = 0


class Result(NamedTuple):
    """A finished game: when it ended, and the points of the person and the computer."""

    ended: datetime
    own: int
    other: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything in whole numbers; what is one for each side has the person's first.

    ``spread`` tells of each side how often a hand brought so many points.
    """

    results: tuple[Result, ...]
    """The finished games, the first one first: by the clock, because imported games come in any order."""
    given_up: int
    hands: int
    hands_won: tuple[int, int]
    sums: tuple[Sums, Sums]
    spread: tuple[dict[int, int], dict[int, int]]

    @property
    def won(self) -> tuple[int, int]:
        """Finished games won by each side."""
        return sum(game.own > game.other for game in self.results), sum(game.own < game.other for game in self.results)

    def hands_by(self, step: int) -> tuple[dict[int, int], dict[int, int]]:
        """How many hands of each side brought from ``n * step`` points to less than the next such sum, by ``n``."""
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for steps, counts in zip(found, self.spread, strict=True):
            for points, count in sorted(counts.items()):
                steps[points // step] = steps.get(points // step, 0) + count
        return found

    @property
    def streaks(self) -> tuple[int, int]:
        """The longest row of games that each side won without losing or drawing one."""
        longest, now = [0, 0], [0, 0]
        for game in self.results:
            for seat, ahead in enumerate((game.own > game.other, game.own < game.other)):
                now[seat] = now[seat] + 1 if ahead else 0
                longest[seat] = max(longest[seat], now[seat])
        return longest[0], longest[1]

    @property
    def streak(self) -> int:
        """How many games the person has won in a row just now; below 0: lost."""
        now = 0
        for game in reversed(self.results):
            ahead = (game.own > game.other) - (game.own < game.other)
            if ahead == 0 or now * ahead < 0:
                break
            now += ahead
        return now


def gather(database: sqlite3.Connection, span: Span) -> Statistics:
    """Add up."""
    wanted = {"rules": span.rules, "level": span.level, "since": span.since and span.since.isoformat()}
    database.execute(_THESE, wanted)
    results = tuple(Result(datetime.fromisoformat(ended), own, other) for ended, own, other in database.execute(_GAMES))
    sums = {seat: Sums(*numbers) for seat, *numbers in database.execute(_SIDES)}
    hands, won, lost = database.execute(_HANDS).fetchone()
    spread: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for seat, points, count in database.execute(_SPREAD):
        spread[seat][points] = count
    return Statistics(
        results=results,
        given_up=database.execute(_GIVEN_UP).fetchone()[0],
        hands=hands,
        hands_won=(won or 0, lost or 0),
        sums=(sums.get(0, Sums()), sums.get(1, Sums())),
        spread=spread,
    )
