"""A database is copied as a whole by SQLite's own backup call, while other windows continue to use it.

The work is done in a thread, because neither the copying nor the check of the copy can be paused. The generators here
yield the progress, from 0 to 1. Closing a generator stops the work, and then nothing has been changed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.storage.database import WAIT_SECONDS, connect, primary
from mile_bones.storage.files import arriving, make_folder, require_room
from mile_bones.storage.older import NEWEST

if TYPE_CHECKING:
    import sqlite3

Work = Generator[float, None, None]

_PAGES = 256  # pages of 4 KiB that are copied between two checks for a stop
_LOOK = 0.02  # seconds between two reports of the progress
_STEPS = 10_000  # steps of SQLite's virtual machine between two checks for a stop
_LEAST_ROOM = 1 << 20

_OURS = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('games', 'hands', 'ledger')"
_FOREIGN = "SELECT COUNT(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')"


class Damaged(OSError):
    """The file to be copied is not a database, is damaged, or is not a database of Mile Bones."""


class Newer(OSError):
    """A later version of the program wrote the database."""


class Stopped(Exception):
    """The work was stopped because its result is no longer wanted."""


class Job:
    """The state shared by the thread that works and the code that waits for it."""

    def __init__(self) -> None:
        self.done = 0.0
        self.stop = False
        self.error: BaseException | None = None


def save_copy(live: Path, target: Path, *, sound: bool = True) -> Work:
    """Copy the database at ``live`` into the file ``target``, which gets that name only when it is complete.

    If ``sound`` is true, the copy is checked as well, and Damaged is raised if it is not sound. Raise OSError, with a
    readable reason, if the database cannot be read or the copy cannot be written.
    """

    def work(job: Job) -> None:
        with arriving(target) as temporary, in_words(target.parent):
            _copy_out(live, temporary, job)
            if sound:
                with contextlib.suppress(Newer):  # a database of a later version may be copied, too
                    look_through(temporary, lambda: job.stop)

    yield from beside(work)


def put_back(
    source: Path, live: Path, then: Callable[[sqlite3.Connection, sqlite3.Connection], object], *, sound: bool = True
) -> Work:
    """Replace the contents of the database at ``live`` with those of the file ``source``, in one transaction.

    The file itself remains, so that other windows see the change like any other change. ``then`` is called with two
    connections: one to the database as it was just before the change, including what other windows had written by then,
    and one to the database as it is now. If ``sound`` is true, the source is checked first. Raise Damaged, Newer or
    OSError, with a readable reason, if the source cannot be put back: then nothing has changed.
    """

    def work(job: Job) -> None:
        with in_words(live.parent):
            if sound:
                look_through(source, lambda: job.stop)
            make_folder(live.parent)
            with _copied_in(source, live, job) as (before, now):
                then(before, now)

    yield from beside(work)


def look_over(live: Path) -> Generator[float, None, bool]:
    """Check the database at ``live`` from its first page to its last. Return True if it is sound.

    Raise OSError if it does not exist or cannot be read. The progress is not known, so the generator yields only 0.
    """

    def work(job: Job) -> None:
        with in_words(live.parent), contextlib.closing(connected(live)) as database:
            database.set_progress_handler(lambda: int(job.stop), _STEPS)
            if database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise Damaged(errno.EIO, _("the database is damaged"), str(live))

    try:
        for _done in beside(work):
            yield 0.0
    except Damaged:
        return False
    return True


def connected(live: Path) -> sqlite3.Connection:
    """Open the database that all windows share, without changing it. Raise OSError if there is none."""
    live.stat()  # otherwise SQLite would create it
    return connect(str(live), WAIT_SECONDS)


def look_through(path: Path, stopped: Callable[[], bool] = lambda: False) -> None:
    """Check that the file contains a history, sound from its first page to its last, and nothing else.

    Raise Damaged or Newer if it does not, OSError if it cannot be read. The check stops when ``stopped`` returns True.
    """
    with in_words(path.parent), contextlib.closing(opened_copy(path)) as database:
        database.set_progress_handler(lambda: int(stopped()), _STEPS)
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damaged(errno.EIO, _("the database is damaged"), str(path))
        if database.execute("PRAGMA user_version").fetchone()[0] > NEWEST:
            raise Newer(errno.EINVAL, _("a later version of Mile Bones wrote it"), str(path))
        if database.execute(_OURS).fetchone()[0] < 2 or database.execute(_FOREIGN).fetchone()[0]:
            raise Damaged(errno.EINVAL, _("it is not a history of Mile Bones"), str(path))


def opened_copy(path: Path) -> sqlite3.Connection:
    """Open a copy for reading. Nobody writes to it, so no file is made beside it. Raise OSError if there is none."""
    path.stat()
    return connect(f"{path.absolute().as_uri()}?immutable=1", WAIT_SECONDS, uri=True)


def _copy_out(live: Path, temporary: Path, job: Job) -> None:
    import sqlite3

    source = connected(live)
    target = sqlite3.connect(temporary, isolation_level=None)
    with contextlib.closing(source), contextlib.closing(target):
        source.execute("BEGIN")  # a snapshot: otherwise each game entered by another window restarts the copy
        source.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        target.execute("PRAGMA synchronous = OFF")  # a temporary file: it is synced as a whole
        target.execute("PRAGMA journal_mode = OFF")
        copy_all(source, target, job)
    with temporary.open("r+b") as file:  # mark the file as one without a write-ahead log
        file.seek(18)
        file.write(b"\1\1")


def copy_all(source: sqlite3.Connection, target: sqlite3.Connection, job: Job | None = None) -> None:
    """Copy ``source`` into ``target``.

    Raise OSError if somebody else keeps one of them locked; errors of sqlite3 pass through.
    """
    source.backup(target, pages=_PAGES, progress=_watch(job or Job()), sleep=_LOOK)


@contextlib.contextmanager
def _copied_in(source: Path, live: Path, job: Job) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    before, now = (connect(str(live), WAIT_SECONDS) for _connection in range(2))  # created if missing
    watch = _watch(job)

    def began(status: int, left: int, total: int) -> None:
        # The first page has been copied: from here to the last page nobody else can write, and other
        # connections still see the old contents.
        if not before.in_transaction:
            before.execute("BEGIN")
            before.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        watch(status, left, total)

    with contextlib.closing(before), contextlib.closing(now), contextlib.closing(opened_copy(source)) as copy:
        now.execute("PRAGMA journal_mode = WAL")
        now.execute("PRAGMA synchronous = EXTRA")
        copy.backup(now, pages=1, progress=_first_then(began, watch), sleep=_LOOK)
        yield before, now


def _first_then(
    began: Callable[[int, int, int], None], watch: Callable[[int, int, int], None]
) -> Callable[[int, int, int], None]:
    """Return a callback that calls ``began`` once, after the first page is copied, and ``watch`` otherwise."""
    import sqlite3

    waiting = True

    def progress(status: int, left: int, total: int) -> None:
        nonlocal waiting
        if waiting and status not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            waiting = False
            began(status, left, total)
        else:
            watch(status, left, total)

    return progress


def _watch(job: Job) -> Callable[[int, int, int], None]:
    """Return a callback for each step of a copy.

    It records the progress, and raises OSError if there is none for too long.
    """
    last, since = -1, monotonic()

    def progress(_status: int, left: int, total: int) -> None:
        nonlocal last, since
        if job.stop:
            raise Stopped
        if left != last:
            last, since = left, monotonic()
        elif monotonic() - since > WAIT_SECONDS:
            raise OSError(errno.EBUSY, _("another program keeps it to itself"))
        job.done = 1 - left / max(total, 1)

    return progress


def beside(work: Callable[[Job], None]) -> Work:
    """Run ``work`` in a thread and yield its progress. An error in ``work`` is raised here.

    Closing the generator stops the work and waits until the thread has ended.
    """
    job = Job()

    def run() -> None:
        try:
            work(job)
        except BaseException as error:  # noqa: BLE001 - it is raised in the thread that waits
            job.error = error

    thread = threading.Thread(target=run, name="copying")
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_LOOK)
            yield min(job.done, 0.99)
    finally:
        job.stop = True
        thread.join()
    if job.error is not None:
        raise job.error
    yield 1.0


@contextlib.contextmanager
def in_words(folder: Path) -> Iterator[None]:
    """Convert errors of SQLite, for a database in ``folder``, into an OSError with a readable reason."""
    import sqlite3

    try:
        yield
    except MemoryError as error:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        code = primary(error)
        if isinstance(error, UnicodeDecodeError) or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Damaged(errno.EIO, _("the database is damaged")) from error
        if code == sqlite3.SQLITE_BUSY:
            raise OSError(errno.EBUSY, _("another program keeps it to itself")) from error
        if code == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            require_room(folder, _LEAST_ROOM)  # raises a better reason, if it finds one
        raise OSError(errno.EIO, str(error)) from error
