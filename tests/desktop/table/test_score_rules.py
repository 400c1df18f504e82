"""The words of the score panel keep clear of its rules, at every size of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from desktop.reader import Reader, Word
from mile_bones.desktop.boards.milebones.layout import table_layout
from mile_bones.desktop.look import theme
from mile_bones.desktop.look.scale import fit_for
from mile_bones.desktop.table.panels import ScorePanel

CLEAR = 2
"""The least number of pixels between the ink of a letter and the middle of a rule."""
SIZES = tuple((width, height) for width in (784, 800, 1000, 1024, 1280, 1920) for height in (560, 600, 700, 768, 1080))
LOW = (0, 40, 80)
"""The pixels of height that a bar may take from the table."""
ROWS = (("To go", "1,000", "1,000"), ("Hand", "925", "1,400"), ("Going", "4,525", "4,975"), ("Games", "12", "7"))


class Ruled(Reader):
    """A reader that writes down the heights of the rules, too."""

    def __init__(self, painter: QPainter) -> None:
        super().__init__(painter)
        self.rules: list[float] = []

    def drawText(self, zone: QRectF, flags: object, text: str) -> None:
        """Take the tight bounds of the letters as the ink, because a comma reaches below the line."""
        super().drawText(zone, flags, text)
        metrics = QFontMetricsF(self._painter.font())
        box = metrics.boundingRect(zone, int(Qt.AlignmentFlag(flags).value), text)
        letters = metrics.tightBoundingRect(text).translated(box.x(), box.y() + metrics.ascent())
        self.words[-1] = replace(self.words[-1], inked=letters)

    def drawLine(self, start: QPointF, end: QPointF) -> None:
        self.rules.append(start.y())


def painted(panel: ScorePanel) -> tuple[list[Word], list[float]]:
    """Return the words that the panel paints, and the heights of its rules."""
    image = QImage(2, 2, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    reader = Ruled(painter)
    try:
        panel.paint(reader, None, None)
    finally:
        painter.end()
    return reader.words, reader.rules


@pytest.mark.parametrize("text", [1.0, 1.5])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_words_of_a_score_panel_do_not_touch_its_lines(
    qapp: QApplication, size: tuple[int, int], text: float, mirrored: bool
):
    fit = fit_for(*size, text)
    if fit.compact:
        return  # such a table has no score panel
    scene = QGraphicsScene()
    scene.setSceneRect(0, 0, *size)
    panel = ScorePanel()
    scene.addItem(panel)
    panel.show_rows(ROWS)
    panel.show_names(("You", "Computer"))
    for low in LOW:
        now = table_layout(size[0], size[1] - 63 - low, fit.k, mirrored=mirrored)
        panel.place_at(now.panel, fit.k, theme.theme_named("light"), mirrored, 1.0)
        words, rules = painted(panel)
        assert {row[0] for row in ROWS[1:]} <= {word.text for word in words} or low
        assert len(rules) >= 3 or low, "a low panel has no room for them"
        for word in words:
            assert word.fits and word.inked.bottom() <= panel.rect.bottom(), word
            for rule in rules:
                above, below = rule - word.inked.bottom(), word.inked.top() - rule
                assert max(above, below) >= CLEAR, (low, word.text, above, below)
