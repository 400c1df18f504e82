"""The score panel and the name plate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.i18n import gettext as _
from mile_bones.i18n import in_parts, pgettext

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt

Row = tuple[str, str, str]
"""The texts of a row: the label, the viewer's figure and the opponent's figure."""

_NARROW = 120
"""The width below which the figures are below their labels and the first row is left out. The limit is higher on a
large table.
"""
_LEAST_STACKED = 24
"""The height, in pixels at scale 1, of a label with its figures below. If the panel is too low, the last rows are left
out.
"""
_CLEAR, _RULE = 2.0, 1.0
"""Two heights in pixels: the minimum distance between letters and the nearest rule, and the rule itself. Rows with less
room have no rules.
"""
_HEAD = 42
"""The width in pixels at scale 1 up to which a name widens the opponent's column of figures. A longer name is cut."""
_WITH_CAR = 60
"""The minimum height in pixels at scale 1 of a name plate that shows the car."""
_FEW_LETTERS = 10
_FEW_AT_THE_END = 3
_LEAST_PX = 11
"""The minimum size of the words in pixels. Smaller words cannot be read."""


def short_name(name: str) -> str:
    """Return a player's name in the form for places with little room."""
    return pgettext("name plate", "Comp.") if name == _("Computer") else name


def fitted_name(name: str, metrics: QFontMetricsF, room: float) -> str:
    """Return the name cut to ``room`` pixels. The cut is in the middle, because similar names may differ only at the
    end.

    If there is room for only a few letters, the cut is at the end, unless the name ends with a number or the like
    ("Player 2").
    """
    few = room < _FEW_LETTERS * metrics.averageCharWidth()
    _first, space, last = name.rpartition(" ")
    at_the_end = few and not (space and len(last) <= _FEW_AT_THE_END)
    return metrics.elidedText(name, Qt.TextElideMode.ElideRight if at_the_end else Qt.TextElideMode.ElideMiddle, room)


def score_text(rows: Sequence[Row], names: tuple[str, str]) -> str:
    """Return a score panel in words, for screen readers."""
    own, other = names
    lines = [
        _("{label}: {name} {points}, {other} {other_points}").format(
            label=label, name=own, points=mine, other=other, other_points=theirs
        )
        for label, mine, theirs in rows
    ]
    return _("Score. {lines}.").format(lines=in_parts(lines))


