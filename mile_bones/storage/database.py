"""Open the database of the history so that the file, whatever it contains, can do no harm.

The usual check adds next to nothing to the cost of SQLite itself: the names of the tables are compared with ours, and a
query that uses more processor time than any honest file needs is stopped. ``is_sound`` reads the whole file. It is
called only when something looks wrong: SQLite reports damage, there are tables that are not ours, time runs out, there
are fewer games than were counted, the checksum of a row does not fit, or a record cannot be unpacked.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.storage.records import LARGEST
from mile_bones.storage.schema import (
    Keep,
    NewerSchema,
    Told,
    Unsound,
    bring_up_to_date,
    is_up_to_date,
    require_our_tables,
    show_sound_rows,
)

if TYPE_CHECKING:
    import sqlite3

Clock = Callable[[], float]
"""A clock that returns seconds since an arbitrary moment and never goes back."""

spent: Clock = time.thread_time
"""Seconds of processor time of this thread.

An honest file needs no more processor time on a busy machine than on an idle one.
"""

WAIT_SECONDS = 2.0
"""The time to wait for another window to finish, which needs only some milliseconds."""

OF_THE_DISK = frozenset({8, 10, 13, 14})
"""SQLite's codes READONLY, IOERR, FULL and CANTOPEN, which mean that it cannot write or open a file.

They are numbers here, because sqlite3 is imported late.
"""

_LEAST_SECONDS = 10.0
_BYTES_A_SECOND = 5_000_000  # generous: 100,000 games are 200 MB and get 50 s, but need one or two
_TIMES_TO_RENEW = 10  # factor for a change of the schema, which rewrites all rows once
_STEPS = 20_000  # steps of SQLite's virtual machine between two looks at the clock: less than a millisecond


@contextlib.contextmanager
def opened(
    place: str,
    wait: float,
    clock: Clock,
    *,
    uri: bool = False,
    told: Told | None = None,
    keep: Keep | None = None,
) -> Iterator[sqlite3.Connection]:
    """Open the database for a ``with`` block. It has the current schema and the views of ``schema``.

    ``wait`` is the number of seconds to wait for another window; for ``told`` and ``keep`` see
    ``schema.bring_up_to_date``. If ``uri`` is true, ``place`` is a URI of a read-only file. All errors of sqlite3, of
    ``schema`` and of ``keep`` pass through.
    """
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(contextlib.closing(connect(place, wait, uri=uri)))
        limit(database, clock, place if not uri else "")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = EXTRA")  # an entered game survives a loss of power
        database.execute("PRAGMA secure_delete = ON")  # deleted rows do not reappear when a rescue searches the pages
        if uri and not is_up_to_date(database):  # read-only: a copy in memory is converted
            require_our_tables(database)
            copy = stack.enter_context(contextlib.closing(connect(":memory:", wait)))
            database.backup(copy)
            database = copy
        if is_up_to_date(database):
            bring_up_to_date(database)
        else:
            limit(database, clock, place if not uri else "", times=_TIMES_TO_RENEW)
            bring_up_to_date(database, told, keep)
            limit(database, clock, place if not uri else "")
        show_sound_rows(database)
        yield database


def connect(place: str, wait: float, *, uri: bool = False) -> sqlite3.Connection:
    """Return a connection that trusts the rows of the file but none of the code in it (triggers, views, checks)."""
    import sqlite3

    connection = sqlite3.connect(place, timeout=wait, isolation_level=None, uri=uri)
    # A wrong bit in the name of one player must not hide all the other games.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * LARGEST)  # bytes of a row: bounds the memory it takes
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    return connection


def limit(database: sqlite3.Connection, clock: Clock, place: str, times: float = 1.0) -> None:
    """Interrupt the connection's work when it takes much longer than with an honest file of this size.

    The limit is multiplied by ``times``.

    ``place`` is the path of the file. The clock must be that of the thread which calls this and uses the connection.
    """
    size = 0
    with contextlib.suppress(OSError):
        size = Path(place).stat().st_size
    end = clock() + times * (_LEAST_SECONDS + size / _BYTES_A_SECOND)
    database.set_progress_handler(lambda: clock() > end, _STEPS)


def primary(error: Exception) -> int:
    """Return SQLite's primary error code, or 0 if ``error`` is not an error of SQLite."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: Exception) -> bool:
    """Return True if the error means that the file itself is damaged."""
    import sqlite3

    if isinstance(error, (UnicodeDecodeError, Unsound)):  # a message that quotes damaged text
        return True
    return primary(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)


def is_slow(error: Exception) -> bool:
    """Return True if the time limit interrupted the work."""
    import sqlite3

    return primary(error) == sqlite3.SQLITE_INTERRUPT


def is_sound(path: Path, wait: float, clock: Clock) -> bool:
    """Return True if the file is a database of ours in which every row makes sense and no entered game is missing.

    A missing file, one of a later version, and one that takes too long to read count as sound. Errors of sqlite3 that
    do not mean damage pass through.
    """
    import sqlite3

    if not path.exists():
        return True
    try:
        with contextlib.closing(connect(str(path), wait)) as database:
            limit(database, clock, str(path), times=3)
            require_our_tables(database)
            # quick_check is not enough: an index entry for a missing row passes it, and then breaks every
            # list of games.
            if database.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            if not is_up_to_date(database):
                return True  # the conversion itself finds rows that it cannot use
            show_sound_rows(database)
            ways = ["games NOT INDEXED", "games INDEXED BY games_by_moment", "sound_games"]
            ways.append("games INDEXED BY sqlite_autoindex_games_1")
            counts = {count_rows(database, way) for way in ways}
            return len(counts) == 1 and (counted(database) or 0) <= counts.pop()
    except NewerSchema:
        return True
    except (sqlite3.Error, UnicodeDecodeError, Unsound) as error:
        if is_slow(error):
            return True
        if is_damage(error):
            return False
        raise


def count_rows(database: sqlite3.Connection, source: str) -> int:
    """Return the number of rows of ``source``, a table name that may name the index to use.

    The rows are counted one by one. A plain COUNT(*) is a single step of SQLite's virtual machine, which the time limit
    cannot interrupt: five pages that refer to each other hundreds of times kept it busy for years.
    """
    number: int = database.execute(f"SELECT COUNT(*) FROM {source} WHERE true").fetchone()[0]  # noqa: S608
    return number


def counted(database: sqlite3.Connection) -> int | None:
    """Return the number of games that were entered and not deleted, or None if that number has been lost."""
    row = database.execute("SELECT value FROM facts WHERE key = 'games'").fetchone()
    return int(row[0]) if row and str(row[0]).isdecimal() and len(row[0]) < 10 else None
