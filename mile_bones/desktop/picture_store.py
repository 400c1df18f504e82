"""Rendered pictures kept in the user's cache, so that the next start need not render them, nor load QtSvg.

A picture is a file of bare pixels: reading it takes a fraction of what unpacking a PNG does, and only those are read
that are wanted. Pictures lie in sets, one folder for each theme and size. What is lost costs a tenth of a second at the
next start, so no fault here is worth a word.
"""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtGui import QImage

_KEPT_SETS = 8
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
_PREFIX = "pictures-"


class PictureStore:
    """The pictures below ``folder``; None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def load(self, name_of_set: str, name: str, width: int, height: int) -> QImage | None:
        """The picture of this size in device pixels; None when it is not there."""
        if self._folder is None:
            return None
        try:
            pixels = self._path(name_of_set, name).read_bytes()
        except OSError:
            return None
        if len(pixels) != 4 * width * height:
            return None  # not ours, or of another program version: it is rendered anew
        return QImage(pixels, width, height, 4 * width, _FORMAT).copy()

    def save(self, name_of_set: str, name: str, image: QImage) -> None:
        """Keep the picture; the oldest sets make room for a new one."""
        if self._folder is None:
            return
        path = self._path(name_of_set, name)
        pixels = image.convertToFormat(_FORMAT)
        part = path.with_suffix(f".{os.getpid()}")
        try:
            if not path.parent.is_dir():
                self._make_room()
                path.parent.mkdir(parents=True)
            part.write_bytes(bytes(pixels.constBits()))
            part.replace(path)
        except OSError:
            return

    def _path(self, name_of_set: str, name: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{_PREFIX}{name_of_set}" / f"{name}.argb"

    def _make_room(self) -> None:
        import shutil  # late: a start that finds its pictures does without it

        assert self._folder is not None
        sets = sorted(self._folder.glob(f"{_PREFIX}*"), key=lambda path: path.stat().st_mtime)
        for old in sets[: max(0, len(sets) + 1 - _KEPT_SETS)]:
            shutil.rmtree(old, ignore_errors=True)
