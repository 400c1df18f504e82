"""A database copied as a whole by SQLite's own backup call, while other windows go on using it.

The work is done in a thread, because neither the copying nor the looking through what was copied can be paused. The
generators here say how far it has come, from 0 to 1; closing one breaks the work off, and nothing is changed then.
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

_PAGES = 256  # of 4 KiB, copied between two looks at whether to go on
_LOOK = 0.02  # seconds between two words on how far it has come
_STEPS = 10_000  # of SQLite's machine between two looks
_LEAST_ROOM = 1 << 20

_OURS = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('games', 'hands', 'ledger')"
_FOREIGN = "SELECT COUNT(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')"


class Damaged(OSError):
    """What is to be copied is no database, not a whole one, or not one of ours."""


class Newer(OSError):
    """A later version of the program wrote the database."""


class Stopped(Exception):
    """Nobody wants it any more."""


class Job:
    """What the thread and those who wait for it know of each other."""

    def __init__(self) -> None:
        self.done = 0.0
        self.stop = False
        self.error: BaseException | None = None


def save_copy(live: Path, target: Path, *, sound: bool = True) -> Work:
    """Copy the database at ``live`` into the file ``target``, which is whole before it has that name.

    It is looked through as well if it has to be ``sound``: Damaged when it is not. OSError, with the reason in words,
    when the database cannot be read or the copy not be written.
    """

    def work(job: Job) -> None:
        with arriving(target) as temporary, in_words(target.parent):
            _copy_out(live, temporary, job)
            if sound:
                with contextlib.suppress(Newer):  # which may be copied all the same
                    look_through(temporary, lambda: job.stop)

    yield from beside(work)


def put_back(
    source: Path, live: Path, then: Callable[[sqlite3.Connection, sqlite3.Connection], object], *, sound: bool = True
) -> Work:
    """Let the database at ``live`` become what the file ``source`` holds: all of it, in one transaction.

    It is the same file afterwards, so that other windows see the change like any other. ``then`` gets two connections:
    the database as it stood just before, whatever other windows had written by then, and as it is now.
    ``sound``: the source is looked through before. Damaged, Newer or OSError, with the reason in words: nothing is
    changed then.
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
    """Read the database at ``live`` from its first page to its last; whether it is sound. OSError when it is not there,
    or not to be read. How far it is nobody knows."""

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
    """The database that all windows share, to look at it as it is. OSError when there is none."""
    live.stat()  # else it would be made
    return connect(str(live), WAIT_SECONDS)


def look_through(path: Path, stopped: Callable[[], bool] = lambda: False) -> None:
    """The file holds a history, sound from its first page to its last, and nothing else.

    Damaged or Newer when it does not, OSError when it cannot be read.
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
    """A copy that nobody writes to, to read from; no file is made beside it. OSError when there is none."""
    path.stat()
    return connect(f"{path.absolute().as_uri()}?immutable=1", WAIT_SECONDS, uri=True)


def _copy_out(live: Path, temporary: Path, job: Job) -> None:
    import sqlite3

    source = connected(live)
    target = sqlite3.connect(temporary, isolation_level=None)
    with contextlib.closing(source), contextlib.closing(target):
        source.execute("BEGIN")  # one moment of it: else each game that another window enters would be a new beginning
        source.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        target.execute("PRAGMA synchronous = OFF")  # a temporary file: it is synced as a whole
        target.execute("PRAGMA journal_mode = OFF")
        copy_all(source, target, job)
    with temporary.open("r+b") as file:  # one that is read without a log beside it
        file.seek(18)
        file.write(b"\1\1")


def copy_all(source: sqlite3.Connection, target: sqlite3.Connection, job: Job | None = None) -> None:
    """Copy the one into the other. OSError when somebody else keeps one of them to himself; errors of sqlite3."""
    source.backup(target, pages=_PAGES, progress=_watch(job or Job()), sleep=_LOOK)


@contextlib.contextmanager
def _copied_in(source: Path, live: Path, job: Job) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    before, now = (connect(str(live), WAIT_SECONDS) for _connection in range(2))  # made, if it is not there
    watch = _watch(job)

    def began(status: int, left: int, total: int) -> None:
        # The first page has been copied: nobody else can write until all are, and others still see what was there.
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
    """``began`` is called once, when there is something done, ``watch`` each time."""
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
    """To be called after each bit: it says how far the work is, and breaks it off when nothing moves any more."""
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
    """Do it in a thread. An error of it is raised here; one that is broken off has ended when this has."""
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
    """What SQLite has to say of a database in ``folder``, as an OSError that people can read."""
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
            require_room(folder, _LEAST_ROOM)  # which has a better reason
        raise OSError(errno.EIO, str(error)) from error
