"""After a menu, the keyboard works on the table again, and the help is about the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop.driver import LEFT, Home, Person
from mile_bones.desktop.submenus import menu_of

pytestmark = pytest.mark.gui
Key = Qt.Key
ALL_GAMES = pytest.mark.parametrize(
    ("game", "page"),
    [("mile-bones", "playing"), ("millieu", "millieu-playing"), ("montreal-mille", "montreal-mille-playing")],
)


def open_with_mouse(person: Person, title: int) -> QMenu:
    """Click on a menu title, and return its menu, which is open now."""
    bar = person.window.menuBar()
    entry = bar.actions()[title]
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(entry).center())
    menu = menu_of(entry)
    person.wait_until(menu.isVisible)
    return menu


def is_left(person: Person) -> bool:
    """Return True if no menu is open or highlighted, and the menu bar does not have the keyboard."""
    bar = person.window.menuBar()
    return QApplication.activePopupWidget() is None and bar.activeAction() is None and not bar.hasFocus()


def wait_until_left(person: Person, place: str | None) -> None:
    """Wait until the menu bar is left and `place` has the focus.

    The window is activated because the offscreen platform leaves the closed menu active.
    """
    person.wait_until(lambda: is_left(person))
    person.window.activateWindow()
    person.wait_until(lambda: person.focused() == place)


def highlight_with_key(person: Person) -> None:
    """Highlight a menu title as Alt and Escape do on the keyboard."""
    bar = person.window.menuBar()
    entry = bar.actions()[0]
    QTest.keyClick(person.window, Key.Key_G, Qt.KeyboardModifier.AltModifier)
    person.wait_until(menu_of(entry).isVisible)
    person.key(Key.Key_Escape)
    assert bar.hasFocus() and bar.activeAction() is entry


def choose_help_on_this_place(person: Person) -> str:
    """Choose "Help on this place" with the mouse, and return the topic of the page."""
    menu = open_with_mouse(person, -1)
    entry = person.entry("Help", "Help on this place")
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
    person.wait_until(lambda: person.window.dialog_stack.help_topic is not None)
    return person.window.dialog_stack.help_topic


def test_one_escape_gives_the_keyboard_back_after_a_menu_opened_with_the_mouse(home: Home):
    person = home.open(seed=9)
    person.settled()
    place, drawn = person.focused(), len(person.hand)
    open_with_mouse(person, 1)
    person.key(Key.Key_Escape)
    wait_until_left(person, place)
    person.key(Key.Key_D)
    person.settled()
    assert len(person.hand) == drawn + 1


def test_escape_leaves_the_highlight_after_a_menu_opened_with_the_keyboard(home: Home):
    person = home.open(seed=9)
    person.settled()
    place = person.focused()
    highlight_with_key(person)
    person.key(Key.Key_Right)
    assert person.window.menuBar().activeAction() is person.window.menuBar().actions()[1]
    person.key(Key.Key_Escape)
    wait_until_left(person, place)


def test_a_click_on_the_bare_table_removes_the_highlight_of_a_menu(home: Home):
    person = home.open(seed=9)
    person.settled()
    place = person.focused()
    highlight_with_key(person)
    person.click(person.bare())
    wait_until_left(person, place)


def test_a_click_beside_the_posters_removes_the_highlight_of_a_menu(home: Home):
    person = home.open(seed=9)
    person.settled()
    person.choose("Game", "Choose game")
    highlight_with_key(person)
    person.click(QPoint(5, person.window.menuBar().height() + 5))
    person.wait_until(lambda: is_left(person))


@ALL_GAMES
def test_help_on_this_place_is_about_the_place_with_the_focus(home: Home, game: str, page: str):
    person = home.open(game=game, seed=9)
    person.settled()
    place = next(place for place, button in person.table.buttons.items() if button.isVisible())
    person.table.focus_place(place)
    assert choose_help_on_this_place(person) == person.table.buttons[place].property("helpTopic")


@ALL_GAMES
def test_help_on_this_place_is_about_the_table_if_nothing_has_the_focus(home: Home, game: str, page: str):
    person = home.open(game=game, seed=9)
    person.settled()
    if QApplication.focusWidget() is not None:
        QApplication.focusWidget().clearFocus()
    highlight_with_key(person)
    person.key(Key.Key_Escape)
    assert choose_help_on_this_place(person) == page
