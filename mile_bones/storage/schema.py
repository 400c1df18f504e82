"""The tables of the history, and how each version of them becomes the next.

``user_version`` of the database is the number of steps that it has been through. A step that has shipped never changes:
a later one is added after it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from mile_bones.storage.earlier import GAME, SECOND, hands_checksum, renewed
from mile_bones.storage.older import NEWEST
from mile_bones.storage.rows import ROW, checksum, moment_of

if TYPE_CHECKING:
    import sqlite3

_Objects = dict[tuple[str, str, str], str]
"""The text that made each object of a database, by its type, its name and that of its table."""

_OLD = """SELECT id, counted, record, digest, ended, rules, level, name, state, assisted, own, other, hands, seed
    FROM old_games WHERE id > ? ORDER BY id LIMIT 1000"""  # not more are held in memory at once
_HANDS = """SELECT number, seat, points, miles, coups, hazards, trip, extended FROM hands WHERE game = ?
    ORDER BY number, seat"""
_GAME = """INSERT INTO games (id, counted, record, digest, ended, moment, rules, level, name, state, assisted, imported,
    own, other, hands, seed, checksum, hands_checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)"""


Told = Callable[[float], None]
"""Told how much of a long step has been done, from 0 to 1; what it raises breaks the step off."""

Keep = Callable[[], None]
"""Keeps the database as it is, before a step is taken. Another connection reads it meanwhile."""


def _carry_over(database: sqlite3.Connection, _told: Told) -> None:
    """Give every game of the first step what the second one asks for. Unsound when one makes no sense."""
    last: int | None = -(2**63)
    while last is not None:
        rows = database.execute(_OLD, (last,))
        games = []
        last = None
        for last, counted, record, digest, ended, *facts in rows:
            try:
                moment = moment_of(datetime.fromisoformat(ended))
            except (TypeError, ValueError):
                raise Unsound from None
            hands = hands_checksum(database.execute(_HANDS, (last,)))
            told = (*facts[:5], 0, *facts[5:])
            games.append(
                (last, counted, record, digest, ended, moment, *facts, checksum((digest, ended, moment, *told)), hands)
            )
        database.executemany(_GAME, games)


_OLD_GAMES = f"SELECT {', '.join(SECOND)} FROM old_games WHERE id > ? ORDER BY id LIMIT 200"  # noqa: S608
_NEW_GAME = f"INSERT INTO games (id, {', '.join(ROW)}) VALUES (?{', ?' * len(ROW)})"  # noqa: S608


def _renew(database: sqlite3.Connection, told: Told) -> None:
    """Give every game of the second step the columns of the third. What made no sense before makes none now."""
    games_there: int = database.execute("SELECT COUNT(*) FROM old_games WHERE true").fetchone()[0]
    last: int | None = -(2**63)
    done = 0
    while last is not None:
        told(done / max(games_there, 1))
        rows = [dict(zip(SECOND, row, strict=True)) for row in database.execute(_OLD_GAMES, (last,))]
        try:
            games = [renewed(row, database.execute(_HANDS, (row["id"],)).fetchall()) for row in rows]
        except (TypeError, ValueError):
            raise Unsound from None
        last, done = rows[-1]["id"] if rows else None, done + len(rows)
        database.execute("DELETE FROM old_games WHERE id <= ?", (last,))  # the file grows by these few games only
        database.execute("DELETE FROM hands WHERE game <= ?", (last,))
        database.executemany(_NEW_GAME, [(game["id"], *(game[name] for name in ROW)) for game in games])


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
    # Not by ALTER TABLE ADD COLUMN: that writes the text of the table anew, in other words in every version of SQLite,
    # and what is new would lie behind the record, which is long.
    "DROP INDEX games_by_end",
    "ALTER TABLE games RENAME TO old_games",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,  -- of the record: the same game is not entered twice
        ended TEXT NOT NULL,  -- date and time on the clock where it was played, ISO 8601
        moment INTEGER NOT NULL,  -- the same in seconds UTC since 1970
        rules TEXT NOT NULL,
        level TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('finished', 'given_up', 'unfinished')),
        assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),  -- a stranger's game
        counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1)),  -- 0 from before the statistics were cleared
        own INTEGER NOT NULL,
        other INTEGER NOT NULL,
        hands INTEGER NOT NULL,
        seed INTEGER,
        checksum INTEGER,  -- of this row and of its hands, see the module rows; NULL: what was written is not known
        hands_checksum INTEGER,
        record BLOB NOT NULL  -- the record's text, deflated
    ) STRICT""",
    _carry_over,
    "DROP TABLE old_games",
    "CREATE INDEX games_by_moment ON games (moment)",
    # Every number that a game was played with; it outlives the game.
    """CREATE TABLE numbers (
        seed INTEGER NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (seed, rules)
    ) STRICT, WITHOUT ROWID""",
    "INSERT OR IGNORE INTO numbers SELECT seed, rules FROM games WHERE seed IS NOT NULL",
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
    # How many games there are, so that some that vanish are missed.
    "INSERT INTO facts SELECT 'games', COUNT(*) FROM games",
)

