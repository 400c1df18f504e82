"""The files that were opened or saved last, in mb.ini, the last one first. All windows share the list."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mile_bones.storage.ini import Ini, Key

MOST = 8
"""Files in the list."""
_LONGEST = 4096  # characters of a path; what is longer was not written by us

_KEYS: tuple[Key, ...] = tuple(("recent files", str(number)) for number in range(1, MOST + 1))


class RecentFiles:
    """The list in an mb.ini."""

    def __init__(self, ini: Ini) -> None:
        self._ini = ini

    def paths(self) -> list[Path]:
        """The files, whether they are still there or not, as all windows know them now."""
        self._ini.refresh()
        return _paths({key: value for key in _KEYS if (value := self._ini.get(*key)) is not None})

    def add(self, path: Path) -> None:
        """This file was opened or saved just now."""
        self._ini.transact(lambda values: _listed([path.absolute(), *_paths(values)]))

    def forget(self, path: Path) -> None:
        """Leave this file out."""
        self._ini.transact(lambda values: _listed([other for other in _paths(values) if other != path.absolute()]))

    def clear(self) -> None:
        """Forget them all."""
        self._ini.update(_listed([]))


def _paths(values: Mapping[Key, str]) -> list[Path]:
    texts = (values.get(key, "") for key in _KEYS)
    found = [Path(text) for text in texts if 0 < len(text) <= _LONGEST and "\0" not in text]
    return [path for path in found if path.is_absolute()]


def _listed(paths: list[Path]) -> dict[Key, str | None]:
    """Each file once, where it stands first."""
    once = list(dict.fromkeys(paths))[:MOST]
    return {key: str(once[number]) if number < len(once) else None for number, key in enumerate(_KEYS)}
