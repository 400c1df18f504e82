"""The game in progress, saved to the disk after every action.

Each window has a slot, ``current-1.json``, ``current-2.json`` and so on. It holds a lock on the slot for as long as it
is open. So two windows never write to each other's game, and a crash frees the slot at once. Each terminal has a slot
too, ``mille-1.json`` and so on.

A copy of a game is removed only after another copy has been written and read back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.engine.errors import NewerVersion, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import free_name, make_folder, modified, move, remove, set_aside, sweep
from mile_bones.storage.locks import Busy, hold_lock
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.profile import WINDOWS
from mile_bones.storage.records import load_record, save_record

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from mile_bones.engine.record import Record
    from mile_bones.storage.profile import Profile

SLOTS = 50
"""The number of windows that can be open at the same time and still save their games."""


WAITING = ".waiting"
"""The prefix of the names of files with finished games that wait until the history can be written."""

_OURS = re.compile(re.escape(WAITING) + r" \d{4}-\d\d-\d\d \d\d\.\d\d.*\.json")
"""The pattern of the complete name of a file with a waiting game. The prefix alone is not enough, because a user may
have given a file a name that begins with it.
"""

KEPT = "unfinished"
"""The prefix of the names of files with unfinished games that made room for other games."""

_BY_PROGRAM = re.compile(rf"[a-z]+(-[a-z]+)*-\d+\.json|({KEPT}|{re.escape(WAITING)}) .*\.json")
"""The names of all files that the program makes here: the slots of every kind, waiting games, and games set aside."""


class Autosave:
    """A window's slot in the games folder. The constructor claims one, preferring a free slot with an unfinished game.

    ``slots`` is the prefix of the slots' names. A damaged game is set aside. If the lock of a slot cannot be used, the
    slot is left alone. Its game is then continued in another slot, provided that there is no other unfinished game.
    Trouble with the disk is passed to ``report`` and never stops the game; while the trouble lasts, it is reported only
    once. ``clock`` returns the local time.
    """

    def __init__(self, profile: Profile, report: Report, clock: Callable[[], datetime], slots: str = WINDOWS) -> None:
        self._folder = profile.games_dir
        self._report = OnceReport(report)
        self._clock = clock
        self._name = slots
        self._lock: BaseFileLock | None = None
        self._path: Path | None = None
        self.others = False
        """True if another window has a slot with a game in it."""
        self._mark: tuple[int, int] | None = None  # device and inode of the lock file, to recognise it
        self._look: tuple[int, int] | None = None  # inode and time of the slot's file after our last save
        self._wanted: Record | None = None  # the game to be saved last
        self._last: Record | None = None  # the game on the disk, as last saved or loaded by us
        self._found: Record | None = None  # the game found in the slot when it was claimed, until load() or save()
        self._adopted: Path | None = None  # another slot, not locked by us, whose game we continue
        self._seen: dict[Path, tuple[tuple[int, int], tuple[str, int] | None]] = {}  # looks, game and ply of others
        sweep(self._folder)
        self._sweep_empty()
        unusable = self._claim_unfinished()
        if self._path is None:
            with self._telling():
                self._claim_empty()
                if self._adopted is not None and unusable is not None:
                    lock = self._adopted.with_name(f"{self._adopted.name}.lock")
                    self._tell(ProblemKind.GAME_UNLOCKABLE, lock, reason(unusable))

    def load(self) -> Record | None:
        """Return the game to continue, or None to begin a new one."""
        found, self._found = self._found, None
        if found is None and self._path is not None:
            found = self._read(self._path)
        self._last = found
        return found

    @property
    def path(self) -> Path | None:
        """The path of the slot, or None if no slot has been claimed."""
        return self._path

    @property
    def unsaved(self) -> Record | None:
        """The last game that was to be saved, if its current state is not on the disk. None if everything is saved."""
        return None if self._wanted == self._last else self._wanted

    def holds(self, record: Record) -> bool:
        """Return True if the slot is ours and exactly this game can be read from it."""
        with contextlib.suppress(OSError, RecordError):
            return self._path is not None and load_record(self._path) == record
        return False

    def save(self, record: Record) -> None:
        """Save ``record`` in the slot, completely or not at all. Once the call has returned, the saved game survives a
        loss of power.
        """
        self._found = None
        self._wanted = record
        with self._telling():
            if self._path is not None and self._mark != _mark(self._path):
                self._take_again(self._path)
            self._leave_to_others()
            path = self._claim_empty()
            save_record(path, record)
            self._look = _looks(path)
            self._last = record
            self._report.over(ProblemKind.GAME_UNWRITABLE)
        if self._adopted is not None and self.holds(record):
            self._let_go(self._adopted)

    def clear(self) -> None:
        """Remove the game from the slot: it is over, and the history contains it."""
        self._found = self._last = self._wanted = None
        if self._path is not None:
            with self._telling():
                remove(self._path)

    def retire(self, record: Record) -> Path | None:
        """Free the slot for the next game. The game in the slot is over, but the history does not contain it yet.

        The file in the slot is renamed to the name of a waiting game, which needs no space on the disk. Return its new
        path, or None if there is no such file. If the final state of the game could not be saved, the file contains the
        last state that could.
        """
        if not self.holds(record):
            self.save(record)
        path = None
        if self._path is not None and os.path.lexists(self._path):
            free = self._free_name(WAITING)
            with self._telling():
                move(self._path, free)
            path = free if os.path.lexists(free) else None
        self._found = self._last = self._wanted = None
        return path

    def wait(self, record: Record, path: Path | None) -> Path | None:
        """Save the finished game ``record`` in ``path``, or in a new file of a waiting game if ``path`` is None.

        Return the path of the file. If the game cannot be saved, return None; the file is then unchanged.
        """
        with contextlib.suppress(OSError, RecordError):
            path = path or self._free_name(WAITING)
            if not os.path.lexists(path) or load_record(path) != record:
                make_folder(self._folder)
                save_record(path, record)
            return path if load_record(path) == record else None
        return None

    def set_aside(self, record: Record) -> Path:
        """Save the unfinished game ``record`` under an unused name with the date and the time. Return its path.

        The slot is not changed. Raise OSError if the file cannot be written. In that case the caller should not replace
        the game yet.
        """
        make_folder(self._folder)
        path = self._free_name(KEPT)
        path.touch(exist_ok=False)  # reserves the name, because another window may be looking for one
        try:
            save_record(path, record)
            if load_record(path) != record:
                raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return path

    def waiting(self) -> list[tuple[Path, Record, datetime]]:
        """Return the games that wait for the history, each with its path and the time when its file was written.

        A damaged file is set aside.
        """
        found = []
        for path in sorted(self._folder.glob(f"{WAITING} *.json")):
            record = self._read(path) if _OURS.fullmatch(path.name) else None
            if record is not None:
                found.append((path, record, modified(path) or self._clock()))
        return found

    def in_play(self) -> Iterator[Record]:
        """Yield the games in all slots, the waiting ones and those set aside. Skip files that cannot be read."""
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError, RecordError):
                yield load_record(path)

    def elsewhere(self, game: str) -> int:
        """Return the number of actions that have been taken in other copies of a game, or 0 if there is no other copy.

        ``game`` is the id of the game. The copies are in other slots, or in files that wait or were set aside; the one
        with the most actions counts. Repeated calls are cheap, because only files that have changed are read again.
        """
        return max((plies for found, plies in self._others() if found == game), default=0)

    def _others(self) -> Iterator[tuple[str, int]]:
        with contextlib.suppress(OSError):
            for path in self._folder.iterdir():
                if path in (self._path, self._adopted) or not _BY_PROGRAM.fullmatch(path.name):
                    continue
                looks = _looks(path)
                known = self._seen.get(path)
                if looks is not None and (known is None or known[0] != looks):
                    found = None
                    with contextlib.suppress(OSError, RecordError):
                        record = load_record(path)
                        found = record.id, record.body.plies
                    known = self._seen[path] = looks, found
                if looks is not None and known is not None and known[1] is not None:
                    yield known[1]

    def refuse(self) -> None:
        """Set the game in the slot aside, because replaying it has shown that it breaks the rules."""
        if self._path is not None:
            self._set_damaged_aside(self._path)

    def close(self) -> None:
        """Release the slot. The game in it stays for the next start."""
        self._give_back()
        self._found = None

    # ------------------------------------------------------------------ slots

    def _claim_unfinished(self) -> OSError | None:
        """Claim the first free slot that contains a game.

        If there is none, adopt the game of a slot whose lock cannot be used, and return the error of that lock.
        """
        unusable = []
        for path in self._slots():
            if not os.path.lexists(path):
                continue
            try:
                if not self._take(path):
                    self.others = True
                    continue
            except OSError as error:
                unusable.append((path, error))
                continue
            self._found = self._read(path)
            if self._found is not None:
                return None
            self._give_back()
        for path, trouble in unusable:
            self._found = self._read(path, ours=False)
            if self._found is not None:
                self._adopted = path
                return trouble
        return None

    def _take_again(self, path: Path) -> None:
        """Claim the slot again after somebody has removed its lock or the whole folder.

        Another window may have taken it. The slot stays ours if nobody else has locked it and it contains nothing, or
        only what we have written.
        """
        self._give_back()
        make_folder(self._folder)
        if self._take(path):
            with contextlib.suppress(OSError, RecordError):
                if not os.path.lexists(path) or load_record(path) == self._last:
                    return
            self._give_back()

    def _leave_to_others(self) -> None:
        """Release the slot if another window saves to it. Our lock does not rule that out, because some network disks
        lose locks.
        """
        path = self._path
        if path is None or self._look is None or _looks(path) in (self._look, None):
            return
        with contextlib.suppress(OSError, RecordError):
            if load_record(path) != self._last:
                self._give_back()

    def _claim_empty(self) -> Path:
        """Return our slot.

        If we have none, claim the first slot that is free and empty. Raise OSError if that fails.
        """
        if self._path is not None:
            return self._path
        make_folder(self._folder)
        trouble: OSError | None = None
        for path in [self._adopted, *self._slots()] if self._adopted is not None else self._slots():
            try:
                if not self._take(path):
                    continue
            except OSError as error:
                trouble = trouble or error
                continue
            if not os.path.lexists(path) or (
                path == self._adopted and self._last is not None and self.holds(self._last)
            ):
                return path
            self._give_back()
        raise trouble or OSError(errno.EMFILE, _("too many games are open"), str(self._folder))

    def _slots(self) -> list[Path]:
        return [self._folder / f"{self._name}-{number}.json" for number in range(1, SLOTS + 1)]

    def _take(self, path: Path) -> bool:
        """Try to lock the slot at ``path`` and make it ours. Return False if somebody else has it.

        Raise OSError if its lock cannot be used.
        """
        try:
            self._lock = hold_lock(path, 0)
        except Busy:
            return False
        self._path = path
        self._mark = _mark(path)
        return True

    def _give_back(self) -> None:
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock = self._path = self._look = None

    def _let_go(self, path: Path) -> None:
        """Remove the adopted slot at ``path``, because its game is saved in ours now.

        If it cannot be removed, the game will be offered again at a later start.
        """
        self._adopted = None
        if path != self._path:
            with contextlib.suppress(OSError):
                remove(path)

    # ------------------------------------------------------------------ files

    def _free_name(self, word: str) -> Path:
        """Return an unused path. Its name consists of ``word``, date, time and, if necessary, a number."""
        stem = f"{word} {self._clock():%Y-%m-%d %H.%M}"
        if word == WAITING and self._path is not None:
            stem += f" {self._path.stem}"  # two windows never have the same slot, so no other can use this name
        return free_name(self._folder, stem, ".json")

    def _sweep_empty(self) -> None:
        """Remove the empty files that reserved names of games when the program was killed."""
        with contextlib.suppress(OSError):
            for path in self._folder.glob(f"{KEPT} *.json"):
                if path.lstat().st_size == 0:
                    path.unlink()

    def _read(self, path: Path, *, ours: bool = True) -> Record | None:
        """Return the game in a file, or None if the file is missing or its game is unusable, which is reported.

        A damaged file is set aside if ``ours`` is true.
        """
        try:
            return load_record(path)
        except FileNotFoundError:
            pass
        except NewerVersion as error:  # a sound game, but this version cannot read it
            self._tell(ProblemKind.GAME_UNREADABLE, path, error.reason)
        except RecordError as error:
            if ours:
                self._set_damaged_aside(path)
            else:
                self._tell(ProblemKind.GAME_UNREADABLE, path, error.reason)
        except OSError as error:
            self._tell(ProblemKind.GAME_UNREADABLE, path, reason(error))
        return None

    def _set_damaged_aside(self, path: Path) -> None:
        with self._telling():
            self._tell(ProblemKind.GAME_DAMAGED, path, set_aside(path).name)

    def _tell(self, kind: ProblemKind, path: Path, detail: str) -> None:
        self._report(Problem(kind, path, detail))

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Report an OSError in the ``with`` block and continue after the block."""
        try:
            yield
        except OSError as error:
            self._tell(ProblemKind.GAME_UNWRITABLE, self._path or self._slots()[0], reason(error))


def _looks(path: Path) -> tuple[int, int] | None:
    """Return inode and modification time, which change when a file is replaced, or None if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _mark(path: Path) -> tuple[int, int] | None:
    """Return device and inode of the lock file of the slot at ``path``, which identify it, or None if there is none."""
    try:
        found = path.with_name(f"{path.name}.lock").stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
