"""Charts of the coach's reviews for the statistics. Like ``charts``, this module is imported only when a chart is
shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import pyqtgraph as pg

from mile_bones.desktop.dialogs import coach_figures
from mile_bones.desktop.dialogs.charts import MOST_BARS, MOST_PAIRS, Chart
from mile_bones.desktop.dialogs.coach_figures import View
from mile_bones.desktop.look import theme as themes
from mile_bones.engine.spec import Spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.library.review_statistics import ReviewedGame, ReviewStatistics
from mile_bones.match.units import by_unit

_LATELY = 10
"""The number of games in the moving average. The average in ``charts`` covers more games, because only some games are
reviewed.
"""
_PEN = 3
"""The width of a line at scale 1. It is wide, because the line is drawn over bars."""


def view_chart(view: View, reviews: ReviewStatistics, names: tuple[str, str], game: Spec) -> Chart:
    """Return the chart for this view. `names` are the names of both sides, short enough for a legend."""
    title = coach_figures.title(view, game)
    if view is View.ERRORS:
        return _errors_chart(title, reviews.games, names, game)
    if view is View.LUCK:
        return _luck_chart(title, reviews.games, names)
    if view is View.ERRORS_BY_KIND:
        return _kinds_chart(title, reviews, names, game)
    theme, _scale = themes.active()
    up = by_unit(game, hand=_("Hands"), deal=_("Deals"))
    if view is View.ERRORS_BY_HAND:
        hand, deal = _("What the choices of a hand cost"), _("What the choices of a deal cost")
        chart = Chart(title, by_unit(game, hand, deal), up)
        costs = coach_figures.by_step(reviews.costs, coach_figures.COST_STEP)
        chart.counts(costs, coach_figures.COST_STEP, names, (theme.you, theme.computer))
    else:
        chart = Chart(title, by_unit(game, hand=_("Points of a hand"), deal=_("Points of a deal")), up)
        counts = coach_figures.luck_by_step(reviews)
        chart.counts(counts, coach_figures.LUCK_STEP, coach_figures.luck_words(), (theme.amber, theme.you))
    return chart


def _errors_chart(title: str, games: Sequence[ReviewedGame], names: tuple[str, str], game: Spec) -> Chart:
    """Return a chart with a bar for each game and side, and the moving average of the first side's error rate."""
    theme, _scale = themes.active()
    together = _together(games, MOST_PAIRS)
    chart = Chart(title, _across(together), coach_figures.unit(game))
    costs = np.array([[max(rate.cost, 0.0) for rate in each.rates] for each in games])
    hands = np.array([each.rates[0].hands for each in games], float)
    highest = 0.0
    for side, (name, colour) in enumerate(zip(names, (theme.you, theme.computer), strict=True)):
        heights = _grouped(costs[:, side], together) / _grouped(hands, together)
        places = _places(len(heights), together) + _width(together) / 4 * (2 * side - 1)
        chart.bars(places, heights, _width(together) / 2, colour, name)
        highest = max(highest, float(heights.max()))
    text = _("{name}, average of {count} games").format(name=names[0], count=format_number(_of(together)))
    _line(chart, _lately(costs[:, 0], hands, together), together, text)
    chart.leave_room(0, highest)
    return chart


def _luck_chart(title: str, games: Sequence[ReviewedGame], names: tuple[str, str]) -> Chart:
    """Return a chart with a bar for each game, upwards if the first side was lucky, and a line of that side's skill."""
    theme, _scale = themes.active()
    together = _together(games)
    chart = Chart(title, _across(together), _("Points a game"))
    luck = np.array([each.luck or 0.0 for each in games])
    ones = np.ones(len(games))
    heights = _grouped(luck, together) / _grouped(ones, together)
    places = _places(len(heights), together)
    for name, colour, chosen in zip(names, (theme.you, theme.computer), (heights > 0, heights < 0), strict=True):
        text = _("{name}: luck").format(name=name)
        chart.bars(places[chosen], heights[chosen], _width(together), colour, text)
    line = _lately(np.array([each.result for each in games]) - luck, ones, together)
    text = _("Skill, average of {count} games").format(count=format_number(_of(together)))
    _line(chart, line, together, text)
    both = np.concatenate([heights, line, [0.0]])
    chart.leave_room(float(both.min()), float(both.max()))
    return chart


def _kinds_chart(title: str, reviews: ReviewStatistics, names: tuple[str, str], game: Spec) -> Chart:
    """Return a chart with a bar for each kind of choice and side."""
    theme, _scale = themes.active()
    found = coach_figures.kinds(reviews, game)
    chart = Chart(title, _("Kind of choice"), coach_figures.unit(game))
    chart.getPlotItem().getAxis("bottom").setTicks([[(at, words) for at, (words, _rates) in enumerate(found)]])
    for side, (name, colour) in enumerate(zip(names, (theme.you, theme.computer), strict=True)):
        heights = [rates[side].a_hand for _words, rates in found]
        chart.bars([at - 0.19 + 0.38 * side for at in range(len(found))], heights, 0.36, colour, name)
    chart.setXRange(-0.5, len(found) - 0.5, padding=0.02)
    chart.leave_room(0, max(rate.a_hand for _words, rates in found for rate in rates))
    return chart


def _together(games: Sequence[ReviewedGame], most: int = MOST_BARS) -> int:
    """Return the number of games that share a bar if there are at most `most` bars."""
    return -(-len(games) // most) or 1


def _of(together: int) -> int:
    return max(_LATELY, together)


def _across(together: int) -> str:
    if together == 1:
        return _("Reviewed games, the first one first")
    text = _("Reviewed games, the first one first; each bar shows the average of {count}")
    return text.format(count=format_number(together))


def _grouped(values: Any, together: int) -> Any:
    """Return the sums of groups of `together` neighbours. The last group may be smaller."""
    return np.append(values, np.zeros(-len(values) % together)).reshape(-1, together).sum(axis=1)


def _places(bars: int, together: int) -> Any:
    return together * np.arange(bars) + (together + 1) / 2


def _width(together: int) -> float:
    return 0.8 if together == 1 else together


def _lately(values: Any, weights: Any, together: int) -> Any:
    """Return the moving average at the first game of each group. At first it is the average of all games so far."""
    of = _of(together)
    sums = [np.cumsum(np.append(0.0, each)) for each in (values, weights)]
    ends = np.arange(1, len(values) + 1)
    begins = np.maximum(ends - of, 0)
    some, counted = (each[ends] - each[begins] for each in sums)
    return (some / counted)[::together]


def _line(chart: Chart, heights: Any, together: int, text: str) -> None:
    theme, scale = themes.active()
    pen, places = pg.mkPen(theme.panel_ink, width=_PEN * scale), np.arange(1, together * len(heights) + 1, together)
    line = pg.PlotDataItem(places, heights, pen=pen)
    if len(heights) == 1:  # a line needs two points
        line = pg.PlotDataItem(places, heights, pen=pen, symbol="o", symbolBrush=theme.panel_ink, symbolPen=None)
    chart.addItem(line)
    chart.legend.addItem(line, escape(text))
