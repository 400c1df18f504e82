"""Card faces and cars as pixmaps: one per picture and size, rendered from the SVG art once, kept in the user's cache.

QtSvg is imported only when something has to be rendered: a start that finds its faces in the cache does without it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap

from mile_bones import resources
from mile_bones.desktop.boards.milebones.models import ART, BACK
from mile_bones.desktop.look.picture_store import PictureStore
from mile_bones.desktop.look.theme import Theme, font
from mile_bones.games.milebones import Card
from mile_bones.games.milebones.words import card_name

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtSvg import QSvgRenderer

WIDTH, HEIGHT = 250, 350
"""The units in which a card is drawn."""
CORNER = 16
_NAME_ZONE = QRectF(14, 291, 222, 53)
_FAMILY_INK = {"mile": "#4A3A1E", "hazard": "#8F2114", "remedy": "#14533F", "safety": "#1A2F5C"}
_CONTRAST_SCENE = {"mile": "#FFFFFF", "hazard": "#7A0F06", "remedy": "#0B4D37", "safety": "#06122F"}
CAR_SIZE = (100.0, 46.0)
"""The units in which a car is drawn."""
_CARS = ("car_red", "car_blue")


def family(face: str) -> str:
    """The family of a face by the name of its art."""
    index = ART.index(face)
    return "mile" if index < 5 else "hazard" if index < 10 else "remedy" if index < 15 else "safety"


class CardArt:
    """The faces for one theme, card size and device pixel ratio, and the cars. ``configure`` before asking."""

    def __init__(self, cache: Path | None) -> None:
        self._store = PictureStore(cache)
        self._pixmaps: dict[str, QPixmap] = {}
        self._cars: dict[str, QPixmap] = {}
        self._unsaved: list[tuple[str, str, QPixmap]] = []
        self._missing: list[str] = []
        self._theme: Theme | None = None
        self._size = (0, 0)
        self._ratio = 1.0

    def configure(self, theme: Theme, size: tuple[float, float], ratio: float) -> None:
        """Choose theme, card size in logical pixels and device pixels for each of them."""
        pixels = (round(size[0] * ratio), round(size[1] * ratio))
        if self._theme is theme and self._size == pixels and self._ratio == ratio:
            return
        self._theme, self._size, self._ratio = theme, pixels, ratio
        self._pixmaps = {}
        self._cars = {}
        self._unsaved = []
        self._missing = [*ART, BACK]

    def face(self, name: str) -> QPixmap:
        """The card with this art ("go", "back"), its name written in its name zone."""
        if name not in self._pixmaps:
            self._pixmaps[name] = self._made(self._set, name, self._size, self._paint_face)
        return self._pixmaps[name]

    def car(self, art: str, width: float, ratio: float, *, mirrored: bool) -> QPixmap:
        """The car with this art, so many logical pixels wide, facing the way the road runs."""
        size = (max(1, round(width * ratio)), max(1, round(width * ratio * CAR_SIZE[1] / CAR_SIZE[0])))
        key = f"{art}-{size[0]}-{ratio}{'-mirrored' if mirrored else ''}"
        if key not in self._cars:

            def paint(painter: QPainter, _name: str) -> None:
                if mirrored:
                    painter.translate(size[0], 0)
                    painter.scale(-1, 1)
                _svg(f"icons/{art}.svg").render(painter, QRectF(0, 0, *size))

            pixmap = self._made(f"cars-{_mark()}", key, size, paint)
            pixmap.setDevicePixelRatio(ratio)
            self._cars[key] = pixmap
        return self._cars[key]

    def complete(self) -> bool:
        """See to one picture that is still missing or not kept yet. True when there is nothing left to do.

        Call it while the window is idle: what was rendered goes into the cache for the next start.
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
        return f"{self._theme.name}-{width}x{height}-{_mark()}"

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
        assert self._theme is not None
        painter.scale(self._size[0] / WIDTH, self._size[1] / HEIGHT)
        paint_card(painter, name, self._theme)


