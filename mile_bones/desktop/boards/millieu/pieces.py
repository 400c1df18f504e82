"""The pieces: their pictures, their outlines, and their look in motion."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.projection import FACE, PIECE
from mile_bones.desktop.look.card_art import CardArt, svg
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.games.millieu.pieces import Colour, Piece, Shape

RIM = 7.0
"""The height of the rim of a piece, which is visible below its face, in board units."""
_HALF = {Shape.DISC: 28.5, Shape.SQUARE: 25.0, Shape.HEX: 31.0}
"""The radius of a disc, half the side of a square, and the distance from the middle of a hexagon to its corners."""
_CORNER = 4.5
_WHITE_LINE = 8.0
"""The width of the line around a piece in high contrast. Two units of this line are visible beyond the piece's own
line.
"""
_HELD_ABOVE = 10.0


class PieceFaces:
    """The nine pieces, in the form that ``CardArt`` expects."""

    names = ART
    units = (round(PIECE[0]), round(PIECE[1]))
    files = tuple(f"millieu/{name}.svg" for name in ART)

    def words(self) -> str:
        """Return an empty string: nothing is written on the pieces."""
        return ""

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        """Paint a piece. In high contrast it has a white line around it."""
        if theme.high_contrast:
            painter.setPen(QPen(theme.ink, _WHITE_LINE * theme.outline, j=Qt.PenJoinStyle.RoundJoin))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for drop in (0.0, RIM):
                painter.drawPath(outline(Piece(ART.index(name)).shape).translated(FACE[0], FACE[1] + drop))
        svg(f"millieu/{name}.svg").render(painter, QRectF(0, 0, *PIECE))


class PieceArt(CardArt):
    """The art of the pieces in two sizes: for the board, and for the trays."""

    def __init__(self, cache: Path | None) -> None:
        super().__init__(PieceFaces(), cache)
        self.tray = CardArt(PieceFaces(), cache)

    def complete(self) -> bool:
        return super().complete() and self.tray.complete()


@lru_cache(maxsize=64)
def outline(shape: Shape, size: float = 1.0) -> QPainterPath:
    """Return the edge of a face around the origin, in board units."""
    half = _HALF[shape] * size
    path = QPainterPath()
    if shape is Shape.DISC:
        path.addEllipse(QPointF(0, 0), half, half)
        return path
    if shape is Shape.SQUARE:
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    else:
        turns = [math.radians(60 * corner) for corner in range(6)]
        corners = [(half * math.cos(turn), half * math.sin(turn)) for turn in turns]
    return rounded([QPointF(*corner) for corner in corners], _CORNER * size)


def rounded(corners: list[QPointF], radius: float) -> QPainterPath:
    """Return a closed shape with these corners, rounded."""
    path = QPainterPath()
    for index, corner in enumerate(corners):
        around = corners[index - 1], corners[index + 1 - len(corners)]
        start, end = (_towards(corner, other, radius) for other in around)
        if index:
            path.lineTo(start)
        else:
            path.moveTo(start)
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _towards(start: QPointF, end: QPointF, distance: float) -> QPointF:
    way = end - start
    return start + way * (distance / math.hypot(way.x(), way.y()))


@lru_cache(maxsize=16)
def marking(piece: Piece) -> QPainterPath:
    """Return the road marking on a piece's face as centred lines: a bend, a double line, or a dotted lane."""
    path = QPainterPath()
    if piece.colour is Colour.RED:
        for top in (-12.0, 1.0):
            path.moveTo(-10.5, top + 10.5)
            path.lineTo(0, top)
            path.lineTo(10.5, top + 10.5)
    elif piece.colour is Colour.BROWN:
        for x in (-5.6, 5.6):
            path.moveTo(x, -11.5)
            path.lineTo(x, 11.5)
    else:
        for x in (-12.0, 0.0, 12.0):
            path.addEllipse(QPointF(x, 0), 1.4, 1.4)
    return path


def face_box(middle: QPointF, scale: float) -> QRectF:
    """Return the rectangle of a piece's picture from the middle of its face."""
    return QRectF(middle.x() - FACE[0] * scale, middle.y() - FACE[1] * scale, PIECE[0] * scale, PIECE[1] * scale)


class FlyingPiece(FlyingCard):
    """A piece above the table. It is always upright and has its own shadow. Its position is the middle of its face."""

    def __init__(self, art: CardArt, face: str, theme: Theme, start: QRectF, size: Callable[[], float]) -> None:
        """``size`` returns the present length of a board unit, in logical pixels."""
        self._unit = size
        super().__init__(art, face, theme, start)

    def turn_to(self, face: str) -> None:
        self.face = face
        self.setPixmap(self._art.face(face))
        unit = self._unit()
        self.setOffset(-FACE[0] * unit, -FACE[1] * unit)
        self.setPos(self._card.center())

    def take_up(self, pointer: QPointF) -> None:
        """Attach the piece to the pointer, a little above the board."""
        self.setScale(1.0)
        self._grip = self.pos() - pointer - QPointF(0, _HELD_ABOVE * self._unit())

    def put_down(self) -> None:
        """Do nothing, because a held piece is neither tilted nor enlarged."""
