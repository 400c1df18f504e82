"""The ring of the focus goes around what is painted on the table, and covers none of its words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QStyle

from desktop.driver import Home
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.games import GAMES
from mile_bones.storage.settings import OUTLINES, TEXT, THEME

pytestmark = pytest.mark.gui


@pytest.mark.sample(slow=4, proof=8)
@pytest.mark.parametrize("text", ["100", "125", "200"])
@pytest.mark.parametrize("size", [(790, 640), (640, 400)])
@pytest.mark.parametrize("outlines", ["", "thicker"])
@pytest.mark.parametrize("game", GAMES)
def test_the_ring_of_a_label_does_not_change_the_words_inside(
    home: Home, game: str, size: tuple[int, int], text: str, outlines: str
):
    home.set({TEXT: text, **({THEME: "contrast", OUTLINES: outlines} if outlines else {})})
    person = home.open(game=game, seed=None if game == "millieu" else 5)
    person.window.resize(*size)
    person.settled()
    table = person.table
    seen = {name: label for name, label in table.labels.items() if label.isVisible() and not label.size().isEmpty()}
    assert len(seen) >= 3
    compared = set()
    for name, label in seen.items():
        person.window.setFocus()
        QApplication.processEvents()
        before = table.viewport().grab().toImage()
        label.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        after = table.viewport().grab().toImage()
        assert before != after, f"{name} has a ring"
        for item in table.scene().items():
            if isinstance(item, Fixture) and label.geometry().contains(item.rect.toRect()):
                compared.add(name)
                words = item.rect.toRect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
                assert before.copy(words) == after.copy(words), name
    assert compared


EDGE = 4
"""The pixels at the edge of a painted item that have no words. At the edge of the window, the ring may need these
pixels.
"""


def test_a_menu_that_is_higher_than_the_screen_scrolls(home: Home):
    menu = home.open().window.findChild(QMenu)
    assert menu.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, None, menu)
