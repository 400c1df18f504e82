"""Lists of paths in ``mb.ini``, the latest first, shared by all windows.

One list contains the files that were opened or saved. Another list contains the folders to which an export is being
written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.storage.files import sweep

if TYPE_CHECKING:
    from mile_bones.storage.ini import Ini, Key

MOST = 8
"""The number of files in the list of those that were opened or saved."""
_EXPORTS = 4
_LONGEST = 4096  # characters of a path; a longer one was not written by us


class PathList:
    """A list of up to ``most`` paths in a section of ``mb.ini``."""

    def __init__(self, ini: Ini, section: str, most: int) -> None:
        self._ini = ini
        self._keys: tuple[Key, ...] = tuple((section, str(number)) for number in range(1, most + 1))

    def paths(self) -> list[Path]:
        """Return the paths as they are in ``mb.ini`` now. They need not exist any more."""
        self._ini.refresh()
        return self._paths({key: value for key in self._keys if (value := self._ini.get(*key)) is not None})

    def add(self, path: Path) -> None:
        """Put the path first in the list."""
        self._ini.transact(lambda values: self._listed([path.absolute(), *self._paths(values)]))

    def forget(self, path: Path) -> None:
        """Remove the path from the list."""
        self._ini.transact(
            lambda values: self._listed([other for other in self._paths(values) if other != path.absolute()])
        )

    def clear(self) -> None:
        """Remove all paths from the list."""
        self._ini.update(self._listed([]))

    def _paths(self, values: Mapping[Key, str]) -> list[Path]:
        texts = (values.get(key, "") for key in self._keys)
        found = [Path(text) for text in texts if 0 < len(text) <= _LONGEST and "\0" not in text]
        return [path for path in found if path.is_absolute()]

    def _listed(self, paths: list[Path]) -> dict[Key, str | None]:
        """Return the values for ``mb.ini``. A path that occurs twice is kept in its first place."""
        once = list(dict.fromkeys(paths))[: len(self._keys)]
        return {key: str(once[number]) if number < len(once) else None for number, key in enumerate(self._keys)}


class RecentFiles(PathList):
    """The files that were opened or saved last."""

    def __init__(self, ini: Ini) -> None:
        super().__init__(ini, "recent files", MOST)


class ExportFolders(PathList):
    """The folders to which an export is being written, or was when the program was killed."""

    def __init__(self, ini: Ini) -> None:
        super().__init__(ini, "exports", _EXPORTS)

    def sweep(self) -> None:
        """Remove the remains of killed exports. A folder in which another window is exporting stays in the list."""
        for folder in self.paths():
            if sweep(folder):
                self.forget(folder)
