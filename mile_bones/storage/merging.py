"""Take over the games that one state of the history contains and another does not."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from mile_bones.storage import played
from mile_bones.storage.copying import connected, in_words, opened_copy
from mile_bones.storage.rows import ROW, put
from mile_bones.storage.schema import bring_up_to_date

_GAMES = f"SELECT {', '.join(ROW)} FROM games ORDER BY id"  # noqa: S608
_LEDGER = "SELECT digest, moment, ended, game, name, rival, own, other, scored FROM ledger"
_ENTER_LEDGER = """INSERT OR REPLACE INTO ledger (digest, moment, ended, game, name, rival, own, other, scored)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""


@dataclass(frozen=True)
class Seen:
    """The digests of the games in a history and in its ledger at some moment."""

    games: frozenset[bytes] = frozenset()
    ledger: frozenset[bytes] = frozenset()


def seen_in(history: Path | None) -> Seen:
    """Return the games in a history that windows may have open; empty if there is none.

    Raise OSError if it is unreadable.
    """
    if history is None or not history.exists():
        return Seen()
    with in_words(history.parent), contextlib.closing(connected(history)) as database:
        return _seen(database)


def seen_in_copy(history: Path) -> Seen:
    """Return the games in a backup. Raise OSError if it cannot be read."""
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        return _seen(database)


def fact_in_copy(history: Path, key: str) -> str | None:
    """Return the fact that was stored under this key when the backup was made, or None.

    Raise OSError if it is unreadable.
    """
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        if not _has(database, "facts"):
            return None
        row = database.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def keep_games(before: sqlite3.Connection, now: sqlite3.Connection, forget: Seen, *, facts: bool, again: bool) -> int:
    """Copy the games of ``before`` that ``now`` does not contain, except those in ``forget``.

    Return the number of games. If ``facts`` is true, copy the stored facts, too. If ``again`` is true, mark the games
    in the ledger as not yet entered in ``mb.ini``. A row that the tables refuse is left out.
    """
    bring_up_to_date(now)
    kept = 0
    now.execute("BEGIN IMMEDIATE")
    with now:
        if not _has(before, "games"):
            return 0
        there = _seen(now)
        for row in before.execute(_GAMES):
            if row[0] not in there.games and row[0] not in forget.games:
                with contextlib.suppress(sqlite3.IntegrityError):
                    kept += put(now, dict(zip(ROW, row, strict=True)))
        numbers = before.execute("SELECT seed, game, rules FROM numbers")
        now.executemany("INSERT OR IGNORE INTO numbers VALUES (?, ?, ?)", numbers)
        for *row, scored in before.execute(_LEDGER):
            if row[0] not in forget.ledger:
                now.execute(_ENTER_LEDGER, (*row, 0 if again else scored))
        played.merge(before, now)  # knowledge of how far games were played must not get lost
        if facts:
            written = before.execute("SELECT key, value FROM facts")
            now.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", written)
        now.execute("UPDATE facts SET value = (SELECT COUNT(*) FROM games) WHERE key = 'games'")
    return kept


def _seen(database: sqlite3.Connection) -> Seen:
    return Seen(
        _digests(database, "games", "SELECT digest FROM games"),
        _digests(database, "ledger", "SELECT digest FROM ledger"),
    )


def _digests(database: sqlite3.Connection, table: str, asked: str) -> frozenset[bytes]:
    return frozenset(digest for (digest,) in database.execute(asked)) if _has(database, table) else frozenset()


def _has(database: sqlite3.Connection, table: str) -> bool:
    found = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
    return database.execute(found, (table,)).fetchone() is not None
