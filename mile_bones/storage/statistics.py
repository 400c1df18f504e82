"""What the history adds up to: the games that are over.

Assisted games do not count, nor those from before the statistics were cleared. An unfinished game may be gone on with,
or come in once more from a file when it is over; its hands count then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mile_bones.engine.graphemes import cut
from mile_bones.engine.spec import POINTS
from mile_bones.storage.rows import HUMAN, facts_of, viewpoint
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    import sqlite3

    from mile_bones.engine.record import PlayerInfo

_COUNTS = """state <> 'unfinished' AND assisted = 0 AND counted = 1 AND imported = :imported
        AND (:game IS NULL OR game = :game) AND (:rules IS NULL OR rules = :rules)
        AND (:since IS NULL OR ended >= :since)"""
_GAMES = f"""SELECT moment, id, game, ended, state, imported, kind_0, level_0, name_0, points_0, kind_1, level_1,
        name_1, points_1, {_COUNTS} AS counts, CASE WHEN {_COUNTS} THEN facts END
    FROM sound_games WHERE (moment, id) > (:moment, :id) ORDER BY moment, id LIMIT :most"""  # noqa: S608

_BETWEEN = """SELECT {column}_0, points_0, points_1 FROM sound_games
    WHERE state = 'finished' AND assisted = 0 AND counted = 1 AND imported = 0 AND game = ?
        AND (kind_0, kind_1) = (?, ?) AND ({column}_0, {column}_1) IN (VALUES (?, ?), (?, ?))"""

_PIECE = 200
"""Games that are looked through at once, with some two thousand hands: some milliseconds."""
_BEFORE_ALL = -(2**63)


@dataclass(frozen=True, slots=True)
class Span:
    """Which games are looked at; None: all. ``since`` is the first day that counts, ``level`` that of the opponent.

    ``imported``: those of other people, instead of one's own. ``pair``: the games that two people with these names have
    played with each other, told as the first one saw them; None: those that one person played against a computer.
    """

    rules: str | None = None
    level: str | None = None
    since: date | None = None
    imported: bool = False
    game: str | None = None
    pair: tuple[str, str] | None = None


class Result(NamedTuple):
    """A finished game: when it ended, and the points of the person and the other."""

    ended: datetime
    own: int
    other: int


class Counted(NamedTuple):
    """A game whose hands count, finished or given up: its number in the history, when it ended, and the seat of the
    side that comes first."""

    id: int
    ended: datetime
    own: int


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

    ``sums`` are those of each fact of the game, by its name, over all hands; what was never counted is 0. ``spread``
    tells of each side how often a hand brought so many points.
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
    sums: tuple[Counter[str], Counter[str]]
    spread: tuple[dict[int, int], dict[int, int]]
    others: bool
    """There are games of other people in the history, whether they were asked for or not."""
    kinds: tuple[str, ...]
    """The games, by name, of which there is any in the history, whether they were asked for or not."""
    pairs: tuple[tuple[str, str], ...]
    """The names of two people who have played this game with each other, in alphabetical order."""
    counted: tuple[Counted, ...]
    """The games whose hands have been added up, in the order of the results."""

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


Piece: TypeAlias = list[tuple[Any, ...]]
"""Some games, in the order of the moments."""


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
        self._hands_won = [0, 0]
        self._sums: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self._spread: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._others = False
        self._kinds: dict[str, None] = {}
        self._pairs: set[tuple[str, str]] = set()
        self._counted: list[Counted] = []

    def read(self, database: sqlite3.Connection) -> Piece:
        """The next games, after those that were added last."""
        span, (moment, number) = self._span, self._after
        return database.execute(
            _GAMES,
            {
                "game": span.game,
                "rules": span.rules,
                "since": span.since and span.since.isoformat(),
                "imported": span.imported,
                "moment": moment,
                "id": number,
                "most": _PIECE,
            },
        ).fetchall()

    def add(self, piece: Piece) -> bool:
        """Count these games; whether they were the last ones."""
        for _moment, number, game, ended, state, imported, *seats, counts, facts in piece:
            self._others |= bool(imported)
            self._kinds[game] = None
            if state != "unfinished" and self._span.game in (None, game) and self._span.imported == bool(imported):
                self._note_pair(seats)
            own = self._own(seats) if counts else None
            if own is None:
                continue
            points, then = (seats[3], seats[7]), datetime.fromisoformat(ended)
            self._counted.append(Counted(number, then, own))
            if state == "finished":
                self._finished(Result(then, points[own], points[1 - own]))
            else:
                self._given_up += 1
            self._add_facts(facts_of(facts), own)
        self.seen += len(piece)
        if len(piece) < _PIECE:
            return True
        self._after = piece[-1][:2]
        return False

    def statistics(self) -> Statistics:
        """What has been added up."""
        return Statistics(
            results=tuple(self._results),
            games=self._games,
            streak=self._streak,
            given_up=self._given_up,
            hands=self._hands,
            hands_won=(self._hands_won[0], self._hands_won[1]),
            sums=self._sums,
            spread=(dict(self._spread[0]), dict(self._spread[1])),
            others=self._others,
            kinds=tuple(self._kinds),
            pairs=tuple(sorted(self._pairs, key=lambda pair: [name.casefold() for name in pair])),
            counted=tuple(self._counted),
        )

    def _note_pair(self, seats: Sequence[Any]) -> None:
        if (seats[0], seats[4]) == (HUMAN, HUMAN):
            one, other = seats[2], seats[6]
            self._pairs.add((one, other) if (one.casefold(), one) <= (other.casefold(), other) else (other, one))

    def _own(self, seats: Sequence[Any]) -> int | None:
        """The seat of the side that comes first; None when it is not a game between those who are wanted."""
        kinds, levels, names = (seats[0], seats[4]), (seats[1], seats[5]), (seats[2], seats[6])
        own = viewpoint(*kinds)
        if self._span.level is not None and levels[1 - own] != self._span.level:
            return None
        if self._span.pair is None:
            return own if kinds[own] == HUMAN != kinds[1 - own] else None
        if kinds != (HUMAN, HUMAN) or sorted(names) != sorted(self._span.pair):
            return None
        return names.index(self._span.pair[0])

    def _add_facts(self, facts: Mapping[str, Sequence[Sequence[int]]], own: int) -> None:
        for name, sides in facts.items():
            for side, hands in enumerate((sides[own], sides[1 - own])):
                self._sums[side][name] += sum(hands)
        if not facts:
            return
        mine, theirs = facts[POINTS][own], facts[POINTS][1 - own]
        self._hands += len(mine)
        for one, other in zip(mine, theirs, strict=True):
            self._hands_won[0] += one > other
            self._hands_won[1] += one < other
        for spread, hands in zip(self._spread, (mine, theirs), strict=True):
            spread.update(hands)

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


def games_won(
    database: sqlite3.Connection, game: str, players: tuple[PlayerInfo, PlayerInfo]
) -> tuple[int, int] | None:
    """Games of this kind that these two people, or two computers, have won of each other, in their order.

    People are known by their names, computers by their levels.
    """
    column = "name" if players[0].kind == HUMAN else "level"
    first, second = (cut(player.written_name, LONGEST_NAME) if column == "name" else player.level for player in players)
    won = [0, 0]
    asked = _BETWEEN.format(column=column)
    kinds = (players[0].kind, players[1].kind)
    for there, *points in database.execute(asked, (game, *kinds, first, second, second, first)):
        own = int(there != first)
        won[0] += points[own] > points[1 - own]
        won[1] += points[own] < points[1 - own]
    return won[0], won[1]


def count_games(database: sqlite3.Connection) -> int:
    """All games, whether they make sense or not."""
    count: int = database.execute("SELECT COUNT(*) FROM games WHERE true").fetchone()[0]  # see database.count_rows
    return count