_THIRD = (
    "DROP INDEX games_by_moment",
    "ALTER TABLE games RENAME TO old_games",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,  -- of the record: the same game is not entered twice
        ended TEXT NOT NULL,  -- date and time on the clock where it was played, ISO 8601
        moment INTEGER NOT NULL,  -- the same in seconds UTC since 1970
        game TEXT NOT NULL,  -- its name, as in records
        rules TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('finished', 'given_up', 'unfinished')),
        assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),  -- a stranger's game
        counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1)),  -- 0 from before the statistics were cleared
        kind_0 TEXT NOT NULL,  -- of the player in seat 0: 'human' or 'computer'
        level_0 TEXT NOT NULL,
        name_0 TEXT NOT NULL,
        points_0 INTEGER NOT NULL,
        kind_1 TEXT NOT NULL,
        level_1 TEXT NOT NULL,
        name_1 TEXT NOT NULL,
        points_1 INTEGER NOT NULL,
        hands INTEGER NOT NULL,
        seed INTEGER,
        checksum INTEGER,  -- of this row and of its facts, see the module rows; NULL: what was written is not known
        facts_checksum INTEGER,
        facts TEXT NOT NULL,  -- what was counted of each hand and seat, by name, as JSON
        record BLOB NOT NULL  -- the record's text, deflated
    ) STRICT""",
    _renew,
    "DROP TABLE hands",
    "DROP TABLE old_games",
    "CREATE INDEX games_by_moment ON games (moment)",
    "ALTER TABLE numbers RENAME TO old_numbers",
    # Every number that a game was played with; it outlives the game.
    """CREATE TABLE numbers (
        seed INTEGER NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (seed, game, rules)
    ) STRICT, WITHOUT ROWID""",
    f"INSERT INTO numbers SELECT seed, '{GAME}', rules FROM old_numbers",  # noqa: S608
    "DROP TABLE old_numbers",
    "ALTER TABLE ledger RENAME TO old_ledger",
    # Every game that counts for the high scores, and whether they have it; it outlives the game. Games from before the
    # second step are not in it: they were scored when they ended.
    """CREATE TABLE ledger (
        digest BLOB NOT NULL PRIMARY KEY,  -- as in games
        moment INTEGER NOT NULL,
        ended TEXT NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,  -- of the person, of two the one in seat 0
        rival TEXT NOT NULL,  -- the name of the other person; empty for a computer
        own INTEGER NOT NULL,
        other INTEGER NOT NULL,
        scored INTEGER NOT NULL DEFAULT 0 CHECK (scored IN (0, 1))
    ) STRICT, WITHOUT ROWID""",
    f"INSERT INTO ledger SELECT digest, moment, ended, '{GAME}', name, '', own, other, scored FROM old_ledger",  # noqa: S608
    "DROP TABLE old_ledger",
)

_FOURTH = (
    # What the coach said of hands: it can be made anew, goes with its game, and is left behind where a database is
    # mended or two are brought together.
    """CREATE TABLE reviews (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        hand INTEGER NOT NULL,  -- counted from 1
        coach TEXT NOT NULL,  -- which one it was, and how long it thought
        summary TEXT NOT NULL,  -- what the statistics add up, as JSON
        review BLOB NOT NULL,  -- all of it, as JSON, deflated
        PRIMARY KEY (game, hand)
    ) STRICT""",
)

_STEPS: tuple[tuple[str | Callable[[sqlite3.Connection, Told], None], ...], ...] = (_FIRST, _SECOND, _THIRD, _FOURTH)

_RENEWED = 3
"""The last of the steps that give every game another row."""

assert len(_STEPS) == NEWEST

# SQLite checks types when a row is written; what a bad disk makes of one later is read as it is. Rows that make no
# sense are passed over, so that one of them does not hide the others. "+0 days" turns 31 February into 3 March, which
# is then another text.
_SOUND = (
    """CREATE TEMP VIEW sound_games AS SELECT * FROM games
        WHERE (typeof(game), typeof(rules)) = ('text', 'text')
        AND (typeof(kind_0), typeof(level_0), typeof(name_0)) = ('text', 'text', 'text')
        AND (typeof(kind_1), typeof(level_1), typeof(name_1)) = ('text', 'text', 'text')
        AND (typeof(moment), typeof(assisted), typeof(imported), typeof(points_0), typeof(points_1), typeof(hands))
            = ('integer', 'integer', 'integer', 'integer', 'integer', 'integer')
        AND typeof(seed) IN ('integer', 'null') AND state IN ('finished', 'given_up', 'unfinished')
        AND ended >= '0001' AND ended = strftime('%Y-%m-%dT%H:%M:%S', ended, '+0 days')""",
    """CREATE TEMP VIEW sound_ledger AS SELECT * FROM ledger
        WHERE (typeof(digest), typeof(moment), typeof(name), typeof(own), typeof(other), typeof(scored))
            = ('blob', 'integer', 'text', 'integer', 'integer', 'integer')
        AND (typeof(game), typeof(rival)) = ('text', 'text')
        AND ended >= '0001' AND ended = strftime('%Y-%m-%dT%H:%M:%S', ended, '+0 days')""",
)


class NewerSchema(Exception):
    """A later version of the program wrote this database."""


class NotKept(OSError):
    """What an earlier version has left cannot be kept, and so nothing is made of it."""


class Unsound(Exception):
    """The database is not what this program has made: other tables, or rows that it would never write."""


def _to_nobody(_done: float) -> None:
    pass


def bring_up_to_date(database: sqlite3.Connection, told: Told | None = None, keep: Keep | None = None) -> None:
    """Take the steps that the database has not been through, all of them or none. ``told`` may break them off.

    ``keep`` is called before, while nobody can write; what it raises breaks them off, too.

    NewerSchema when it has been through more, Unsound when it has other tables than these steps make, or triggers or
    views, which would do somebody else's will whenever a game is read or entered.
    """
    import sqlite3

    require_our_tables(database)
    if is_up_to_date(database):
        return
    is_new = not _version(database)
    if is_new:
        database.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not wait for each other
    else:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the file is as an earlier version leaves it at the end
    database.execute("PRAGMA foreign_keys = OFF")  # else the hands go with the table that is replaced
    database.execute("PRAGMA legacy_alter_table = ON")  # and else they would follow its old name
    database.execute("BEGIN IMMEDIATE")  # and look again: another window may have been faster
    try:
        with database:
            if keep is not None and not is_new and not is_up_to_date(database):
                keep()
            _take_steps(database, len(_STEPS), told or _to_nobody)
    except sqlite3.IntegrityError:
        raise Unsound from None
    database.execute("PRAGMA legacy_alter_table = OFF")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA journal_mode = WAL")  # which changes the file, where an earlier one had another


def _take_steps(database: sqlite3.Connection, last: int, told: Told = _to_nobody) -> None:
    for step in _STEPS[_version(database) : last]:
        for statement in step:
            if callable(statement):
                statement(database, told)
            else:
                database.execute(statement)
    database.execute(f"PRAGMA user_version = {last}")


def require_our_tables(database: sqlite3.Connection) -> None:
    """NewerSchema and Unsound, as above. Tables of somebody else beside ours do no harm and may stay."""
    version = _version(database)
    found = _objects(database)
    if version > len(_STEPS) and found != _made(len(_STEPS)):  # every step changes the tables; this is no turned bit
        raise NewerSchema
    if not 0 <= version <= len(_STEPS):
        raise Unsound
    ours = _made(version)
    taken = {name for (_kind, name, _table) in (*ours, *_made(len(_STEPS)))}
    for what, text in found.items():
        kind, name, table = what
        if what not in ours and (kind in ("trigger", "view") or name in taken or table in taken):
            raise Unsound
        if ours.get(what, text) != text:
            raise Unsound
    if not found.keys() >= ours.keys():
        raise Unsound


def _objects(database: sqlite3.Connection) -> _Objects:
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return {
        (str(kind), str(name), str(table)): " ".join(str(text).split())
        for kind, name, table, text in rows
        if not str(name).startswith("sqlite_stat")  # which SQLite makes for itself
    }


@cache
def _made(version: int) -> _Objects:
    """What so many steps make."""
    import sqlite3

    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("PRAGMA legacy_alter_table = ON")
        _take_steps(database, version)
        return _objects(database)


def is_up_to_date(database: sqlite3.Connection) -> bool:
    """There is no step to take."""
    return _version(database) == len(_STEPS)


def must_renew(database: sqlite3.Connection) -> bool:
    """A step is to be taken in which every game gets another row; the others take no time."""
    return _version(database) < _RENEWED


def show_sound_rows(database: sqlite3.Connection) -> None:
    """Make views of the rows that make sense: ``sound_games``, ``sound_ledger``."""
    for statement in _SOUND:
        database.execute(statement)


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version
