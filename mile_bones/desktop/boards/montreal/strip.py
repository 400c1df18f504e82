"""The strip over the Mille table: a road from 0 to the target, with a car at the total of each player."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from mile_bones.desktop.look.card_art import CAR_SIZE, CardArt
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import CAR_MS
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.panels import fitted_name
from mile_bones.i18n import format_number, format_signed
from mile_bones.i18n import gettext as _

_MOST_STEPS = 12
"""The largest number of ticks up to the target. A few more come after the target."""


class Scale(NamedTuple):
    """A scale from 0 to ``end`` points, with a tick at every ``step``."""

    target: int
    step: int
    end: int

    @property
    def ticks(self) -> tuple[int, ...]:
        """The points of all ticks, beginning with 0."""
        return tuple(range(0, self.end + 1, self.step))

    def part(self, points: float) -> float:
        """Return the fraction of the road at which ``points`` lie. A negative total lies at the beginning."""
        return min(1.0, max(0.0, points / self.end))

    def labels(self, room: float, widest: float) -> tuple[int, ...]:
        """Return the ticks that have a label, for a road of ``room`` pixels with labels up to ``widest`` pixels wide.

        The target always has a label. Other ticks have a label unless it would be too near to the target's or to
        another label.
        """
        every = next((n for n in (1, 2, 4, 5) if room * n * self.step / self.end >= widest), len(self.ticks))
        near = widest * self.end / room if room > 0 else self.end
        ticks = [tick for tick in self.ticks[::every] if abs(tick - self.target) >= near or tick == self.target]
        return tuple(sorted({*ticks, self.target}))


def scale_to(target: int) -> Scale:
    """Return the scale for a game to ``target`` points. It ends a little beyond the target and has round steps."""
    step = next(
        size * 10**power
        for power in range(len(str(target)) + 1)
        for size in (1, 2, 5)
        if size * 10**power * _MOST_STEPS >= target
    )
    return Scale(target, step, (target // step + 2) * step)


_LANES = (0.285, 0.72)
"""The position of the middle of each lane, as a fraction of the height of the road. The near side's lane is first."""
_NUMBERS = 18
"""The height of the figures above the road, at k = 1."""
_NAME = 0.14
"""The greatest width of a name before the lanes, as a fraction of the road's width. A longer name is cut."""
_FIELDS = 8
"""The number of fields in the height of the chequered line, which is two fields wide."""


