"""A store of rendered pictures in the user's cache. The next start of the program needs neither to render them nor to
load QtSvg.

A picture is a file of raw pixels and a checksum. Reading it takes a fraction of the time of unpacking a PNG, and only
the pictures that are needed are read. The pictures are in sets, one folder for each theme and size. The loss of a
picture costs a tenth of a second at the next start, so errors are not reported. The cache is not trusted. Only ordinary
files are opened. A file that does not fit its checksum (zeros after a power cut, a picture of another version, a file
that somebody has put there) is ignored and the picture is rendered again. Nothing is written or removed through a link.
"""

from __future__ import annotations

import os
import stat
import zlib
from pathlib import Path

from PySide6.QtGui import QImage

from mile_bones.storage.files import reading, write_atomically

_KEPT_SETS = 8
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
_PREFIX = "pictures-"
_SUM = 4  # bytes of the checksum, after the pixels
_VERSION = "1"
"""The version of the contents and the format. A change makes all stored pictures invalid. The version of the program is
not used for this, because finding out the version takes longer than reading all pictures. Instead, the name of a set
contains the dates of the art.
"""


class PictureStore:
    """The pictures below ``folder``. If ``folder`` is None, nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def load(self, name_of_set: str, name: str, width: int, height: int) -> QImage | None:
        """Return the picture of this size in device pixels, or None if it is not in the cache."""
        if self._folder is None:
            return None
        size = 4 * width * height
        try:
            with reading(self._path(name_of_set, name)) as file:
                data = file.read(size + _SUM + 1)
        except OSError:
            return None
        pixels = data[:size]
        if len(data) != size + _SUM or data[size:] != _checksum(pixels, name_of_set, name, width, height):
            return None  # damaged, from somebody else or another version: it will be rendered again
        return QImage(pixels, width, height, 4 * width, _FORMAT).copy()

    def save(self, name_of_set: str, name: str, image: QImage) -> None:
        """Save the picture. The oldest sets are removed to make room for a new one."""
        if self._folder is None or image.isNull():
            return
        path = self._path(name_of_set, name)
        pixels = bytes(image.convertToFormat(_FORMAT).constBits())
        try:
            if not os.path.lexists(path.parent):
                self._make_room()
                path.parent.mkdir(parents=True)
            if not _is_own_folder(path.parent):
                return
            if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
                path.unlink()  # a link or a pipe: do not write through it
            write_atomically(path, pixels + _checksum(pixels, name_of_set, name, image.width(), image.height()))
        except OSError:
            return

    def _path(self, name_of_set: str, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{_PREFIX}{name_of_set}" / f"{name}.argb"

    def _make_room(self) -> None:
        import shutil  # imported late, because a start that finds its pictures does not need it

        assert self._folder is not None
        sets = [path for path in self._folder.glob(f"{_PREFIX}*") if _is_own_folder(path)]
        sets.sort(key=lambda path: path.lstat().st_mtime)
        for old in sets[: max(0, len(sets) + 1 - _KEPT_SETS)]:
            shutil.rmtree(old, ignore_errors=True)  # this follows no links


def _checksum(pixels: bytes, *what: object) -> bytes:
    """Return the checksum of the pixels and of the description of the picture."""
    described = "\0".join((_VERSION, *map(str, what)))
    return zlib.crc32(pixels, zlib.crc32(described.encode())).to_bytes(_SUM, "big")


def _is_own_folder(path: Path) -> bool:
    """Return True if `path` is a folder of this user and not a link."""
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and (not hasattr(os, "geteuid") or found.st_uid == os.geteuid())
