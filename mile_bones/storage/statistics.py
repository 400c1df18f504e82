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

_GAMES = """SELECT moment, id, ended, own, other, state, imported, state <> 'unfinished' AND assisted = 0
        AND counted = 1 AND imported = :imported AND (:rules IS NULL OR rules = :rules)
        AND (:level IS NULL OR level = :level) AND (:since IS NULL OR ended >= :since)
    FROM sound_games WHERE (moment, id) > (:moment, :id) ORDER BY moment, id LIMIT :most"""
_THESE = "CREATE TEMP TABLE these (id INTEGER PRIMARY KEY)"
_SIDES = """SELECT seat, SUM(points), SUM(miles), SUM(coups), SUM(hazards), SUM(trip), SUM(extended)
    FROM sound_hands WHERE game IN these GROUP BY seat"""
_HANDS = """SELECT COUNT(*), SUM(mine.points > theirs.points), SUM(mine.points < theirs.points)
    FROM sound_hands AS mine JOIN sound_hands AS theirs ON theirs.game = mine.game AND theirs.number = mine.number
    WHERE mine.seat = 0 AND theirs.seat = 1 AND mine.game IN these"""
_SPREAD = "SELECT seat, points, COUNT(*) FROM sound_hands WHERE game IN these GROUP BY seat, points"

_PIECE = 200
"""Games that are looked through at once, with some two thousand rows of hands: some milliseconds."""
_BEFORE_ALL = -(2**63)


@dataclass(frozen=True, slots=True)
class Span:
    """Which games are looked at; None: all. ``since`` is the first day that counts.

    ``imported``: those of other people, instead of one's own.
    """

    rules: str | None = None
    level: str | None = None
    since: date | None = None
    imported: bool = False


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


class Wins(NamedTuple):
    """What one side brought home from all finished games. ``longest`` is its longest row of wins, ``widest`` by how
    many points it was ahead at most, ``best`` and ``points`` are of a game and of all."""

    won: int = 0
    longest: int = 0
    best: int = 0
    points: int = 0
    widest: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything in whole numbers; what is one for each side has the person's first.

    ``spread`` tells of each side how often a hand brought so many points.
    """

    results: tuple[Result, ...]
    """The finished games, the first one first: by the moment, because imported games come in any order, and clocks go
    back every autumn."""
    games: tuple[Wins, Wins]
    streak: int
    """How many games the person has won in a row just now; below 0: lost."""
    given_up: int
    hands: int
    hands_won: tuple[int, int]
    sums: tuple[Sums, Sums]
    spread: tuple[dict[int, int], dict[int, int]]
    others: bool
    """There are games of other people in the history, whether they were asked for or not."""

    @property
    def won(self) -> tuple[int, int]:
        """Finished games won by each side."""
        return self.games[0].won, self.games[1].won

    @property
    def streaks(self) -> tuple[int, int]:
        """The longest row of games that each side won without losing or drawing one."""
        return self.games[0].longest, self.games[1].longest

    def hands_by(self, step: int) -> tuple[dict[int, int], dict[int, int]]:
        """How many hands of each side brought from ``n * step`` points to less than the next such sum, by ``n``."""
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for steps, counts in zip(found, self.spread, strict=True):
            for points, count in sorted(counts.items()):
                steps[points // step] = steps.get(points // step, 0) + count
        return found


class Piece(NamedTuple):
    """What some games add up to: their rows in the order of the moments, and sums of the hands of those that count."""

    games: list[tuple[int, int, str, int, int, str, int, int]]
    sides: list[tuple[int, ...]]
    hands: tuple[int, int | None, int | None]
    spread: list[tuple[int, int, int]]


class Gathering:
    """Adds the games of a span up: ``read`` a piece from the database, ``add`` it, until that says it was the last.

    ``seen`` counts the games that have been looked at.
    """

    def __init__(self, span: Span) -> None:
        self.seen = 0
        self._span = span
        self._after = (_BEFORE_ALL, _BEFORE_ALL)
        self._results: list[Result] = []
        self._games = (Wins(), Wins())
        self._streak = self._given_up = self._hands = 0
        self._hands_won = (0, 0)
        self._sums = [Sums(), Sums()]
        self._spread: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._others = False

    def read(self, database: sqlite3.Connection) -> Piece:
        """The next games, after those that were added last."""
        span, (moment, number) = self._span, self._after
        games = database.execute(
            _GAMES,
            {
                "rules": span.rules,
                "level": span.level,
                "since": span.since and span.since.isoformat(),
                "imported": span.imported,
                "moment": moment,
                "id": number,
                "most": _PIECE,
            },
        ).fetchall()
        database.execute(_THESE)
        database.executemany("INSERT INTO these VALUES (?)", [game[1:2] for game in games if game[-1]])
        return Piece(
            games,
            database.execute(_SIDES).fetchall(),
            database.execute(_HANDS).fetchone(),
            database.execute(_SPREAD).fetchall(),
        )

    def add(self, piece: Piece) -> bool:
        """Count these games; whether they were the last ones."""
        for _moment, _id, ended, own, other, state, imported, counts in piece.games:
            self._others |= bool(imported)
            if counts and state == "finished":
                self._finished(Result(datetime.fromisoformat(ended), own, other))
            elif counts:
                self._given_up += 1
        for seat, *numbers in piece.sides:
            self._sums[seat] = Sums(*map(sum, zip(self._sums[seat], numbers, strict=True)))
        hands, won, lost = piece.hands
        self._hands += hands
        self._hands_won = (self._hands_won[0] + (won or 0), self._hands_won[1] + (lost or 0))
        for seat, points, count in piece.spread:
            self._spread[seat][points] = self._spread[seat].get(points, 0) + count
        self.seen += len(piece.games)
        if len(piece.games) < _PIECE:
            return True
        self._after = piece.games[-1][:2]
        return False

    def statistics(self) -> Statistics:
        """What has been added up."""
        return Statistics(
            results=tuple(self._results),
            games=self._games,
            streak=self._streak,
            given_up=self._given_up,
            hands=self._hands,
            hands_won=self._hands_won,
            sums=(self._sums[0], self._sums[1]),
            spread=self._spread,
            others=self._others,
        )

    def _finished(self, game: Result) -> None:
        self._results.append(game)
        ahead = game.own - game.other
        winner = (ahead > 0) - (ahead < 0)
        self._streak = self._streak + winner if self._streak * winner > 0 else winner
        mine, theirs = self._games
        self._games = (_more(mine, game.own, ahead, self._streak), _more(theirs, game.other, -ahead, -self._streak))


def _more(wins: Wins, points: int, ahead: int, streak: int) -> Wins:
    """One game more of a side, which is ``ahead`` in it and has won ``streak`` in a row now."""
    return Wins(
        wins.won + (ahead > 0),
        max(wins.longest, streak),
        max(wins.best, points),
        wins.points + points,
        max(wins.widest, ahead),
    )


def count_games(database: sqlite3.Connection) -> int:
    """All games, whether they make sense or not."""
    count: int = database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    return count