class TotalsStrip(Fixture):
    """The road with both cars. Points run from left to right, or from right to left on a mirrored table."""

    def __init__(self, faces: CardArt) -> None:
        super().__init__()
        self._faces = faces
        self._scale: Scale = scale_to(1)
        self._names = ("", "")
        self._cars: tuple[QPixmap, ...] = ()
        self._deal = ""
        self._totals = (0, 0)
        self._shown = (0.0, 0.0)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both sides, the near side's first."""
        return self._totals

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        super().place_at(rect, k, theme, mirrored, ratio)
        width = self._road().height() * 0.0072 * CAR_SIZE[0]
        self._cars = tuple(
            self._faces.car(art, width, ratio, mirrored=mirrored, rim=theme.asphalt_ink)
            for art in ("car_red", "car_blue")
        )

    def show_players(self, names: tuple[str, str], target: int) -> None:
        """Show the players' names, the near side's first, and the points that win."""
        if (names, target) != (self._names, self._scale.target):
            self._names, self._scale = names, scale_to(target)
            self.update()

    def show_deal(self, text: str) -> None:
        """Label the beginning of the road with the name of the deal. Show no label if ``text`` is empty."""
        if text != self._deal:
            self._deal = text
            self.update()

    def show_totals(self, totals: tuple[int, int]) -> None:
        """Put the cars at these totals at once. Do nothing if the cars are already driving to these totals."""
        if totals != self._totals:
            self._totals = totals
            self.show_at(totals)

    @property
    def shown(self) -> tuple[float, float]:
        """The points at which the cars are shown, even while the cars drive."""
        return self._shown

    def drive(self, start: tuple[float, float]) -> Motion:
        """Return the motion of both cars from ``start`` to their totals, counting the points."""
        end = self._totals

        def go(part: float) -> None:
            if self._totals == end:  # otherwise the cars were moved elsewhere in the meantime
                first, second = (a + (b - a) * part for a, b in zip(start, end, strict=True))
                self.show_at((first, second))

        return Motion(go, CAR_MS)

    def car_centre(self, lane: int) -> QPointF:
        """Return the middle of a car, where it is shown now. The near side's ``lane`` is 0."""
        road = self._road()
        car = self._cars[lane].deviceIndependentSize()
        x = self.flip(QRectF(self._x(self._shown[lane]) - car.width() / 2, 0, 0, 0)).x()
        return QPointF(x, road.y() + road.height() * _LANES[lane])

    def show_at(self, points: tuple[float, float]) -> None:
        """Show the cars at ``points``, wherever their totals are."""
        self._shown = points
        self.update()

    def text(self) -> str:
        """Return the content of the strip in words, for screen readers."""
        own, other = self._names
        text = _("A road to {target} points. {name}: {points}. {other}: {other_points}.").format(
            target=format_number(self._scale.target),
            name=own,
            points=format_signed(self._totals[0]),
            other=other,
            other_points=format_signed(self._totals[1]),
        )
        return _("{deal}. {text}").format(deal=self._deal, text=text) if self._deal else text

    # ------------------------------------------------------------------ places

    def _road(self) -> QRectF:
        return self._rect.adjusted(0, _NUMBERS * self._k, 0, 0)

    def _fitted_names(self) -> tuple[tuple[str, ...], float]:
        """Return the names as they are shown, and the width of the longest."""
        metrics = QFontMetricsF(font(13 * self._k, "Bold"))
        shown = tuple(fitted_name(name, metrics, _NAME * self._rect.width()) for name in self._names)
        return shown, max(metrics.horizontalAdvance(name) for name in shown)

    def _span(self) -> tuple[float, float]:
        """Return two values: the x at which the points begin, relative to the edge of the strip, and the length of the
        scale in pixels.
        """
        k = self._k
        start = 12 * k + self._fitted_names()[1] + self._road().height() * 0.0072 * CAR_SIZE[0] + 8 * k
        return start, self._rect.width() - 30 * k - start

    def _x(self, points: float) -> float:
        """Return the x of ``points`` on a road that runs from left to right."""
        start, span = self._span()
        return self._rect.x() + start + span * self._scale.part(points)

    # ------------------------------------------------------------------ painting

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        k, road = self._k, self._road()
        painter.setPen(QPen(theme.asphalt_line, 2))
        painter.setBrush(theme.asphalt)
        painter.drawRoundedRect(road, 7 * k, 7 * k)
        self._paint_road(painter, theme, road)
        self._paint_ticks(painter, theme, road)
        self._paint_line(painter, theme, road)
        if self._deal:
            self._paint_deal(painter, theme)
        names, room = self._fitted_names()
        for lane, name in enumerate(names):
            painter.setFont(font(13 * k, "Bold"))
            painter.setPen(theme.asphalt_ink)
            y = road.y() + road.height() * _LANES[lane]
            zone = QRectF(road.x() + 12 * k, y - 10 * k, room + 2, 20 * k)
            self._write(painter, name, zone)
            self._paint_car(painter, theme, lane, y)

    def _paint_road(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint the dim part beyond the target, the edges, and the dashes between the lanes."""
        k, line = self._k, self._x(self._scale.target)
        beyond = self.flip(QRectF(line, road.y() + 3, road.right() - 3 - line, road.height() - 6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.asphalt_beyond)
        painter.drawRoundedRect(beyond, 5 * k, 5 * k)
        painter.setOpacity(0.75)
        painter.setPen(QPen(theme.verge, 1.6))
        for y in (road.y() + 4, road.bottom() - 4):
            painter.drawLine(QPointF(road.x() + 7 * k, y), QPointF(road.right() - 7 * k, y))
        painter.setOpacity(1.0)
        pen = QPen(theme.lane, 2 * k, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([7, 5])
        painter.setPen(pen)
        start = self._x(0) - 6 * k
        lane = self.flip(QRectF(start, road.center().y(), line - 8 * k - start, 0))
        painter.drawLine(lane.topLeft(), lane.topRight())

    def _paint_ticks(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        k, scale = self._k, self._scale
        widest = QFontMetricsF(font(12 * k, "Bold")).horizontalAdvance(format_number(scale.end)) + 8 * k
        labels = scale.labels(self._span()[1], widest)
        for points in sorted({*scale.ticks, *labels}):
            x, within = self.flip(QRectF(self._x(points), 0, 0, 0)).x(), points <= scale.target
            if points and points != scale.target:
                painter.setOpacity(1.0 if within else 0.5)
                painter.setPen(QPen(theme.verge, 2 * k, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
                painter.drawLine(QPointF(x, road.y() + 4), QPointF(x, road.y() + 9 * k + 2))
                painter.drawLine(QPointF(x, road.bottom() - 4), QPointF(x, road.bottom() - 9 * k - 2))
                painter.setOpacity(1.0)
            if points not in labels:
                continue
            painter.setPen(theme.ink if within else theme.secondary)
            painter.setFont(font(12 * k, "Bold" if points in (0, scale.target) else "SemiBold"))
            zone = QRectF(x - 40 * k, self._rect.y() - 2, 80 * k, _NUMBERS * k)
            painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, format_number(points))

    def _paint_line(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint the chequered line at the target."""
        size = (road.height() - 3) / _FIELDS
        whole = self.flip(QRectF(self._x(self._scale.target) - size, road.y() + 1.5, 2 * size, _FIELDS * size))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(whole, theme.band_ink)
        squares = QPainterPath()
        for row in range(_FIELDS):
            squares.addRect(QRectF(whole.x() + (0 if row % 2 else size), whole.y() + row * size, size, size))
        painter.fillPath(squares, theme.amber_ink)

    def _paint_car(self, painter: QPainter, theme: Theme, lane: int, y: float) -> None:
        """Paint the car with its nose at its points. The points are written in front of the car, or behind it if there
        is no room in front.
        """
        k, road, points = self._k, self._road(), self._shown[lane]
        car, nose = self._cars[lane], self._x(points)
        size = car.deviceIndependentSize()
        bottom = y + road.height() * 0.165
        box = self.flip(QRectF(nose - size.width(), bottom - size.height(), size.width(), size.height()))
        painter.drawPixmap(box.topLeft(), car)
        text = format_signed(round(points))
        painter.setFont(font(13 * k, "Bold"))
        painter.setPen(theme.asphalt_ink)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 1
        start, line = nose + 8 * k, self._x(self._scale.target)
        half = (road.height() - 3) / _FIELDS + 4 * k
        over_line = start < line + half and start + wide > line - half
        if over_line or start + wide > road.right() - 8 * k:
            start = nose - size.width() - 6 * k - wide
        self._write(painter, text, QRectF(start, y - 10 * k, wide, 20 * k))

    def _paint_deal(self, painter: QPainter, theme: Theme) -> None:
        """Paint the name of the deal before the first of the figures above the road."""
        k = self._k
        face = font(11.5 * k, "Bold")
        metrics = QFontMetricsF(face)
        room = self._span()[0] - 24 * k
        text = metrics.elidedText(self._deal, Qt.TextElideMode.ElideRight, room - 10 * k)
        pill = self.flip(QRectF(self._rect.x(), self._rect.y() - 1, metrics.horizontalAdvance(text) + 10 * k, 16 * k))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber)
        painter.drawRoundedRect(pill, 8 * k, 8 * k)
        painter.setPen(theme.amber_ink)
        painter.setFont(face)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def _write(self, painter: QPainter, text: str, zone: QRectF) -> None:
        painter.drawText(self.flip(zone), paint.leading(mirrored=self._mirrored), text)
