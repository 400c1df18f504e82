"""Backups of the history and of ``mb.ini``: one for each day with games, of which the last seven are kept.

Backups before a restore, before a repair and before the first use by a new version are separate from the daily ones.
Three of each of these kinds are kept. Those before a new version also contain the games in progress, see
``keep_earlier``. An old backup is removed only when the new one has been written, read back and found sound. Nothing
here stops the game: trouble with the daily backups is passed to ``report``, once for each kind of problem.
"""

from __future__ import annotations

import contextlib
import enum
import errno
import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.engine.graphemes import cut
from mile_bones.i18n import gettext as _
from mile_bones.storage.copying import Damaged, Work, in_words, opened_copy, save_copy
from mile_bones.storage.database import WAIT_SECONDS, count_rows
from mile_bones.storage.earlier_files import held_still, image, pack, unpack
from mile_bones.storage.files import make_folder, read_text, remove, sweep, write_atomically
from mile_bones.storage.ini import LARGEST, Changes, Ini, Key, Values, is_plain, parse
from mile_bones.storage.locks import Busy, locked
from mile_bones.storage.older import is_older_history, older_games
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.results import counted_in, games_in
from mile_bones.storage.schema import NotKept
from mile_bones.storage.settings import LONGEST_NAME, WINDOW

if TYPE_CHECKING:
    from mile_bones.storage.profile import Profile

DAILY_KEPT = 7
SAFETY_KEPT = 3

AT_ONCE = 4 * 1024 * 1024
"""The largest size in bytes of a history that is copied at once, without a visible pause.

A larger one is copied in steps.
"""

_HISTORY, _SETTINGS, _GAMES = "history.db", "mb.ini", "games.zip"
_NAME = re.compile(r"([a-z]+(?: [a-z]+)?)(?: ([\w.+~-]+))? ([-0-9]{10} [.0-9]{8}) (history\.db|mb\.ini|games\.zip)")
_NAMES_SHOWN = 5
_NAMES = """SELECT CASE WHEN kind_0 = 'human' OR kind_1 <> 'human' THEN name_0 END,
    CASE WHEN kind_1 = 'human' THEN name_1 END FROM games ORDER BY id DESC LIMIT 200"""
_NAMES_BEFORE = "SELECT name FROM games ORDER BY id DESC LIMIT 200"  # for schemas 1 and 2
_STEPS = 5_000_000  # limit of steps in SQLite's virtual machine; a backup that takes more to read counts as damaged


class BackupKind(enum.Enum):
    """The reason for making a backup. The value is the prefix of the names of its files."""

    DAILY = "daily"
    BEFORE_RESTORE = "before restore"
    BEFORE_REPAIR = "before repair"
    BEFORE_VERSION = "before version"


