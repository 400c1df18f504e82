"""Problems with the user's files, each kind reported once, in words for people. The game continues in every case."""

from __future__ import annotations

import enum
import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from mile_bones.engine.excerpt import legible
from mile_bones.i18n import gettext as _


class ProblemKind(enum.Enum):
    """One kind of trouble with the user's files."""

    SETTINGS_DAMAGED = enum.auto()  # detail: the new name of the damaged file
    SETTINGS_REPLACED = enum.auto()  # detail: as before; the running game writes the values that it knows again
    SETTINGS_GONE = enum.auto()  # no detail
    SETTINGS_UNREADABLE = enum.auto()  # detail: the system's reason, as for every kind without a comment
    SETTINGS_UNREADABLE_NOW = enum.auto()  # the running game continues with the known values
    SETTINGS_UNWRITABLE = enum.auto()
    SETTINGS_LOCKED = enum.auto()
    GAME_DAMAGED = enum.auto()  # detail: the new name of the damaged file
    GAME_UNREADABLE = enum.auto()
    GAME_UNWRITABLE = enum.auto()
    GAME_UNLOCKABLE = enum.auto()  # path: the lock file
    HISTORY_DAMAGED = enum.auto()  # detail: the new name of the damaged file
    HISTORY_RESCUED = enum.auto()  # detail: as before; counts: rescued games, all games
    HISTORY_UNMENDED = enum.auto()
    HISTORY_GONE = enum.auto()  # no detail
    HISTORY_UNREADABLE = enum.auto()
    HISTORY_UNWRITABLE = enum.auto()
    REVIEWS_DAMAGED = enum.auto()  # no detail
    BACKUP_UNWRITABLE = enum.auto()
    BACKUP_REFUSED = enum.auto()  # no detail: the file to be backed up is damaged


class Problem(NamedTuple):
    """A problem with `path`. `detail` is a file name or the system's reason, depending on `kind`.

    `counts` are the number of games that were rescued and the number of all games, or None if that is unknown.
    """

    kind: ProblemKind
    path: Path
    detail: str
    counts: tuple[int, int | None] = (0, None)

    def message(self) -> str:
        """Return what happened and what it means for the player, in the chosen language."""
        came, of = self.counts
        text = _sentence(self.kind)
        if self.kind is ProblemKind.HISTORY_RESCUED and of is None:
            text = _(
                "The history of your games was damaged. The games that could be read, {came} of an unknown number, are "
                "in a new history. The damaged one is kept as {detail}."
            )
        return text.format(
            file=legible(self.path.name),
            folder=legible(self.path.parent),
            detail=legible(self.detail),
            came=came,
            of=of,
        )


Report = Callable[[Problem], None]


