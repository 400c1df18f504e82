"""Locks: who is at work on which file, in whatever process. A crash frees them, though their files stay."""

from __future__ import annotations

import contextlib
import errno
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
"""What a file system says that knows no locks, or has none left."""


class Busy(Exception):
    """A lock that somebody else holds."""


def lock_file(descriptor: int, *, wait: bool) -> bool | None:
    """Lock an open file for as long as it is open; False when somebody else has, None where that is not known."""
    try:
        import fcntl
    except ImportError:  # Windows, where nobody can remove a file that is open
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        return None if error.errno in _NO_LOCKS else False
    return True


_EVERY = 0.005
"""Seconds after which a lock is tried again: about as long as whoever has it needs it."""


def hold_lock(path: Path, seconds: float) -> BaseFileLock:
    """Take the lock that goes with the file at `path` (``<name>.lock`` beside it); `release` gives it back.

    Busy when somebody else holds it for `seconds`, OSError when its file cannot be made or used. A crash frees the
    lock, though its file stays. Where the file system knows no locks, a file ``<name>.owner`` stands for one, by which
    it is found out whether its owner still runs.
    """
    from filelock import FileLock, Timeout  # late: with all it brings along it takes as long as Python itself to start

    for _try in range(2):  # a system that has run out of locks for a moment is asked once more
        lock: BaseFileLock = FileLock(f"{path}.lock", thread_local=False)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # about a file system without locks, which is seen to here
                lock.acquire(timeout=seconds, poll_interval=_EVERY)
            return lock
        except Timeout:
            if not isinstance(lock, FileLock) or not _knows_no_locks(Path(lock.lock_file)):
                raise Busy(path) from None  # if it is no FileLock any more, it has helped itself as follows below
        except NotImplementedError:
            pass
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
    from filelock import SoftFileLock  # which is hardly ever needed

    lock = SoftFileLock(f"{path}.owner", thread_local=False)
    try:
        lock.acquire(timeout=seconds, poll_interval=_EVERY)
    except Timeout:
        raise Busy(path) from None
    return lock


def _knows_no_locks(place: Path) -> bool:
    """The lock in this file is held by nobody: it is the file system that has none."""
    try:
        descriptor = os.open(place, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        return lock_file(descriptor, wait=False) is None
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """`hold_lock` for the length of a ``with`` block."""
    lock = hold_lock(path, seconds)
    try:
        yield
    finally:
        lock.release()
