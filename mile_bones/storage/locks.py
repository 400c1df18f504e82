"""Locks: who is at work on which file, in whatever process. A crash frees them, though their files stay."""

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
    from filelock import FileLock, Timeout  # late: it takes as long as Python itself to start

    # From 3.30 on filelock can fall back to a marker inside the lock file, where a second window does not look.
    no_fallback: dict[str, Any] = {"fallback_to_soft": False} if hasattr(FileLock, "fallback_to_soft") else {}
    for _try in range(2):  # a system that has run out of locks for a moment is asked once more
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
    from filelock import SoftFileLock  # which is hardly ever needed

    owner = Path(f"{path}.owner")
    recovers = hasattr(SoftFileLock, "pid")  # a lock of filelock 3.18, which Debian 13 has, outlives a killed process
    lock = SoftFileLock(owner, thread_local=False)
    if not recovers:
        _remove_if_orphaned(owner)
    try:
        lock.acquire(timeout=seconds, poll_interval=_EVERY)
    except Timeout:
        raise Busy(path) from None
    if not recovers:
        owner.write_text(f"{os.getpid()}\n{platform.node()}\n", encoding="utf-8")  # as newer ones write it
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
    """`hold_lock` for the length of a ``with`` block."""
    lock = hold_lock(path, seconds)
    try:
        yield
    finally:
        lock.release()
