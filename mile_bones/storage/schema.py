"""The tables of the history, and how each version of them becomes the next.

``user_version`` of the database is the number of steps that it has been through. A step that has shipped never changes:
a later one is added after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_STEPS = (
    (
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
    ),
)

# SQLite checks types when a row is written; what a bad disk makes of one later is read as it is. Rows that make no
# sense are passed over, so that one of them does not hide the others. "+0 days" turns 31 February into 3 March, which
# is then another text.
_SOUND = (
    """CREATE TEMP VIEW sound_games AS SELECT * FROM games
        WHERE (typeof(rules), typeof(level), typeof(name), typeof(assisted), typeof(own), typeof(other), typeof(hands))
            = ('text', 'text', 'text', 'integer', 'integer', 'integer', 'integer')
        AND typeof(seed) IN ('integer', 'null') AND state IN ('finished', 'given_up', 'unfinished')
        AND ended >= '0001' AND ended = strftime('%Y-%m-%dT%H:%M:%S', ended, '+0 days')""",
    """CREATE TEMP VIEW sound_hands AS SELECT * FROM hands
        WHERE (typeof(points), typeof(miles), typeof(coups), typeof(hazards), typeof(trip), typeof(extended))
            = ('integer', 'integer', 'integer', 'integer', 'integer', 'integer')
        AND typeof(seat) = 'integer' AND seat IN (0, 1)""",
)


class NewerSchema(Exception):
    """A later version of the program wrote this database."""


def bring_up_to_date(database: sqlite3.Connection) -> None:
    """Take the steps that the database has not been through, all of them or none. NewerSchema when it has more."""
    if _version(database) == len(_STEPS):
        return
    database.execute("PRAGMA journal_mode = WAL")  # readers and a writer do not wait for each other
    database.execute("BEGIN IMMEDIATE")  # and look again: another window may have been faster
    with database:
        version = _version(database)
        if version > len(_STEPS):
            raise NewerSchema
        for step in _STEPS[version:]:
            for statement in step:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(_STEPS)}")


def show_sound_rows(database: sqlite3.Connection) -> None:
    """Make the views ``sound_games`` and ``sound_hands`` for this connection: the rows that make sense."""
    for statement in _SOUND:
        database.execute(statement)


def _version(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version
