"""The faces of a game and the cars as pixmaps. Each picture is rendered once per size and kept in the user's cache.

QtSvg is imported only when something has to be rendered. If the faces are in the cache, the start of the program does
not need QtSvg.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from mile_bones import resources
from mile_bones.desktop.look.picture_store import PictureStore
from mile_bones.desktop.look.themes import Theme

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtSvg import QSvgRenderer

CAR_SIZE = (100.0, 46.0)
"""The width and height of the drawing of a car, in its own units."""
_RIM, _STAMPS = 0.03, 16
"""The width of the rim around a car, as a fraction of the car's width, and the number of copies of the car's outline
that form the rim.
"""
_CARS = ("car_red", "car_blue")
_CARS_SET = "cars-"
_MOST_CARS = 4
"""The maximum number of pictures of cars that wait to be saved. The two cars are both on the road and in the panel."""
_MOST_SIZED = 300
"""The maximum number of faces in other sizes kept in memory. This number is enough for four widths of a whole deck."""


class Faces(Protocol):
    """The source of the pictures of one game: its deck or its pieces."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all pictures, including the back."""
        ...

    @property
    def units(self) -> tuple[int, int]:
        """The width and height of the area in which ``paint`` paints."""
        ...

    @property
    def files(self) -> tuple[str, ...]:
        """The files below ``resources`` from which the pictures are made."""
        ...

    def words(self) -> str:
        """Return the text on the pictures, in the current language."""
        ...

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        """Paint the picture `name` at the origin."""
        ...


