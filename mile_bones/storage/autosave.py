"""The game in progress, on the disk after every action.

Each window has a slot of its own, ``current-1.json``, ``current-2.json``, ..., held by a lock for as long as the window
is open: two windows never write into each other's game, and a crash gives the slot back at once. Each terminal has one
too, ``mille-1.json`` and so on.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.engine import NewerVersion, Record, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import Busy, hold_lock, modified, set_aside, sweep
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record

if TYPE_CHECKING:
    from filelock import BaseFileLock

SLOTS = 50
"""Windows that can be open at once and still save their games."""


WINDOWS = "current"
"""How the names of the slots of windows begin."""


class Autosave:
    """A window's slot in the games folder, taken when this is made: that of an unfinished game if one is free.

    ``slots`` is how the names of the slots begin. A damaged game is set aside. Trouble with the disk goes to `report`,
    once a kind, and never stops the game. `clock` gives the local time.
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
        self._saved = False
        self._last: Record | None = None  # what lies in the slot, as far as we have put it there or taken it up
        self._found: Record | None = None  # what was in the slot when it was taken, until somebody asks or saves
        sweep(self._folder)
        with self._telling():
            self._claim_unfinished()
            self._claim_empty()

    def load(self) -> Record | None:
        """The game to go on with, None when a new one is to begin."""
        if self._path is None:
            return None
        found, self._found = self._found, None
        self._last = found or self._read(self._path)
        return self._last

    @property
    def saved(self) -> bool:
        """What was to be saved last is on the disk."""
        return self._saved

    def save(self, record: Record) -> None:
        """Put the game on the disk, all of it or nothing; when this returns it survives a loss of power."""
        self._found = None
        self._saved = False
        with self._telling():
            if self._path is not None and self._mark != _mark(self._path):
                self._take_again(self._path)
            save_record(self._claim_empty(), record)
            self._saved = True
            self._last = record

    def clear(self) -> None:
        """Forget the game: it is over and counted."""
        self._found = self._last = None
        if self._path is not None:
            with self._telling():
                self._path.unlink(missing_ok=True)

    def keep(self, record: Record, word: str = "unfinished") -> Path:
        """Set a game aside under a name of this word, the date and the time, which no other file has; its path.

        The slot still holds what it held. OSError when it cannot be written: then nothing should replace that game yet.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = f"{word} {self._clock():%Y-%m-%d %H.%M}"
        for number in count(1):
            path = self._folder / (f"{stem}.json" if number == 1 else f"{stem} ({number}).json")
            with contextlib.suppress(FileExistsError):
                path.touch(exist_ok=False)  # so that the name is ours, whatever another window does
                break
        try:
            save_record(path, record)
        except BaseException:
            path.unlink()
            raise
        return path

    def kept(self, word: str) -> list[tuple[Path, Record, datetime]]:
        """The games that were kept under this word, and when; those that cannot be read stay where they are."""
        found = []
        for path in sorted(self._folder.glob(f"{word} *.json")):
            with contextlib.suppress(OSError, RecordError):
                found.append((path, load_record(path), modified(path) or self._clock()))
        return found

    def refuse(self) -> None:
        """The game in the slot breaks the rules, which is found out only by playing it again: it is set aside."""
        if self._path is not None:
            self._set_damaged_aside(self._path)

    def close(self) -> None:
        """Give the slot back; what it holds stays for the next start."""
        if self._lock is not None:
            self._lock.release()
        self._lock = self._path = self._found = None

    def _claim_unfinished(self) -> None:
        """Take the first slot that nobody uses and that holds a game."""
        for path in self._slots():
            if not os.path.lexists(path):
                continue
            if not self._take(path):
                self.others = True
                continue
            self._found = self._read(path)
            if self._found is not None:
                return
            self.close()

    def _take_again(self, path: Path) -> None:
        """Somebody has removed the lock, or the whole folder: the slot may be another window's by now.

        It stays ours when nobody holds it and nothing lies there but what we have written.
        """
        self.close()
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._take(path):
            with contextlib.suppress(OSError, RecordError):
                if not os.path.lexists(path) or load_record(path) == self._last:
                    return
            self.close()

    def _claim_empty(self) -> Path:
        """Our slot; if there is none, the first that nobody uses and that holds nothing. OSError when that fails."""
        if self._path is not None:
            return self._path
        self._folder.mkdir(parents=True, exist_ok=True)
        for path in self._slots():
            if not self._take(path):
                continue
            if not os.path.lexists(path):
                return path
            self.close()
        raise OSError(errno.EMFILE, _("too many games are open"), str(self._folder))

    def _slots(self) -> list[Path]:
        return [self._folder / f"{self._name}-{number}.json" for number in range(1, SLOTS + 1)]

    def _take(self, path: Path) -> bool:
        try:
            self._lock = hold_lock(path, 0)
        except Busy:
            return False
        self._path = path
        self._mark = _mark(path)
        return True

    def _read(self, path: Path) -> Record | None:
        """The game in a slot of ours, None when it holds none or a bad one, which is reported."""
        try:
            return load_record(path)
        except FileNotFoundError:
            pass
        except NewerVersion as error:  # sound, but not for this program
            self._tell(ProblemKind.GAME_UNREADABLE, path, error.reason)
        except RecordError:
            self._set_damaged_aside(path)
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


def _mark(path: Path) -> tuple[int, int] | None:
    """What tells the file of a slot's lock from any other; None when there is none."""
    try:
        found = path.with_name(f"{path.name}.lock").stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
