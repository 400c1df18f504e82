"""Drawing functions that all tables share: shadows, rings, brackets, pills, pennants, and the marks of empty slots."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform

from mile_bones.desktop.look.scale import heft
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme, theme_named

CORNER = 16 / 250
"""The corner radius of a card, as a part of its width."""


def crosswise_length(width: float) -> float:
    """Return the length of a card that lies across a slot of this width.

    It is less than the width of a narrow slot, because narrow slots stand so close that rings would touch.
    """
    return width + 2 if width >= 110 else width - 3


def qrect(rect: tuple[float, float, float, float]) -> QRectF:
    """Return a place as a ``QRectF``."""
    return QRectF(*rect)


def leading(*, mirrored: bool) -> Qt.AlignmentFlag:
    """Return the alignment for text that begins at the start of a line, in its vertical middle. The alignment is
    absolute, because a painter might mirror a relative one a second time.
    """
    side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


def shadow(painter: QPainter, rect: QRectF, radius: float, theme: Theme, lift: float = 1.0) -> None:
    """Draw the shadow that all cards and panels have: two flat copies, wider apart when a card is lifted."""
    if not theme.shadow.alpha():
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.shadow)
    painter.drawRoundedRect(
        QRectF(rect.x() - 1, rect.y() + lift, rect.width() + 2, rect.height() + 1.5 * lift), radius + 1, radius + 1
    )
    painter.drawRoundedRect(QRectF(rect.x(), rect.y() + 3 * lift, rect.width(), rect.height() + lift), radius, radius)


def chequers(painter: QPainter, rect: QRectF, columns: int, rows: int, theme: Theme) -> None:
    """Draw the light and dark squares of a finishing line or a flag. The first square is light."""
    wide, high = rect.width() / columns, rect.height() / rows
    squares = QPainterPath()
    for column in range(columns):
        for row in range(1 - column % 2, rows, 2):
            squares.addRect(QRectF(rect.x() + column * wide, rect.y() + row * high, wide, high))
    painter.fillRect(rect, theme.band_ink)
    painter.fillPath(squares, theme.amber_ink)


def head(painter: QPainter, rect: QRectF, radius: float, colour: QColor) -> None:
    """Draw the coloured head of a panel, with round corners at the top only."""
    path = QPainterPath()
    path.addRoundedRect(rect.adjusted(0, 0, 0, radius), radius, radius)
    clip = QPainterPath()
    clip.addRect(rect)
    painter.fillPath(path.intersected(clip), colour)


def ring(painter: QPainter, rect: QRectF, off: float, colour: QColor, width: float, radius: float) -> None:
    """Draw a closed ring ``off`` pixels outside the rectangle."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, width))
    painter.drawRoundedRect(rect.adjusted(-off, -off, off, off), radius + off, radius + off)


