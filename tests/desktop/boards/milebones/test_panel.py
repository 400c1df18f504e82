"""The score panel at widths between those of the style guide."""

from __future__ import annotations

from itertools import combinations

import pytest

from desktop.driver import Home
from desktop.reader import read
from stories import going

LONG = (("To go", "1,000", "1,000"), ("Hand", "1,025", "1,225"), ("Total", "4,525", "4,975"), ("Games", "12", "7"))


@pytest.mark.parametrize("rows", [None, LONG])
@pytest.mark.parametrize("height", [600, 720, 800, 900])
@pytest.mark.parametrize("width", [1000, 1060, 1080, 1100, 1140, 1200, 1600, 1640, 1920])
def test_no_two_words_of_the_score_panel_touch(home: Home, width: int, height: int, rows):
    person = home.open(going().record())
    person.window.resize(width, height)
    if rows is not None:
        person.table.panel.show_rows(rows)
    words = read(person.table.panel)
    assert {"You", "Comp.", "Total"} <= {word.text for word in words}
    apart = 2 if rows is None else 0  # long totals may come close to each other
    for one, other in combinations(words, 2):
        assert not one.inked.adjusted(-apart, 0, apart, 0).intersects(other.inked), (one.text, other.text)
