"""Card faces as pixmaps: one per face and size, rendered from the SVG art once and kept in the user's cache.

QtSvg is imported only when something has to be rendered: a start that finds its faces in the cache does without it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap

from mile_bones import resources
from mile_bones.desktop.tables.milebones.models import ART, BACK
from mile_bones.desktop.theme import Theme, font
from mile_bones.games.milebones import Card
from mile_bones.games.milebones.words import card_name

WIDTH, HEIGHT = 250, 350
"""The units in which a card is drawn."""
CORNER = 16
_NAME_ZONE = QRectF(14, 291, 222, 53)
_FAMILY_INK = {"mile": "#4A3A1E", "hazard": "#8F2114", "remedy": "#14533F", "safety": "#1A2F5C"}
_CONTRAST_SCENE = {"mile": "#FFFFFF", "hazard": "#7A0F06", "remedy": "#0B4D37", "safety": "#06122F"}
_KEPT_SHEETS = 12
_COLUMNS = 5


def family(face: str) -> str:
    """The family of a face by the name of its art."""
    index = ART.index(face)
    return "mile" if index < 5 else "hazard" if index < 10 else "remedy" if index < 15 else "safety"


class Faces:
    """The faces for one theme, card width and device pixel ratio. ``configure`` before asking."""

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._pixmaps: dict[str, QPixmap] = {}
        self._theme: Theme | None = None
        self._width = 0
        self._ratio = 1.0
        self._from_cache = False

    def configure(self, theme: Theme, width: float, ratio: float) -> None:
        """Choose theme, card width in logical pixels and device pixels for each of them."""
        pixels = round(width * ratio)
        if self._theme is theme and self._width == pixels and self._ratio == ratio:
            return
        self._theme, self._width, self._ratio = theme, pixels, ratio
        self._pixmaps = {}
        self._from_cache = self._load_sheet()

    def face(self, name: str) -> QPixmap:
        """The card with this art ("go", "back"), its name written in its name zone."""
        if name not in self._pixmaps:
            self._pixmaps[name] = self._finished(self._render(name))
        return self._pixmaps[name]

    def card(self, card: Card | None) -> QPixmap:
        """The face of a card, the back for None."""
        return self.face(BACK if card is None else ART[card])

    def complete(self) -> bool:
        """Render one face that is still missing. True when there is nothing left to do.

        Call it while the window is idle: once all faces are there they go into the cache for the next start.
        """
        if self._theme is None or self._from_cache:
            return True
        for name in (*ART, BACK):
            if name not in self._pixmaps:
                self.face(name)
                return False
        self._save_sheet()
        self._from_cache = True
        return True

    @property
    def _height(self) -> int:
        return round(self._width * HEIGHT / WIDTH)

    def _finished(self, image: QImage) -> QPixmap:
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self._ratio)
        return pixmap

    def _render(self, name: str) -> QImage:
        assert self._theme is not None
        image = QImage(self._width, self._height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._width / WIDTH, self._height / HEIGHT)
        paint_card(painter, name, self._theme)
        painter.end()
        return image

    # ------------------------------------------------------------------ the sheet in the cache

    def _sheet_path(self) -> Path | None:
        if self._cache is None or self._theme is None:
            return None
        words = "\0".join(card_name(card) for card in Card)
        art = "".join(str(resources.path(f"cards/{name}.svg").stat().st_mtime_ns) for name in (*ART, BACK))
        mark = hashlib.sha256(f"{words}{art}".encode()).hexdigest()[:12]
        return self._cache / f"faces-{self._theme.name}-{self._width}-{mark}.png"

    def _load_sheet(self) -> bool:
        path = self._sheet_path()
        if path is None or not path.is_file():
            return False
        sheet = QImage(str(path))
        rows = -(-(len(ART) + 1) // _COLUMNS)
        if sheet.width() != self._width * _COLUMNS or sheet.height() != self._height * rows:
            return False  # cut short while it was written, or not ours: it is rendered anew
        sheet = sheet.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        for index, name in enumerate((*ART, BACK)):
            x, y = index % _COLUMNS * self._width, index // _COLUMNS * self._height
            self._pixmaps[name] = self._finished(sheet.copy(x, y, self._width, self._height))
        return True

    def _save_sheet(self) -> None:
        """Losing the cache costs a tenth of a second at the next start, so no fault here is worth a word."""
        path = self._sheet_path()
        if path is None:
            return
        rows = -(-(len(ART) + 1) // _COLUMNS)
        sheet = QImage(self._width * _COLUMNS, self._height * rows, QImage.Format.Format_ARGB32_Premultiplied)
        sheet.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sheet)
        for index, name in enumerate((*ART, BACK)):
            image = self._pixmaps[name].toImage()
            image.setDevicePixelRatio(1)
            painter.drawImage(index % _COLUMNS * self._width, index // _COLUMNS * self._height, image)
        painter.end()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            sheets = sorted(path.parent.glob("faces-*.png"), key=lambda old: old.stat().st_mtime)
            for old in sheets[: max(0, len(sheets) + 1 - _KEPT_SHEETS)]:
                old.unlink()
            part = path.with_suffix(".part")
            if sheet.save(str(part), "PNG", 60):  # type: ignore[call-overload]  # the stub wants bytes, Qt wants str
                part.replace(path)
        except OSError:
            return


def paint_card(painter: QPainter, name: str, theme: Theme, *, named: bool = True) -> None:
    """Paint a card at the origin, 250 by 350 units; ``named``: with its name in its name zone."""
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(resources.path(f"cards/{name}.svg")))
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


def _paint_contrast(painter: QPainter, renderer: object, name: str) -> None:
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
        renderer.render(painter, part, renderer.boundsOnElement(part))  # type: ignore[attr-defined]
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