def focus_ring(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw the double ring of the keyboard focus around a card."""
    radius, h = CORNER * rect.width(), heft(rect.width())
    ring(painter, rect, 5 * h, theme.focus_outer, 6.4 * theme.outline * h, radius)
    ring(painter, rect, 5 * h, theme.focus, theme.ring * h, radius)


def frame_focus(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw the double ring of the keyboard focus just inside a place that is not a card."""
    off = -4 * theme.outline
    ring(painter, rect, off, theme.focus_outer, 6.4 * theme.outline, 8)
    ring(painter, rect, off, theme.focus, theme.ring, 8)


def frame_room(theme: Theme) -> int:
    """Return the number of pixels by which the ring must extend beyond a label whose words are 4 pixels from its
    edge.
    """
    return ceil((4 + 6.4 / 2) * theme.outline) - 4


def brackets(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw the four corner brackets of a legal target."""
    h = heft(rect.width())
    off = 6.0 * h
    outer = rect.adjusted(-off, -off, off, off)
    bracket_corners(painter, outer, rect.width() * 0.26, CORNER * rect.width() + off, theme, h)


def bracket_corners(painter: QPainter, outer: QRectF, length: float, radius: float, theme: Theme, h: float) -> None:
    """Draw four round corners of this radius with arms ``length`` pixels long. ``h`` is the heft, a factor for the
    width of the line.
    """
    path = QPainterPath()
    for sx, sy, corner in (
        (1, 1, outer.topLeft()),
        (-1, 1, outer.topRight()),
        (-1, -1, outer.bottomRight()),
        (1, -1, outer.bottomLeft()),
    ):
        x, y = corner.x(), corner.y()
        path.moveTo(x, y + sy * length)
        path.lineTo(x, y + sy * radius)
        path.quadTo(x, y, x + sx * radius, y)
        path.lineTo(x + sx * length, y)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = 4.6 * theme.outline * h
    painter.setPen(QPen(theme.legal, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.drawPath(path)


def halo(painter: QPainter, rect: QRectF, theme: Theme, strength: float) -> None:
    """Draw the amber halos around the deck that invite the player to draw. ``strength`` goes from 0 to 1 while the
    halos pulse.
    """
    radius, h = CORNER * rect.width(), heft(rect.width())
    for off, opacity in ((8.0, 0.28), (5.6, 0.6), (3.4, 1.0)):
        colour = QColor(theme.halo)
        colour.setAlphaF(opacity * (0.6 + 0.4 * strength))
        ring(painter, rect, off * h, colour, 4 * theme.outline * h, radius)
    if not theme.is_dark:
        ring(painter, rect, 2 * h, theme.legal, 3 * h, radius)


def coup_colours(theme: Theme, *, theirs: bool) -> tuple[QColor, QColor, QColor]:
    """Return the colours of a coup fourré: ring, ground and words. The colours of the opponent's tag differ."""
    if theirs:
        return theme.coup, theme.other_coup_tag, theme.other_coup_tag_ink
    return theme.coup, theme.coup_tag, theme.coup_tag_ink


def call_ring(painter: QPainter, rect: QRectF, theme: Theme, strength: float, *, inside: bool) -> None:
    """Draw the red ring of a card that calls for attention. ``strength`` goes from 0 to 1 while the ring pulses.

    ``inside``: draw the ring inside the card, because there is another ring around the card.
    """
    radius, h = CORNER * rect.width(), heft(rect.width())
    if inside:
        ring(painter, rect, -2 * h, theme.coup, 4 * theme.outline * h, radius - 2)
        return
    glow = QColor(theme.coup)
    glow.setAlphaF(0.15 + 0.35 * strength)
    ring(painter, rect, 5.5 * h, glow, 4.5 * h, radius)
    ring(painter, rect, 2 * h, theme.coup, (2.5 + 2 * strength) * theme.outline * h, radius)


def notice(
    painter: QPainter, foot: QPointF, text: str, px: float, fill: QColor, ink: QColor, *, widest: float
) -> QRectF:
    """Draw text on a filled ground, wrapped as necessary, with its lower edge at ``foot``.

    Return the area of the ground.
    """
    face = font(px, "Bold")
    metrics = QFontMetricsF(face)
    room = widest - px
    lines: list[str] = []
    for part in text.split("\n"):
        lines.append("")
        for word in part.split(" "):  # a no-break space does not end a word
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and metrics.horizontalAdvance(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
    leading = metrics.height() * 0.96
    width = min(widest, max(metrics.horizontalAdvance(line) for line in lines) + 1.4 * px)
    height = leading * len(lines) + 0.5 * px
    rect = QRectF(foot.x() - width / 2, foot.y() - height, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    radius = min(height / 2, px)
    painter.drawRoundedRect(rect, radius, radius)
    painter.setPen(ink)
    painter.setFont(face)
    for index, line in enumerate(lines):
        zone = QRectF(rect.x(), rect.y() + 0.25 * px + index * leading, width, leading)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, line)
    return rect


def pill(
    painter: QPainter,
    centre: QPointF,
    text: str,
    px: float,
    theme: Theme,
    *,
    height: float,
    least: float = 0.0,
    widest: float = 1e9,
) -> QRectF:
    """Draw an amber pill with a word in it, such as "Play here". Return its area."""
    face = font(px, "Bold")
    metrics = QFontMetricsF(face)
    width = min(max(metrics.horizontalAdvance(text) + 1.6 * px, least), widest)
    rect = QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)
    painter.setPen(QPen(theme.amber_ink, 1.6 * theme.outline))
    painter.setBrush(theme.amber)
    painter.drawRoundedRect(rect, height / 2, height / 2)
    painter.setPen(theme.amber_ink)
    painter.setFont(face)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    return rect


def pennant(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """Draw the ring and the little flag of the last move. On narrow cards the flag has no words.

    The flag is at the right even on a mirrored table, because faces are not mirrored and have their index at the left.
    """
    width, h = rect.width(), heft(rect.width())
    ring(painter, rect, 2.5 * h, theme.last_move, 3 * theme.outline * h, CORNER * width)
    px = max(10.5, width * 0.088)
    face = font(px, "Bold")
    long = 12.0 if width < 110 else QFontMetricsF(face).horizontalAdvance(text) + 14
    high = px + 8
    x, y = rect.right() - long + 3, rect.y() + width * 0.075
    path = QPainterPath(QPointF(x - 9, y))
    for px_, py in ((x + long, y), (x + long, y + high), (x - 9, y + high), (x - 3, y + high / 2)):
        path.lineTo(px_, py)
    path.closeSubpath()
    label = QRectF(x - 1, y, long, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.last_move)
    painter.drawPath(path)
    if width >= 110:
        painter.setPen(theme.last_move_ink)
        painter.setFont(face)
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)


def tag(painter: QPainter, rect: QRectF, text: str, theme: Theme) -> None:
    """Draw a word in a tag that hangs from the lower edge of a card."""
    h = heft(rect.width())
    px = max(11.0, min(12.5 * rect.width() / 127, 16.0 * h))
    face = font(px, "Bold")
    width = QFontMetricsF(face).horizontalAdvance(text) + 1.6 * px
    shape = QRectF(rect.center().x() - width / 2, rect.bottom() - 3 * h, width, px + 5 * h)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.message)
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2)
    painter.setPen(theme.message_ink)
    painter.setFont(face)
    painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, text)


