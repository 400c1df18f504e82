"""Every row of the history as it lies there, sound or not, for those who check it; and rows put right."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from mile_bones.engine.errors import RecordError
from mile_bones.storage.copying import connected, in_words
from mile_bones.storage.database import count_rows as database_rows
from mile_bones.storage.database import limit, spent
from mile_bones.storage.rows import LISTED, checksum, facts_checksum, moment_of, summed, unpack, viewpoint

_TOGETHER = 50
_ROWS = f"""SELECT id, record, checksum, facts_checksum, facts, {", ".join(LISTED)} FROM games WHERE id > ?
    ORDER BY id LIMIT ?"""  # noqa: S608
_MEND = f"""UPDATE games SET {", ".join(f"{name} = ?" for name in LISTED)}, facts = ?, checksum = ?, facts_checksum = ?
    WHERE id = ?"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Row:
    """A game of the history. ``columns`` are those that a list shows, and the facts, by name, and of any type."""

    id: int
    columns: dict[str, Any]
    text: str | RecordError
    """The record, or what is wrong with it."""
    changed: bool
    """The row, or its facts, are not what was written."""

    @property
    def ended(self) -> datetime | None:
        """The local time at which the game ended; None when the row has none."""
        try:
            return datetime.fromisoformat(self.columns["ended"]).replace(tzinfo=None)
        except (TypeError, ValueError):
            return None

    @property
    def name(self) -> str:
        """Who played."""
        own = viewpoint(self.columns["kind_0"], self.columns["kind_1"])
        return str(self.columns[f"name_{own}"])


def count_rows(path: Path) -> int:
    """How many games there should be. Damaged or OSError when nobody can say."""
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        limit(database, spent, str(path))
        return database_rows(database, "games")


def rows(path: Path) -> Iterator[Row]:
    """All games, in the order in which they were entered. Damaged, where the database cannot be read any further."""
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        last = -(2**63)
        while True:
            found = database.execute(_ROWS, (last, _TOGETHER)).fetchall()
            if not found:
                return
            for number, record, own_sum, facts_sum, facts, *listed in found:
                changed = own_sum != checksum(listed) or facts_sum != facts_checksum(facts)
                columns = dict(zip(LISTED, listed, strict=True))
                yield Row(number, columns | {"facts": facts}, _text(record), changed)
            last = found[-1][0]


def mend(path: Path, games: Sequence[Row]) -> int:
    """Let these rows be as they stand here, with their sums; how many. OSError, and nothing is changed.

    A row whose game stands in another one as well stays as it is.
    """
    mended = 0
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN IMMEDIATE")
        with database:
            for row in games:
                with contextlib.suppress(sqlite3.IntegrityError):
                    right = summed(row.columns)
                    names = (*LISTED, "facts", "checksum", "facts_checksum")
                    database.execute(_MEND, (*(right[name] for name in names), row.id))
                    mended += 1
    return mended


def holds(path: Path, text: str) -> bool:
    """The game with the record of this text is in the history. OSError when it cannot be read."""
    import hashlib

    digest = hashlib.sha256(text.encode("utf-8")).digest()
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        return database.execute("SELECT 1 FROM games WHERE digest = ?", (digest,)).fetchone() is not None


def moment_near(ended: datetime, moment: object) -> int:
    """The moment of the end of a game that ended at this local time: the one given, if any zone of the world has it."""
    right = moment_of(ended)
    return moment if isinstance(moment, int) and abs(moment - right) <= 26 * 3600 else right


def _text(record: object) -> str | RecordError:
    try:
        return unpack(record)
    except RecordError as error:
        return error
