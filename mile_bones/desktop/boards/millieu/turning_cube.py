"""The cube as a picture that can turn about its middle post, for the scene at the end of a game."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from mile_bones.desktop.boards.millieu import strokes
from mile_bones.desktop.boards.millieu.colours import cube_colours
from mile_bones.desktop.boards.millieu.cube import Ground, Posts, Routes, RoutesLayer
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.pieces import PieceArt, face_box
from mile_bones.desktop.boards.millieu.projection import STANDS, Projection
from mile_bones.desktop.look.themes import Theme
from mile_bones.games.millieu.cube import POINTS, Line
from mile_bones.games.millieu.pieces import Board, Piece

_FLAT = 0.62
"""The height of an empty point, as a part of its width."""


class Mill(NamedTuple):
    """A mill as it was when it was made."""

    line: Line
    pieces: tuple[Piece, ...]

    @property
    def has_one_shape(self) -> bool:
        """True if the pieces have the same shape, False if they have the same colour."""
        return self.pieces[0].shape is self.pieces[1].shape


class Light(NamedTuple):
    """The look of the mills at one time of the scene."""

    reach: float
    """The part of each line that is lit, from 0 to 1."""
    strength: float
    """The opacity of the lines, and of the pieces that were taken out of the mills."""
    rise: float
    """The height of the pieces above their places, in board units."""
    sign: float
    """The opacity of the common sign on the pieces."""


class TurningCube:
    """Paints the cube with the pieces of ``board``, and ``mills`` on it that can be lit.

    While a mill is lit, the pieces that were taken out of it are shown, too.
    """

    def __init__(self, art: PieceArt, theme: Theme, board: Board, mills: tuple[Mill, ...]) -> None:
        self._art, self._theme, self._board, self._mills = art, theme, board, mills
        self._colours = cube_colours(theme)
        self._lit = {point: piece for mill in mills for point, piece in zip(mill.line, mill.pieces, strict=True)}
        self._occupied = frozenset(point for point in POINTS if board[point] is not None or point in self._lit)
        self._grounds = tuple(map(Ground, range(3)))
        self._routes = tuple(map(RoutesLayer, range(3)))
        self._posts = tuple(map(Posts, range(2)))
        self._stands: Projection | None = None  # the projection that was painted last
        self._pictures: list[QPixmap] = []  # the sheets while the cube stands still, because they take long to paint

    def paint(self, painter: QPainter, projection: Projection, light: Light) -> None:
        """Paint the cube as ``projection`` shows it, sheet by sheet from the bottom."""
        lines = tuple(mill.line for mill in self._mills)
        routes = Routes(lines, light.strength, mill_reach=light.reach, occupied=self._occupied)
        for layer in (*self._grounds, *self._routes, *self._posts):
            layer.lie_in(projection, QRectF(), self._theme)
        if projection != self._stands:
            self._stands, self._pictures = projection, []
        elif not self._pictures:
            self._pictures = [
                _picture(ground, projection, painter.device().devicePixelRatio()) for ground in self._grounds
            ]
        for z, (ground, marks) in enumerate(zip(self._grounds, self._routes, strict=True)):
            marks.show_routes(routes)
            if self._pictures:
                painter.drawPixmap(_area(ground, projection).topLeft(), self._pictures[z])
            else:
                ground.paint(painter, None)
            marks.paint(painter, None)
            for posts in self._posts[z : z + 1]:
                posts.paint(painter, None)
            for point in projection.back_to_front(z):
                painter.save()
                painter.translate(QPointF(*projection.point(point)))
                painter.scale(projection.scale, projection.scale)
                self._paint_point(painter, point, light)
                painter.restore()

    def _paint_point(self, painter: QPainter, point: int, light: Light) -> None:
        piece, lit = self._board[point], self._lit.get(point)
        if piece is None or lit is not None:
            strokes.socket(painter, _FLAT, self._colours.sheets[point // 9].road, self._colours.road)
        shown = lit if piece is None else piece
        if shown is None:
            return
        whole = painter.opacity()
        painter.translate(0, -STANDS - (0.0 if lit is None else light.rise))
        painter.setOpacity(whole if piece is not None else whole * light.strength)
        face = self._art.face(ART[shown])
        painter.drawPixmap(face_box(QPointF(0, 0), 1.0), face, QRectF(face.rect()))
        painter.setOpacity(whole * light.sign)
        for mill in self._mills:
            if point in mill.line:
                strokes.common_sign(painter, shown, self._colours, is_shape=mill.has_one_shape)


def _area(ground: Ground, projection: Projection) -> QRect:
    return ground.part(projection).toAlignedRect()


def _picture(ground: Ground, projection: Projection, ratio: float) -> QPixmap:
    """Return a picture of a sheet, as large as its area."""
    area = _area(ground, projection)
    picture = QPixmap(area.size() * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(-area.topLeft())
    ground.paint(painter, None)
    painter.end()
    return picture


def outer_edge(projection: Projection, size: float) -> QPolygonF:
    """Return the outer edge of the whole cube, ``size`` times as large around the middle of the cube."""
    back_left, back_right, _front, left = projection.sheet(2)
    _low_back_left, low_back_right, low_front, low_left = projection.sheet(0)
    middle = QPointF(*projection.middle)
    corners = (left, back_left, back_right, low_back_right, low_front, low_left)
    return QPolygonF([middle + (QPointF(*corner) - middle) * size for corner in corners])
