"""Reading and writing single files so that neither hostile files nor full disks do harm.

Reads are bounded and take regular files only: a named pipe would hang the game, a device could have no end. Writes go
to a temporary file in the same folder, which takes the place of the old one when it is safely on the disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from filelock import BaseFileLock


_TEMPORARY = ".mile-bones-{}.tmp"
_SURELY_DEAD = 3600  # seconds since a writer was last seen at work


class TooLarge(ValueError):
    """A file with more bytes in it than any file of its kind has."""


class Busy(Exception):
    """A lock that somebody else holds."""


def read_text(path: Path, limit: int) -> str:
    """The whole file, decoded as UTF-8.

    OSError when it cannot be read or is not a regular file, TooLarge when it has more than `limit` bytes (of which no
    more are read), UnicodeDecodeError when it is not UTF-8.
    """
    with reading(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(path)
    return data.decode("utf-8")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """A regular file to read. OSError when it cannot be opened or is something else."""
    _require_regular(path.stat().st_mode, path)  # before it is opened: opening alone may wait, or wind a tape
    # Not waiting, and looked at once more: the file may have become a pipe in the meantime.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        _require_regular(os.fstat(descriptor).st_mode, path)
        yield file


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` into the file at `path`, all of it or nothing: OSError leaves the old content and no rubbish.

    A link is followed and its target replaced. An existing file keeps its permissions.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of the one at `path` when the ``with`` block has come to its end.

    An exception in the block leaves the old file as it was, and so does OSError from here.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    temporary = target.with_name(_TEMPORARY.format(os.urandom(8).hex()))
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        if mode is not None:
            with contextlib.suppress(OSError):  # a file system without permissions
                temporary.chmod(mode)
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk names none, and nobody knows the temporary one
        raise
    sync_folder(target.parent)


def modified(path: Path) -> datetime | None:
    """When the file was written, in local time as a clock shows it; None for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def require_room(folder: Path, size: int) -> None:
    """OSError, with the system's reason, when a file of `size` bytes cannot be written in the folder."""
    temporary = folder / _TEMPORARY.format(os.urandom(8).hex())
    try:
        with temporary.open("xb") as file:
            file.write(b"\0" * size)
            file.flush()
            os.fsync(file.fileno())
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def sweep(folder: Path) -> None:
    """Remove what writers that were killed have left in the folder."""
    with contextlib.suppress(OSError):
        for temporary in folder.glob(_TEMPORARY.format("*")):
            if time.time() - temporary.stat().st_mtime > _SURELY_DEAD:
                temporary.unlink()


def set_aside(path: Path) -> Path:
    """Rename the file (or what a link points to) to the first free name of ``.bak``, ``.bak1``, ...; the new path.

    The caller holds the lock that goes with the file.
    """
    target = Path(os.path.realpath(path))
    backup = _free_backup(target)
    target.rename(backup)
    return backup


def keep_beside(path: Path, *, link: bool = True) -> Path:
    """Give the file at ``path``, which stays, such a name as well, and tell it. OSError when that cannot be done.

    Without ``link`` it is a copy, which does not change with the file.
    """
    backup = _free_backup(path)
    try:
        if not link:
            raise OSError
        os.link(path, backup)
    except OSError:  # a file system without links
        with backup.open("xb") as file, path.open("rb") as original:
            shutil.copyfileobj(original, file)
            file.flush()
            os.fsync(file.fileno())
    sync_folder(path.parent)
    return backup


def temporary_beside(path: Path) -> Path:
    """A new name in the folder of ``path``; ``sweep`` removes the file when its writer is killed."""
    return path.with_name(_TEMPORARY.format(os.urandom(8).hex()))


def _free_backup(target: Path) -> Path:
    backup = target.with_name(f"{target.name}.bak")
    number = 0
    while os.path.lexists(backup):
        number += 1
        backup = target.with_name(f"{target.name}.bak{number}")
    return backup


def hold_lock(path: Path, seconds: float) -> BaseFileLock:
    """Take the lock that goes with the file at `path` (``<name>.lock`` beside it); `release` gives it back.

    Busy when somebody else holds it for `seconds`, OSError when its file cannot be made. A crash frees the lock, though
    its file stays.
    """
    from filelock import FileLock, Timeout  # late: with all it brings along it takes as long as Python itself to start

    lock = FileLock(f"{path}.lock", thread_local=False)
    try:
        lock.acquire(timeout=seconds)
    except Timeout:
        raise Busy(path) from None
    return lock


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """`hold_lock` for the length of a ``with`` block."""
    lock = hold_lock(path, seconds)
    try:
        yield
    finally:
        lock.release()


def _mode(target: Path) -> int | None:
    """The permissions of an existing file, None when there is none yet. OSError when something else is there."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    _require_regular(mode, target)
    return stat.S_IMODE(mode)


def _require_regular(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, _("it is a folder, not a file"), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, _("it is not an ordinary file"), str(path))


def sync_folder(folder: Path) -> None:
    """Make the new name last too. Some systems cannot open a folder; there the rename alone has to do."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
