"""The charts of a review, drawn by pyqtgraph. This module is imported only when a chart is shown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape  # pyqtgraph treats every text as HTML

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.charts import PATTERNS, Chart
from mile_bones.desktop.dialogs.review_figures import ChanceLine, ReviewFigures, luck_title, short
from mile_bones.desktop.look import theme as themes
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match.review import Choice, Review
from mile_bones.players.coach import Mark

_SIZES = {Mark.DOUBTFUL: 8, Mark.MISTAKE: 11, Mark.BLUNDER: 14}
"""The sizes of the dots in pixels at scale 1."""
_SIGNS = ("o", "s")
"""The symbols of the near and far side, a circle and a square, so that the sides do not differ only in colour."""
_REACH = 16
"""The distance in pixels at scale 1 within which the mouse selects a dot."""
_WIDE = 0.34
"""The width of a bar, if the width of a hand is 1."""
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class _ReviewChart(Chart):
    """A chart over the hands or turns of a game. It leaves as much room for its legend above the data as the legend
    needs, even if the chart is low.
    """

    def __init__(self, name: str, figures: ReviewFigures, up: str, hands: int) -> None:
        super().__init__(name, figures.part_word, up)
        scale = themes.active()[1]
        margins = (8 * scale, 1 * scale, 2 * scale, 1 * scale)
        self.legend.layout.setContentsMargins(*margins)
        self._lowest, self._highest = 0.0, 1.0
        axis = self.getPlotItem().getAxis("bottom")
        axis.setTicks([[(place, format_number(number)) for place, number in figures.parts()], []])
        axis.setStyle(tickLength=0)
        self.setXRange(0, hands, padding=0.02)

    def leave_room(self, lowest: float, highest: float) -> None:
        self._lowest, self._highest = lowest, highest
        box = self.getPlotItem().getViewBox().height()
        legend = self.legend.boundingRect().height() + 10
        part = min(legend / box, 0.6) if box > 0 else 0.2
        self.setYRange(lowest, lowest + (highest - lowest) / (1 - part), padding=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_lowest"):  # Qt calls this before __init__ has finished
            self.getPlotItem().layout.activate()
            self.leave_room(self._lowest, self._highest)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chart, and a ring around it if it has the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(themes.active()[0].focus, 3))
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)
            painter.end()


class ChanceChart(_ReviewChart):
    """A line with the near player's chance of winning through the game, and a dot for every marked choice.

    One dot can be the current one: the mouse points at it, or the arrow keys have selected it.
    """

    looked_at = Signal(object)
    """Emitted with the Choice of the current dot, or None if no dot is current."""
    chosen = Signal(object)
    """Emitted with the Choice to show on the table, after a click or Enter."""

    def __init__(self, figures: ReviewFigures, hands: int) -> None:
        hands = max(hands, 1)
        super().__init__(figures.chances_title(), figures, _("Chance, in %"), hands)
        theme, scale = themes.active()
        self._figures = figures
        self._known = ChanceLine(())
        self._dots: list[Choice] = []
        self._at: int | None = None
        self._scale = scale
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        percents = [(value, format_number(value)) for value in range(0, 101, 25)]
        self.getPlotItem().getAxis("left").setTicks([percents, []])
        self.leave_room(-6, 104)
        faint = pg.mkPen(theme.panel_line, width=scale)
        for hand in range(1, hands):
            self.addItem(pg.InfiniteLine(hand, pen=faint))
        self.addItem(pg.InfiniteLine(50, angle=0, pen=pg.mkPen(theme.panel_line, width=1.5 * scale)))
        self._line = pg.PlotDataItem(pen=pg.mkPen(theme.panel_ink, width=2 * scale), connect="finite")
        self.addItem(self._line)
        edge = pg.mkPen(theme.panel_ink, width=1.2 * scale)
        self._sides = []
        colours = (theme.you, theme.computer)
        for side, seat in enumerate((figures.near, 1 - figures.near)):
            dots = pg.ScatterPlotItem(symbol=_SIGNS[side], pen=edge, brush=colours[side])
            dots.setZValue(10)
            self.addItem(dots)
            self.legend.addItem(
                pg.ScatterPlotItem(symbol=_SIGNS[side], pen=edge, brush=colours[side], size=9 * scale),
                escape(_("Marked: {name}").format(name=short(figures.names[seat]))),
            )
            self._sides.append(dots)

    @property
    def selected(self) -> Choice | None:
        """The choice of the current dot, or None."""
        return None if self._at is None else self._dots[self._at]

    def show_review(self, choices: Sequence[Choice], *, whole: bool) -> None:
        """Show the part of the line that is known. If `whole`, the line goes to the end of the game."""
        before = self.selected
        self._known = self._figures.chances(choices, whole=whole)
        places: list[float] = []
        heights: list[float] = []
        for place, chance in self._known.points:
            if places and int(place) > int(places[-1]) + 1:  # the hand between these points is unknown
                places.append(place)
                heights.append(float("nan"))
            places.append(place)
            heights.append(100 * chance)
        self._line.setData(places, heights)
        self._dots = [choice for choice in choices if choice.mark is not None]
        for side, seat in enumerate((self._figures.near, 1 - self._figures.near)):
            own = [choice for choice in self._dots if choice.seat == seat]
            spots = [self._spot(choice) for choice in own]
            sizes = [_SIZES[choice.mark] * self._scale for choice in own if choice.mark is not None]
            self._sides[side].setData([x for x, _y in spots], [y for _x, y in spots], size=sizes)
        self._at = next((at for at, dot in enumerate(self._dots) if before is not None and _same(dot, before)), None)
        self.viewport().update()

    def look_at(self, at: int | None) -> None:
        """Select the dot with the index ``at``, counted from 0 along the game. If ``at`` is None, select no dot."""
        if at != self._at:
            self._at = at
            self.looked_at.emit(self.selected)
            self.viewport().update()

    def spot_of(self, choice: Choice) -> QPointF:
        """Return the middle of a dot, in pixels of the viewport."""
        scene = self.getPlotItem().getViewBox().mapViewToScene(QPointF(*self._spot(choice)))
        return QPointF(self.mapFromScene(scene))

    def _spot(self, choice: Choice) -> tuple[float, float]:
        place = self._figures.place(choice)
        return place, 100 * (self._known.at(place) or 0.0)

    def _dot_at(self, where: QPointF) -> int | None:
        """Return the index of the nearest dot within reach, or None."""
        far = _REACH * self._scale
        distances = [(where - self.spot_of(dot)).manhattanLength() for dot in self._dots]
        near = min(range(len(distances)), key=distances.__getitem__, default=None)
        return near if near is not None and distances[near] <= far else None

    # ------------------------------------------------------------------ Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._dot_at(event.position())
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor if at is None else Qt.CursorShape.PointingHandCursor)
        if at is not None:
            self.look_at(at)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.look_at(self._dot_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self._dot_at(event.position())
        if at is not None and at == self._at and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.selected)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), len(self._dots) - 1
        if not self._dots:
            QWidget.keyPressEvent(self, event)
        elif key in _STEPS:
            step = _STEPS[key]
            start = -1 if step > 0 else last + 1
            self.look_at(min(max((start if self._at is None else self._at) + step, 0), last))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.look_at(0 if key == Qt.Key.Key_Home else last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.selected is not None:
            self.chosen.emit(self.selected)
        else:
            QWidget.keyPressEvent(self, event)  # the base class would scroll

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chart, and a ring around the current dot."""
        super().paintEvent(event)
        theme, scale = themes.active()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.selected is not None and self.selected.mark is not None:
            radius = (_SIZES[self.selected.mark] / 2 + 5) * scale
            spot = self.spot_of(self.selected)
            for colour, width in ((theme.focus_outer, 4.5), (theme.focus, 2.5)):
                painter.setPen(QPen(colour, width * scale))
                painter.drawEllipse(spot, radius, radius)
        painter.end()


