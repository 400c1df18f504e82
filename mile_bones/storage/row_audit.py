"""Check and correct the rows of the history. Every row is read as it is, sound or not."""

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
    """A game of the history. ``columns`` contains the columns ``LISTED`` and the facts, by name.

    Values can be of any type.
    """

    id: int
    columns: dict[str, Any]
    text: str | RecordError
    """The text of the record, or the error in it."""
    changed: bool
    """True if the row or its facts are not what was written."""

    @property
    def ended(self) -> datetime | None:
        """The local time at which the game ended, or None if the row has no valid time."""
        try:
            return datetime.fromisoformat(self.columns["ended"]).replace(tzinfo=None)
        except (TypeError, ValueError):
            return None

    @property
    def name(self) -> str:
        """The name of the player from whose viewpoint the game is shown."""
        own = viewpoint(self.columns["kind_0"], self.columns["kind_1"])
        return str(self.columns[f"name_{own}"])


def count_rows(path: Path) -> int:
    """Return the number of games that there should be. Raise Damaged or OSError if it cannot be read."""
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        limit(database, spent, str(path))
        return database_rows(database, "games")


def rows(path: Path) -> Iterator[Row]:
    """Yield all games in the order in which they were entered.

    Raise Damaged where the database cannot be read any further.
    """
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
    """Write these rows into the database with new checksums. Return the number of rows written.

    A row whose game is also in another row is skipped. Raise OSError if nothing can be written; then nothing has
    changed.
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
    """Return True if the history contains the record with this text. Raise OSError if it cannot be read."""
    import hashlib

    digest = hashlib.sha256(text.encode("utf-8")).digest()
    with in_words(path.parent), contextlib.closing(connected(path)) as database:
        return database.execute("SELECT 1 FROM games WHERE digest = ?", (digest,)).fetchone() is not None


def moment_near(ended: datetime, moment: object) -> int:
    """Return the moment (seconds UTC) of a game that ended at this local time.

    This is ``moment`` if it fits the local time in any time zone of the world, else the one for this computer's time
    zone.
    """
    right = moment_of(ended)
    return moment if isinstance(moment, int) and abs(moment - right) <= 26 * 3600 else right


def _text(record: object) -> str | RecordError:
    try:
        return unpack(record)
    except RecordError as error:
        return error
