"""Repair what ``Check`` has found, as far as possible. A backup is made before."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.library.restoring import Undo, kept_safe, require_readable
from mile_bones.storage.backups import Backup, BackupKind
from mile_bones.storage.copying import look_over
from mile_bones.storage.files import move
from mile_bones.storage.merging import seen_in
from mile_bones.storage.row_audit import mend

if TYPE_CHECKING:
    from mile_bones.library.checking import Check
    from mile_bones.library.game_library import GameLibrary

_TOGETHER = 50


@dataclass
class Repair:
    """Repairs what ``check`` has found. It works in steps, like ``Restore``; ``undo`` reverses it."""

    library: GameLibrary
    check: Check
    undo: UndoRepair | None = None
    _moved: list[tuple[Path, Path]] = field(default_factory=list)

    def run(self) -> Generator[float, None, None]:
        """Repair everything, yielding the progress. Raise OSError, with a readable reason, if the backup fails.

        In that case nothing is changed.
        """
        require_readable(self.library)
        safety = yield from kept_safe(self.library.backups, BackupKind.BEFORE_REPAIR)
        path = self.library.history_path
        rows = self.check.rows
        try:
            for first in range(0, len(rows), _TOGETHER):
                mend(path, rows[first : first + _TOGETHER])
                yield 0.3 + 0.5 * first / len(rows)
        finally:  # a repair that was stopped can be undone, too
            self.undo = UndoRepair(Undo(self.library, safety, seen_in(path)), self._moved)
        if self.check.damaged and not (yield from look_over(path)):
            self.library.history.mend()
        self._put_away(safety)
        self.library.enter_waiting()
        self.library.agree()
        if self.check.counts_are_off:
            for scores in self.library.all_scores():
                scores.put_right()
        self.undo = UndoRepair(Undo(self.library, safety, seen_in(path)), self._moved)

    def _put_away(self, safety: Backup) -> None:
        """Move the files of games that the history already contains to the backups."""
        for path in self.check.superfluous:
            with contextlib.suppress(OSError):  # the file is gone, or does no harm where it is
                new = self.library.backups.place_for(safety, path)
                move(path, new)
                self._moved.append((path, new))


@dataclass
class UndoRepair:
    """Reverses all changes of a repair."""

    files: Undo
    moved: list[tuple[Path, Path]]

    def run(self) -> Generator[float, None, None]:
        """Reverse the changes, yielding the progress.

        Raise OSError, with a readable reason, if that fails; nothing has changed then.
        """
        yield from self.files.run()
        for path, new in self.moved:
            with contextlib.suppress(OSError):
                move(new, path)
