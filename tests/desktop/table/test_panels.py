"""Name plates and the score panel at widths between those of the style guide."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PySide6.QtGui import QFontMetricsF

from desktop.driver import Home
from desktop.reader import read
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table.panels import fitted_name
from stories import going

LETTERS = 4.5
"""The number of letters of average width that fit into a narrow name plate."""


@pytest.mark.parametrize(
    ("name", "begins", "ends"),
    [
        ("Anna", "Anna", "Anna"),
        ("Player 2", "P", "2"),
        ("Bartholomew", "Bar", "…"),
        ("Bartholomew (2)", "B", ")"),
        ("Anna Bartholomew", "An", "…"),
    ],
)
def test_a_name_is_shortened_to_the_room_of_its_plate(qapp, name: str, begins: str, ends: str):
    metrics = QFontMetricsF(font(12, "Bold"))
    room = max(LETTERS * metrics.averageCharWidth(), metrics.horizontalAdvance("Anna"))
    shown = fitted_name(name, metrics, room)
    assert metrics.horizontalAdvance(shown) <= room
    assert (shown == name) == (name == "Anna")
    assert shown.startswith(begins) and shown.endswith(ends)


LONG = (("To go", "1,000", "1,000"), ("Hand", "1,025", "1,225"), ("Total", "4,525", "4,975"), ("Games", "12", "7"))


SIZES = tuple(product((1000, 1060, 1080, 1100, 1140, 1200, 1600, 1640, 1920), (600, 720, 800, 900)))


@pytest.mark.proof
@pytest.mark.parametrize("rows", [pytest.param(None, marks=pytest.mark.proof), LONG])
def test_no_two_words_of_the_score_panel_touch(home: Home, rows):
    person = home.open(going().record())
    apart = 2 if rows is None else 0  # if totals are long, they may come close to each other
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