def empty_slot(painter: QPainter, rect: QRectF, icon: str, caption: str, theme: Theme) -> None:
    """Draw the dashed outline of an empty slot, with its faint mark and caption."""
    ratio = painter.device().devicePixelRatioF()
    whole = QPointF(round(rect.x() * ratio) / ratio, round(rect.y() * ratio) / ratio)  # keeps thin lines sharp
    painter.drawImage(whole, _outline(rect.width(), rect.height(), icon, theme.name, ratio))
    if caption:
        q = rect.width() / 250
        painter.setPen(theme.secondary)
        painter.setFont(font(max(11.5, 25 * q), "SemiBold"))
        zone = QRectF(rect.x(), rect.y() + 240 * q, rect.width(), 60 * q)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, caption)


@lru_cache(maxsize=32)  # drawing the dashes takes twenty times as long, and a table has some 24 slots
def _outline(width: float, height: float, icon: str, theme_name: str, ratio: float) -> QImage:
    """Return a picture of the outline and mark of an empty slot of this size in logical pixels."""
    theme = theme_named(theme_name)
    image = QImage(ceil(width * ratio), ceil(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    q = width / 250
    line = 3.0 * theme.outline if theme.high_contrast else max(1.4, 4 * q)
    outline = QColor(theme.slot)
    outline.setAlphaF(0.85)
    pen = QPen(outline, line, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([13 * q / line, 9 * q / line])
    painter.setPen(pen)
    painter.setBrush(theme.slot_fill)
    painter.drawRoundedRect(QRectF(line / 2, line / 2, width - line, height - line), 15 * q, 15 * q)
    if icon:
        painter.translate(width / 2, 150 * q)
        painter.scale(q, q)
        painter.setOpacity(0.62)
        painter.setPen(
            QPen(
                theme.slot, 9 * theme.outline, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            )
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(slot_mark(icon))
    painter.end()
    return image


@lru_cache(maxsize=16)
def slot_mark(icon: str) -> QPainterPath:
    """Return the mark of an empty slot, centred on the origin and about 120 units high, for a line of width 9."""
    path = QPainterPath()
    if icon == "battle":
        for index, (x, y) in enumerate(((0, -62), (62, 0), (0, 62), (-62, 0), (0, -62))):
            (path.lineTo if index else path.moveTo)(x, y)
        path.moveTo(0, -26)
        path.lineTo(0, 6)
        path.addEllipse(QPointF(0, 25), 2, 2)
    elif icon == "speed":
        path.arcMoveTo(QRectF(-52, -52, 104, 104), -40)
        path.arcTo(QRectF(-52, -52, 104, 104), -40, 260)
        path.moveTo(0, 10)
        path.lineTo(24, -20)
        path.addEllipse(QPointF(0, 10), 4, 4)
    elif icon == "safety":
        return _shield(104, 116)
    elif icon == "miles":
        path.moveTo(-46, 54)
        path.lineTo(-40, -36)
        path.quadTo(-38, -56, -18, -56)
        path.lineTo(18, -56)
        path.quadTo(38, -56, 40, -36)
        path.lineTo(46, 54)
        path.closeSubpath()
        path.moveTo(-16, 4)
        path.lineTo(16, 4)
        for x, y in ((-20, -2), (-20, 10), (20, -2), (20, 10)):
            path.addEllipse(QPointF(x, y), 2, 2)
    elif icon == "draw":
        path.addRoundedRect(QRectF(-42, -58, 84, 116), 10, 10)
    elif icon == "discard":
        path.moveTo(-46, 6)
        path.lineTo(-46, 40)
        path.quadTo(-46, 48, -38, 48)
        path.lineTo(38, 48)
        path.quadTo(46, 48, 46, 40)
        path.lineTo(46, 6)
        path.moveTo(0, -54)
        path.lineTo(0, 16)
        path.moveTo(-22, -6)
        path.lineTo(0, 18)
        path.lineTo(22, -6)
    elif icon == "hand":
        path.addRoundedRect(QRectF(-34, -50, 68, 96), 10, 10)
    return path


def _shield(width: float, height: float) -> QPainterPath:
    """Return the shield that marks the places of safeties."""

    def at(u: float, v: float) -> QPointF:
        return QPointF(u * width / 2, v * height / 2)

    path = QPainterPath(at(0, -1))
    right = (
        ((0.25, -0.86), (0.58, -0.84), (0.86, -0.96)),
        ((0.9, -0.86), (0.94, -0.74), (1, -0.62)),
        ((0.86, -0.36), (0.98, -0.08), (0.94, 0.18)),
        ((0.88, 0.6), (0.4, 0.8), (0, 1)),
    )
    points = [at(*point) for curve in right for point in curve]
    for index in range(0, len(points), 3):
        path.cubicTo(*points[index : index + 3])
    mirror = QTransform(-1, 0, 0, 1, 0, 0)
    other = QPainterPath(at(0, -1))
    for index in range(0, len(points), 3):
        other.cubicTo(*points[index : index + 3])
    path.addPath(mirror.map(other))
    return path
