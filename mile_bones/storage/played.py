"""Notes of how far each game was ever played. Each note is stored as a fact of the history, under the id of the game,
and remains when the game is deleted.

The note is a number of actions or, if the game has ended, the beginning of the digest of the record with which it first
ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

KEY = "played "
"""The prefix of the keys of the notes. The id of the game follows the prefix."""

_OVER = "over "
_ASKED = "SELECT value FROM facts WHERE key = ?"
_ENTERED = "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)"


def is_past(value: str | None, ply: int) -> bool:
    """Return True if, according to the note ``value``, the game was played past ``ply`` actions."""
    if value is None:
        return False
    return value.startswith(_OVER) or (value.isdecimal() and int(value) > ply)


def note(database: sqlite3.Connection, game: str, ply: int, ended: bytes | None = None) -> None:
    """Note that the game with this id was played for ``ply`` actions.

    If it has ended, ``ended`` is the digest of its record.
    """
    value = str(ply) if ended is None else f"{_OVER}{ended.hex()[:20]}"
    found = _value(database, game)
    if not is_past(found, ply) or (ended is not None and not found.startswith(_OVER)):
        database.execute(_ENTERED, (KEY + game, value))


def ended_otherwise(database: sqlite3.Connection, game: str, digest: bytes) -> bool:
    """Return True if the game has ended before with a different record."""
    found = _value(database, game)
    return found.startswith(_OVER) and found != f"{_OVER}{digest.hex()[:20]}"


def merge(before: sqlite3.Connection, now: sqlite3.Connection) -> None:
    """Merge the notes of ``before`` into ``now``. Of two notes keep the one that got further."""
    for key, value in before.execute("SELECT key, value FROM facts WHERE key GLOB ?", (f"{KEY}*",)):
        found = _value(now, key.removeprefix(KEY))
        if not found.startswith(_OVER) and (not found.isdecimal() or is_past(value, int(found))):
            now.execute(_ENTERED, (key, value))


def _value(database: sqlite3.Connection, game: str) -> str:
    row = database.execute(_ASKED, (KEY + game,)).fetchone()
    return "" if row is None else str(row[0])
