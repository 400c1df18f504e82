"""Find out whether an earlier version has written the files of a profile.

This is done at every start. So it imports little, and reads only the beginning of each file.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.engine.record import FORMAT, VERSION
from mile_bones.storage.autosave import WAITING
from mile_bones.storage.files import reading
from mile_bones.storage.profile import WINDOWS

if TYPE_CHECKING:
    from mile_bones.storage.profile import Profile

NEWEST = 4
"""The version of the tables of the history that this program writes, see ``schema``."""

SQLITE = b"SQLite format 3\0"
"""The first bytes of every database."""

IN_PROGRESS = re.compile(rf'({WINDOWS}|mille)(-[a-z]+)*-\d+\.json|{re.escape(WAITING)} [^/\\:"]*\.json')
"""The names of the slots of windows and terminals, and of games that wait."""

_TABLES = slice(60, 64)
"""The position of the version of the tables in a database."""
_HEAD = 512
_RECORD = re.compile(rb'"version": ?(\d{1,6})\b')


def are_older(profile: Profile) -> bool:
    """Return True if an earlier version has written the history or a game in progress."""
    try:
        return is_older_history(profile.history_path) or bool(older_games(profile.games_dir))
    except OSError:
        return False  # code that uses the files later will report the error


def is_older_history(path: Path) -> bool:
    """Return True if an earlier version has written the history."""
    head = _beginning(path, _TABLES.stop)
    return head.startswith(SQLITE) and 0 < int.from_bytes(head[_TABLES], "big") < NEWEST


def older_games(folder: Path) -> list[Path]:
    """Return the games in progress that an earlier version has written.

    They stay unchanged until somebody continues them.
    """
    return [path for path in games_in_progress(folder) if _is_older(path)]


def games_in_progress(folder: Path) -> list[Path]:
    """Return the slots and the waiting games.

    Files that were set aside, or saved by a player, are left out because no version writes them again.
    """
    try:
        return sorted(path for path in folder.iterdir() if IN_PROGRESS.fullmatch(path.name) and path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_older(path: Path) -> bool:
    head = _beginning(path, _HEAD)
    version = _RECORD.search(head) if FORMAT.encode() in head else None
    return version is not None and int(version[1]) < VERSION


def _beginning(path: Path, size: int) -> bytes:
    """Return the first `size` bytes of the file, or nothing if it cannot be read.

    Code that uses the file later reports the error.
    """
    with contextlib.suppress(OSError), reading(path) as file:
        return file.read(size)
    return b""
