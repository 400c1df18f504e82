"""The tables of the history, and how each version of them becomes the next.

``user_version`` of the database is the number of steps that it has been through. A step that has shipped never changes:
a later one is added after it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from mile_bones.storage.rows import checksum, hands_checksum, moment_of

if TYPE_CHECKING:
    import sqlite3

_GAMES = """SELECT id, digest, ended, moment, rules, level, name, state, assisted, imported, own, other, hands, seed
    FROM games WHERE id > ? ORDER BY id LIMIT 1000"""  # not more are held in memory at once
_HANDS = """SELECT number, seat, points, miles, coups, hazards, trip, extended FROM hands WHERE game = ?
    ORDER BY number, seat"""


def _sum_up(database: sqlite3.Connection) -> None:
    """Give every game that makes sense its moment and its checksums; the others stay without."""
    last: int | None = -(2**63)
    while last is not None:
        rows = database.execute(_GAMES, (last,))
        sums = []
        last = None
        for last, digest, ended, _moment, *facts in rows:
            try:
                moment = moment_of(datetime.fromisoformat(ended))
            except (TypeError, ValueError):
                continue
            hands = database.execute(_HANDS, (last,))
            sums.append((moment, checksum((digest, ended, moment, *facts)), hands_checksum(hands), last))
        database.executemany("UPDATE games SET moment = ?, checksum = ?, hands_checksum = ? WHERE id = ?", sums)


_FIRST = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,  -- of the record: the same game is not entered twice
        ended TEXT NOT NULL,  -- local date and time, ISO 8601
        rules TEXT NOT NULL,
        level TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('finished', 'given_up', 'unfinished')),
        assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
        counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1)),  -- 0 from before the statistics were cleared
        own INTEGER NOT NULL,
        other INTEGER NOT NULL,
        hands INTEGER NOT NULL,
        seed INTEGER,
        record BLOB NOT NULL  -- the record's text, deflated
    ) STRICT""",
    "CREATE INDEX games_by_end ON games (ended)",
    """CREATE TABLE hands (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
        points INTEGER NOT NULL,
        miles INTEGER NOT NULL,
        coups INTEGER NOT NULL,
        hazards INTEGER NOT NULL,  -- played on the other side
        trip INTEGER NOT NULL CHECK (trip IN (0, 1)),
        extended INTEGER NOT NULL CHECK (extended IN (0, 1)),
        PRIMARY KEY (game, number, seat)
    ) STRICT, WITHOUT ROWID""",
)

_SECOND = (
    # a stranger's game, which is kept apart from one's own
    "ALTER TABLE games ADD COLUMN imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1))",
    "ALTER TABLE games ADD COLUMN moment INTEGER",  # the end in seconds UTC; ``ended`` is what a clock on the wall said
    "ALTER TABLE games ADD COLUMN checksum INTEGER",  # for these two see the module ``rows``
    "ALTER TABLE games ADD COLUMN hands_checksum INTEGER",
    _sum_up,
    "DROP INDEX games_by_end",
    "CREATE INDEX games_by_moment ON games (moment)",
    # Every number that a game was played with; it outlives the game.
    """CREATE TABLE numbers (
        seed INTEGER NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (seed, rules)
    ) STRICT, WITHOUT ROWID""",
    """INSERT OR IGNORE INTO numbers SELECT seed, rules FROM games
        WHERE typeof(seed) = 'integer' AND typeof(rules) = 'text'""",
    # Every game that counts for the high scores, and whether they have it; it outlives the game. Games from before this
    # step are not in it: they were scored when they ended.
    """CREATE TABLE ledger (
        digest BLOB NOT NULL PRIMARY KEY,  -- as in games
        moment INTEGER NOT NULL,
        ended TEXT NOT NULL,
        name TEXT NOT NULL,
        own INTEGER NOT NULL,
        other INTEGER NOT NULL,
        scored INTEGER NOT NULL DEFAULT 0 CHECK (scored IN (0, 1))
    ) STRICT, WITHOUT ROWID""",
    "CREATE TABLE facts (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)

_STEPS: tuple[tuple[str | Callable[[sqlite3.Connection], None], ...], ...] = (_FIRST, _SECOND)

NEWEST = len(_STEPS)
"""The version of the tables that this program writes."""

# SQLite checks types when a row is written; what a bad disk makes of one later is read as it is. Rows that make no
# sense are passed over, so that one of them does not hide the others. "+0 days" turns 31 February into 3 March, which
# is then another text.
_SOUND = (
    """CREATE TEMP VIEW sound_games AS SELECT * FROM games
        WHERE (typeof(rules), typeof(level), typeof(name)) = ('text', 'text', 'text')
        AND (typeof(moment), typeof(assisted), typeof(imported), typeof(own), typeof(other), typeof(hands))
            = ('integer', 'integer', 'integer', 'integer', 'integer', 'integer')
        AND typeof(seed) IN ('integer', 'null') AND state IN ('finished', 'given_up', 'unfinished')
        AND ended >= '0001' AND ended = strftime('%Y-%m-%dT%H:%M:%S', ended, '+0 days')""",
    """CREATE TEMP VIEW sound_hands AS SELECT * FROM hands
        WHERE (typeof(points), typeof(miles), typeof(coups), typeof(hazards), typeof(trip), typeof(extended))
            = ('integer', 'integer', 'integer', 'integer', 'integer', 'integer')
        AND typeof(seat) = 'integer' AND seat IN (0, 1)""",
    """CREATE TEMP VIEW sound_ledger AS SELECT * FROM ledger
        WHERE (typeof(digest), typeof(moment), typeof(name), typeof(own), typeof(other), typeof(scored))
            = ('blob', 'integer', 'text', 'integer', 'integer', 'integer')
        AND ended >= '0001' AND ended = strftime('%Y-%m-%dT%H:%M:%S', ended, '+0 days')""",
)


class NewerSchema(Exception):
    """A later version of the program wrote this database."""


def bring_up_to_date(database: sqlite3.Connection) -> None:
    """Take the steps that the database has not been through, all of them or none. NewerSchema when it has more."""
    if is_up_to_date(database):
        return
    database.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not wait for each other
    database.execute("BEGIN IMMEDIATE")  # and look again: another window may have been faster
    with database:
        version = _version(database)
        if version > len(_STEPS):
            raise NewerSchema
        for step in _STEPS[version:]:
            for statement in step:
                if callable(statement):
                    statement(database)
                else:
                    database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(_STEPS)}")


def is_up_to_date(database: sqlite3.Connection) -> bool:
    """There is no step to take."""
    return _version(database) == len(_STEPS)


def show_sound_rows(database: sqlite3.Connection) -> None:
    """Make views of the rows that make sense: ``sound_games``, ``sound_hands``, ``sound_ledger``."""
    for statement in _SOUND:
        database.execute(statement)


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version
