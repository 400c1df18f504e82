"""Read and write single files so that neither hostile files nor full disks do harm.

Reads have a limit and accept regular files only: a named pipe would hang the game, and a device may have no end. Data
is written to a temporary file in the same folder, which replaces the old file when it is safely on the disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Container, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import BinaryIO, TypeVar

from mile_bones.i18n import gettext as _
from mile_bones.storage.locks import lock_file

_TEMPORARY = ".mile-bones-{}.tmp"
_LOCKED = "locked-"
"""The beginning of the variable part of a temporary file's name if its writer holds a lock. Earlier versions held no
lock.
"""
_SURELY_DEAD = 3600  # seconds since the last sign of a writer, if no lock shows whether it is alive
_CAN_MOVE_OPEN_FILES = sys.platform != "win32"
_WAITS = tuple(0.001 * 2**number for number in range(8))
"""Seconds between attempts on Windows, a quarter of a second in all: a permanent refusal must not delay the game."""

_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
"""The errors of a file system that cannot sync folders."""

_Result = TypeVar("_Result")


class TooLarge(ValueError):
    """The file is larger than any file of its kind."""


def read_text(path: Path, limit: int) -> str:
    """Return the whole file, decoded as UTF-8.

    Raise OSError if it cannot be read or is not a regular file, TooLarge if it has more than `limit` bytes (the rest is
    not read), UnicodeDecodeError if it is not UTF-8.
    """
    with reading(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(path)
    return data.decode("utf-8")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading. Raise OSError if it cannot be opened or is not a regular file."""
    require_regular(path.stat().st_mode, path)  # before opening, which may block or rewind a tape
    # Open it without blocking and check it again, because it may have become a pipe in the meantime.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = _patiently(lambda: os.open(path, flags))
    with os.fdopen(descriptor, "rb") as file:
        require_regular(os.fstat(descriptor).st_mode, path)
        yield file


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to the file at `path`, completely or not at all.

    OSError leaves the old content and no temporary file. A link is followed and its target replaced. An existing file
    keeps its permissions.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing. It replaces the file at `path` at the end of the ``with`` block.

    After an exception in the block, or an OSError of this function, the old file is unchanged. There is one exception:
    if the very last step fails, the new file is in place, but may not survive a loss of power. Temporary files of
    killed writers in the same folder are removed.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    sweep(target.parent)
    temporary, descriptor = _new_temporary(target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if mode is not None:
                with contextlib.suppress(OSError):  # a file system without permissions
                    temporary.chmod(mode)
            os.fsync(descriptor)
            if _CAN_MOVE_OPEN_FILES:  # while the lock is held; an unlocked file could be removed by another process
                temporary.replace(target)
        if not _CAN_MOVE_OPEN_FILES:
            _patiently(lambda: temporary.replace(target))
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk reports no name, and the temporary name would mean nothing
        raise
    sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Make the folder and its missing parents, permanently. Raise OSError if that fails."""
    new = []
    for place in (folder, *folder.parents):
        if place.exists():
            break
        new.append(place)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        reason = _("{name} is not a folder").format(name=folder.name)
        raise NotADirectoryError(errno.ENOTDIR, reason, str(folder)) from error
    try:
        for place in new:
            sync_folder(place.parent)
    except OSError:
        for place in new:  # so that it is made and synced again at the next attempt
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


def move(path: Path, new: Path) -> None:
    """Rename the file to an unused name in the same folder. At every moment it has one of the two names."""
    _patiently(lambda: path.rename(new))
    sync_folder(new.parent)


def remove(path: Path) -> None:
    """Remove the file permanently, if it exists. Raise OSError if that fails."""
    try:
        _patiently(path.unlink)
    except FileNotFoundError:
        return
    sync_folder(path.parent)


@contextlib.contextmanager
def arriving(path: Path) -> Iterator[Path]:
    """Make a temporary file for other code, such as SQLite, to write. It is renamed to `path` at the end of the block.

    After an exception in the ``with`` block, or an OSError of this function, a file that had that name is unchanged.
    """
    temporary, descriptor = _new_temporary(path.parent)
    try:
        try:
            yield temporary
            os.fsync(descriptor)
            if _CAN_MOVE_OPEN_FILES:
                temporary.replace(path)
        finally:
            os.close(descriptor)
        if not _CAN_MOVE_OPEN_FILES:
            _patiently(lambda: temporary.replace(path))
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def modified(path: Path) -> datetime | None:
    """Return the local time when the file was written, or None if the time is outside the calendar."""
    stamp = path.stat().st_mtime
    try:
        return datetime.fromtimestamp(stamp, tz=UTC).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):  # Windows raises OSError for times before 1970
        return None


def require_room(folder: Path, size: int) -> None:
    """Raise OSError, with the system's reason, if a file of `size` bytes cannot be written in the folder."""
    temporary = folder / _TEMPORARY.format(os.urandom(8).hex())
    try:
        with temporary.open("xb") as file:
            file.write(b"\0" * size)
            file.flush()
            os.fsync(file.fileno())
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def sweep(folder: Path) -> bool:
    """Remove the temporary files of killed writers from the folder. Return True if nobody is writing there now."""
    with contextlib.suppress(OSError):
        for temporary in folder.glob(_TEMPORARY.format("*")):
            with contextlib.suppress(OSError):
                _sweep(temporary)
        for part in folder.glob(_TEMPORARY.format("*") + "-*"):  # files that SQLite has made beside a temporary file
            if not part.with_name(part.name.rpartition("-")[0]).exists():
                with contextlib.suppress(OSError):
                    part.unlink()
        return next(folder.glob(_TEMPORARY.format("*")), None) is None
    return True


def _sweep(temporary: Path) -> None:
    """Remove the temporary file if its writer is dead.

    The writer holds a lock on the file or, if the file is of a kind without a lock, has changed it recently.
    """
    locked = temporary.name.startswith(_TEMPORARY.partition("{}")[0] + _LOCKED)
    # On Windows there is no lock, and opening the file for a check would disturb its writer.
    if not (locked and _CAN_MOVE_OPEN_FILES):
        if time.time() - temporary.lstat().st_mtime > _SURELY_DEAD:
            temporary.unlink()
        return
    descriptor = os.open(temporary, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        held = lock_file(descriptor, wait=False)
        if held is None:
            held = time.time() - os.fstat(descriptor).st_mtime > _SURELY_DEAD
        if held:
            temporary.unlink()
    finally:
        os.close(descriptor)


def _patiently(step: Callable[[], _Result]) -> _Result:
    """Call `step` and return its result, trying again for a short time on Windows.

    On Windows a file that another program has opened, if only for reading, cannot be moved, replaced or removed. Nor
    can a file be opened while one of these steps is under way. The other program may be another window or a virus
    scanner.
    """
    for wait in () if _CAN_MOVE_OPEN_FILES else _WAITS:
        try:
            return step()
        except PermissionError:
            time.sleep(wait)
    return step()


def _new_temporary(folder: Path) -> tuple[Path, int]:
    """Make a new locked file in the folder. Return its path and its descriptor, which holds the lock."""
    while True:
        temporary = folder / _TEMPORARY.format(_LOCKED + os.urandom(8).hex())
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        lock_file(descriptor, wait=True)
        if os.fstat(descriptor).st_nlink or not _CAN_MOVE_OPEN_FILES:
            return temporary, descriptor
        os.close(descriptor)  # somebody has removed it just before it was locked


def set_aside(path: Path) -> Path:
    """Rename the file (or the target of a link) to the first free name of ``.bak``, ``.bak1``, ... Return the new path.

    The caller holds the lock of the file.
    """
    target = Path(os.path.realpath(path))
    backup = _free_backup(target)
    move(target, backup)
    return backup


def keep_beside(path: Path, *, link: bool = True) -> Path:
    """Give the file at ``path`` a second name like those of ``set_aside``. Return it. Raise OSError if that fails.

    If ``link`` is false, the second file is a copy, which does not change with the first.
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


def free_name(folder: Path, stem: str, end: str, taken: Container[str] = ()) -> Path:
    """Return a path in the folder that no file has, and whose name is not in ``taken``.

    The name consists of ``stem``, a number in brackets if necessary, and ``end``.
    """
    names = (f"{stem}{end}" if number == 1 else f"{stem} ({number}){end}" for number in count(1))
    return next(folder / name for name in names if name not in taken and not os.path.lexists(folder / name))


def _free_backup(target: Path) -> Path:
    backup = target.with_name(f"{target.name}.bak")
    number = 0
    while os.path.lexists(backup):
        number += 1
        backup = target.with_name(f"{target.name}.bak{number}")
    return backup


def _mode(target: Path) -> int | None:
    """Return the permissions of a file, or None if it does not exist. Raise OSError if it is not a regular file."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    require_regular(mode, target)
    return stat.S_IMODE(mode)


def require_regular(mode: int, path: Path) -> None:
    """Raise OSError if this `mode` is not that of a regular file."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, _("it is a folder, not a file"), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, _("it is not an ordinary file"), str(path))


def sync_folder(folder: Path) -> None:
    """Make changes of names in the folder permanent. Raise OSError if the disk cannot do that.

    Some systems cannot open or sync a folder; there the rename alone must suffice.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
    finally:
        os.close(descriptor)
