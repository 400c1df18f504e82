"""Locks that show which process is using a file. A crash frees a lock, although the lock file stays."""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from filelock import BaseFileLock


_NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
"""The errors of a file system that has no locks, or none left."""


class Busy(Exception):
    """Somebody else holds the lock."""


def lock_file(descriptor: int, *, wait: bool) -> bool | None:
    """Lock an open file until it is closed. Return True if it is locked, False if somebody else has locked it.

    Return None if the file system has no locks. On Windows, do nothing and return True.
    """
    try:
        import fcntl
    except ImportError:  # Windows, where an open file cannot be removed
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        return None if error.errno in _NO_LOCKS else False
    return True


_EVERY = 0.005
"""The seconds between two attempts to take a lock: about as long as its holder needs it."""


def hold_lock(path: Path, seconds: float) -> BaseFileLock:
    """Take the lock that belongs to the file at `path` (``<name>.lock`` beside it). The caller must `release` it.

    Raise Busy if somebody else holds it for `seconds`, OSError if the lock file cannot be made or used. A crash frees
    the lock, although its file stays. If the file system has no locks, a file ``<name>.owner`` is used instead. It
    names its owner, so that it is possible to find out whether the owner still runs.
    """
    from filelock import FileLock, Timeout  # late, because importing it takes as long as starting Python

    # Since version 3.30 filelock can fall back to a marker inside the lock file, which a second window does not
    # check.
    no_fallback: dict[str, Any] = {"fallback_to_soft": False} if hasattr(FileLock, "fallback_to_soft") else {}
    for _try in range(2):  # try twice, in case the system had run out of locks for a moment
        lock: BaseFileLock = FileLock(f"{path}.lock", thread_local=False, **no_fallback)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # about a file system without locks
                lock.acquire(timeout=seconds, poll_interval=_EVERY)
            return lock
        except Timeout:
            if not _knows_no_locks(Path(lock.lock_file)):
                raise Busy(path) from None
        except NotImplementedError:
            pass
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
    from filelock import SoftFileLock  # late, because it is hardly ever needed

    owner = Path(f"{path}.owner")
    recovers = hasattr(SoftFileLock, "pid")  # without it (filelock 3.18 in Debian 13), a lock outlives a killed process
    lock = SoftFileLock(owner, thread_local=False)
    if not recovers:
        _remove_if_orphaned(owner)
    try:
        lock.acquire(timeout=seconds, poll_interval=_EVERY)
    except Timeout:
        raise Busy(path) from None
    if not recovers:
        owner.write_text(f"{os.getpid()}\n{platform.node()}\n", encoding="utf-8")  # in the format of newer versions
    return lock


def _knows_no_locks(place: Path) -> bool:
    """Return True if the lock in the file `place` fails because the file system has no locks."""
    try:
        descriptor = os.open(place, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return False
    try:
        return lock_file(descriptor, wait=False) is None
    finally:
        os.close(descriptor)


_WRITTEN_AFTER = 2.0
"""Seconds after which an ``.owner`` file without a process ID is an orphan. Its owner writes the ID at once."""


def _remove_if_orphaned(owner: Path) -> None:
    """Remove the file `owner` if it names a process of this machine that has ended."""
    orphan = owner.with_name(f"{owner.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        text = owner.read_text(encoding="utf-8")
        if _may_be_alive(text, age=time.time() - owner.stat().st_mtime):
            return
        owner.rename(orphan)
        if orphan.read_text(encoding="utf-8") != text:  # another process was quicker, and this is its own lock
            orphan.rename(owner)
            return
        orphan.unlink()


def _may_be_alive(text: str, age: float) -> bool:
    """Return False if the owner whose file has this `text` and `age` (seconds) is known to have ended."""
    try:
        pid, host, *_more = text.split("\n")
        if host == platform.node():
            os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except ValueError:
        return age < _WRITTEN_AFTER
    except OSError:  # the process of another user
        return True
    return True


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of `path` for the length of a ``with`` block. See `hold_lock` for the errors."""
    lock = hold_lock(path, seconds)
    try:
        yield
    finally:
        lock.release()
