"""Which files the program keeps for itself: a game that is saved "as" one of them would be the end of it.

They are known by what they are and where they lie, not by how somebody has written the path: through a link, in other
letters on a disk that takes those for the same, or before they exist.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.storage.profile import Profile

BACKUPS = "backups"
"""The folder beside the history with copies of it; all that is in there is the program's."""

_AFTER = r"(\.lock|\.bak\d*|-wal|-shm|-journal)*"
"""What is put behind the name of a file of ours for another that goes with it."""
_IN_GAMES = re.compile(rf"((current(-[a-z]+)?|mille)-\d+\.json{_AFTER}|\.waiting.*|\.mile-bones-.*)")


class OwnFile(OSError):
    """A file that a person chose to write to is one of the program's own; nothing has been written."""


def require_foreign(profile: Profile, path: Path) -> None:
    """OwnFile when `path` is none to write to for a person."""
    if is_own(profile, path):
        reason = _("It belongs to Mile Bones itself; choose another name.")
        raise OwnFile(errno.EPERM, reason, str(path))


def is_own(profile: Profile, path: Path) -> bool:
    """Whether the program keeps this file for itself in this profile, or would as soon as there is one."""
    target = Path(os.path.realpath(path))
    places = list(_places(profile))
    if any(names.fullmatch(_folded(target.name)) and _same(target.parent, folder) for folder, names in places):
        return True
    backups = profile.history_path.parent / BACKUPS
    if any(_same(folder, backups) for folder in target.parents):
        return True
    with suppress(OSError):
        found = target.stat()
        return any(os.path.samestat(found, other) for other in _present((*places, (backups, re.compile(".*")))))
    return False


def _places(profile: Profile) -> Iterator[tuple[Path, re.Pattern[str]]]:
    """The folders with files of ours, and what those are called, in small letters."""
    yield profile.games_dir, _IN_GAMES
    for file in (profile.ini_path, profile.history_path):
        for path in {file, Path(os.path.realpath(file))}:  # a lock lies beside what a link points to
            yield path.parent, re.compile(rf"{re.escape(_folded(path.name))}{_AFTER}|\.mile-bones-.*")


def _present(places: tuple[tuple[Path, re.Pattern[str]], ...]) -> Iterator[os.stat_result]:
    """What there is of them."""
    for folder, names in places:
        with suppress(OSError):
            for file in folder.iterdir():
                if names.fullmatch(_folded(file.name)):
                    with suppress(OSError):
                        yield file.stat()


def _same(folder: Path, other: Path) -> bool:
    with suppress(OSError):
        return folder.samefile(other)
    return os.path.normcase(folder) == os.path.normcase(os.path.realpath(other))  # one of them is not there yet


def _folded(name: str) -> str:
    """The name as a disk compares it that does not tell large letters from small ones."""
    if os.name == "nt":
        name = name.partition(":")[0].rstrip(". ")  # which Windows does not count among the letters of a name
    return name.casefold()
