"""How the database of the history is opened: nothing in its file may do more than hold games, however it came there.

The normal way costs next to nothing beside SQLite itself: the names of the tables are compared with those that were
made, and what takes more of the processor's time than any honest file needs is stopped. ``is_sound`` reads the whole
file. It is asked only when something looks wrong: an error of SQLite's that says so, tables that are not ours, time
that runs out, fewer games than were counted, a row whose checksum does not fit, or a record that cannot be unpacked.
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
"""Seconds from any beginning; it never goes back."""

spent: Clock = time.thread_time
"""Seconds for which the processor has worked for this thread: those of an honest file are no more on a busy machine."""

WAIT_SECONDS = 2.0
"""How long to wait for another window to be done; it needs some milliseconds."""

OF_THE_DISK = frozenset({8, 10, 13, 14})
"""SQLite's codes for what it cannot write or open: READONLY, IOERR, FULL, CANTOPEN. (It is imported late.)"""

_LEAST_SECONDS = 10.0
_BYTES_A_SECOND = 5_000_000  # 100,000 games are 200 MB: 50 s, for what takes one or two
_TIMES_TO_RENEW = 10  # as long: all rows are written anew, which happens once
_STEPS = 20_000  # of SQLite's machine between two looks at the time: less than a millisecond


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
    """The database for the length of a ``with`` block, brought up to date, with the views of ``schema``.

    ``wait``: seconds for another window to be done; ``told`` and ``keep``: see ``schema.bring_up_to_date``. All errors
    of sqlite3 come out, and those of ``schema`` and ``keep``.
    """
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(contextlib.closing(connect(place, wait, uri=uri)))
        limit(database, clock, place if not uri else "")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = EXTRA")  # what was entered survives a loss of power
        database.execute("PRAGMA secure_delete = ON")  # what was deleted does not come back when pages are searched
        if uri and not is_up_to_date(database):  # it cannot be written: a copy in memory takes the steps
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
    """A connection that believes nothing that the file says beside its rows."""
    import sqlite3

    connection = sqlite3.connect(place, timeout=wait, isolation_level=None, uri=uri)
    # A bit that has turned in the name of one game must not hide all the others.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * LARGEST)  # of a row; else one of a gigabyte takes a gigabyte
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    return connection


def limit(database: sqlite3.Connection, clock: Clock, place: str, times: float = 1.0) -> None:
    """Interrupt the connection after so long as nothing in an honest file of this size takes, or ``times`` as long.

    The clock is read in the thread that uses the connection, which is the one that calls this.
    """
    size = 0
    with contextlib.suppress(OSError):
        size = Path(place).stat().st_size
    end = clock() + times * (_LEAST_SECONDS + size / _BYTES_A_SECOND)
    database.set_progress_handler(lambda: clock() > end, _STEPS)


def primary(error: Exception) -> int:
    """SQLite's own code, without its finer distinctions; 0 for an error of Python's."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: Exception) -> bool:
    """Something is wrong with the file itself."""
    import sqlite3

    if isinstance(error, (UnicodeDecodeError, Unsound)):  # the first: SQLite quotes what it stumbled over
        return True
    return primary(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)


def is_slow(error: Exception) -> bool:
    """The time ran out."""
    import sqlite3

    return primary(error) == sqlite3.SQLITE_INTERRUPT


def is_sound(path: Path, wait: float, clock: Clock) -> bool:
    """The file holds a database of ours, each row of which makes sense, and as many games as were entered.

    One that is not there, or belongs to a later version, is sound; so is one that takes too long to read. Errors of
    sqlite3 that are no damage come out.
    """
    import sqlite3

    if not path.exists():
        return True
    try:
        with contextlib.closing(connect(str(path), wait)) as database:
            limit(database, clock, str(path), times=3)
            require_our_tables(database)
            # Not quick_check alone: an index that leads to a row that is not there passes it, and stops every list.
            if database.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            if not is_up_to_date(database):
                return True  # and what the next step would not take the check has found
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
    """How many rows a table has, by whatever way to them the words say.

    They are counted one after the other. A plain COUNT(*) is a single step of SQLite's machine, in which nobody asks
    about the limit: five pages that lead to each other hundreds of times kept it busy for years.
    """
    number: int = database.execute(f"SELECT COUNT(*) FROM {source} WHERE true").fetchone()[0]  # noqa: S608
    return number


def counted(database: sqlite3.Connection) -> int | None:
    """How many games were entered and not deleted; None when the number has been lost."""
    row = database.execute("SELECT value FROM facts WHERE key = 'games'").fetchone()
    return int(row[0]) if row and str(row[0]).isdecimal() and len(row[0]) < 10 else None
