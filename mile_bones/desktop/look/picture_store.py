"""Rendered pictures kept in the user's cache, so that the next start need not render them, nor load QtSvg.

A picture is a file of bare pixels and a checksum: reading it takes a fraction of what unpacking a PNG does, and only
those are read that are wanted. Pictures lie in sets, one folder for each theme and size. What is lost costs a tenth of
a second at the next start, so no fault here is worth a word.

Nor is the cache trusted: what is no ordinary file is not opened, what does not fit its checksum (zeros after a power
cut, a picture of another version, a file that somebody has put there) is rendered anew, and nothing is written or
removed through a link.
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
_SUM = 4  # bytes of the checksum, behind the pixels
_VERSION = "1"
"""Of what is kept and how: another makes all that was kept before worthless. To ask for the version of the program
takes longer than to read all pictures; whoever names a set lets the dates of the art in for it."""


class PictureStore:
    """The pictures below ``folder``; None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def load(self, name_of_set: str, name: str, width: int, height: int) -> QImage | None:
        """The picture of this size in device pixels; None when it is not there."""
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
            return None  # not ours, or not whole, or of another program version: it is rendered anew
        return QImage(pixels, width, height, 4 * width, _FORMAT).copy()

    def save(self, name_of_set: str, name: str, image: QImage) -> None:
        """Keep the picture; the oldest sets make room for a new one."""
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
                path.unlink()  # a link, a pipe: it is not written through
            write_atomically(path, pixels + _checksum(pixels, name_of_set, name, image.width(), image.height()))
        except OSError:
            return

    def _path(self, name_of_set: str, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{_PREFIX}{name_of_set}" / f"{name}.argb"

    def _make_room(self) -> None:
        import shutil  # late: a start that finds its pictures does without it

        assert self._folder is not None
        sets = [path for path in self._folder.glob(f"{_PREFIX}*") if _is_own_folder(path)]
        sets.sort(key=lambda path: path.lstat().st_mtime)
        for old in sets[: max(0, len(sets) + 1 - _KEPT_SETS)]:
            shutil.rmtree(old, ignore_errors=True)  # which follows no links


def _checksum(pixels: bytes, *what: object) -> bytes:
    """Of the pixels, and of what they are the picture of."""
    described = "\0".join((_VERSION, *map(str, what)))
    return zlib.crc32(pixels, zlib.crc32(described.encode())).to_bytes(_SUM, "big")


def _is_own_folder(path: Path) -> bool:
    """A folder of this user, and no link to one."""
    found = path.lstat()
    return stat.S_ISDIR(found.st_mode) and (not hasattr(os, "geteuid") or found.st_uid == os.geteuid())
