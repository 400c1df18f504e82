"""The cube below its pieces: sheets with their roads, the posts between the sheets, and the marks along roads and
posts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from mile_bones.desktop.boards.millieu.colours import CubeColours, cube_colours
from mile_bones.desktop.boards.millieu.last_move import LastMove
from mile_bones.desktop.boards.millieu.pieces import rounded
from mile_bones.desktop.boards.millieu.projection import Projection, Spot
from mile_bones.desktop.boards.millieu.strokes import line_pen
from mile_bones.desktop.look.themes import Theme
from mile_bones.games.millieu.cube import LINES, NEIGHBOURS, Line

_SHEETS = range(3)
_CORNER = 14.0
_THICK = 6.0
_SHADOW = 15.0
_MILL = (17.0, 11.5)
_NEAR = (8.0, 4.6)
_TRAIL = (7.0, 4.0)
_BROKEN = (9.0, 5.0)
_FACE_ABOVE = 35.0
"""The height above a piece's point at which a bar to the next sheet begins, in board units."""
_LEAST_LINE = 3.0
_ARC = 70.0
"""The height of the arc between two sheets that lie side by side, in board units."""
_ROADS = tuple(line for line in LINES if line[0] // 9 == line[2] // 9)


class _Layer(QGraphicsItem):
    """A layer of one sheet, with its position and colours."""

    def __init__(self, z: int, height: int) -> None:
        super().__init__()
        self.z = z
        self._projection: Projection | None = None
        self._colours: CubeColours | None = None
        self._contrast = False
        self._room = QRectF()
        self._height = height

    def lie_in(self, projection: Projection, room: QRectF, theme: Theme) -> None:
        """Place the layer for this projection, in the colours of ``theme``. ``room`` is the room of the whole cube."""
        self.prepareGeometryChange()
        self._projection = projection
        self._room = QRectF(self.part(projection).toAlignedRect()) & room
        self._colours, self._contrast = cube_colours(theme), theme.high_contrast
        self.setZValue(self._height if projection.is_flat else 10 * self.z + self._height)
        self.update()

    def part(self, projection: Projection) -> QRectF:
        """Return the rectangle in which the layer paints, with a small margin.

        The rectangle must be small because Qt caches some layers as pictures, and only a few such pictures fit into the
        cache.
        """
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        return self._room

    def at(self, point: int) -> QPointF:
        """Return the position of a point."""
        return QPointF(*self._projection.point(point))


class Ground(_Layer):
    """A sheet with its shadow and its roads. The parts of posts that the sheet hides are dotted."""

    def __init__(self, z: int) -> None:
        super().__init__(z, 0)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def part(self, projection: Projection) -> QRectF:
        k = projection.scale
        return _around(projection.sheet(self.z), 4 + 2 * k).adjusted(0, 0, 0, _SHADOW * k)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._projection is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, k = self._colours.sheets[self.z], self._projection.scale
        path = rounded([QPointF(*corner) for corner in self._projection.sheet(self.z)], _CORNER * k)
        painter.fillPath(path.translated(0, _SHADOW * k), self._colours.shadow)
        if not self._contrast:
            painter.fillPath(path.translated(0, _THICK * k), colours.edge)
        painter.fillPath(path, colours.fill)
        painter.strokePath(path, QPen(colours.edge, self._line(1.8 * k)))
        for width, colour in ((6.4 * k, colours.road), (self._line(3.0 * k), self._colours.road)):
            painter.setPen(line_pen(colour, width))
            for line in _ROADS:
                if line[0] // 9 == self.z:
                    painter.drawLine(self.at(line[0]), self.at(line[2]))
        if self.z and not self._projection.is_flat:
            self._paint_hidden_posts(painter, k)

    def _line(self, width: float) -> float:
        """Return the width of a line. In high contrast no important line is thinner than three pixels."""
        return max(_LEAST_LINE, width) if self._contrast else width

    def _paint_hidden_posts(self, painter: QPainter, k: float) -> None:
        painter.setPen(line_pen(self._colours.hidden_post, 2.2 * k, (2.4 * k, 5 * k)))
        for point in range(9 * self.z, 9 * self.z + 9):
            start, end = (QPointF(*spot) for spot in self._projection.hidden_post(point))
            painter.drawLine(start + QPointF(0, 10 * k), end + QPointF(0, 4 * k))


class Posts(_Layer):
    """The posts from a sheet to the sheet above."""

    def __init__(self, z: int) -> None:
        super().__init__(z, 2)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def part(self, projection: Projection) -> QRectF:
        if projection.is_flat:
            return QRectF()
        return _around(_points(projection, self.z, self.z + 1), 4 + 4 * projection.scale)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._projection is None or self._projection.is_flat:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k = self._projection.scale
        for point in self._projection.back_to_front(self.z):
            for width, colour in ((4.4, self._colours.post), (1.8, self._colours.post_light)):
                painter.setPen(line_pen(colour, width * k))
                painter.drawLine(self.at(point), self.at(point + 9))


def _around(spots: Iterable[Spot], margin: float) -> QRectF:
    """Return a rectangle around all ``spots``."""
    across, down = zip(*spots, strict=True)
    left, top = min(across), min(down)
    return QRectF(left, top, max(across) - left, max(down) - top).adjusted(-margin, -margin, margin, margin)


def _points(projection: Projection, *sheets: int) -> list[Spot]:
    """Return the positions of all points of these sheets."""
    return [projection.point(9 * sheet + index) for sheet in sheets for index in range(9)]


@dataclass(frozen=True)
class Routes:
    """The marks along the roads and posts."""

    mills: tuple[Line, ...] = ()
    mill_strength: float = 1.0
    """The opacity of the mills, from 0 to 1."""
    centre: int | None = None
    """The point whose ways to its neighbours are shown, or None."""
    near_strength: float = 1.0
    last: LastMove | None = None
    occupied: frozenset[int] = frozenset()
    """The points that have pieces. A way up from such a point begins above the piece."""
    mill_reach: float = 1.0
    """The part of each mill's line that is shown, from its first point, from 0 to 1."""


class RoutesLayer(_Layer):
    """The marks whose upper end is on this sheet: the bars of mills, the ways to neighbours, and, of the last turn, the
    trail of the slide and the lines of the mills.
    """

    def __init__(self, z: int) -> None:
        super().__init__(z, 1)
        self._routes = Routes()

    def part(self, projection: Projection) -> QRectF:
        k = projection.scale
        over = _ARC * k if projection.is_flat else 0.0
        return _around(_points(projection, max(0, self.z - 1), self.z), 4 + _MILL[0] * k).adjusted(0, -over, 0, 0)

    def show_routes(self, routes: Routes) -> None:
        """Show these marks."""
        if routes != self._routes:
            self._routes = routes
            self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._projection is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, routes = self._colours, self._routes
        whole = painter.opacity()
        painter.setOpacity(whole * routes.mill_strength)
        for pen in self._pens(_MILL, colours):
            for line in routes.mills:
                for number, (start, end) in enumerate(pairwise(line)):
                    self._stroke(painter, pen, start, end, min(1.0, 2 * routes.mill_reach - number))
        painter.setOpacity(whole * routes.near_strength)
        if routes.centre is not None:
            for pen in self._pens(_NEAR, colours):
                for other in NEIGHBOURS[routes.centre]:
                    self._stroke(painter, pen, min(routes.centre, other), max(routes.centre, other))
        painter.setOpacity(whole)
        if routes.last is not None:
            self._paint_last(painter, routes.last, colours)

    def _paint_last(self, painter: QPainter, last: LastMove, colours: CubeColours) -> None:
        """Paint the lines of the mills that the last turn made, and the trail of its slide."""
        k = self._projection.scale
        for width, colour in zip(_BROKEN, (colours.last_rim, colours.last), strict=True):
            for start, end in (way for line in last.mills for way in pairwise(line)):
                self._stroke(painter, line_pen(colour, width * k), start, end)
        if last.origin is not None and last.target is not None:
            lower, upper = sorted((last.origin, last.target))
            self._stroke(painter, line_pen(colours.last_rim, _TRAIL[0] * k), lower, upper)
            dotted = line_pen(colours.last, _TRAIL[1] * k, (1.0 * k, 8.0 * k))
            self._stroke(painter, dotted, lower, upper)

    def _pens(self, widths: tuple[float, float], colours: CubeColours) -> tuple[QPen, QPen]:
        k = self._projection.scale
        return line_pen(colours.ink, widths[0] * k), line_pen(colours.amber, widths[1] * k)

    def _stroke(self, painter: QPainter, pen: QPen, lower: int, upper: int, part: float = 1.0) -> None:
        """Paint a line between two points, if the upper one lies on this sheet. Lines along posts are painted over the
        sheet. A straight line may be painted in part, from its lower point.
        """
        if upper // 9 != self.z or part <= 0:
            return
        k = self._projection.scale
        start, end = self.at(lower), self.at(upper)
        path = QPainterPath(start)
        if lower // 9 == upper // 9:
            path.lineTo(start + (end - start) * part)
        elif self._projection.is_flat:
            middle = (start + end) / 2
            path.quadTo(middle - QPointF(0, _ARC * k), end)
        else:
            if lower in self._routes.occupied:
                start = start - QPointF(0, _FACE_ABOVE * k)
                path = QPainterPath(start)
            path.lineTo(start + (end - start) * part)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.strokePath(path, pen)


class Cube:
    """The three sheets in a scene."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._routes = Routes()
        self._layers: list[_Layer] = []
        self._overlays = [RoutesLayer(z) for z in _SHEETS]
        self._layers = [*map(Ground, _SHEETS), *self._overlays, *map(Posts, _SHEETS[:2])]
        for layer in self._layers:
            scene.addItem(layer)

    @property
    def routes(self) -> Routes:
        """The marks along roads and posts that are shown now."""
        return self._routes

    def lie_in(self, projection: Projection, room: QRectF, theme: Theme) -> None:
        """Place all layers for this projection, in the colours of ``theme``."""
        for layer in self._layers:
            layer.lie_in(projection, room, theme)

    def show_routes(self, routes: Routes) -> None:
        """Show exactly these mills, ways and trails."""
        self._routes = routes
        for overlay in self._overlays:
            overlay.show_routes(routes)


def name_places(projection: Projection) -> list[tuple[QPointF, float]]:
    """Return the place of each sheet's name, the bottom one first: a point and a width.

    The point is the left end of the line at half its height. With a width of 0 the name begins at the point, else
    it is centred in the width.
    """
    k = projection.scale
    places = []
    for z in _SHEETS:
        back_left, back_right, _front, left = projection.sheet(z)
        if projection.is_flat:
            places.append((QPointF(back_left[0], back_left[1] - 14 * k), back_right[0] - back_left[0]))
        else:
            places.append((QPointF(left[0] + 26 * k, left[1] + 35 * k), 0.0))
    return places