@dataclass(frozen=True, slots=True)
class Backup:
    """The history and ``mb.ini`` at one moment. A part that did not exist then, or was not sound, is None.

    A backup made before a new version began to use the files also has ``version``, the name of that version, and
    ``games``, the packed games in progress.
    """

    kind: BackupKind
    when: datetime
    history: Path | None
    settings: Path | None
    games: Path | None = None
    version: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup.

    ``games`` is the number of games in the history, ``won`` the number won by the user and by the computer. Each is
    None if its part does not exist or cannot be read; ``trouble`` then gives the reason.
    """

    games: int | None
    won: tuple[int, int] | None
    names: tuple[str, ...]
    """The names of the last players, latest first."""
    trouble: str = ""


class Backups:
    """The backups of one profile. ``clock`` returns the local time."""

    def __init__(self, profile: Profile, report: Report, clock: Callable[[], datetime]) -> None:
        self._profile = profile
        self._report = OnceReport(report)
        self._clock = clock
        self._daily: Work | None = None
        self._kept: list[tuple[int, int]] | None = None  # time and size of the history's files when it was last kept

    @property
    def folder(self) -> Path:
        """The folder of the backups."""
        return self._profile.backups_dir

    # ------------------------------------------------------------------ every day

    def make_daily(self) -> None:
        """Make today's backup, unless there is one already or nothing has changed since the last backup.

        If the history is large, the backup is only begun; call ``go_on`` to make the rest of it.
        """
        if self._daily is None:
            self._daily = self._make_daily()
        if self._size() <= AT_ONCE:
            self.finish()

    @property
    def is_begun(self) -> bool:
        """True if a backup has been begun and not finished."""
        return self._daily is not None

    def go_on(self) -> bool:
        """Do the next step of a backup that was begun. Return True if there is more to do."""
        if self._daily is not None and next(self._daily, None) is None:
            self._daily = None
        return self.is_begun

    def finish(self) -> None:
        """Finish the backup that was begun."""
        while self.go_on():
            pass

    def close(self) -> None:
        """Make today's backup now if it has not been made before: the window is closing."""
        self.make_daily()
        self.finish()

    def _make_daily(self) -> Work:
        now = self._clock()
        made = [backup for backup in self.listed() if backup.kind is BackupKind.DAILY]
        today = next((backup for backup in made if backup.when.date() == now.date()), None)
        if not self._has_changed(made):
            return
        try:
            self._prepare()
            with locked(self.folder / "daily", 0):  # fails if another window is making the backup already
                if today is None or today.history is None:
                    with self._telling(self._profile.history_path):
                        yield from self._copy_history(BackupKind.DAILY, now)
                if today is None or today.settings is None:
                    with self._telling(self._profile.ini_path):
                        self._copy_settings(BackupKind.DAILY, now)
                self._rotate(BackupKind.DAILY, DAILY_KEPT, now)
        except Busy:
            pass
        except OSError as error:
            self._report(Problem(ProblemKind.BACKUP_UNWRITABLE, self.folder / _HISTORY, reason(error)))

    def _has_changed(self, made: list[Backup]) -> bool:
        """Return True if the history or ``mb.ini`` has changed since it was last backed up."""
        history = next((backup.history for backup in made if backup.history is not None), None)
        settings = next((backup.settings for backup in made if backup.settings is not None), None)
        try:
            if self._profile.history_path.exists():
                log = Path(f"{self._profile.history_path}-wal")
                written = [path.stat().st_mtime_ns for path in (self._profile.history_path, log) if path.exists()]
                if history is None or max(written) >= history.stat().st_mtime_ns:
                    return True
            if self._profile.ini_path.exists():
                return settings is None or settings.read_bytes() != self._profile.ini_path.read_bytes()
        except OSError:
            return True  # making a backup will report what is wrong
        return False

    @contextlib.contextmanager
    def _telling(self, path: Path) -> Iterator[None]:
        """Report why the file at ``path`` could not be backed up, and continue, so that the other files are still
        backed up.

        If ``path`` is not a file but, for example, a folder, nothing is reported here: the code that uses the file
        reports it.
        """
        try:
            yield
            self._report.over(ProblemKind.BACKUP_UNWRITABLE, ProblemKind.BACKUP_REFUSED)
        except Damaged:
            self._report(Problem(ProblemKind.BACKUP_REFUSED, path, ""))
        except OSError as error:
            if path.is_file() or not os.path.lexists(path):
                self._report(Problem(ProblemKind.BACKUP_UNWRITABLE, self.folder / path.name, reason(error)))

    # ------------------------------------------------------------------ before something is changed

    def make_safety(self, kind: BackupKind, made: list[Backup]) -> Work:
        """Back up all files before they are changed, and append the backup to ``made``.

        Raise OSError, with a readable reason, if that fails: then nothing should be changed. A file that is damaged as
        a whole is left out. A history with damage inside is copied as it is.
        """
        now = self._clock()
        self._prepare()
        history = settings = None
        with contextlib.suppress(Damaged):
            history = yield from self._copy_history(kind, now, sound=False)
        with contextlib.suppress(Damaged):
            settings = self._copy_settings(kind, now)
        self._rotate(kind, SAFETY_KEPT, now)
        made.append(Backup(kind, now.replace(microsecond=0), history, settings))
        yield 1.0

    # ------------------------------------------------------------------ before a version uses them

    def keep_earlier(self) -> None:
        """Back up the files of an earlier version unchanged, unless the last such backup is identical to them."""
        try:
            if is_older_history(self._profile.history_path) or not self._has_kept_games():
                self._keep(held=False)
        except OSError as error:
            self._report(Problem(ProblemKind.BACKUP_UNWRITABLE, self.folder / _HISTORY, reason(error)))

    def _has_kept_games(self) -> bool:
        """Return True if all games in progress that an earlier version has written are in a backup already."""
        kept: set[tuple[str, bytes]] = set()
        for backup in self.listed():
            if backup.games is not None:
                with contextlib.suppress(OSError):
                    kept |= {(name, game.data) for name, game in unpack(backup.games).items()}
        return all((path.name, path.read_bytes()) in kept for path in older_games(self._profile.games_dir))

    def keep_history(self) -> None:
        """Back up what is not backed up yet, just before the history is converted to the schema of this version.

        The caller has locked the history for writing. Raise NotKept, with a readable reason, if the backup fails.
        """
        try:
            if self._kept != self._looks():
                self._keep(held=True)
        except OSError as error:
            raise NotKept(error.errno, reason(error), error.filename) from error

    def _keep(self, *, held: bool) -> None:
        with in_words(self.folder), contextlib.ExitStack() as stack:
            self._prepare()
            try:
                stack.enter_context(locked(self.folder / "earlier", WAIT_SECONDS))
            except Busy:
                raise OSError(errno.EBUSY, _("another program keeps it to itself"), str(self.folder)) from None
            if not held and self._profile.history_path.exists():
                stack.enter_context(held_still(self._profile.history_path))
            self._keep_files(whole=not held)
        self._kept = self._looks()

    def _keep_files(self, *, whole: bool) -> None:
        """Back up history, ``mb.ini`` and games in progress under new names, unless the last backup is identical.

        If ``whole`` is false, only the history is compared first, and the call returns early if the last backup
        contains the same history.
        """
        now = self._clock()
        kind = f"{BackupKind.BEFORE_VERSION.value} {_version()}"
        while any(self._place(kind, now, name).exists() for name in (_HISTORY, _SETTINGS, _GAMES)):
            now += timedelta(seconds=1)
        parts: dict[str, bytes] = {}
        live = self._profile.history_path
        if live.exists() and (data := image(live)) is not None:
            parts[_HISTORY] = data
        last = next((backup for backup in self.listed() if backup.kind is BackupKind.BEFORE_VERSION), None)
        if not whole and _holds(last, parts):
            return
        with contextlib.suppress(Damaged, FileNotFoundError):
            parts[_SETTINGS] = _sound_text(self._profile.ini_path).encode("utf-8")
        parts[_GAMES] = pack(self._profile.games_dir)  # written last: without it the backup is incomplete
        is_large = live.exists() and _HISTORY not in parts
        if not is_large and _holds(last, parts):
            return
        if is_large:  # copied page by page; the copy differs from the original in two counters
            deque(save_copy(live, self._place(kind, now, _HISTORY), sound=False), maxlen=0)
        try:
            for name, data in parts.items():
                write_atomically(self._place(kind, now, name), data)
        except OSError:
            for name in (_HISTORY, _SETTINGS):
                with contextlib.suppress(OSError):
                    remove(self._place(kind, now, name))
            raise
        self._rotate(BackupKind.BEFORE_VERSION, SAFETY_KEPT, now)

    def _looks(self) -> list[tuple[int, int]]:
        """Return time and size of each file of the history. They change when somebody writes to the history."""
        found = []
        for path in (self._profile.history_path, Path(f"{self._profile.history_path}-wal")):
            with contextlib.suppress(OSError):
                if (file := path.stat()).st_size:
                    found.append((file.st_mtime_ns, file.st_size))
        return found

    def place_for(self, safety: Backup, path: Path) -> Path:
        """Return the path in the backup folder for the file ``path``, which is put away with the backup ``safety``."""
        stamp = safety.when.isoformat(" ").replace(":", ".")
        return self.folder / f"{safety.kind.value} {stamp} {path.name.lstrip('.')}"

    def _prepare(self) -> None:
        make_folder(self.folder)
        sweep(self.folder)

    def _copy_history(
        self, kind: BackupKind, now: datetime, *, sound: bool = True
    ) -> Generator[float, None, Path | None]:
        if not self._profile.history_path.exists():
            return None
        path = self._place(kind.value, now, _HISTORY)
        yield from save_copy(self._profile.history_path, path, sound=sound)
        return path

    def _copy_settings(self, kind: BackupKind, now: datetime) -> Path | None:
        if not self._profile.ini_path.exists():
            return None
        text = _sound_text(self._profile.ini_path)
        path = self._place(kind.value, now, _SETTINGS)
        write_atomically(path, text.encode("utf-8"))
        return path

    def _place(self, kind: str, now: datetime, name: str) -> Path:
        return self.folder / f"{kind} {now.isoformat(' ', 'seconds').replace(':', '.')} {name}"

    def _rotate(self, kind: BackupKind, kept: int, now: datetime) -> None:
        """Delete the oldest backups of ``kind``, so that ``kept`` of them are left.

        A backup with a date in the future, from a wrong clock, counts as the oldest.
        """
        ranked = sorted(
            (backup for backup in self.listed() if backup.kind is kind),
            key=lambda backup: (backup.when <= now, backup.when),
        )
        for part in ("history", "settings", "games"):
            paths = [path for backup in ranked if (path := getattr(backup, part)) is not None]
            for path in paths[:-kept]:
                with contextlib.suppress(OSError):  # one backup too many does no harm
                    path.unlink()

    def _size(self) -> int:
        try:
            return self._profile.history_path.stat().st_size
        except OSError:
            return 0

    # ------------------------------------------------------------------ what there is

    def listed(self) -> list[Backup]:
        """Return all backups, the latest first.

        The files of one backup are those with the same date (of a daily backup) or the same moment (of any other).
        """
        found: dict[tuple[BackupKind, object, str], dict[str, tuple[datetime, Path]]] = {}
        with contextlib.suppress(OSError):
            for path in sorted(self.folder.iterdir()):
                read = _read_name(path.name)
                if read is not None:
                    kind, version, when, name = read
                    group = when.date() if kind is BackupKind.DAILY else when
                    found.setdefault((kind, group, version), {})[name] = (when, path)
        backups = []
        for (kind, _group, version), parts in found.items():
            when = max(when for when, _path in parts.values())
            paths = {name: path for name, (_when, path) in parts.items()}
            history, settings, games = (paths.get(name) for name in (_HISTORY, _SETTINGS, _GAMES))
            backups.append(Backup(kind, when, history, settings, games, version))
        return sorted(backups, key=lambda backup: backup.when, reverse=True)


