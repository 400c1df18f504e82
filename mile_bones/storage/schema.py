"""The tables of the history, and the steps that convert each version of them to the next.

Schema ``n`` is the result of the first ``n`` steps, and the database's ``user_version`` is ``n``. A step that has been
released never changes; changes are made in a new step after it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from mile_bones.storage.legacy_schema import GAME, SECOND, hands_checksum, renewed
from mile_bones.storage.older import NEWEST
from mile_bones.storage.rows import ROW, checksum, moment_of

if TYPE_CHECKING:
    import sqlite3

_Objects = dict[tuple[str, str, str], str]
"""The SQL of each object of a database, by type, name and table of the object."""

_OLD = """SELECT id, counted, record, digest, ended, rules, level, name, state, assisted, own, other, hands, seed
    FROM old_games WHERE id > ? ORDER BY id LIMIT 1000"""  # bounds the number of games in memory
_HANDS = """SELECT number, seat, points, miles, coups, hazards, trip, extended FROM hands WHERE game = ?
    ORDER BY number, seat"""
_GAME = """INSERT INTO games (id, counted, record, digest, ended, moment, rules, level, name, state, assisted, imported,
    own, other, hands, seed, checksum, hands_checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)"""


Told = Callable[[float], None]
"""A callback for the progress of a long step, from 0 to 1. An exception that it raises stops the step."""

Keep = Callable[[], None]
"""A callback that backs up the database before a step, by a connection of its own."""


def _carry_over(database: sqlite3.Connection, _told: Told) -> None:
    """Convert every game of schema 1 to schema 2. Raise Unsound if a game makes no sense."""
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
    """Convert every game of schema 2 to schema 3. Raise Unsound if one cannot be converted.

    Rows that were invalid stay invalid.
    """
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
        database.execute("DELETE FROM old_games WHERE id <= ?", (last,))  # keeps the file from growing much
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
    # ALTER TABLE ADD COLUMN is not used: it rewrites the SQL text of the table, differently in each version of
    # SQLite, and would put the new columns behind the record, which is long.
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
    # Every seed that a game was played with. A row outlives its game.
    """CREATE TABLE numbers (
        seed INTEGER NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (seed, rules)
    ) STRICT, WITHOUT ROWID""",
    "INSERT OR IGNORE INTO numbers SELECT seed, rules FROM games WHERE seed IS NOT NULL",
    # Every game that counts for the high scores, and whether it has been entered there. A row outlives its game.
    # Games from before this step are missing: they were scored when they ended.
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
    # The number of games, so that the loss of some is noticed.
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
    # Every seed that a game was played with. A row outlives its game.
    """CREATE TABLE numbers (
        seed INTEGER NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (seed, game, rules)
    ) STRICT, WITHOUT ROWID""",
    f"INSERT INTO numbers SELECT seed, '{GAME}', rules FROM old_numbers",  # noqa: S608
    "DROP TABLE old_numbers",
    "ALTER TABLE ledger RENAME TO old_ledger",
    # Every game that counts for the high scores, and whether it has been entered there. A row outlives its game.
    # Games from before schema 2 are missing: they were scored when they ended.
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
    # The coach's reviews of hands. A review can be made again, is deleted with its game, and is not copied when a
    # database is mended or two are merged.
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
"""The last step that gives every game a new row."""

assert len(_STEPS) == NEWEST

# SQLite checks types when a row is written, but reads what a bad disk makes of the row later without a check. Rows that
# make no sense are skipped, so that one of them does not hide the others. The modifier "+0 days" turns 31 February into
# 3 March, which differs from the stored text.
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
    """The files of an earlier version cannot be backed up, so the database is not converted."""


class Unsound(Exception):
    """The database is not what this program has made: other tables, or rows that it would never write."""


def _to_nobody(_done: float) -> None:
    pass


def bring_up_to_date(database: sqlite3.Connection, told: Told | None = None, keep: Keep | None = None) -> None:
    """Convert the database to the current schema, completely or not at all.

    An exception of ``told`` stops the conversion. ``keep`` is called before, while nobody else can write; its
    exceptions stop the conversion, too.

    Raise NewerSchema if a later version has converted the database. Raise Unsound if it has other tables than the steps
    make, or if it has triggers or views, which would run somebody else's code whenever a game is read or entered.
    """
    import sqlite3

    require_our_tables(database)
    if is_up_to_date(database):
        return
    is_new = not _version(database)
    if is_new:
        database.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not block each other
    else:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # as an earlier version does when it quits
    database.execute("PRAGMA foreign_keys = OFF")  # otherwise dropping the old table would delete the hands
    database.execute("PRAGMA legacy_alter_table = ON")  # otherwise references would follow the renamed table
    database.execute("BEGIN IMMEDIATE")  # look again, because another window may have been faster
    try:
        with database:
            if keep is not None and not is_new and not is_up_to_date(database):
                keep()
            _take_steps(database, len(_STEPS), told or _to_nobody)
    except sqlite3.IntegrityError:
        raise Unsound from None
    database.execute("PRAGMA legacy_alter_table = OFF")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA journal_mode = WAL")  # earlier versions may have used another mode; this changes the file


def _take_steps(database: sqlite3.Connection, last: int, told: Told = _to_nobody) -> None:
    for step in _STEPS[_version(database) : last]:
        for statement in step:
            if callable(statement):
                statement(database, told)
            else:
                database.execute(statement)
    database.execute(f"PRAGMA user_version = {last}")


def require_our_tables(database: sqlite3.Connection) -> None:
    """Raise NewerSchema or Unsound if the tables are not ours, see ``bring_up_to_date``.

    Other tables beside ours do no harm and may stay.
    """
    version = _version(database)
    found = _objects(database)
    if version > len(_STEPS) and found != _made(len(_STEPS)):  # tables, too: not a wrong bit
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
        if not str(name).startswith("sqlite_stat")  # made by SQLite itself
    }


@cache
def _made(version: int) -> _Objects:
    """Return the objects of schema ``version``."""
    import sqlite3

    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("PRAGMA legacy_alter_table = ON")
        _take_steps(database, version)
        return _objects(database)


def is_up_to_date(database: sqlite3.Connection) -> bool:
    """Return True if the database has the current schema."""
    return _version(database) == len(_STEPS)


def must_renew(database: sqlite3.Connection) -> bool:
    """Return True if the conversion includes a step that gives every game a new row. All other steps are quick."""
    return _version(database) < _RENEWED


def show_sound_rows(database: sqlite3.Connection) -> None:
    """Create temporary views of the rows that make sense: ``sound_games`` and ``sound_ledger``."""
    for statement in _SOUND:
        database.execute(statement)


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version
