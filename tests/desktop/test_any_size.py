"""A window that has had any sizes before looks as one that is opened in its size: every item lies at the same pixel."""

from __future__ import annotations

from itertools import permutations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person
from mile_bones.games import GAMES
from mile_bones.storage import ANIMATION, LANGUAGE, TEXT

pytestmark = pytest.mark.gui

SIZES = ((790, 640), (700, 500), (780, 600), (640, 400), (640, 640))
"""Of both forms of the table, on the screen of the tests, which is 800 x 800."""
Looks = list[tuple[object, ...]]


def looks(person: Person) -> Looks:
    """Where all lies on the table, and in which form."""
    table = person.table
    items = [item for item in table.scene().items(Qt.SortOrder.AscendingOrder) if item.isVisible()]
    places = [(type(item).__name__, *(round(value, 1) for value in _of(item))) for item in items]
    widgets = [*table.buttons.values(), *table.labels.values(), *table.tools.values()]
    return [
        (table.compact, table.size().toTuple()),
        *sorted(places),
        *((type(one).__name__, one.isVisible(), *one.geometry().getRect()) for one in widgets if one.isVisible()),
    ]


def _of(item: object) -> tuple[float, float, float, float]:
    return item.sceneBoundingRect().getRect()  # type: ignore[attr-defined]


def at_rest(person: Person) -> None:
    person.settled()
    person.window.turns.hurry()
    QApplication.processEvents()


def opened_as(home: Home, game: str, size: tuple[int, int]) -> Looks:
    """How a window looks that was closed in this size, and is opened again."""
    person = home.open(game=game)
    at_rest(person)
    person.window.resize(*size)
    at_rest(person)
    home.leave_all()
    person = home.open(game=game)
    at_rest(person)
    assert person.window.size().toTuple() == size
    found = looks(person)
    home.leave_all()
    return found


@pytest.mark.sample(slow=3, proof=9)
@pytest.mark.parametrize("text", ["100", "150"])
@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("game", GAMES)
def test_after_any_sizes_all_lies_where_a_new_window_has_it(traveller: Home, game: str, language: str, text: str):
    home = traveller
    home.set({ANIMATION: "off", LANGUAGE: language, TEXT: text})
    first = home.open(game=game, seed=None if game == "millieu" else 5)
    at_rest(first)
    home.leave_all()
    new = {size: opened_as(home, game, size) for size in SIZES}
    assert len({looked[0][0] for looked in new.values()}) == 2 or text != "100", "both forms"
    person = home.open(game=game)
    at_rest(person)
    for sizes in permutations(SIZES, 2):
        for size in sizes:
            person.window.resize(*size)
            QApplication.processEvents()
            assert looks(person) == new[size], (sizes, size)
    for size in SIZES:
        person.window.resize(*size)
        for show in (person.window.showFullScreen, person.window.showNormal, person.window.showMaximized):
            show()
            QApplication.processEvents()
        person.window.showNormal()
        person.wait_until(lambda size=size: looks(person) == new[size])  # the status bar comes and goes a moment later
