"""Lists of paths in mb.ini, the last one first: the files that were opened or saved last, and the folders into which an
export is written. All windows share them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.storage.files import sweep

if TYPE_CHECKING:
    from mile_bones.storage.ini import Ini, Key

MOST = 8
"""Files in the list of those that were opened or saved."""
_EXPORTS = 4
_LONGEST = 4096  # characters of a path; what is longer was not written by us


class PathList:
    """Up to ``most`` paths in a section of an mb.ini."""

    def __init__(self, ini: Ini, section: str, most: int) -> None:
        self._ini = ini
        self._keys: tuple[Key, ...] = tuple((section, str(number)) for number in range(1, most + 1))

    def paths(self) -> list[Path]:
        """The paths, whether there is still something or not, as all windows know them now."""
        self._ini.refresh()
        return self._paths({key: value for key in self._keys if (value := self._ini.get(*key)) is not None})

    def add(self, path: Path) -> None:
        """This one comes first now."""
        self._ini.transact(lambda values: self._listed([path.absolute(), *self._paths(values)]))

    def forget(self, path: Path) -> None:
        """Leave this one out."""
        self._ini.transact(
            lambda values: self._listed([other for other in self._paths(values) if other != path.absolute()])
        )

    def clear(self) -> None:
        """Forget them all."""
        self._ini.update(self._listed([]))

    def _paths(self, values: Mapping[Key, str]) -> list[Path]:
        texts = (values.get(key, "") for key in self._keys)
        found = [Path(text) for text in texts if 0 < len(text) <= _LONGEST and "\0" not in text]
        return [path for path in found if path.is_absolute()]

    def _listed(self, paths: list[Path]) -> dict[Key, str | None]:
        """Each path once, where it stands first."""
        once = list(dict.fromkeys(paths))[: len(self._keys)]
        return {key: str(once[number]) if number < len(once) else None for number, key in enumerate(self._keys)}


class RecentFiles(PathList):
    """The files that were opened or saved last."""

    def __init__(self, ini: Ini) -> None:
        super().__init__(ini, "recent files", MOST)


class ExportFolders(PathList):
    """The folders into which an export is written just now, or was when the program was killed."""

    def __init__(self, ini: Ini) -> None:
        super().__init__(ini, "exports", _EXPORTS)

    def sweep(self) -> None:
        """Remove what exports that were killed have left; an export that is under way, in another window, stays."""
        for folder in self.paths():
            if sweep(folder):
                self.forget(folder)