class CardArt:
    """The faces for one theme, card size and device pixel ratio, and the cars. Call ``configure`` first."""

    def __init__(self, faces: Faces, cache: Path | None) -> None:
        self._faces = faces
        self._store = PictureStore(cache)
        self._pixmaps: dict[str, QPixmap] = {}
        self._cars: dict[str, QPixmap] = {}
        self._sized: dict[tuple[str, int], QPixmap] = {}
        self._unsaved: list[tuple[str, str, QPixmap]] = []
        self._missing: list[str] = []
        self._theme: Theme | None = None
        self._size = (0, 0)
        self._ratio = 1.0

    def configure(self, theme: Theme, size: tuple[float, float], ratio: float) -> None:
        """Set the theme, the card size in logical pixels, and the number of device pixels for each logical pixel."""
        pixels = (max(1, round(size[0] * ratio)), max(1, round(size[1] * ratio)))  # a table may be tiny for a moment
        if self._theme is theme and self._size == pixels and self._ratio == ratio:
            return
        self._theme, self._size, self._ratio = theme, pixels, ratio
        self._pixmaps = {}
        self._sized = {}
        self._cars = {}
        # The cars are requested before the size of the cards is known, and do not depend on it.
        self._unsaved = [each for each in self._unsaved if each[0].startswith(_CARS_SET)][-_MOST_CARS:]
        self._missing = list(self._faces.names)

    def face(self, name: str) -> QPixmap:
        """Return the picture `name` ("go", "back") in the size of a card, with its text."""
        if name not in self._pixmaps:
            self._pixmaps[name] = self._made(self._set, name, self._size, self._paint_face)
        return self._pixmaps[name]

    def sized(self, name: str, width: float) -> QPixmap:
        """Return the picture `name`, `width` logical pixels wide. It is for cards that are smaller than the others on
        this table.
        """
        pixels = max(1, round(width * self._ratio))
        if pixels == self._size[0]:
            return self.face(name)
        if (name, pixels) not in self._sized:
            if len(self._sized) >= _MOST_SIZED:
                self._sized.clear()  # while a row grows, its cards have many widths
            self._sized[name, pixels] = self.face(name).scaledToWidth(
                pixels, Qt.TransformationMode.SmoothTransformation
            )
        return self._sized[name, pixels]

    def magnified(self, name: str, width: float) -> QPixmap:
        """Return the picture `width` logical pixels wide.

        The picture is rendered in that size and not scaled, so that it is sharp.
        """
        size = (max(1, round(width * self._ratio)), max(1, round(width * self._ratio * self._size[1] / self._size[0])))

        def paint(painter: QPainter, name: str) -> None:
            self._paint_sized(painter, name, size)

        if (name, -size[0]) not in self._sized:
            assert self._theme is not None
            name_of_set = f"{self._theme.name}-{size[0]}x{size[1]}-{self._mark}"
            self._sized[name, -size[0]] = self._made(name_of_set, name, size, paint)
        return self._sized[name, -size[0]]

    def car(self, art: str, width: float, ratio: float, *, mirrored: bool, rim: QColor | None = None) -> QPixmap:
        """Return the picture of a car, `width` logical pixels wide.

        If `mirrored`, the car faces left, because the road then runs to the left. ``rim`` is the colour of a line
        around the car, which separates the car from the asphalt. The line is inside `width`.
        """
        size = (max(1, round(width * ratio)), max(1, round(width * ratio * CAR_SIZE[1] / CAR_SIZE[0])))
        key = f"{art}-{size[0]}-{ratio}{'-mirrored' if mirrored else ''}{rim.name() if rim else ''}"
        if key not in self._cars:

            def paint(painter: QPainter, _name: str) -> None:
                if mirrored:
                    painter.translate(size[0], 0)
                    painter.scale(-1, 1)
                if rim is None:
                    svg(f"icons/{art}.svg").render(painter, QRectF(0, 0, *size))
                else:
                    _paint_rimmed(painter, f"icons/{art}.svg", size, max(1.5 * ratio, _RIM * size[0]), rim)

            pixmap = self._made(_CARS_SET + self._mark, key, size, paint)
            pixmap.setDevicePixelRatio(ratio)
            self._cars[key] = pixmap
        return self._cars[key]

    def complete(self) -> bool:
        """Render one missing picture or save one that is not in the cache.

        Return True when there is nothing left to do. Call this method while the window is idle. The next start of the
        program finds the pictures in the cache.
        """
        if self._unsaved:
            name_of_set, name, pixmap = self._unsaved.pop()
            self._store.save(name_of_set, name, pixmap.toImage())
        elif self._missing:
            self.face(self._missing.pop())
        return not self._unsaved and not self._missing

    @property
    def _set(self) -> str:
        assert self._theme is not None
        width, height = self._size
        return f"{self._theme.name}-{width}x{height}-{self._mark}"

    def _made(
        self, name_of_set: str, name: str, size: tuple[int, int], paint: Callable[[QPainter, str], None]
    ) -> QPixmap:
        image = self._store.load(name_of_set, name, *size)
        kept = image is not None
        if image is None:
            image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(painter, name)
            painter.end()
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self._ratio)
        if not kept:
            self._unsaved.append((name_of_set, name, pixmap))
        return pixmap

    def _paint_face(self, painter: QPainter, name: str) -> None:
        self._paint_sized(painter, name, self._size)

    def _paint_sized(self, painter: QPainter, name: str, size: tuple[int, int]) -> None:
        assert self._theme is not None
        width, height = self._faces.units
        painter.scale(size[0] / width, size[1] / height)
        self._faces.paint(painter, name, self._theme)

    @cached_property
    def _mark(self) -> str:
        """A short hash that changes with the art and with the text on it."""
        art = (*self._faces.files, *(f"icons/{name}.svg" for name in _CARS))
        dates = " ".join(str(resources.path(name).stat().st_mtime_ns) for name in art)
        return f"{zlib.crc32(f'{self._faces.words()} {dates}'.encode()):08x}"


def _paint_rimmed(painter: QPainter, name: str, size: tuple[int, int], rim: float, colour: QColor) -> None:
    """Paint a drawing with a line around its outline, `rim` device pixels wide."""
    inside = QRectF(0, 0, *size).adjusted(rim, rim, -rim, -rim)
    outline = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    outline.fill(Qt.GlobalColor.transparent)
    brush = QPainter(outline)
    brush.setRenderHint(QPainter.RenderHint.Antialiasing)
    svg(name).render(brush, inside)
    brush.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    brush.fillRect(outline.rect(), colour)
    brush.end()
    for step in range(_STAMPS):
        angle = 2 * math.pi * step / _STAMPS
        painter.drawImage(QPointF(rim * math.cos(angle), rim * math.sin(angle)), outline)
    svg(name).render(painter, inside)


def svg(name: str) -> QSvgRenderer:
    """Return the renderer of a drawing below ``resources``."""
    from PySide6.QtSvg import QSvgRenderer

    return QSvgRenderer(str(resources.path(name)))