def paint_score_panel(
    painter: QPainter, rect: QRectF, k: float, theme: Theme, height: float, band: QColor, ink: QColor
) -> QRectF:
    """Paint the ground of a score panel and its head, ``height`` pixels high. Return the area of the head."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    radius = 8 * k
    paint.shadow(painter, rect, radius, theme)
    painter.setPen(QPen(theme.panel_line, 1.4))
    painter.setBrush(theme.panel)
    painter.drawRoundedRect(rect, radius, radius)
    head = QRectF(rect.x() + 0.7, rect.y() + 0.7, rect.width() - 1.4, height)
    paint.head(painter, head, radius, band)
    painter.setPen(ink)
    painter.setFont(font(13.5 * k, "Bold"))
    painter.drawText(head, Qt.AlignmentFlag.AlignCenter, _("Score"))
    if theme.high_contrast:
        painter.setPen(QPen(theme.panel_line, 1.5))
        painter.drawLine(head.bottomLeft(), head.bottomRight())
    return head


class ScorePanel(Fixture):
    """A panel with what remains to be done, the points of the hand, the totals and the games won."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._names = ("", "")

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows as shown."""
        return self._rows

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        if rows != self._rows:
            self._rows = rows
            self.update()

    def show_names(self, names: tuple[str, str]) -> None:
        """Show the players' names, the viewer's first."""
        if names != self._names:
            self._names = names
            self.update()

    def text(self) -> str:
        """Return the panel in words, for screen readers."""
        return score_text(self._rows, self._names)

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-3, -3, 3, 6)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        k, rect = self._k, self._rect
        head = paint_score_panel(painter, rect, k, theme, 26 * k, theme.score_header, theme.score_header_ink)
        if rect.width() < _NARROW * max(1.0, k):
            self._paint_stacked(painter, theme, head.bottom())
        else:
            self._paint_columns(painter, theme, head.bottom())

    def _paint_columns(self, painter: QPainter, theme: Theme, top: float) -> None:
        k, rect = self._k, self._rect
        figures, theirs_width = self._fitting_figures()
        right = rect.right() - 10 * k
        ends = (min(rect.x() + rect.width() * 0.645, right - theirs_width - 6 * k), right)
        painter.setPen(theme.panel_secondary)
        painter.setFont(font(11.5 * k, "SemiBold"))
        metrics = QFontMetricsF(painter.font())
        for name, end, begin in zip(self._names, ends, (rect.x() + 4 * k, ends[0] + 6 * k), strict=True):
            head = fitted_name(short_name(name), metrics, end - begin)
            self._figure(painter, head, end, top + 4 * k, 18 * k)
        first = top + 24 * k
        step = (rect.bottom() - 2 * k - first) / max(1, len(self._rows))
        for index, (label, mine, theirs) in enumerate(self._rows):
            y = first + step * index
            self._rule(painter, theme, y, 8 * k)
            painter.setPen(theme.panel_ink)
            painter.setFont(font(12.5 * k, "SemiBold"))
            zone = QRectF(rect.x() + 10 * k, y, rect.width() - 20 * k, step)
            painter.drawText(self.flip(zone), paint.leading(mirrored=self._mirrored), label)
            painter.setFont(figures)
            for figure, end in zip((mine, theirs), ends, strict=True):
                self._figure(painter, figure, end, y, step)

    def _fitting_figures(self) -> tuple[QFont, float]:
        """Return the font of the figures, smaller if the totals are long, and the width of the opponent's column."""
        k = self._k
        labels = QFontMetricsF(font(12.5 * k, "SemiBold"))
        names = QFontMetricsF(font(11.5 * k, "SemiBold"))
        head = min(names.horizontalAdvance(short_name(self._names[1])), _HEAD * k)
        room = self._rect.width() - 20 * k - 12 * k
        px = 13.5 * k
        while True:
            face = font(px, "Bold")
            metrics = QFontMetricsF(face)
            theirs = max((head, *(metrics.horizontalAdvance(row[2]) for row in self._rows)))
            widest = max(
                (labels.horizontalAdvance(row[0]) + metrics.horizontalAdvance(row[1]) for row in self._rows),
                default=0.0,
            )
            if widest + theirs <= room or px <= _LEAST_PX:
                return face, theirs
            px -= 0.5

    def _paint_stacked(self, painter: QPainter, theme: Theme, top: float) -> None:
        k, rect = self._k, self._rect
        middles = (rect.x() + rect.width() * 0.27, rect.x() + rect.width() * 0.73)
        painter.setPen(theme.panel_secondary)
        painter.setFont(font(max(_LEAST_PX, 11 * k), "SemiBold"))
        metrics = QFontMetricsF(painter.font())
        label_face, face = painter.font(), font(13 * k, "Bold")
        names = [fitted_name(short_name(name), metrics, 0.44 * rect.width()) for name in self._names]
        over, under = _inked(metrics, names)
        first = top + max(18 * k, over + under + 2 * _CLEAR)
        baseline = top + (first - top + over - under) / 2
        for name, middle in zip(names, middles, strict=True):
            self._on_line(painter, name, middle, baseline)
        shown = self._rows[1:]
        label_over, label_under = _inked(metrics, [row[0] for row in shown])
        over, under = _inked(QFontMetricsF(face), [figure for row in shown for figure in row[1:]])
        inked = label_over + label_under + over + under
        room = rect.bottom() - 1 * k - first
        shown = shown[: max(1, int(room / (_LEAST_STACKED * k)))]
        step = room / max(1, len(shown))
        ruled = step >= inked + _RULE + 2 * _CLEAR
        clear = max((step - _RULE - inked) / 3, _CLEAR) if ruled else max(0.0, step - _RULE - inked) / 2.5
        for index, (label, mine, theirs) in enumerate(shown):
            y = first + step * index
            if ruled:
                self._rule(painter, theme, y, 6 * k)
            painter.setPen(theme.panel_secondary)
            painter.setFont(label_face)
            self._on_line(painter, label, rect.center().x(), y + _RULE + clear + label_over)
            painter.setPen(theme.panel_ink)
            painter.setFont(face)
            for figure, middle in zip((mine, theirs), middles, strict=True):
                self._on_line(painter, figure, middle, y + step - clear - under)

    def _rule(self, painter: QPainter, theme: Theme, y: float, inset: float) -> None:
        painter.setPen(QPen(theme.panel_line, 1))
        y = round(y) + 0.5
        painter.drawLine(QPointF(self._rect.x() + inset, y), QPointF(self._rect.right() - inset, y))

    def _figure(self, painter: QPainter, text: str, end: float, y: float, height: float) -> None:
        zone = self.flip(QRectF(self._rect.x(), y, end - self._rect.x(), height))
        painter.drawText(zone, paint.leading(mirrored=not self._mirrored), text)

    def _on_line(self, painter: QPainter, text: str, middle: float, baseline: float) -> None:
        metrics = QFontMetricsF(painter.font())
        half = min(abs(middle - self._rect.x()), abs(self._rect.right() - middle))
        zone = self.flip(QRectF(middle - half, baseline - metrics.ascent(), 2 * half, metrics.height()))
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, text)


