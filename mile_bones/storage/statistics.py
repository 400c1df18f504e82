"""The statistics of the games in the history that are over.

Assisted games do not count, and neither do games from before the statistics were cleared. Unfinished games do not count
either, because they may be continued, or be imported again when they are over; their hands count then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mile_bones.engine.graphemes import cut
from mile_bones.engine.spec import POINTS
from mile_bones.storage.payments import paid, with_payments
from mile_bones.storage.rows import HUMAN, facts_of, viewpoint
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    import sqlite3

    from mile_bones.engine.record import PlayerInfo
    from mile_bones.storage.rescue import Recount

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
"""The number of games that are read at once, with some two thousand hands: this takes some milliseconds."""
_BEFORE_ALL = -(2**63)


@dataclass(frozen=True, slots=True)
class Span:
    """A selection of games. Each attribute that is None selects all.

    ``since`` is the first day, ``level`` the level of the opponent. ``imported`` selects the games of other people
    instead of the user's own. ``pair`` selects the games between two people with these names, from the first one's
    view; None selects the games of one person against a computer.
    """

    rules: str | None = None
    level: str | None = None
    since: date | None = None
    imported: bool = False
    game: str | None = None
    pair: tuple[str, str] | None = None


class Result(NamedTuple):
    """A finished game: when it ended, and the points of the person and of the other player."""

    ended: datetime
    own: int
    other: int


class Purse(NamedTuple):
    """The payments between two players in finished games, added up.

    ``games`` is the number of games in which something was paid. ``ahead`` is what the side that comes first was paid,
    less what it paid.
    """

    games: int = 0
    ahead: int = 0


Opponents: TypeAlias = str | tuple[str, str]
"""The two players of a purse: the level of the computer player that a person played, or the names of two people in
alphabetical order.
"""


class Counted(NamedTuple):
    """A game whose hands count, finished or given up.

    ``id`` is its id in the history, ``ended`` when it ended, ``own`` the seat of the side that comes first.
    """

    id: int
    ended: datetime
    own: int


class Wins(NamedTuple):
    """The results of one side in all finished games.

    ``won`` is the number of games won, ``longest`` the longest series of wins, ``best`` the most points in a game,
    ``points`` the points in all games, ``widest`` the largest lead at the end of a game.
    """

    won: int = 0
    longest: int = 0
    best: int = 0
    points: int = 0
    widest: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics, all in whole numbers. Of two values for the sides, the person's comes first.

    ``sums`` contains the sum of each fact of the game over all hands, by name; a fact that was never counted is 0.
    ``spread`` contains, for each side, the number of hands by their points.
    """

    results: tuple[Result, ...]
    """The finished games, oldest first.

    They are sorted by the moment in UTC, because imported games come in any order, and clocks go back every autumn.
    """
    games: tuple[Wins, Wins]
    streak: int
    """The number of games that the person has just won in a row; a negative number counts games lost."""
    given_up: int
    hands: int
    hands_won: tuple[int, int]
    sums: tuple[Counter[str], Counter[str]]
    spread: tuple[dict[int, int], dict[int, int]]
    others: bool
    """True if the history contains games of other people, whether selected or not."""
    kinds: tuple[str, ...]
    """The names of all games of which the history contains any, whether selected or not."""
    pairs: tuple[tuple[str, str], ...]
    """The names of each two people who have played this game with each other, in alphabetical order."""
    counted: tuple[Counted, ...]
    """The games whose hands have been added up, in the order of the results."""
    purses: Mapping[Opponents, Purse] = field(default_factory=dict)
    """The purse of each two players who have played for stakes, whichever opponent is selected.

    The person comes first, or of two people the one whose name comes first.
    """

    @property
    def won(self) -> tuple[int, int]:
        """The numbers of finished games won by each side."""
        return self.games[0].won, self.games[1].won

    @property
    def streaks(self) -> tuple[int, int]:
        """The longest series of games that each side has won in a row."""
        return self.games[0].longest, self.games[1].longest

    def hands_by(self, step: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return for each side the number of hands, by ``points // step``."""
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for steps, counts in zip(found, self.spread, strict=True):
            for points, count in sorted(counts.items()):
                steps[points // step] = steps.get(points // step, 0) + count
        return found


Piece: TypeAlias = list[tuple[Any, ...]]
"""Some rows of games, in the order of their moments."""


class Gathering:
    """Adds up the games of a span. Call ``read`` for the next rows and ``add`` them, until ``add`` returns True.

    ``seen`` is the number of games that have been read. ``recount`` is as in ``History``.
    """

    def __init__(self, span: Span, recount: Recount) -> None:
        self.seen = 0
        self._span = span
        self._recount = recount
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
        self._purses: dict[Opponents, Purse] = {}

    def read(self, database: sqlite3.Connection) -> Piece:
        """Return the rows of the next games, after those that were added last."""
        span, (moment, number) = self._span, self._after
        rows = database.execute(
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
        return [(*row, with_payments(database, row[1], row[2], facts, self._recount)) for *row, facts in rows]

    def add(self, piece: Piece) -> bool:
        """Add these games. Return True if they were the last ones."""
        for _moment, number, game, ended, state, imported, *seats, counts, facts in piece:
            self._others |= bool(imported)
            self._kinds[game] = None
            if state != "unfinished" and self._span.game in (None, game) and self._span.imported == bool(imported):
                self._note_pair(seats)
            found = facts_of(facts) if counts else {}
            if state == "finished":
                self._note_payment(seats, found)
            own = self._own(seats) if counts else None
            if own is None:
                continue
            points, then = (seats[3], seats[7]), datetime.fromisoformat(ended)
            self._counted.append(Counted(number, then, own))
            if state == "finished":
                self._finished(Result(then, points[own], points[1 - own]))
            else:
                self._given_up += 1
            self._add_facts(found, own)
        self.seen += len(piece)
        if len(piece) < _PIECE:
            return True
        self._after = piece[-1][:2]
        return False

    def statistics(self) -> Statistics:
        """Return the statistics of the games that have been added."""
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
            purses=self._purses,
        )

    def _note_pair(self, seats: Sequence[Any]) -> None:
        if (seats[0], seats[4]) == (HUMAN, HUMAN):
            self._pairs.add(in_order(seats[2], seats[6]))

    def _note_payment(self, seats: Sequence[Any], facts: Mapping[str, Sequence[Sequence[int]]]) -> None:
        """Add the payment of a finished game to the purse of its players. Two computers have none."""
        kinds, levels, names = (seats[0], seats[4]), (seats[1], seats[5]), (seats[2], seats[6])
        own = viewpoint(*kinds)
        opponents: Opponents | None = None
        if kinds == (HUMAN, HUMAN):
            opponents = in_order(*names)
            own = names.index(opponents[0])
        elif HUMAN in kinds:
            opponents = levels[1 - own]
        if opponents is not None and (amount := paid(facts, own)):
            games, ahead = self._purses.get(opponents, Purse())
            self._purses[opponents] = Purse(games + 1, ahead + amount)

    def _own(self, seats: Sequence[Any]) -> int | None:
        """Return the seat of the side that comes first, or None if these players are not selected."""
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


def in_order(one: str, other: str) -> tuple[str, str]:
    """Return the names of two people in alphabetical order, as in ``Statistics.pairs``."""
    return (one, other) if (one.casefold(), one) <= (other.casefold(), other) else (other, one)


def _more(wins: Wins, points: int, ahead: int, streak: int) -> Wins:
    """Return the results of a side after one more game.

    The side leads by ``ahead`` in it and has now won ``streak`` games in a row.
    """
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
    """Return how many games of this kind each of two people, or two computers, has won against the other.

    The order is that of ``players``. People are identified by their names, computers by their levels.
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
    """Return the number of all games, including rows that make no sense."""
    count: int = database.execute("SELECT COUNT(*) FROM games WHERE true").fetchone()[0]  # see database.count_rows
    return count
