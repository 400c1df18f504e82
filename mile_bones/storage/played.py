"""How far each game has ever been played, which outlives the game: a fact of the history by the game's id.

It is a number of actions, or the beginning of the digest of the record with which the game first came to an end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

KEY = "played "
"""How the keys of these facts begin; the id of the game stands behind it."""

_OVER = "over "
_ASKED = "SELECT value FROM facts WHERE key = ?"
_ENTERED = "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)"


def is_past(value: str | None, ply: int) -> bool:
    """By what was written down the game has been played past so many actions."""
    if value is None:
        return False
    return value.startswith(_OVER) or (value.isdecimal() and int(value) > ply)


def note(database: sqlite3.Connection, game: str, ply: int, ended: bytes | None = None) -> None:
    """The game with this id has been played so far; ``ended``: to its end, with a record of this digest."""
    value = str(ply) if ended is None else f"{_OVER}{ended.hex()[:20]}"
    found = _value(database, game)
    if not is_past(found, ply) or (ended is not None and not found.startswith(_OVER)):
        database.execute(_ENTERED, (KEY + game, value))


def ended_otherwise(database: sqlite3.Connection, game: str, digest: bytes) -> bool:
    """The game has come to an end before, and not with this record."""
    found = _value(database, game)
    return found.startswith(_OVER) and found != f"{_OVER}{digest.hex()[:20]}"


def merge(before: sqlite3.Connection, now: sqlite3.Connection) -> None:
    """What one history knows goes into the other, where that knows less."""
    for key, value in before.execute("SELECT key, value FROM facts WHERE key GLOB ?", (f"{KEY}*",)):
        found = _value(now, key.removeprefix(KEY))
        if not found.startswith(_OVER) and (not found.isdecimal() or is_past(value, int(found))):
            now.execute(_ENTERED, (key, value))


def _value(database: sqlite3.Connection, game: str) -> str:
    row = database.execute(_ASKED, (KEY + game,)).fetchone()
    return "" if row is None else str(row[0])
