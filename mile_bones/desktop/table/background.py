"""The background of the table: an old road map, painted once for each size and theme and then drawn from a pixmap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme

_kept: dict[tuple[float, float, float, str], QPixmap] = {}


def background(width: float, height: float, ratio: float, theme: Theme) -> QPixmap:
    """Return the map for a table of this size in logical pixels. All pages of a window share the same pixmap.

    On a large window the pixmap takes more memory than all cards. Therefore this function keeps only the latest pixmap,
    and a hidden table drops its reference to it.
    """
    wanted = (width, height, ratio, theme.name)
    if wanted not in _kept:
        _kept.clear()  # free the old pixmap first: two would be the peak of memory use at the start
        _kept[wanted] = paint_background(width, height, ratio, theme)
    return _kept[wanted]


def paint_background(width: float, height: float, ratio: float, theme: Theme) -> QPixmap:
    """Paint the map for a table of this size in logical pixels. In high contrast the map is one plain colour."""
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(theme.map_base)
    if theme.high_contrast:
        return pixmap
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _Map(painter, width, height, theme).paint()
    painter.end()
    return pixmap


class _Map:
    """Painter of the map: regions, a river, roads and the folds of the paper.

    Coordinates are fractions of width and height.
    """

    def __init__(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        self.painter, self.width, self.height, self.theme = painter, width, height, theme

    def paint(self) -> None:
        theme = self.theme
        self.region(
            theme.region_light,
            [(0, 0), (0.36, 0), (0.33, 0.3, 0.18, 0.33, 0.12, 0.5), (0.08, 0.62, 0, 0.6, 0, 0.66)],
        )
        self.region(
            theme.region,
            [(1, 0.42), (0.86, 0.46, 0.8, 0.62, 0.66, 0.7), (0.55, 0.77, 0.52, 0.9, 0.5, 1), (1, 1)],
        )
        self.region(
            theme.region_light,
            [(0.55, 0), (0.6, 0.2, 0.75, 0.28, 0.85, 0.2), (0.92, 0.15, 0.96, 0.12, 1, 0.2), (1, 0)],
        )
        river = [
            (-0.01, 0.78),
            (0.2, 0.7, 0.3, 0.86, 0.46, 0.74),
            (0.6, 0.63, 0.58, 0.42, 0.74, 0.36),
            (0.84, 0.32, 0.9, 0.3, 1.01, 0.33),
        ]
        self.line(theme.river, river, 9)
        roads = (
            ([(-0.01, 0.43), (0.15, 0.4, 0.25, 0.6, 0.42, 0.62), (0.59, 0.64, 0.72, 0.5, 1.01, 0.68)], 7),
            ([(0.19, 0), (0.2, 0.4, 0.06, 0.6, 0.09, 1)], 5),
            ([(0.88, 0), (0.84, 0.4, 0.97, 0.6, 0.9, 1)], 5),
            ([(0.42, 0.62), (0.5, 0.5, 0.5, 0.3, 0.58, 0)], 4),
        )
        for points, wide in roads:
            self.line(theme.road_casing, points, wide + 3)
            self.line(theme.road, points, wide)
        for part in (0.25, 0.5, 0.75):
            self.fold(part)
        self.painter.setPen(QPen(theme.fold, 1))
        self.painter.drawLine(0, round(0.55 * self.height), round(self.width), round(0.55 * self.height))

    def path(self, points: list[tuple[float, ...]]) -> QPainterPath:
        path = QPainterPath()
        for index, point in enumerate(points):
            scaled = [value * (self.height if odd % 2 else self.width) for odd, value in enumerate(point)]
            if len(scaled) == 6:
                path.cubicTo(*scaled)
            elif index:
                path.lineTo(*scaled)
            else:
                path.moveTo(*scaled)
        return path

    def region(self, colour: QColor, points: list[tuple[float, ...]]) -> None:
        path = self.path(points)
        path.closeSubpath()
        self.painter.fillPath(path, colour)

    def line(self, colour: QColor, points: list[tuple[float, ...]], wide: float) -> None:
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(QPen(colour, wide * self.width / 1280))
        self.painter.drawPath(self.path(points))

    def fold(self, part: float) -> None:
        x = round(part * self.width)
        self.painter.setPen(QPen(self.theme.fold, 1))
        self.painter.drawLine(x, 0, x, round(self.height))
        self.painter.setPen(QPen(self.theme.fold_light, 1.5))
        self.painter.drawLine(x + 1, 0, x + 1, round(self.height))
