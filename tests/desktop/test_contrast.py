"""The contrast of palettes and of pictures in every theme. Words need 7 : 1, marks 3 : 1. With ``-s`` the values are
printed.
"""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.contrast import MARKS, WORDS, Measured, contrast, painted_words, words_of_widgets
from mile_bones.desktop.boards.millieu.colours import cube_colours
from mile_bones.desktop.look.themes import THEMES
from pictures.scenes import SCENES
from pictures.stage import staged

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

NAMES = sorted(THEMES)
BY_NAME = {scene.name: scene for scene in SCENES}
TABLES = ("start", "road", "laid-down", "millieu-place", "millieu-take", "mille-draw", "mille-taken")
WINDOWS = ("extension", "score-sheet", "options", "aids", "high-scores", "players", "about", "history", "chooser")
CHARTS = ("results", "hand-scores", "errors", "errors-by-hand", "errors-by-kind", "luck", "luck-by-hand", "review")
SIZE = (1280, 800)

MARKED = [
    *(("legal", "map_base"), ("slot", "map_base"), ("focus", "map_base"), ("last_move", "map_base")),
    *(("coup", "map_base"), ("focus_outer", "focus"), ("focus", "field")),
    *(("verge", "asphalt"), ("lane", "asphalt"), ("message_dot", "message"), ("curtain_trim", "curtain")),
    *product(("focus", "field_line", "danger", "you", "computer", "star", "coup"), ("panel",)),
    *product(("icon_brown", "icon_navy", "icon_red", "icon_green", "icon_ink", "icon_asphalt"), ("panel",)),
]
WRITTEN = [
    *product(("ink", "secondary"), ("map_base", "region", "region_light")),
    *product(("panel_ink", "panel_secondary", "danger", "last_move"), ("panel", "panel_row")),
    *product(("panel_ink", "panel_secondary"), ("field",)),
    *product(("asphalt_ink", "asphalt_secondary"), ("asphalt",)),
    *((f"{name}_ink", name) for name in ("chrome", "message", "last_move", "coup_tag", "other_coup_tag", "amber")),
    ("score_header_ink", "score_header"),
    *product(("band_ink", "band_line"), ("band_green", "band_navy", "band_red", "band_brown", "band_burgundy")),
]


@pytest.mark.parametrize("theme", NAMES)
def test_words_and_marks_of_the_palette_have_enough_contrast(theme: str):
    colours = THEMES[theme]
    for pairs, least in ((WRITTEN, WORDS), (MARKED, MARKS)):
        ratios = {pair: contrast(getattr(colours, pair[0]), getattr(colours, pair[1])) for pair in pairs}
        tell(f"{theme} palette", least, [Measured(" on ".join(pair), ratio, "", "") for pair, ratio in ratios.items()])


@pytest.mark.parametrize("theme", NAMES)
def test_marks_on_the_cube_have_enough_contrast(theme: str):
    colours = cube_colours(THEMES[theme])
    pairs = (("badge_rim", "badge"), ("take", "take_rim"))
    ratios = {pair: contrast(getattr(colours, pair[0]), getattr(colours, pair[1])) for pair in pairs}
    tell(f"{theme} cube", MARKS, [Measured(" on ".join(pair), ratio, "", "") for pair, ratio in ratios.items()])


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("scene", ["road", "mille-draw"])
def test_cars_stand_out_from_the_asphalt(scene: str, theme: str, tmp_path: Path, qapp: QApplication):
    """The outline of each car is measured by its pixels."""
    with staged(BY_NAME[scene], SIZE, theme, tmp_path) as stage:
        strip = stage.table.strip
        pictures = [car._pixmap for car in strip.cars] if scene == "road" else list(strip._cars)
        images = [picture.toImage() for picture in pictures]
    found = [Measured(f"car {number}", _outline(image, theme), "", "") for number, image in enumerate(images)]
    tell(f"{theme} {scene}", MARKS, found)


def _outline(image: QImage, theme: str) -> float:
    """Return the contrast between the asphalt and the outline of a car. Nine tenths of the outline's columns reach it.

    The outline is the uppermost opaque pixel of each column.
    """
    ratios = []
    for x in range(2, image.width() - 2):
        opaque = [y for y in range(image.height()) if image.pixelColor(x, y).alpha() > 200]
        if opaque:
            ratios.append(contrast(image.pixelColor(x, opaque[0]), THEMES[theme].asphalt))
    assert len(ratios) > 10
    return sorted(ratios)[len(ratios) // 10]


@pytest.mark.sample(slow=2, proof=4)
@pytest.mark.slow
@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("scene", CHARTS)
def test_bars_differ_by_more_than_their_hue(scene: str, theme: str, tmp_path: Path, qapp: QApplication):
    """Bars must differ in pattern, or by 3 : 1 in brightness. In addition, the bars or their edges must stand out from
    the ground.
    """
    import pyqtgraph as pg

    with staged(BY_NAME[scene], SIZE, theme, tmp_path) as stage:
        charts = [chart for chart in stage.window.findChildren(pg.PlotWidget) if chart.isVisible()]
        rows = [[item.opts for item in chart.items() if isinstance(item, pg.BarGraphItem)] for chart in charts]
    assert any(rows)
    for one, other in (pair for row in rows for pair in combinations(row, 2)):
        first, second = (pg.mkBrush(bars["brush"]) for bars in (one, other))
        if first.style() == second.style():
            assert contrast(first.color(), second.color()) >= MARKS
    for bars in (bars for row in rows for bars in row):
        colours = (pg.mkBrush(bars["brush"]).color(), pg.mkPen(bars["pen"]).color())
        assert max(contrast(colour, THEMES[theme].field) for colour in colours) >= MARKS


@pytest.mark.sample(proof=5)
@pytest.mark.proof
@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("scene", TABLES)
def test_words_painted_on_the_tables_have_enough_contrast(
    scene: str, theme: str, tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
):
    with staged(BY_NAME[scene], SIZE, theme, tmp_path) as stage:
        found = painted_words(stage.table, monkeypatch)
    assert len(found) > 5
    tell(f"{theme} {scene}", WORDS, found)


@pytest.mark.sample(proof=6)
@pytest.mark.proof
@pytest.mark.parametrize("theme", NAMES)
@pytest.mark.parametrize("scene", WINDOWS)
def test_words_of_labels_and_buttons_have_enough_contrast(scene: str, theme: str, tmp_path: Path, qapp: QApplication):
    with staged(BY_NAME[scene], SIZE, theme, tmp_path) as stage:
        found = words_of_widgets(stage.front())
    assert len(found) > 3
    tell(f"{theme} {scene}", WORDS, found)


def tell(where: str, least: float, found: list[Measured]) -> None:
    """Print the worst of the measured ratios. Fail if any is below `least`."""
    worst = min(found, key=lambda one: one.ratio)
    print(f"{where}: {len(found)} pairs, {worst.ratio:.2f} at least ({worst.text!r})")
    poor = [f"{one.text!r} {one.ratio:.2f} ({one.ink} on {one.ground})" for one in found if one.ratio < least]
    assert not poor, f"{where}: " + "; ".join(sorted(set(poor)))
