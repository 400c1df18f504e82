"""The charts of the statistics, drawn by pyqtgraph in the colours of the theme.

This module is imported only when a chart is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape  # pyqtgraph treats every text as HTML

import numpy as np
import pyqtgraph as pg
from numpy.typing import ArrayLike
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QBrush, QColor

from mile_bones.desktop.dialogs.figures import hands_title
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.screen_reader import set_role
from mile_bones.engine.spec import Spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match.units import by_unit
from mile_bones.storage.statistics import Result

_LATELY = 20  # the number of games in the moving average of the results
MOST_BARS = 500
"""The largest number of bars that can be told apart in the widest chart. If there are more games, several games share a
bar.
"""
MOST_PAIRS = 40
"""The largest number of pairs of bars whose patterns can be told apart in the narrowest chart."""

_MOST_EDGED = 60
"""The largest number of bars that get an outline. If there were more, only outlines would be visible."""
PATTERNS = (Qt.BrushStyle.SolidPattern, Qt.BrushStyle.BDiagPattern)
"""The patterns of the first and second row of bars, so that the rows differ not only in colour."""


class _Numbers(pg.AxisItem):
    """An axis with whole numbers, in the format that the program uses elsewhere."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [format_number(round(value)) if abs(value - round(value)) < spacing / 100 else "" for value in values]


class Chart(pg.PlotWidget):
    """A chart to look at. The player cannot move or zoom the chart."""

    def __init__(self, name: str, across: str, up: str) -> None:
        theme, scale = themes.active()
        self._rows = 0
        axes = {side: _Numbers(side) for side in ("bottom", "left")}
        super().__init__(background=theme.field, axisItems=axes, enableMenu=False)
        set_role(self, QAccessible.Role.Chart)  # before it has a name, because Qt 6.8 already asks for the role by then
        self.setAccessibleName(name)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the Tab key stops once at the chart
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        font = themes.font(13 * scale, "Medium")
        plot = self.getPlotItem()
        # Numbers grow to the right in every language, as on paper. The legend follows the direction of the
        # language.
        plot.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.destroyed.connect(plot.ctrlMenu.deleteLater)  # this menu is never shown, and it would outlive the chart
        for action in plot.scene().contextMenu:  # "Export" needs the menu that is disabled, and would raise an error
            action.deleteLater()
        plot.scene().contextMenu = []
        for side, text in (("bottom", across), ("left", up)):
            axis = plot.getAxis(side)
            axis.setTextPen(theme.panel_ink)
            axis.setPen(theme.panel_line)
            axis.setTickFont(font)
            axis.setLabel(escape(text), **{"color": theme.panel_ink.name(), "font-size": f"{round(13 * scale)}px"})
        plot.showGrid(x=False, y=True, alpha=0.25)
        self.legend = plot.addLegend(offset=(-12, 6), colCount=3, labelTextColor=theme.panel_ink, brush=theme.panel)
        self.legend.setLabelTextSize(f"{round(10 * scale)}pt")

    def leave_room(self, lowest: float, highest: float) -> None:
        """Show this range of heights, and leave room for the legend above it."""
        height = max(highest - lowest, 1)
        self.setYRange(lowest, highest + 0.26 * height, padding=0.02)

    def bars(self, places: ArrayLike, heights: ArrayLike, width: float, colour: QColor, name: str) -> None:
        """Add a row of bars, and its name to the legend. Rows have different patterns as well as different colours."""
        brush = QBrush(colour, PATTERNS[self._rows % len(PATTERNS)])
        self._rows += 1
        few = len(np.atleast_1d(np.asarray(heights))) <= _MOST_EDGED
        solid = brush.style() == Qt.BrushStyle.SolidPattern
        pen = pg.mkPen(themes.active()[0].panel_ink if few else None if solid else colour)
        item = pg.BarGraphItem(x=places, height=heights, width=width, brush=brush, pen=pen)
        self.addItem(item)
        sample = pg.ScatterPlotItem(symbol="s", pen=pen, brush=brush, size=14 * themes.active()[1])
        self.legend.addItem(sample, escape(name))

    def counts(
        self, counts: Sequence[Mapping[int, int]], step: int, names: Sequence[str], colours: Sequence[QColor]
    ) -> None:
        """Add two rows of bars, side by side. `counts` maps the number of a step to a count. Step `n` begins at ``n *
        step``.
        """
        for row, (name, colour, heights) in enumerate(zip(names, colours, counts, strict=True)):
            middles = [step * (number + 0.3 + 0.4 * row) for number in heights]
            self.bars(middles, list(heights.values()), 0.38 * step, colour, name)
        self.leave_room(0, max((count for heights in counts for count in heights.values()), default=0))


def results_chart(results: Sequence[Result], names: tuple[str, str], *, points: bool) -> Chart:
    """Return a chart with a bar for the winner's lead in every game, upwards if the first side won.

    If `points` is False, games are only won or lost. If several games share a bar, the bar shows the widest win of each
    side.
    """
    theme, scale = themes.active()
    together = -(-len(results) // MOST_BARS) or 1
    across = _("Games, the first one first")
    if together > 1:
        across = _("Games, the first one first; each bar shows the widest wins of {count}").format(
            count=format_number(together)
        )
    chart = Chart(_("Results over time"), across, _("Points ahead") if points else _("Games won"))
    ahead = np.array([game.own - game.other for game in results], float)
    bars = np.append(ahead, np.zeros(-len(ahead) % together)).reshape(-1, together)
    places = together * np.arange(len(bars)) + (together + 1) / 2
    for name, colour, heights in zip(
        names,
        (theme.you, theme.computer),
        (bars.max(axis=1, initial=0), bars.min(axis=1, initial=0)),
        strict=True,
    ):
        chart.bars(places[heights != 0], heights[heights != 0], 0.8 if together == 1 else together, colour, name)
    chart.leave_room(float(bars.min(initial=0)), float(bars.max(initial=0)))
    lately = max(_LATELY, together)
    if len(ahead) >= lately:
        sums = np.cumsum(np.concatenate([[0.0], ahead]))
        line = pg.PlotDataItem(
            np.arange(lately, len(ahead) + 1)[::together],
            ((sums[lately:] - sums[:-lately]) / lately)[::together],
            pen=pg.mkPen(theme.panel_ink, width=2 * scale),
        )
        chart.addItem(line)
        chart.legend.addItem(line, escape(_("Average of {count} games").format(count=format_number(lately))))
    return chart


def hands_chart(
    hands: tuple[Mapping[int, int], Mapping[int, int]], step: int, names: tuple[str, str], game: Spec
) -> Chart:
    """Return a chart of the number of hands by their points, in steps of `step`, with a bar for each side."""
    theme, _scale = themes.active()
    across = by_unit(game, hand=_("Points of a hand"), deal=_("Points of a deal"))
    chart = Chart(hands_title(game), across, by_unit(game, hand=_("Hands"), deal=_("Deals")))
    chart.counts(hands, step, names, (theme.you, theme.computer))
    return chart
