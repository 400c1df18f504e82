"""Charts of reviews, as they are drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from desktop.dialogs.test_coach_figures import GAME, GAMES, SOME
from mile_bones.desktop.dialogs.coach_figures import View
from mile_bones.games import spec

PATTERN_PX = 4.0
"""The least width of a bar, in pixels, at which the strokes of the bar's pattern can be seen."""


@pytest.mark.parametrize("count", [1, 2, 39, 40, 41, 150, 400, 5000])
def test_bars_of_both_sides_are_wide_enough_for_their_patterns(qtbot, dressed, count: int) -> None:
    import pyqtgraph as pg

    from mile_bones.desktop.dialogs.coach_charts import view_chart

    games = (GAMES * count)[:count]
    chart = view_chart(View.ERRORS, replace(SOME, games=games), ("You", "Computer"), GAME)
    qtbot.addWidget(chart)
    chart.resize(560, 300)
    with qtbot.waitExposed(chart):
        chart.show()
    box = chart.getPlotItem().getViewBox()
    rows = [item.opts for item in chart.items() if isinstance(item, pg.BarGraphItem)]
    assert len(rows) == 2
    places = sorted(at for bars in rows for at in bars["x"])
    for bars in rows:
        assert bars["width"] / box.viewPixelSize()[0] >= PATTERN_PX
        assert all(other - one >= bars["width"] - 1e-9 for one, other in pairwise(places))
    shared = -(-count // len(rows[0]["x"]))
    assert (f"the average of {shared}" in chart.getPlotItem().getAxis("bottom").labelText) is (shared > 1)


@pytest.mark.parametrize(
    ("game", "one", "many"), [("mile-bones", "hand", "Hands"), ("montreal-mille", "deal", "Deals")]
)
def test_the_axes_use_the_games_word_for_a_hand(qtbot, dressed, game: str, one: str, many: str) -> None:
    from mile_bones.desktop.dialogs.coach_charts import view_chart

    dressed()
    for view, across, up in (
        (View.ERRORS_BY_HAND, f"What the choices of a {one} cost", many),
        (View.LUCK_BY_HAND, f"Points of a {one}", many),
        (View.ERRORS_BY_KIND, "Kind of choice", f"Points a {one}"),
    ):
        chart = view_chart(view, SOME, ("You", "Computer"), spec(game))
        qtbot.addWidget(chart)
        axes = [chart.getPlotItem().getAxis(side).labelText for side in ("bottom", "left")]
        assert axes == [across, up]
