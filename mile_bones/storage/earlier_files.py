"""Read and pack the files that an earlier version of the program has left, and restore them byte for byte.

The files are the history, ``mb.ini`` and the games in progress. ``Backups.keep_earlier`` backs them up before this
version changes the format of any of them.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.i18n import gettext as _
from mile_bones.storage.autosave import KEPT, WAITING
from mile_bones.storage.copying import Damaged, connected, copy_all, in_words, look_through
from mile_bones.storage.files import (
    free_name,
    make_folder,
    move,
    reading,
    remove,
    replacing,
    write_atomically,
)
from mile_bones.storage.ini import LOCK_SECONDS
from mile_bones.storage.locks import Busy, hold_lock, locked
from mile_bones.storage.older import IN_PROGRESS, SQLITE, games_in_progress
from mile_bones.storage.records import LARGEST

if TYPE_CHECKING:
    from mile_bones.storage.profile import Profile

_MOST_AT_ONCE = 1 << 26
"""The largest size in bytes of a history that is copied through memory."""
_MOST_PACKED = 1 << 26
"""The largest total size in bytes of the games in an archive that is read."""
_SQLITE_HEAD = 100
_OF_ZIPS = (zlib.error, struct.error)


def pack(folder: Path) -> bytes:
    """Return the games in progress in a folder as a zip file. Raise OSError if one of them cannot be read."""
    import zipfile  # late, because few starts need it

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in games_in_progress(folder):
            with reading(path) as file:
                written = os.fstat(file.fileno()).st_mtime_ns
                data = file.read(LARGEST + 1)
            if len(data) <= LARGEST:  # a larger file is not a game
                member = zipfile.ZipInfo(path.name)
                member.comment = b"%d" % written  # the times of the zip format are accurate to two seconds only
                archive.writestr(member, data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


class PackedGame(NamedTuple):
    """The contents of a file with a game, and the time when it was written, in nanoseconds.

    For a waiting game this time is when the game ended.
    """

    data: bytes
    written: int


def unpack(archive: Path) -> dict[str, PackedGame]:
    """Return the games from an archive made by ``pack``, by file name.

    Raise Damaged if it is any other file, OSError if it cannot be read.
    """
    import zipfile

    found = {}
    try:
        with reading(archive) as file, zipfile.ZipFile(file) as packed:
            members = packed.infolist()
            if sum(max(member.file_size, 1) for member in members) > _MOST_PACKED:
                raise zipfile.BadZipFile
            for member in members:
                name = member.filename
                known = member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                if member.file_size > LARGEST or not (known and IN_PROGRESS.fullmatch(name)):
                    raise zipfile.BadZipFile
                found[name] = PackedGame(packed.read(member), int(member.comment))
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, *_OF_ZIPS) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # EINVAL: damaged offset in the zip
            raise
        raise Damaged(errno.EIO, _("the games in progress in it are damaged"), str(archive)) from None
    return found


def image(live: Path) -> bytes | None:
    """Return the bytes of a database that nobody can write to now, or None if it is too large to copy through memory.

    Raise OSError if it cannot be read. The file itself is never opened beside SQLite, because closing it would remove
    SQLite's locks (sqlite.org/howtocorrupt.html, 2.2).
    """
    import sqlite3

    with in_words(live.parent), contextlib.closing(connected(live)) as database:
        (pages,), (size,) = (database.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
        if pages * size > _MOST_AT_ONCE or not hasattr(database, "serialize"):
            return None
        # `serialize` returns zeros for a page that the disk cannot read. `backup` reports that, but changes
        # counters in the header, so the header is taken from `serialize`.
        with contextlib.closing(sqlite3.connect(":memory:")) as copy:
            copy_all(database, copy)
            body = copy.serialize()
        head = database.serialize()[:_SQLITE_HEAD]
    if not head.startswith(SQLITE):
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(live))
    return head + body[_SQLITE_HEAD:]


@contextlib.contextmanager
def held_still(live: Path) -> Iterator[None]:
    """Prevent all writing to the database during a ``with`` block. Raise OSError if there is no database."""
    with in_words(live.parent), contextlib.closing(connected(live)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # moves the contents of the log into the file
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


# ------------------------------------------------------------------ back again


def require_alone(folder: Path, own: Iterable[Path]) -> None:
    """Raise OSError if another window or terminal has a game in this folder. ``own`` are the caller's slots."""
    mine = {path.name for path in own}
    for lock in folder.glob("*.json.lock"):
        slot = lock.with_name(lock.name.removesuffix(".lock"))
        if slot.name not in mine:
            try:
                hold_lock(slot, 0).release()
            except Busy:
                raise OSError(errno.EBUSY, _("another window of Mile Bones is open"), str(slot)) from None


def put_back_all(profile: Profile, history: Path | None, settings: Path | None, packed: Path, now: datetime) -> None:
    """Restore history, ``mb.ini`` and games in progress, byte for byte, from the files of a backup.

    The current history and ``mb.ini`` must be in a backup already. Current games in progress that differ from those in
    the backup are kept under other names. Raise Damaged or OSError, with a readable reason; then nothing has changed.
    """
    games = unpack(packed)
    if history is not None:
        look_through(history)
    ini = None if settings is None else settings.read_bytes()
    undo: list[Callable[[], object]] = []
    try:
        _put_games_back(profile.games_dir, games, now, undo)
        if ini is not None:
            _put_settings_back(Path(os.path.realpath(profile.ini_path)), ini, undo)
        _put_history_back(profile.history_path, history)
    except BaseException:
        for step in reversed(undo):
            with contextlib.suppress(OSError):
                step()
        raise


def _put_games_back(
    folder: Path, games: Mapping[str, PackedGame], now: datetime, undo: list[Callable[[], object]]
) -> None:
    make_folder(folder)
    for path in games_in_progress(folder):
        if path.name in games and path.read_bytes() == games[path.name].data:
            continue
        if path.name in games or not path.name.startswith(WAITING):
            new = free_name(folder, f"{KEPT} {now:%Y-%m-%d %H.%M}", ".json", games)
            move(path, new)
            undo.append(partial(move, new, path))
    for name, game in games.items():
        path = folder / name
        if not path.exists():
            undo.append(partial(remove, path))
            write_atomically(path, game.data)
            os.utime(path, ns=(game.written, game.written))


def _put_settings_back(path: Path, settings: bytes, undo: list[Callable[[], object]]) -> None:
    make_folder(path.parent)
    try:
        with locked(path, LOCK_SECONDS):
            before = path.read_bytes() if path.exists() else None
            undo.append(lambda: remove(path) if before is None else write_atomically(path, before))
            write_atomically(path, settings)
    except Busy:
        raise OSError(errno.EBUSY, _("another program keeps it to itself"), str(path)) from None


def _put_history_back(live: Path, history: Path | None) -> None:
    if live.exists():
        # Leaving WAL mode fails if anybody else has the database open. It removes the log, which belongs to the
        # old contents.
        with in_words(live.parent), contextlib.closing(connected(live)) as database:
            if database.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != "delete":
                raise OSError(errno.EBUSY, _("another program keeps it to itself"), str(live))
    try:
        if history is None:
            remove(live)
            return
        make_folder(live.parent)
        with replacing(live) as new, history.open("rb") as old:
            while data := old.read(1 << 20):
                new.write(data)
    except OSError:
        with contextlib.suppress(OSError), in_words(live.parent), contextlib.closing(connected(live)) as database:
            database.execute("PRAGMA journal_mode = WAL")  # as before
        raise
