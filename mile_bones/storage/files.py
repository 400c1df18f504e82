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
"""How the middle of the name begins while the writer holds a lock. Earlier versions held none."""
_SURELY_DEAD = 3600  # seconds since a writer was last seen at work, where no lock tells
_CAN_MOVE_OPEN_FILES = sys.platform != "win32"
_WAITS = tuple(0.001 * 2**number for number in range(8))
"""Seconds between tries on Windows, a quarter of one in all: what is forbidden for good must not hold a game up."""

_NO_SYNC = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP})
"""What a file system says that syncs no folders."""

_Result = TypeVar("_Result")


class TooLarge(ValueError):
    """A file with more bytes in it than any file of its kind has."""


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
    require_regular(path.stat().st_mode, path)  # before it is opened: opening alone may wait, or wind a tape
    # Not waiting, and looked at once more: the file may have become a pipe in the meantime.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = _patiently(lambda: os.open(path, flags))
    with os.fdopen(descriptor, "rb") as file:
        require_regular(os.fstat(descriptor).st_mode, path)
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

    An exception in the block leaves the old file as it was, and so does OSError from here, unless the last thing
    fails: then the new one is there, but may not last. What killed writers have left beside it is swept away.
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
            if _CAN_MOVE_OPEN_FILES:  # while its lock is held: without, somebody else would sweep it away
                temporary.replace(target)
        if not _CAN_MOVE_OPEN_FILES:
            _patiently(lambda: temporary.replace(target))
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk names none, and nobody knows the temporary one
        raise
    sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Make the folder with all above it that are not there; they last then. OSError when that cannot be done."""
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
        for place in new:  # so that it is made, and synced, once more the next time
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


def move(path: Path, new: Path) -> None:
    """Give the file a name that no other has in the same folder, without a moment in which it has none."""
    _patiently(lambda: path.rename(new))
    sync_folder(new.parent)


def remove(path: Path) -> None:
    """Remove the file, if it is there, for good. OSError when that cannot be done."""
    try:
        _patiently(path.unlink)
    except FileNotFoundError:
        return
    sync_folder(path.parent)


@contextlib.contextmanager
def arriving(path: Path) -> Iterator[Path]:
    """A new file for somebody else to write, SQLite for one, which gets the name `path` when the ``with`` block has
    come to its end.

    An exception in the block leaves what had that name as it was, and so does OSError from here.
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
    """When the file was written, in local time as a clock shows it; None for a time that no calendar has."""
    stamp = path.stat().st_mtime
    try:
        return datetime.fromtimestamp(stamp, tz=UTC).astimezone().replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):  # Windows says the last, of whatever lies before 1970
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


def sweep(folder: Path) -> bool:
    """Remove what writers that were killed have left in the folder; whether nobody is at work there now."""
    with contextlib.suppress(OSError):
        for temporary in folder.glob(_TEMPORARY.format("*")):
            with contextlib.suppress(OSError):
                _sweep(temporary)
        for part in folder.glob(_TEMPORARY.format("*") + "-*"):  # what SQLite makes beside its files
            if not part.with_name(part.name.rpartition("-")[0]).exists():
                with contextlib.suppress(OSError):
                    part.unlink()
        return next(folder.glob(_TEMPORARY.format("*")), None) is None
    return True


def _sweep(temporary: Path) -> None:
    """Who is at work on such a file holds its lock, where it is one with a lock; else it has changed of late."""
    locked = temporary.name.startswith(_TEMPORARY.partition("{}")[0] + _LOCKED)
    # Windows has no lock, and whoever opened the file to look would be in its writer's way.
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
    """What the step gives. On Windows a file that somebody has open, if only to look at it, can be neither moved nor
    replaced nor removed, nor opened while it is: another window or a virus scanner, which is waited for a little.
    """
    for wait in () if _CAN_MOVE_OPEN_FILES else _WAITS:
        try:
            return step()
        except PermissionError:
            time.sleep(wait)
    return step()


def _new_temporary(folder: Path) -> tuple[Path, int]:
    """A new file beside those that it is to replace, and its descriptor, which holds its lock."""
    while True:
        temporary = folder / _TEMPORARY.format(_LOCKED + os.urandom(8).hex())
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        lock_file(descriptor, wait=True)
        if os.fstat(descriptor).st_nlink or not _CAN_MOVE_OPEN_FILES:
            return temporary, descriptor
        os.close(descriptor)  # somebody has swept it away in the moment before it was locked


def set_aside(path: Path) -> Path:
    """Rename the file (or what a link points to) to the first free name of ``.bak``, ``.bak1``, ...; the new path.

    The caller holds the lock that goes with the file.
    """
    target = Path(os.path.realpath(path))
    backup = _free_backup(target)
    move(target, backup)
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


def free_name(folder: Path, stem: str, end: str, taken: Container[str] = ()) -> Path:
    """A name that no file in the folder has, and that is not ``taken``: the stem, a number in brackets where needed,
    and the end."""
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
    """The permissions of an existing file, None when there is none yet. OSError when something else is there."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    require_regular(mode, target)
    return stat.S_IMODE(mode)


def require_regular(mode: int, path: Path) -> None:
    """OSError when what has this `mode` is no ordinary file."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, _("it is a folder, not a file"), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, _("it is not an ordinary file"), str(path))


def sync_folder(folder: Path) -> None:
    """Make names in the folder last too. OSError when the disk cannot.

    Some systems cannot open or sync a folder; there the rename alone has to do.
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
