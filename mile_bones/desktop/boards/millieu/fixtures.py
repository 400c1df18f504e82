"""The parts around the cube: the panels of the two hands, and the turn strip."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from mile_bones.desktop.boards.millieu.colours import CubeColours, cube_colours
from mile_bones.desktop.boards.millieu.strokes import line_pen
from mile_bones.desktop.look.card_art import CAR_SIZE, CardArt
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.panels import short_name
from mile_bones.games.millieu import words
from mile_bones.games.millieu.observation import Phase
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

_PX = 14.0
_ROOM = 16.0
"""The sum of the spaces before and after the words of a button."""


class TableButton(QPushButton):
    """A push button with two texts: a long one, and a short one for places where the long one does not fit."""

    def __init__(self, text: str, short: str, topic: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._long, self._short = text, short
        self.setAccessibleName(text)
        self.setProperty("helpTopic", topic)
        self.setProperty("kind", "plain")
        self.setAutoDefault(False)

    def place_at(self, rect: Rect) -> None:
        """Place the button, with the text that fits. If both texts are too long, the short one has smaller letters."""
        px = min(_PX * max(rect.h / 36, 0.8), 0.42 * rect.h)
        metrics = QFontMetricsF(font(px, "Bold"))
        fits = metrics.horizontalAdvance(self._long) + _ROOM <= rect.w
        self.setText(self._long if fits else self._short)
        if not fits:
            px *= min(1.0, (rect.w - _ROOM) / metrics.horizontalAdvance(self._short))
        self.setStyleSheet(f"padding: 0; min-width: 0; min-height: 0; font-size: {int(px)}px;")
        self.setGeometry(*(round(value) for value in rect))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button like Space, as on every place of the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)


CARS = ("car_red", "car_blue")
"""The art of the near side's car and of the far side's car."""
_STEPS = (Phase.PLACE, Phase.SLIDE, Phase.CAPTURE)
_LEAST_PX = 11


class CubeFixture(Fixture):
    """A part of the table that also uses the colours of the cube."""

    def __init__(self, art: CardArt) -> None:
        super().__init__()
        self._art = art
        self._colours: CubeColours | None = None

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        self._colours = cube_colours(theme)
        super().place_at(rect, k, theme, mirrored, ratio)

    def write(self, painter: QPainter, zone: QRectF, text: str, *, trailing: bool = False) -> None:
        """Write ``text`` at the beginning or at the end of a line in this zone. The text is cut if it does not fit."""
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, zone.width())
        painter.drawText(self.flip(zone), paint.leading(mirrored=trailing is not self._mirrored), shown)

    def draw_car(self, painter: QPainter, car: str, width: float, nose: QPointF) -> None:
        """Draw the car at this width. ``nose`` is the lower left corner on a table that reads from left to right."""
        picture = self._art.car(car, width, self._ratio, mirrored=self._mirrored)
        height = width * CAR_SIZE[1] / CAR_SIZE[0]
        painter.drawPixmap(self.flip(QRectF(nose.x(), nose.y() - height, width, height)).topLeft(), picture)


class HandPanel(CubeFixture):
    """A player's hand: the head with car, name and number of pieces. The pieces themselves are slots."""

    def __init__(self, art: CardArt, car: str) -> None:
        super().__init__(art)
        self._car = car
        self._head = QRectF()
        self._name = ""
        self._held = 0
        self._active = False

    @property
    def name(self) -> str:
        """The player's name."""
        return self._name

    @property
    def active(self) -> bool:
        """Whether it is this player's turn."""
        return self._active

    def set_head(self, rect: Rect) -> None:
        """Place the head of the panel."""
        self._head = paint.qrect(rect)

    def show_player(self, name: str, held: int, active: bool) -> None:
        """Show this name and number of pieces. ``active``: it is this player's turn."""
        if (name, held, active) != (self._name, self._held, self._active):
            self._name, self._held, self._active = name, held, active
            self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k, rect, active = self._k, self._rect, self._active
        radius = 8 * k
        paint.shadow(painter, rect, radius, theme)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(rect, radius, radius)
        edge = theme.amber_line if active else theme.panel_line
        if self._head.height():
            paint.head(painter, self._head, radius, theme.amber if active else self._colours.head)
            painter.setPen(QPen(edge, 1.4))
            painter.drawLine(self._head.bottomLeft(), self._head.bottomRight())
        painter.setPen(QPen(edge, 2.0 if active else 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)
        self._paint_head(painter, theme)

    def _paint_head(self, painter: QPainter, theme: Theme) -> None:
        k, rect = self._k, self._head
        if not rect.height():
            return  # the compact form has a line for this purpose
        ink = theme.amber_ink if self._active else theme.panel_ink
        middle = rect.center().y()
        self.draw_car(painter, self._car, 46 * k, QPointF(rect.x() + 13 * k, middle + 10.5 * k))
        figure, caption = font(20 * k, "Bold"), font(max(_LEAST_PX, 12 * k), "SemiBold")
        count = format_number(self._held)
        figure_width = QFontMetricsF(figure).horizontalAdvance(count)
        right = rect.right() - 14 * k

        def line(left: float, width: float, lower: float = 0.0) -> QRectF:
            return QRectF(left, rect.y() + lower, width, rect.height())

        painter.setPen(ink)
        painter.setFont(figure)
        self.write(painter, line(right - figure_width - 2, figure_width + 2), count, trailing=True)
        unit = pgettext("number of pieces", "in hand")
        unit_width = QFontMetricsF(caption).horizontalAdvance(unit) + 2
        left = rect.x() + 66 * k
        end = right - figure_width - 6 * k
        name_room = end - unit_width - 6 * k - left
        name_font = font(max(_LEAST_PX + 1, 15 * k), "Bold")
        width = QFontMetricsF(name_font).horizontalAdvance
        name = self._name if width(self._name) <= name_room else short_name(self._name)
        fits = width(name) <= name_room
        if fits:
            painter.setPen(theme.amber_ink if self._active else theme.panel_secondary)
            painter.setFont(caption)
            self.write(painter, line(end - unit_width, unit_width, 2 * k), unit, trailing=True)
        painter.setPen(ink)
        painter.setFont(name_font)
        self.write(painter, line(left, name_room if fits else end - left), name)


class TurnStrip(CubeFixture):
    """The road of a turn: place, slide, capture, and the flag. The mover's car stands at the present step."""

    def __init__(self, art: CardArt) -> None:
        super().__init__(art)
        self._text = ""
        self._step: int | None = None
        self._car = CARS[0]

    @property
    def step(self) -> int | None:
        """The present step, from 0 to 2. It is 3 when all steps are done, and None after the end of the game."""
        return self._step

    def show_step(self, text: str, phase: Phase | None, car: str) -> None:
        """Show the step of ``phase``, or that all steps are done if it is None.

        ``text`` says whose turn it is, and ``car`` is the art of that player's car.
        """
        step = len(_STEPS) if phase is None else None if phase is Phase.OVER else _STEPS.index(phase)
        if (text, step, car) != (self._text, self._step, self._car):
            self._text, self._step, self._car = text, step, car
            self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, k = self._rect, self._k
        painter.setPen(QPen(theme.asphalt_line, 2) if theme.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(theme.asphalt)
        painter.drawRoundedRect(rect, 7 * k, 7 * k)
        verge = QColor(theme.verge)
        verge.setAlphaF(0.75)
        for y in (rect.y() + 4, rect.bottom() - 4):
            painter.setPen(QPen(verge, 1.6))
            painter.drawLine(QPointF(rect.x() + 7 * k, y), QPointF(rect.right() - 7 * k, y))
        first, last = rect.x() + 190 * k, rect.right() - 150 * k
        stops = [first + (last - first) * index / 3 for index in range(3)]
        middle = rect.center().y()
        dashes = line_pen(theme.lane, 2 * k, (14 * k, 10 * k))
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(dashes)
        road = self.flip(QRectF(first - 40 * k, middle, rect.right() - 30 * k - first + 40 * k, 0))
        painter.drawLine(road.topLeft(), road.topRight())
        painter.setPen(theme.asphalt_ink)
        painter.setFont(font(14 * k, "Bold"))
        self.write(painter, QRectF(rect.x() + 14 * k, rect.y(), 130 * k, rect.height()), self._text)
        for index, (x, phase) in enumerate(zip(stops, _STEPS, strict=True)):
            self._paint_step(painter, theme, index, x, words.phase_name(phase))
        self._paint_flag(painter)

    def _paint_step(self, painter: QPainter, theme: Theme, index: int, x: float, label: str) -> None:
        k, middle = self._k, self._rect.center().y()
        here = index == self._step
        done = self._step is not None and index < self._step
        face = font(15 * k, "Bold")
        words_width = QFontMetricsF(face).horizontalAdvance(label) + 2
        car_width = 44 * k
        width = 44 * k + words_width + (car_width + 14 * k if here else 4 * k)
        pill = QRectF(x - 20 * k, middle - 16 * k, width, 32 * k)
        painter.setPen(QPen(theme.amber_ink, 1.6) if here else Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber if here else theme.asphalt)
        painter.drawRoundedRect(self.flip(pill), 16 * k, 16 * k)
        disc = self.flip(QRectF(x - 13 * k, middle - 13 * k, 26 * k, 26 * k))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber_ink if here else self._colours.done if done else theme.asphalt_ink)
        painter.drawEllipse(disc)
        if done:
            tick = QPainterPath(disc.center() + QPointF(-5.4, 0.4) * k)
            tick.lineTo(disc.center() + QPointF(-1.4, 4.4) * k)
            tick.lineTo(disc.center() + QPointF(6, -4.4) * k)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.strokePath(tick, line_pen(theme.asphalt_ink, 2.8 * k))
        else:
            painter.setPen(theme.asphalt_ink if here else theme.asphalt)
            painter.setFont(face)
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, format_number(index + 1))
        painter.setFont(face)
        painter.setPen(theme.amber_ink if here else theme.asphalt_ink)
        self.write(painter, QRectF(x + 20 * k, pill.y(), words_width, pill.height()), label)
        if here:
            self.draw_car(painter, self._car, car_width, QPointF(x + 26 * k + words_width, middle + 10 * k))

    def _paint_flag(self, painter: QPainter) -> None:
        rect = self._rect
        size = (rect.height() - 6) / 6
        left = rect.right() - 44 * self._k - 2 * size
        painter.setPen(Qt.PenStyle.NoPen)
        for row in range(6):
            for column in range(4):
                square = QRectF(left + column * size, rect.y() + 3 + row * size, size, size)
                painter.setBrush(self._colours.ink if (row + column) % 2 else QColor("#FFF8E8"))
                painter.drawRect(self.flip(square))


def strip_words(name: str, over: bool) -> str:
    """Return the words that say whose turn it is, for the beginning of the strip."""
    return pgettext("turn strip", "The end") if over else _("{name} to play").format(name=name)