class LuckChart(_ReviewChart):
    """Bars of luck and skill for every hand, side by side: upwards for the near player, and downwards for the far
    player.
    """

    def __init__(self, figures: ReviewFigures, hands: int) -> None:
        near, far = (short(figures.names[seat]) for seat in (figures.near, 1 - figures.near))
        sides = _("{name} ↑   {other} ↓").format(name=near, other=far)
        super().__init__(luck_title(), figures, sides, max(hands, 1))
        theme, scale = themes.active()
        self._near = figures.near
        self._bars = []
        colours = (theme.amber, theme.panel_ink)
        for colour, pattern, name in zip(colours, PATTERNS, (_("Luck"), _("Skill")), strict=True):
            edge = pg.mkPen(theme.panel_ink, width=1)
            brush = QBrush(colour, pattern)
            bars = pg.BarGraphItem(x=[], height=[], width=_WIDE, brush=brush, pen=edge)
            self.addItem(bars)
            sample = pg.ScatterPlotItem(symbol="s", pen=edge, brush=brush, size=11 * scale)
            self.legend.addItem(sample, escape(name))
            self._bars.append(bars)
        self.addItem(pg.InfiniteLine(0, angle=0, pen=pg.mkPen(theme.panel_ink, width=1.5 * scale)))
        self.leave_room(-100, 100)

    def show_review(self, review: Review) -> None:
        """Show the hands whose luck is known."""
        hands = [hand for hand in review.hands if hand.luck is not None]
        luck = [hand.luck_of(self._near) or 0.0 for hand in hands]
        skill = [hand.skill_of(self._near) or 0.0 for hand in hands]
        for bars, heights, aside in zip(self._bars, (luck, skill), (-_WIDE / 2, _WIDE / 2), strict=True):
            bars.setOpts(x=[hand.hand - 0.5 + aside for hand in hands], height=heights)
        lowest, highest = min([-100.0, *luck, *skill]), max([100.0, *luck, *skill])
        self.leave_room(lowest - 0.06 * (highest - lowest), highest + 0.03 * (highest - lowest))


def _same(one: Choice, other: Choice) -> bool:
    return (one.hand, one.action) == (other.hand, other.action)
