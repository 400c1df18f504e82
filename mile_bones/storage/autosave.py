"""The game in progress, on the disk after every action.

Each window has a slot of its own, ``current-1.json``, ``current-2.json``, ..., held by a lock for as long as the window
is open: two windows never write into each other's game, and a crash gives the slot back at once. Each terminal has one
too, ``mille-1.json`` and so on.

No copy of a game goes before another one has been written and read back.
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
"""Windows that can be open at once and still save their games."""


WAITING = ".waiting"
"""How the names of files begin with games that wait until the history can be written."""

_OURS = re.compile(re.escape(WAITING) + r" \d{4}-\d\d-\d\d \d\d\.\d\d.*\.json")
"""Such a name as a whole: a player may like the word, too."""

KEPT = "unfinished"
"""How the names of files begin with games that made room for others."""

_BY_PROGRAM = re.compile(rf"[a-z]+(-[a-z]+)*-\d+\.json|({KEPT}|{re.escape(WAITING)}) .*\.json")
"""The names of all these files, of the slots of every kind of window and terminal too."""


class Autosave:
    """A window's slot in the games folder, taken when this is made: that of an unfinished game if one is free.

    ``slots`` is how the names of the slots begin. A damaged game is set aside. A slot whose lock cannot be used is left
    alone, but the game in it is gone on with in another, if there is none else. Trouble with the disk goes to `report`,
    once for as long as it lasts, and never stops the game. `clock` gives the local time.
    """

    def __init__(self, profile: Profile, report: Report, clock: Callable[[], datetime], slots: str = WINDOWS) -> None:
        self._folder = profile.games_dir
        self._report = OnceReport(report)
        self._clock = clock
        self._name = slots
        self._lock: BaseFileLock | None = None
        self._path: Path | None = None
        self.others = False
        """Another window has a game on its table."""
        self._mark: tuple[int, int] | None = None  # by which the lock's file is known again
        self._look: tuple[int, int] | None = None  # how the file in the slot looked when we had put it there
        self._wanted: Record | None = None  # what was to be saved last
        self._last: Record | None = None  # what is on the disk, as far as we have put it there or taken it up
        self._found: Record | None = None  # what was in the slot when it was taken, until somebody asks or saves
        self._adopted: Path | None = None  # a slot that is not ours, whose game we go on with
        self._seen: dict[Path, tuple[tuple[int, int], tuple[str, int] | None]] = {}  # games of others, by their looks
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
        """The game to go on with, None when a new one is to begin."""
        found, self._found = self._found, None
        if found is None and self._path is not None:
            found = self._read(self._path)
        self._last = found
        return found

    @property
    def path(self) -> Path | None:
        """The slot; None as long as there is none."""
        return self._path

    @property
    def unsaved(self) -> Record | None:
        """The game that was to be saved and is not on the disk as it stands; None when all is well."""
        return None if self._wanted == self._last else self._wanted

    def holds(self, record: Record) -> bool:
        """The slot is ours, and this very game is read from it."""
        with contextlib.suppress(OSError, RecordError):
            return self._path is not None and load_record(self._path) == record
        return False

    def save(self, record: Record) -> None:
        """Put the game on the disk, all of it or nothing; when this returns it survives a loss of power."""
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
        """Forget the game: it is over, and the history has it."""
        self._found = self._last = self._wanted = None
        if self._path is not None:
            with self._telling():
                remove(self._path)

    def retire(self, record: Record) -> Path | None:
        """Make room in the slot for the next game: this one is over, but the history does not have it yet.

        The file in the slot gets a name under which it waits, which needs no room on the disk. It is returned, None if
        there is none. Where the game could not be saved as it ended, the file holds it as it was saved last.
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
        """Put a game that is over into the file in which it waits, or into a new one; the file.

        None when that cannot be done, and then the file is as it was.
        """
        with contextlib.suppress(OSError, RecordError):
            path = path or self._free_name(WAITING)
            if not os.path.lexists(path) or load_record(path) != record:
                make_folder(self._folder)
                save_record(path, record)
            return path if load_record(path) == record else None
        return None

    def set_aside(self, record: Record) -> Path:
        """Set an unfinished game aside under a name with the date and the time, which no other file has; its path.

        The slot still holds what it held. OSError when it cannot be written: then nothing should replace that game yet.
        """
        make_folder(self._folder)
        path = self._free_name(KEPT)
        path.touch(exist_ok=False)  # so that the name is ours, whatever another window does
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
        """The games that wait for the history, and since when. One that is damaged is set aside."""
        found = []
        for path in sorted(self._folder.glob(f"{WAITING} *.json")):
            record = self._read(path) if _OURS.fullmatch(path.name) else None
            if record is not None:
                found.append((path, record, modified(path) or self._clock()))
        return found

    def in_play(self) -> Iterator[Record]:
        """The games in all slots, those that wait and those that were set aside, as far as they can be read."""
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError, RecordError):
                yield load_record(path)

    def elsewhere(self, game: str) -> int:
        """How many actions of the game with this id were done in other slots, or in files that wait or were set aside;
        the most of them, 0 where there is none. Cheap to ask again: a file that has not changed is not read again."""
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
        """The game in the slot breaks the rules, which is found out only by playing it again: it is set aside."""
        if self._path is not None:
            self._set_damaged_aside(self._path)

    def close(self) -> None:
        """Give the slot back; what it holds stays for the next start."""
        self._give_back()
        self._found = None

    # ------------------------------------------------------------------ slots

    def _claim_unfinished(self) -> OSError | None:
        """Take the first slot that nobody uses and that holds a game.

        Where there is none, take up the game of one whose lock cannot be used; what is wrong with that is returned.
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
        """Somebody has removed the lock, or the whole folder: the slot may be another window's by now.

        It stays ours when nobody holds it and nothing lies there but what we have written.
        """
        self._give_back()
        make_folder(self._folder)
        if self._take(path):
            with contextlib.suppress(OSError, RecordError):
                if not os.path.lexists(path) or load_record(path) == self._last:
                    return
            self._give_back()

    def _leave_to_others(self) -> None:
        """Give the slot up if another window saves there, whatever its lock says: some disks lose locks on the way."""
        path = self._path
        if path is None or self._look is None or _looks(path) in (self._look, None):
            return
        with contextlib.suppress(OSError, RecordError):
            if load_record(path) != self._last:
                self._give_back()

    def _claim_empty(self) -> Path:
        """Our slot; if there is none, the first that nobody uses and that holds nothing. OSError when that fails."""
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
        """Whether nobody else has the slot, which is ours then. OSError when its lock cannot be used."""
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
        """The game from this slot lies in ours now. Where it cannot be removed it comes once more, some day."""
        self._adopted = None
        if path != self._path:
            with contextlib.suppress(OSError):
                remove(path)

    # ------------------------------------------------------------------ files

    def _free_name(self, word: str) -> Path:
        """A name of this word, the date, the time and, where that is taken, a number, which no file has."""
        stem = f"{word} {self._clock():%Y-%m-%d %H.%M}"
        if word == WAITING and self._path is not None:
            stem += f" {self._path.stem}"  # no two windows have the same slot: the name stays free
        return free_name(self._folder, stem, ".json")

    def _sweep_empty(self) -> None:
        """Names that were reserved for games when the program was killed."""
        with contextlib.suppress(OSError):
            for path in self._folder.glob(f"{KEPT} *.json"):
                if path.lstat().st_size == 0:
                    path.unlink()

    def _read(self, path: Path, *, ours: bool = True) -> Record | None:
        """The game in a file, None when it holds none or a bad one, which is reported, and set aside if it is ours."""
        try:
            return load_record(path)
        except FileNotFoundError:
            pass
        except NewerVersion as error:  # sound, but not for this program
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
        """Report what the system refuses to do, and go on."""
        try:
            yield
        except OSError as error:
            self._tell(ProblemKind.GAME_UNWRITABLE, self._path or self._slots()[0], reason(error))


def _looks(path: Path) -> tuple[int, int] | None:
    """What changes when a file is replaced; None when there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _mark(path: Path) -> tuple[int, int] | None:
    """What tells the file of a slot's lock from any other; None when there is none."""
    try:
        found = path.with_name(f"{path.name}.lock").stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