@lru_cache(maxsize=1)
def _mark() -> str:
    """A short word that changes with the art and with the names on the cards."""
    words = "\0".join(card_name(card) for card in Card)
    art = (*(f"cards/{name}.svg" for name in (*ART, BACK)), *(f"icons/{name}.svg" for name in _CARS))
    dates = " ".join(str(resources.path(name).stat().st_mtime_ns) for name in art)
    return f"{zlib.crc32(f'{words} {dates}'.encode()):08x}"


def _svg(name: str) -> QSvgRenderer:
    from PySide6.QtSvg import QSvgRenderer

    return QSvgRenderer(str(resources.path(name)))


def paint_card(painter: QPainter, name: str, theme: Theme, *, named: bool = True) -> None:
    """Paint a card at the origin, 250 by 350 units; ``named``: with its name in its name zone."""
    renderer = _svg(f"cards/{name}.svg")
    if theme.high_contrast and name != BACK:
        _paint_contrast(painter, renderer, name)
    else:
        renderer.render(painter, QRectF(0, 0, WIDTH, HEIGHT))
    if named and name != BACK:
        ink = "#000000" if theme.high_contrast else _FAMILY_INK[family(name)]
        paint_name(painter, card_name(Card(ART.index(name))), _NAME_ZONE, QColor(ink))
    if theme.face_veil.alpha():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.face_veil)
        painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), CORNER, CORNER)


def _paint_contrast(painter: QPainter, renderer: QSvgRenderer, name: str) -> None:
    """One flat colour instead of the scene, black lines, a white frame."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), CORNER, CORNER)
    window = QRectF(10, 10, 230, 278)
    painter.setBrush(QColor(_CONTRAST_SCENE[family(name)]))
    painter.drawRoundedRect(window, 9, 9)
    clip = QPainterPath()
    clip.addRoundedRect(window, 9, 9)
    painter.save()
    painter.setClipPath(clip)
    for part in ("plate", "index"):
        renderer.render(painter, part, renderer.boundsOnElement(part))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#000000"), 4))
    painter.drawRoundedRect(window, 9, 9)
    painter.drawRoundedRect(QRectF(2, 2, WIDTH - 4, HEIGHT - 4), 14, 14)


def paint_name(painter: QPainter, text: str, zone: QRectF, ink: QColor) -> None:
    """A card's name, as large as its zone allows: one line from 30 units down to 23, else two lines, else smaller."""
    painter.setPen(ink)
    for size in range(30, 22, -1):
        face = font(size, "Bold")
        if QFontMetricsF(face).horizontalAdvance(text) <= zone.width():
            painter.setFont(face)
            painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, text)
            return
    words = text.replace("\u00ad", "\u00ad ").split()
    for size in range(23, 15, -1):
        face = font(size, "Bold")
        metrics = QFontMetricsF(face)
        lines = _two_lines(words, metrics)
        if max(metrics.horizontalAdvance(line) for line in lines) <= zone.width():
            break
    else:
        lines = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, zone.width()) for line in lines]
    painter.setFont(face)
    leading = size * 24.5 / 23
    top = zone.center().y() - leading * len(lines) / 2
    for index, line in enumerate(lines):
        painter.drawText(
            QRectF(zone.x(), top + index * leading, zone.width(), leading), Qt.AlignmentFlag.AlignCenter, line
        )


def _two_lines(words: list[str], metrics: QFontMetricsF) -> list[str]:
    """The words on two lines that are as even as can be; a soft hyphen shows where it ends a line."""
    if len(words) == 1:
        return [words[0]]

    def join(part: list[str]) -> str:
        text = " ".join(part).replace("\u00ad ", "")
        return text.replace("\u00ad", "-") if text.endswith("\u00ad") else text

    splits = [[join(words[:cut]), join(words[cut:])] for cut in range(1, len(words))]
    return min(splits, key=lambda lines: max(metrics.horizontalAdvance(line) for line in lines))
