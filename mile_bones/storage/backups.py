"""Earlier states of the history and of ``mb.ini``: one of each day on which something was played, seven of them.

Those that are made before something is put back or repaired have names of their own, and room of their own for three.
So have the files that an earlier version of the program has left, with the games in progress, see ``keep_earlier``.
A new one takes the place of an old one only when it has been written, read again and found sound. Nothing here stops
the game: trouble with the daily ones goes to ``report``, once a kind.
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
"""Bytes of the largest history that is copied while nobody sees it; a larger one is copied bit by bit."""

_HISTORY, _SETTINGS, _GAMES = "history.db", "mb.ini", "games.zip"
_NAME = re.compile(r"([a-z]+(?: [a-z]+)?)(?: ([\w.+~-]+))? ([-0-9]{10} [.0-9]{8}) (history\.db|mb\.ini|games\.zip)")
_NAMES_SHOWN = 5
_NAMES = """SELECT CASE WHEN kind_0 = 'human' OR kind_1 <> 'human' THEN name_0 END,
    CASE WHEN kind_1 = 'human' THEN name_1 END FROM games ORDER BY id DESC LIMIT 200"""
_NAMES_BEFORE = "SELECT name FROM games ORDER BY id DESC LIMIT 200"  # of the steps before the third
_STEPS = 5_000_000  # of SQLite's machine for a look into a backup: one that was made to keep it busy is damaged


class BackupKind(enum.Enum):
    """What a backup was made for. The value is how the names of its files begin."""

    DAILY = "daily"
    BEFORE_RESTORE = "before restore"
    BEFORE_REPAIR = "before repair"
    BEFORE_VERSION = "before version"


@dataclass(frozen=True, slots=True)
class Backup:
    """The history and ``mb.ini`` of one moment; a part that was not there then, or not sound, is None.

    Of a backup made before a ``version`` began to use the files, ``games`` are the games in progress, packed.
    """

    kind: BackupKind
    when: datetime
    history: Path | None
    settings: Path | None
    games: Path | None = None
    version: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is in a backup. ``games``: in the history; ``won`` by the person and by the computer.

    None for a part that is not there or cannot be read; ``trouble`` says then what is wrong with it.
    """

    games: int | None
    won: tuple[int, int] | None
    names: tuple[str, ...]
    """Who played last, the last one first."""
    trouble: str = ""


