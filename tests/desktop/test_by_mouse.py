"""By mouse alone, in all three games: a player puts back what was taken up, and gets help on a place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop.driver import LEFT, Home, Person
from mile_bones.desktop.submenus import menu_of

pytestmark = pytest.mark.gui
GAMES = pytest.mark.parametrize("game", ["mile-bones", "millieu", "montreal-mille"])


def to_play(home: Home, game: str) -> Person:
    """Return a person in a game in which something can be taken up."""
    person = home.open(game=game, seed=9)
    person.settled()
    if game != "millieu":
        deck = "draw" if game == "mile-bones" else "stock"
        person.click(deck)
        person.settled()
    return person


def usable(person: Person) -> str:
    """Return a place from which something can be taken up by a click or a drag."""
    table = person.table
    seen = (place for place in table.slots if table.place_under(*_middle(person, place)) == place)
    return next(place for place in seen if table.slots[place].model.usable and table.rules().may_select(place))


@GAMES
def test_the_right_mouse_button_puts_back_a_card_or_piece_taken_up(home: Home, game: str):
    person = to_play(home, game)
    before, place = person.play.match.record(), usable(person)
    person.click(place)
    assert place in person.table.taken_up
    person.click(person.bare(), Qt.MouseButton.RightButton)
    assert person.table.taken_up == () and person.lit() == set()
    person.press(place)
    person.move(person.at(place) + (person.bare() - person.at(place)) / 2)
    assert person.table.gestures.carrying
    person.press(person.bare(), Qt.MouseButton.RightButton)
    assert not person.table.gestures.carrying and person.table.taken_up == ()
    person.release(person.bare(), Qt.MouseButton.RightButton)
    person.release(person.bare())
    assert person.play.match.record() == before


@GAMES
def test_whats_this_in_the_help_menu_explains_a_clicked_place(home: Home, game: str, qtbot):
    """The player chooses Help, What's this?, and clicks on a place. The click has no other effect."""
    person = to_play(home, game)
    before, place = person.play.match.record(), usable(person)
    asked: list[str] = []
    person.table.help_wanted.connect(lambda topic, _at: asked.append(topic))
    bar = person.window.menuBar()
    entry = bar.actions()[-1]
    click(bar, bar.actionGeometry(entry).center())
    menu = menu_of(entry)
    person.wait_until(menu.isVisible)
    question = next(action for action in menu.actions() if "What" in action.text())
    click(menu, menu.actionGeometry(question).center())
    person.click(place)
    person.wait_until(lambda: QApplication.activePopupWidget() is not None)
    assert asked == [person.table.buttons[person.table.place_under(*_middle(person, place))].property("helpTopic")]
    QApplication.activePopupWidget().close()
    assert person.table.taken_up == () and person.play.match.record() == before


def click(widget: QWidget, at) -> None:
    QTest.mouseClick(widget, LEFT, pos=at)


def _middle(person: Person, place: str) -> tuple[float, float]:
    return person.table.slots[place].rect.center().toTuple()
