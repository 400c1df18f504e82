"""Recognise the program's own files, which would be destroyed if a player saved a game under one of their names.

A file is recognised by its identity and its location, not by the path as written. The path may go through a link, may
differ in case on a disk that ignores case, or may name a file that does not exist yet.
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
"""The folder beside the history with its backups. Every file in it is the program's own."""

_AFTER = r"(\.lock|\.bak\d*|-wal|-shm|-journal)*"
"""The suffixes of the files that belong to one of our files."""
_IN_GAMES = re.compile(rf"((current(-[a-z]+)?|mille)-\d+\.json{_AFTER}|\.waiting.*|\.mile-bones-.*)")


class OwnFile(OSError):
    """A file that the user chose to write to is one of the program's own. Nothing has been written."""


def require_foreign(profile: Profile, path: Path) -> None:
    """Raise OwnFile if `path` is one of the program's own files."""
    if is_own(profile, path):
        reason = _("It belongs to Mile Bones itself; choose another name.")
        raise OwnFile(errno.EPERM, reason, str(path))


def is_own(profile: Profile, path: Path) -> bool:
    """Return True if the file is the program's own in this profile, or would be if it existed."""
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
    """Yield the folders with files of ours, each with the pattern of their names in lower case."""
    yield profile.games_dir, _IN_GAMES
    for file in (profile.ini_path, profile.history_path):
        for path in {file, Path(os.path.realpath(file))}:  # a lock is beside the target of a link
            yield path.parent, re.compile(rf"{re.escape(_folded(path.name))}{_AFTER}|\.mile-bones-.*")


def _present(places: tuple[tuple[Path, re.Pattern[str]], ...]) -> Iterator[os.stat_result]:
    """Yield the status of each file of ours that exists."""
    for folder, names in places:
        with suppress(OSError):
            for file in folder.iterdir():
                if names.fullmatch(_folded(file.name)):
                    with suppress(OSError):
                        yield file.stat()


def _same(folder: Path, other: Path) -> bool:
    with suppress(OSError):
        return folder.samefile(other)
    return os.path.normcase(folder) == os.path.normcase(os.path.realpath(other))  # one of them does not exist yet


def _folded(name: str) -> str:
    """Return the name as it is compared by a disk that ignores case."""
    if os.name == "nt":
        name = name.partition(":")[0].rstrip(". ")  # Windows ignores these parts of a name
    return name.casefold()