class Backups:
    """Those of one profile. ``clock`` gives the local time."""

    def __init__(self, profile: Profile, report: Report, clock: Callable[[], datetime]) -> None:
        self._profile = profile
        self._report = OnceReport(report)
        self._clock = clock
        self._daily: Work | None = None
        self._kept: list[tuple[int, int]] | None = None  # how the history looked when it was kept

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self._profile.backups_dir

    # ------------------------------------------------------------------ every day

    def make_daily(self) -> None:
        """Make the backup of today, if there is none yet and something has changed since the last one.

        That of a large history is only begun; ``go_on`` goes on with it.
        """
        if self._daily is None:
            self._daily = self._make_daily()
        if self._size() <= AT_ONCE:
            self.finish()

    @property
    def is_begun(self) -> bool:
        """There is more to do."""
        return self._daily is not None

    def go_on(self) -> bool:
        """Do a bit of what is begun; whether there is more to do."""
        if self._daily is not None and next(self._daily, None) is None:
            self._daily = None
        return self.is_begun

    def finish(self) -> None:
        """Do all that is begun."""
        while self.go_on():
            pass

    def close(self) -> None:
        """The window is closed: the backup of today is made now, if it has not been made before."""
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
            with locked(self.folder / "daily", 0):  # another window is at it already
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
        """Something is there that is in no backup yet."""
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
            return True  # making one will tell what is wrong
        return False

    @contextlib.contextmanager
    def _telling(self, path: Path) -> Iterator[None]:
        """Report why this file could not be backed up, and go on with the other one. Those who use a file tell already
        that something else lies in its place."""
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
        """Make one of all there is, before it is changed; the backup comes into ``made``.

        OSError, with the reason in words, when that cannot be done: then nothing should be changed. A file that is
        damaged as a whole is left out; a history with damage inside is copied as it is.
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
        """Keep the files that an earlier version has left as they are, unless those kept last are the same."""
        try:
            if is_older_history(self._profile.history_path) or not self._has_kept_games():
                self._keep(held=False)
        except OSError as error:
            self._report(Problem(ProblemKind.BACKUP_UNWRITABLE, self.folder / _HISTORY, reason(error)))

    def _has_kept_games(self) -> bool:
        """The games in progress that an earlier version has written are those that were kept before."""
        kept: set[tuple[str, bytes]] = set()
        for backup in self.listed():
            if backup.games is not None:
                with contextlib.suppress(OSError):
                    kept |= {(name, game.data) for name, game in unpack(backup.games).items()}
        return all((path.name, path.read_bytes()) in kept for path in older_games(self._profile.games_dir))

    def keep_history(self) -> None:
        """The history is about to become one of this version, and nobody can write to it just now: keep what is not
        kept. NotKept, with the reason in words, when that cannot be done."""
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
        """``whole``: no file is as it was kept last. Else nothing has to be done where the history is."""
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
        parts[_GAMES] = pack(self._profile.games_dir)  # the last one: without it the backup is not whole
        is_large = live.exists() and _HISTORY not in parts
        if not is_large and _holds(last, parts):
            return
        if is_large:  # page by page: the same but for two counters
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
        """Time and size of each file of the history: they change when somebody writes to it."""
        found = []
        for path in (self._profile.history_path, Path(f"{self._profile.history_path}-wal")):
            with contextlib.suppress(OSError):
                if (file := path.stat()).st_size:
                    found.append((file.st_mtime_ns, file.st_size))
        return found

    def place_for(self, safety: Backup, path: Path) -> Path:
        """Where a file goes that is put away together with this backup."""
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
        """Let the oldest go. What claims to be from the future, since a clock was wrong, is the oldest of all."""
        ranked = sorted(
            (backup for backup in self.listed() if backup.kind is kind),
            key=lambda backup: (backup.when <= now, backup.when),
        )
        for part in ("history", "settings", "games"):
            paths = [path for backup in ranked if (path := getattr(backup, part)) is not None]
            for path in paths[:-kept]:
                with contextlib.suppress(OSError):  # one too many does no harm
                    path.unlink()

    def _size(self) -> int:
        try:
            return self._profile.history_path.stat().st_size
        except OSError:
            return 0

    # ------------------------------------------------------------------ what there is

    def listed(self) -> list[Backup]:
        """All of them, the last one first; those of one day, or made at one moment, together."""
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
    """These parts of the backup are the same, byte for byte."""
    if backup is None or not parts:
        return False
    paths = {_HISTORY: backup.history, _SETTINGS: backup.settings, _GAMES: backup.games}
    found = ((paths[name], data) for name, data in parts.items())
    return all(
        path is not None and path.stat().st_size == len(data) and path.read_bytes() == data for path, data in found
    )


def _version() -> str:
    """That of this program, as a file can be called."""
    import mile_bones

    return re.sub(r"[^\w.+~-]", "", mile_bones.__version__)


def contents(backup: Backup) -> Contents:
    """Look into a backup. Nothing in it is relied on, and it is not changed."""
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
    """The values in a backup of ``mb.ini``. Damaged or OSError, with the reason in words."""
    return parse(_sound_text(settings))


def put_back_settings(ini: Ini, settings: Path, *, still_counted: bool) -> None:
    """Let ``mb.ini`` hold what a backup of it holds, in one step; the place of the window on the screen stays.

    ``still_counted``: the games that were counted since are known as such. Damaged or OSError, with the reason.
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
    except ValueError:  # too large, no text, or no lines with values
        raise Damaged(errno.EINVAL, _("it is no settings file of Mile Bones"), str(settings)) from None
    return text


def _look_into(history: Path) -> tuple[int, tuple[str, ...]]:
    """How many games a history has, and who played last."""
    with in_words(history.parent), contextlib.closing(opened_copy(history)) as database:
        database.set_progress_handler(lambda: 1, _STEPS)
        games = count_rows(database, "games")
        columns = {row[1] for row in database.execute("PRAGMA table_info(games)")}
        asked = _NAMES if "name_0" in columns else _NAMES_BEFORE
        rows = (row for two in database.execute(asked) for row in two if isinstance(row, str))
        names = tuple(dict.fromkeys(cut(name, LONGEST_NAME) for name in rows))
    return games, names[:_NAMES_SHOWN]


def _read_name(name: str) -> tuple[BackupKind, str, datetime, str] | None:
    """What the name of a file says of it: kind, version, moment and part; None when it is no backup of ours."""
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