def _inked(metrics: QFontMetricsF, texts: Sequence[str]) -> tuple[float, float]:
    """Return two maximum heights of the letters of ``texts``: above the baseline, and below it."""
    inked = [metrics.tightBoundingRect(text) for text in texts]
    return max((-one.top() for one in inked), default=0.0), max((0.0, *(one.bottom() for one in inked)))


class Plate(Fixture):
    """A player's name plate. It is amber while it is that player's turn."""

    def __init__(self, faces: CardArt, art: str) -> None:
        super().__init__()
        self._faces = faces
        self._art = art
        self._name = ""
        self._active = False

    @property
    def name(self) -> str:
        """The name of the player."""
        return self._name

    def show_player(self, name: str, active: bool) -> None:
        """Show ``name``. ``active``: it is this player's turn."""
        if (name, active) != (self._name, self._active):
            self._name, self._active = name, active
            self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k, rect, active = self._k, self._rect, self._active
        paint.shadow(painter, rect, 7 * k, theme)
        painter.setPen(QPen(theme.amber_line if active else theme.panel_line, 2 if active else 1.4))
        painter.setBrush(theme.amber if active else theme.panel)
        painter.drawRoundedRect(rect, 7 * k, 7 * k)
        middle = min(rect.bottom() - 39 * k, rect.center().y() + 8 * k)
        if rect.height() >= _WITH_CAR * k:
            car = self._faces.car(self._art, rect.width() * 0.78, self._ratio, mirrored=self._mirrored)
            size = car.deviceIndependentSize()
            painter.drawPixmap(QPointF(rect.center().x() - size.width() / 2, middle - size.height()), car)
        painter.setPen(theme.amber_ink if active else theme.panel_ink)
        alone = not active and rect.height() < _WITH_CAR * k
        self._paint_name(painter, rect if alone else QRectF(rect.x(), middle + 3 * k, rect.width(), 18 * k))
        if active:
            painter.setFont(font(max(_LEAST_PX, 10.5 * k), "SemiBold"))
            zone = QRectF(rect.x(), middle + 20 * k, rect.width(), 15 * k)
            painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, pgettext("name plate", "to play"))

    def _paint_name(self, painter: QPainter, zone: QRectF) -> None:
        """Paint the name as large as possible. If the name does not fit, paint the short name, cut if necessary."""
        room, largest = zone.width() - 2, 12.6 * self._k
        sizes = [max(_LEAST_PX, largest - step / 2) for step in range(1 + max(0, round(2 * (largest - _LEAST_PX))))]
        tries = [(text, size) for text in (self._name, short_name(self._name)) for size in sizes]
        fits = (one for one in tries if QFontMetricsF(font(one[1], "Bold")).horizontalAdvance(one[0]) <= room)
        text, size = next(fits, tries[-1])
        painter.setFont(font(size, "Bold"))
        shown = fitted_name(text, QFontMetricsF(painter.font()), room)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, shown)
