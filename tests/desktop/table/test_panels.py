"""The score panel at widths between those of the style guide."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from desktop.driver import Home
from desktop.reader import read
from stories import going

LONG = (("To go", "1,000", "1,000"), ("Hand", "1,025", "1,225"), ("Total", "4,525", "4,975"), ("Games", "12", "7"))


SIZES = tuple(product((1000, 1060, 1080, 1100, 1140, 1200, 1600, 1640, 1920), (600, 720, 800, 900)))


@pytest.mark.parametrize("rows", [None, LONG])
def test_no_two_words_of_the_score_panel_touch(home: Home, rows):
    person = home.open(going().record())
    apart = 2 if rows is None else 0  # long totals may come close to each other
    for size in SIZES:
        person.window.resize(*size)
        assert person.window.size().toTuple() == size
        if rows is not None:
            person.table.panel.show_rows(rows)
        words = read(person.table.panel)
        assert {"You", "Comp.", "Total"} <= {word.text for word in words}
        for one, other in combinations(words, 2):
            touching = one.inked.adjusted(-apart, 0, apart, 0).intersects(other.inked)
            assert not touching, (size, one.text, other.text)