def _holds(backup: Backup | None, parts: Mapping[str, bytes]) -> bool:
    """Return True if these parts of the backup are equal to ``parts``, byte for byte."""
    if backup is None or not parts:
        return False
    paths = {_HISTORY: backup.history, _SETTINGS: backup.settings, _GAMES: backup.games}
    found = ((paths[name], data) for name, data in parts.items())
    return all(
        path is not None and path.stat().st_size == len(data) and path.read_bytes() == data for path, data in found
    )


def _version() -> str:
    """Return the version of this program, without characters that a file name cannot contain."""
    import mile_bones

    return re.sub(r"[^\w.+~-]", "", mile_bones.__version__)


def contents(backup: Backup) -> Contents:
    """Return what a backup contains. The backup is not trusted, and it is not changed."""
    games, won, trouble = None, None, ""
    names: tuple[str, ...] = ()
    try:
        if backup.settings is not None:
            won = games_in(saved_values(backup.settings))[:2]
        if backup.history is not None:
            games, names = _look_into(backup.history)
        if backup.games is not None:
            unpack(backup.games)
    except OSError as error:
        trouble = reason(error)
    return Contents(games, won, names, trouble)


def saved_values(settings: Path) -> Values:
    """Return the values in a backup of ``mb.ini``. Raise Damaged or OSError, with a readable reason."""
    return parse(_sound_text(settings))