class OnceReport:
    """Passes each problem on once and, until it is over, not again: a full disk is not reported after every card."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._told: set[tuple[ProblemKind, Path]] = set()

    def __call__(self, problem: Problem) -> None:
        if (problem.kind, problem.path) not in self._told:
            self._told.add((problem.kind, problem.path))
            self._report(problem)

    def over(self, *kinds: ProblemKind) -> None:
        """Forget that problems of these kinds were reported. If they occur again, they are reported again."""
        self._told = {(kind, path) for kind, path in self._told if kind not in kinds}


def reason(error: OSError) -> str:
    """Return the system's reason without its number and path: "Permission denied".

    If something else is in the place of a file or folder, return the name of that thing and what it is, because the
    system's message "Is a directory" does not show whether the file or its lock is meant.
    """
    text = error.strerror or str(error)
    if not isinstance(error.filename, str) or error.errno is None or text != os.strerror(error.errno):
        return text
    path, number = Path(error.filename), error.errno
    if number == errno.ENOENT and path.is_symlink():
        number = errno.ELOOP
    if number == errno.ENOTDIR:
        path = next((place for place in path.parents if os.path.lexists(place) and not place.is_dir()), path)
    sentence = _IN_THE_WAY.get(number)
    return text if sentence is None else sentence().format(name=legible(path.name))


_IN_THE_WAY: Mapping[int, Callable[[], str]] = {
    errno.EISDIR: lambda: _("{name} is a folder, not a file"),
    errno.ENOTDIR: lambda: _("{name} is not a folder"),
    errno.ELOOP: lambda: _("{name} is a link that leads nowhere"),
}


def _sentence(kind: ProblemKind) -> str:
    match kind:
        case ProblemKind.SETTINGS_DAMAGED:
            return _("{file} was damaged. It was set aside as {detail}, and the game starts with the usual settings.")
        case ProblemKind.SETTINGS_REPLACED:
            return _(
                "{file} was damaged. It was set aside as {detail}, and the game has written the settings and scores "
                "again, as it knew them."
            )
        case ProblemKind.SETTINGS_GONE:
            return _(
                "{file} has vanished from {folder}. The game writes the settings and scores again, as it knew them."
            )
        case ProblemKind.SETTINGS_UNREADABLE:
            return _(
                "{file} in {folder} cannot be read ({detail}). The game starts with the usual settings, "
                "and what you change lasts until you quit."
            )
        case ProblemKind.SETTINGS_UNREADABLE_NOW:
            return _(
                "{file} in {folder} cannot be read ({detail}). The game continues with the settings and scores that it "
                "knew, and what you change lasts until you quit."
            )
        case ProblemKind.SETTINGS_UNWRITABLE:
            return _(
                "{file} cannot be written in {folder} ({detail}). The game continues, "
                "and what you change lasts until you quit."
            )
        case ProblemKind.SETTINGS_LOCKED:
            return _(
                "Another program keeps {file} in {folder} to itself. The game continues, "
                "and what you changed is written as soon as the file is free."
            )
        case ProblemKind.GAME_DAMAGED:
            return _("A saved game was damaged. It was set aside as {detail}.")
        case ProblemKind.GAME_UNREADABLE:
            return _("The saved game {file} in {folder} cannot be read ({detail}). It stays as it is.")
        case ProblemKind.GAME_UNWRITABLE:
            return _(
                "Your game cannot be saved in {folder} ({detail}). You can continue to play: what you play is saved "
                "as soon as that can be done. Until then the status bar shows it, and quitting asks."
            )
        case ProblemKind.GAME_UNLOCKABLE:
            return _(
                "{file} in {folder} cannot be used ({detail}). It shows whether another window has the game that "
                "belongs to it. The game continues here all the same, and is saved under another name."
            )
        case ProblemKind.BACKUP_UNWRITABLE | ProblemKind.BACKUP_REFUSED:
            return _backup_sentence(kind)
        case _:
            return _history_sentence(kind)


def _history_sentence(kind: ProblemKind) -> str:
    match kind:
        case ProblemKind.HISTORY_DAMAGED:
            return _("The history of your games was damaged. It was set aside as {detail}, and a new one begins.")
        case ProblemKind.HISTORY_RESCUED:
            return _(
                "The history of your games was damaged. {came} of {of} games could be read and are in a new history. "
                "The damaged one is kept as {detail}."
            )
        case ProblemKind.HISTORY_UNMENDED:
            return _(
                "The history of your games, {file} in {folder}, is damaged, and what can be read of it cannot be "
                "written again ({detail}). It stays as it is, and you see what can be read."
            )
        case ProblemKind.HISTORY_GONE:
            return _(
                "The history of your games, {file}, has vanished from {folder}. A new one begins with the next game."
            )
        case ProblemKind.REVIEWS_DAMAGED:
            return _(
                "The coach’s review of a game in your history, {file}, is damaged and is passed over. “Review this "
                "game” makes it again."
            )
        case ProblemKind.HISTORY_UNREADABLE:
            return _("The history of your games, {file} in {folder}, cannot be read ({detail}). It stays as it is.")
        case _:
            return _(
                "The history of your games, {file} in {folder}, cannot be written ({detail}). The game continues, "
                "and what was played is entered as soon as that can be done."
            )


def _backup_sentence(kind: ProblemKind) -> str:
    if kind is ProblemKind.BACKUP_UNWRITABLE:
        return _(
            "{file} cannot be backed up in {folder} ({detail}). The game continues, "
            "and the backups that are there already stay."
        )
    return _(
        "{file} in {folder} looks damaged, and was not backed up. The game continues, the earlier backups stay, "
        "and “Check my games” in the Game menu says what is wrong."
    )
