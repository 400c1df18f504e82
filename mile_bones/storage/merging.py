"""Games of one state of the history that another does not have."""

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
    """Which games were in a history, and in its ledger, at some moment: their digests."""

    games: frozenset[bytes] = frozenset()
    ledger: frozenset[bytes] = frozenset()


def seen_in(history: Path | None) -> Seen:
    """What there is in a history, open or not; nothing where there is none. OSError when it cannot be read."""
    if history is None or not history.exists():
        return Seen()
    with in_words(history.parent), contextlib.closing(connected(history)) as database:
        return _seen(database)


def seen_in_copy(history: Path) -> Seen:
    """What there is in a backup. OSError when it cannot be read."""
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        return _seen(database)


def fact_in_copy(history: Path, key: str) -> str | None:
    """What was written down under this key when the backup was made. OSError when it cannot be read."""
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        if not _has(database, "facts"):
            return None
        row = database.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def keep_games(before: sqlite3.Connection, now: sqlite3.Connection, forget: Seen, *, facts: bool, again: bool) -> int:
    """Bring into ``now`` what ``before`` has besides it, but for what is to be forgotten; how many games.

    ``facts``: also what was written down about them. ``again``: they have to be entered in ``mb.ini`` once more. A row
    that the tables refuse stays out.
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
        played.merge(before, now)  # nobody forgets what has been seen
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
