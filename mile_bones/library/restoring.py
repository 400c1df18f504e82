"""Restore an earlier state of the history, of settings and scores, or of both, after a backup of the current state.

``run`` works in steps and yields the progress, from 0 to 1. Closing the generator stops the work. Usually nothing has
changed then, except that there is one more backup. If it is too late to stop, the work is completed instead.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _
from mile_bones.storage.backups import Backup, BackupKind, Backups, put_back_settings, saved_values
from mile_bones.storage.copying import put_back
from mile_bones.storage.earlier_files import put_back_all, require_alone
from mile_bones.storage.merging import Seen, fact_in_copy, keep_games, seen_in, seen_in_copy

if TYPE_CHECKING:
    import sqlite3

    from mile_bones.library.game_library import GameLibrary
    from mile_bones.library.scores import Scores


def played_since(backup: Backup, history: Path) -> int:
    """Return how many games are in the history now but not in this backup.

    Raise OSError if one of them cannot be read.
    """
    if backup.history is None:
        return 0
    return len(seen_in(history).games - seen_in_copy(backup.history).games)


@dataclass
class Restore:
    """Restores the contents of ``backup``: the ``history``, the ``settings`` and scores, or both.

    If ``keep`` is true, games that were played since the backup stay and count. Otherwise they are only in the backup
    of the state before the restore, to which ``undo`` returns.
    """

    library: GameLibrary
    backup: Backup
    history: bool = True
    settings: bool = True
    keep: bool = True
    kept: int = 0
    """The number of games that were played since the backup and stay."""
    undo: Undo | None = None
    """Reverses the restore, once it is done."""

    def run(self) -> Generator[float, None, None]:
        """Restore the backup. Raise OSError, with a readable reason, if that fails; nothing has changed then."""
        require_readable(self.library)
        off = [(scores, scores.off()) for scores in self.library.all_scores()]
        safety = yield from kept_safe(self.library.backups, BackupKind.BEFORE_RESTORE)
        forget = Seen() if self.keep or safety.history is None else seen_in_copy(safety.history)
        part = Backup(
            self.backup.kind,
            self.backup.when,
            self.backup.history if self.history else None,
            self.backup.settings if self.settings else None,
        )
        back = _Back(self.library, part, forget, keep=self.keep)
        try:
            yield from back.run()
        except GeneratorExit:
            if not back.done:
                raise
        except OSError:
            if back.begun:  # restore the old state; if that fails, it is still in a backup
                with contextlib.suppress(OSError):
                    deque(Undo(self.library, safety, Seen()).run(), maxlen=0)
            raise
        self.kept = back.kept
        back.finish()
        if part.settings is None:
            for scores, by in off:
                scores.begin_anew(by)  # the restore has counted and forgotten no games
        elif self.keep:
            for scores, _by in off:
                _count_since(scores, self.backup)
        else:
            for scores, _by in off:
                scores.begin_anew()
            self.library.agree()
        self.undo = Undo(self.library, safety, seen_in(self.library.history_path))


@dataclass
class Undo:
    """Restores the backup ``safety``, which was made before a change.

    ``after`` are the games just after the change. Games that are not among them were played since the change, and stay.
    """

    library: GameLibrary
    safety: Backup
    after: Seen

    def run(self) -> Generator[float, None, None]:
        """Restore the backup. Raise OSError, with a readable reason, if that fails; nothing has changed then."""
        require_readable(self.library)
        back = _Back(self.library, self.safety, self.after, keep=False, sound=False)
        try:
            yield from back.run()
        except GeneratorExit:
            if not back.done:
                raise
        back.finish()
        self.library.agree()


@dataclass
class GoBack:
    """Restores all files, byte for byte, as they were when an earlier version last used them; see ``backup``.

    After that this version must end: once ``done`` is true, the library has been ``left``. Games played since then are
    in the backup that is made before the change. Current games in progress are kept under other names, beside those
    that come back.
    """

    library: GameLibrary
    backup: Backup
    done: bool = False

    def run(self) -> Generator[float, None, None]:
        """Restore the files. Raise OSError, with a readable reason, if that fails; nothing has changed then."""
        library, kept = self.library, self.backup
        if kept.games is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(library.backups.folder))
        if kept.settings is not None:
            saved_values(kept.settings)
        require_readable(library)
        require_alone(library.games_dir, library.slots)
        library.backups.finish()  # today's backup, if one is being made, reads the history
        yield from kept_safe(library.backups, BackupKind.BEFORE_RESTORE)
        put_back_all(library.profile, kept.history, kept.settings, kept.games, library.clock())
        library.leave()
        self.done = True
        yield 1.0


def kept_safe(backups: Backups, kind: BackupKind) -> Generator[float, None, Backup]:
    """Back up the current state before it is changed. Return the backup. Raise OSError if that fails."""
    made: list[Backup] = []
    for done in backups.make_safety(kind, made):
        yield 0.3 * done
    return made[0]


def require_readable(library: GameLibrary) -> None:
    """Write what exists only in memory. Raise OSError if the history or the settings cannot be changed now."""
    library.catch_up()
    if library.history.ledger() is None:
        raise OSError(errno.EIO, _("the history cannot be read"), str(library.history_path))
    if library.ini.unsaved:
        raise OSError(errno.EIO, _("the settings cannot be written"), str(library.ini.path))


def _count_since(scores: Scores, backup: Backup) -> None:
    """Add the games won since the backup to the restored games won and high scores."""
    if backup.history is None:
        scores.put_right()
    else:
        known = (digest.hex()[:20] for digest in seen_in_copy(backup.history).ledger)
        scores.add_since(known, fact_in_copy(backup.history, scores.baseline))


class _Back:
    """Restores the history, and then the settings, of a backup."""

    def __init__(self, library: GameLibrary, backup: Backup, forget: Seen, *, keep: bool, sound: bool = True) -> None:
        self._library = library
        self._backup = backup
        self._forget = forget
        self._keep = keep
        self._sound = sound
        self.kept = 0
        self.begun = False
        self.done = False

    def run(self) -> Generator[float, None, None]:
        """Restore the history. Raise OSError if that fails. If ``begun`` is true after the error, the history is half
        restored.
        """
        if self._backup.settings is not None:
            saved_values(self._backup.settings)  # check them before anything is changed
        if self._backup.history is not None:
            for done in put_back(self._backup.history, self._library.history_path, self._keep_games, sound=self._sound):
                yield 0.3 + 0.6 * done
        self.done = True

    def finish(self) -> None:
        """Restore the settings."""
        if self._backup.settings is not None:
            put_back_settings(self._library.ini, self._backup.settings, still_counted=self._keep)

    def _keep_games(self, before: sqlite3.Connection, now: sqlite3.Connection) -> None:
        self.begun = True
        again = not self._keep and self._backup.settings is not None
        self.kept = keep_games(before, now, self._forget, facts=self._keep, again=again)
        self.done = True
