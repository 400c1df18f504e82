"""The strokes of the cube: rings in the shape of a piece, amber discs, brackets, badges. All in board units."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from mile_bones.desktop.boards.millieu.colours import CubeColours
from mile_bones.desktop.boards.millieu.pieces import marking, outline
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.games.millieu.pieces import Colour, Piece, Shape

_LOWER = 3.0
"""The distance by which the middle of a ring is below the middle of the face. The ring surrounds the whole piece,
including the rim below the face.
"""
_BADGE = QPointF(27, -25)
_BRACKET = 36.0
_LARGE = 1.25
"""The size of the road marking that a mill has in common, as a multiple of its usual size."""
DISC = 16.0
"""The radius of an amber disc."""


def line_pen(colour: QColor, width: float, dashes: tuple[float, float] | None = None) -> QPen:
    """Return a pen with round ends. ``dashes`` are the lengths of dash and gap, in the unit of ``width``."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    if dashes is not None:
        pen.setDashPattern([length / width for length in dashes])
    return pen


def ring(painter: QPainter, shape: Shape, size: float, rim: tuple[QColor, float], colour: tuple[QColor, float]) -> None:
    """Paint a ring around a piece at the origin, ``size`` times as large as its face.

    ``rim`` and ``colour`` are the colours and widths of the ring's rim and of the ring.
    """
    path = outline(shape, size).translated(0, _LOWER)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (rim, colour):
        painter.strokePath(path, QPen(*pen))


def mark(painter: QPainter, piece: Piece, colour: QColor) -> None:
    """Paint the road marking of a piece at the origin."""
    painter.setBrush(colour if piece.colour is Colour.CREAM else Qt.BrushStyle.NoBrush)
    painter.setPen(line_pen(colour, 5.4))
    painter.drawPath(marking(piece))


def common_sign(painter: QPainter, piece: Piece, colours: CubeColours, *, is_shape: bool) -> None:
    """Paint the sign that a piece at the origin shares with the others of its mill: its shape as a ring, or the road
    marking of its colour.
    """
    if is_shape:
        ring(painter, piece.shape, 1.3, (colours.ink, 9.4), (colours.amber, 5.6))
        return
    painter.save()
    painter.scale(_LARGE, _LARGE)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(marking(piece), line_pen(colours.ink, 9.6))
    mark(painter, piece, colours.amber)
    painter.restore()


def disc(painter: QPainter, radius: float, rim: QColor, fill: QColor, line: float = 3.4) -> None:
    """Paint a disc at the origin."""
    painter.setPen(Qt.PenStyle.NoPen)
    for part, colour in ((radius, rim), (radius - line, fill)):
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), part, part)


def disc_ring(painter: QPainter, radius: float, colour: QColor, width: float) -> None:
    """Paint a ring around an empty point at the origin."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width))
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def focus_disc(painter: QPainter, theme: Theme) -> None:
    """Paint the double ring of the keyboard focus around an empty point at the origin."""
    disc_ring(painter, 22, theme.focus_outer, 7.4)
    disc_ring(painter, 22, theme.focus, 4.4 * theme.outline if theme.high_contrast else 3.4)


def plus(painter: QPainter, colours: CubeColours) -> None:
    """Paint the amber disc of a point on which a piece may be placed."""
    disc(painter, DISC, colours.disc_rim, colours.amber)
    painter.setPen(line_pen(colours.ink, 3.2))
    painter.drawLine(QPointF(-6, 0), QPointF(6, 0))
    painter.drawLine(QPointF(0, -6), QPointF(0, 6))


def arrow(painter: QPainter, way: QPointF, colours: CubeColours) -> None:
    """Paint the amber disc of a point to which a piece may slide. ``way`` is the direction of the slide."""
    painter.save()
    painter.rotate(math.degrees(math.atan2(way.y(), way.x())))
    disc(painter, DISC + 1, colours.disc_rim, colours.amber)
    path = QPainterPath(QPointF(-7, 0))
    path.lineTo(6, 0)
    path.moveTo(0, -6)
    path.lineTo(6.5, 0)
    path.lineTo(0, 6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, line_pen(colours.ink, 3.4))
    painter.restore()


def brackets(painter: QPainter, colours: CubeColours) -> None:
    """Paint the four corners around a piece that may slide."""
    path = QPainterPath()
    edge, long, turn = _BRACKET, _BRACKET * 0.48, 6.0
    for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        x, y = sx * edge, sy * edge
        path.moveTo(x, sy * long)
        path.lineTo(x, y - sy * turn)
        path.quadTo(x, y, x - sx * turn, y)
        path.lineTo(sx * long, y)
    path.translate(0, _LOWER)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, line_pen(colours.bracket_rim, 7.4))
    painter.strokePath(path, line_pen(colours.bracket, 4.4))


def lock(painter: QPainter, colours: CubeColours) -> None:
    """Paint the badge of a piece that must stay where it is."""
    painter.save()
    painter.translate(_BADGE)
    disc(painter, 11.5, colours.badge_rim, colours.badge, 1.7)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.badge_rim)
    painter.drawRoundedRect(QRectF(-4.4, -1.4, 8.8, 6.6), 1.4, 1.4)
    bow = QPainterPath(QPointF(-2.8, -1.6))
    bow.lineTo(-2.8, -3.4)
    bow.arcTo(QRectF(-2.8, -6.2, 5.6, 5.6), 180, -180)
    bow.lineTo(2.8, -1.6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(bow, line_pen(colours.badge_rim, 1.9))
    painter.restore()


def number(painter: QPainter, text: str, colours: CubeColours) -> None:
    """Paint the key that chooses this piece or point, at the corner opposite the other badges."""
    painter.save()
    painter.translate(-_BADGE.x(), _BADGE.y())
    disc(painter, 12.5, colours.badge_rim, colours.badge, 1.7)
    painter.setPen(colours.badge_rim)
    painter.setFont(font(17, "Bold"))
    painter.drawText(QRectF(-12.5, -12.5, 25, 25), Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


def lift(painter: QPainter, colours: CubeColours) -> None:
    """Paint the badge of a piece that may be taken."""
    painter.save()
    painter.translate(_BADGE)
    disc(painter, 12.5, colours.take_rim, colours.take, 1.9)
    painter.setPen(line_pen(colours.take_rim, 2.8))
    painter.drawLine(QPointF(0, 5.4), QPointF(0, -5))
    path = QPainterPath(QPointF(-4.6, -0.8))
    path.lineTo(0, -5.4)
    path.lineTo(4.6, -0.8)
    painter.drawPath(path)
    painter.restore()


def socket(painter: QPainter, flat: float, rim: QColor, road: QColor) -> None:
    """Paint an empty point at the origin. ``flat`` is the ratio of its height to its width on the screen."""
    painter.setPen(Qt.PenStyle.NoPen)
    for radius, colour in ((12.0, rim), (8.6, road), (3.4, rim)):
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(0, 0), radius, radius * flat)