def put_back_settings(ini: Ini, settings: Path, *, still_counted: bool) -> None:
    """Restore ``mb.ini`` from a backup in one step, except for the position of the window on the screen.

    If ``still_counted`` is true, games that were counted since the backup stay marked as counted. Raise Damaged or
    OSError, with a readable reason.
    """
    saved = saved_values(settings)

    def change(values: Values) -> Changes:
        changes: dict[Key, str | None] = {key: saved.get(key) for key in values if key[0] != WINDOW.section}
        changes |= {key: value for key, value in saved.items() if key[0] != WINDOW.section}
        if still_counted:
            changes |= counted_in(values, saved)
        return {key: value for key, value in changes.items() if value is None or is_plain(key)}

    ini.transact(change)


def _sound_text(settings: Path) -> str:
    try:
        text = read_text(settings, LARGEST)
        parse(text)
    except ValueError:  # too large, not text, or without lines that hold values
        raise Damaged(errno.EINVAL, _("it is no settings file of Mile Bones"), str(settings)) from None
    return text


def _look_into(history: Path) -> tuple[int, tuple[str, ...]]:
    """Return the number of games in a history and the names of its last players."""
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        database.set_progress_handler(lambda: 1, _STEPS)
        games = count_rows(database, "games")
        columns = {row[1] for row in database.execute("PRAGMA table_info(games)")}
        asked = _NAMES if "name_0" in columns else _NAMES_BEFORE
        rows = (row for two in database.execute(asked) for row in two if isinstance(row, str))
        names = tuple(dict.fromkeys(cut(name, LONGEST_NAME) for name in rows))
    return games, names[:_NAMES_SHOWN]


def _read_name(name: str) -> tuple[BackupKind, str, datetime, str] | None:
    """Return kind, version, moment and part, read from a file's name, or None if the name is not that of a backup."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        kind, when = BackupKind(found[1]), datetime.fromisoformat(found[3].replace(".", ":"))
    except ValueError:
        return None
    if (kind is BackupKind.BEFORE_VERSION) != (found[2] is not None):
        return None
    return kind, found[2] or "", when, found[4]
