"""An earlier state of the history, of settings and scores, or of both, comes back. What was there is kept.

``run`` does it bit by bit and says after each how much has been done, from 0 to 1. It may be broken off by closing the
generator: then nothing has changed but that there is one more backup, or, when it was too late for that, all is done.
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
    """How many games are in the history now and not in this backup. OSError when one of them cannot be read."""
    if backup.history is None:
        return 0
    return len(seen_in(history).games - seen_in_copy(backup.history).games)


@dataclass
class Restore:
    """Brings back what ``backup`` holds: the ``history``, the ``settings`` and scores, or both.

    ``keep``: the games that were played since stay, and count. Else they stay in the backup of what was there before
    alone, to which ``undo`` goes back.
    """

    library: GameLibrary
    backup: Backup
    history: bool = True
    settings: bool = True
    keep: bool = True
    kept: int = 0
    """Games that were played since and stay."""
    undo: Undo | None = None
    """How to take it back, when it is done."""

    def run(self) -> Generator[float, None, None]:
        """Do it. OSError, with the reason in words, when it cannot be done; nothing has changed then."""
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
            if back.begun:  # the old state is there again, or at least in a backup
                with contextlib.suppress(OSError):
                    deque(Undo(self.library, safety, Seen()).run(), maxlen=0)
            raise
        self.kept = back.kept
        back.finish()
        if part.settings is None:
            for scores, by in off:
                scores.begin_anew(by)  # nothing was counted, or forgotten, by this
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
    """Brings back what a backup holds that was made before a change. Games that are not among those ``after`` the
    change were played since, and stay."""

    library: GameLibrary
    safety: Backup
    after: Seen

    def run(self) -> Generator[float, None, None]:
        """Do it. OSError, with the reason in words, when it cannot be done; nothing has changed then."""
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
    """Lets all files be what they were when an earlier version had them last, see ``backup``, byte for byte.

    Then this version must end: the library is ``left`` when it is ``done``. What was played since is in the backup of
    what was there before, and games in progress lie beside those that come back, under other names.
    """

    library: GameLibrary
    backup: Backup
    done: bool = False

    def run(self) -> Generator[float, None, None]:
        """Do it. OSError, with the reason in words, when it cannot be done; nothing has changed then."""
        library, kept = self.library, self.backup
        if kept.games is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(library.backups.folder))
        if kept.settings is not None:
            saved_values(kept.settings)
        require_readable(library)
        require_alone(library.games_dir, library.slots)
        library.backups.finish()  # the copy of today reads the history
        yield from kept_safe(library.backups, BackupKind.BEFORE_RESTORE)
        put_back_all(library.profile, kept.history, kept.settings, kept.games, library.clock())
        library.leave()
        self.done = True
        yield 1.0


def kept_safe(backups: Backups, kind: BackupKind) -> Generator[float, None, Backup]:
    """Make a backup of what is there, before it is changed. OSError when that cannot be done."""
    made: list[Backup] = []
    for done in backups.make_safety(kind, made):
        yield 0.3 * done
    return made[0]


def require_readable(library: GameLibrary) -> None:
    """Write what lies in memory. OSError when the history or the settings cannot be changed now."""
    library.catch_up()
    if library.history.ledger() is None:
        raise OSError(errno.EIO, _("the history cannot be read"), str(library.history_path))
    if library.ini.unsaved:
        raise OSError(errno.EIO, _("the settings cannot be written"), str(library.ini.path))


def _count_since(scores: Scores, backup: Backup) -> None:
    """The games won and the high scores are those of the backup: what was won since comes on top of them."""
    if backup.history is None:
        scores.put_right()
    else:
        known = (digest.hex()[:20] for digest in seen_in_copy(backup.history).ledger)
        scores.add_since(known, fact_in_copy(backup.history, scores.baseline))


class _Back:
    """The history, and then the settings, of a backup on their way back."""

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
        """Bring the history back. OSError when that cannot be done; when it has ``begun`` by then, it is half done."""
        if self._backup.settings is not None:
            saved_values(self._backup.settings)  # before anything is changed
        if self._backup.history is not None:
            for done in put_back(self._backup.history, self._library.history_path, self._keep_games, sound=self._sound):
                yield 0.3 + 0.6 * done
        self.done = True

    def finish(self) -> None:
        """Bring the settings back."""
        if self._backup.settings is not None:
            put_back_settings(self._library.ini, self._backup.settings, still_counted=self._keep)

    def _keep_games(self, before: sqlite3.Connection, now: sqlite3.Connection) -> None:
        self.begun = True
        again = not self._keep and self._backup.settings is not None
        self.kept = keep_games(before, now, self._forget, facts=self._keep, again=again)
        self.done = True
