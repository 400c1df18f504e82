"""The small buttons on the table do the same as menu entries. They can be used by the mouse, the keyboard and a screen
reader.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.look.scale import scale_for
from mile_bones.desktop.look.themes import DARK, LIGHT

SIZES = [(800, 600), (1280, 800), (1920, 1080)]
GAMES = ("mile-bones", "millieu")


def played(home: Home) -> Person:
    """Open a game, draw a card and play one."""
    person = home.open(seed=11)
    person.draw()
    person.double_click(slot_names.hand(0))
    person.settled()
    return person


def click(person: Person, sign: str) -> None:
    person.click_button(person.table.tools[sign])


def agree(person: Person) -> None:
    person.click_button(person.dialog(QuestionDialog).yes)


def test_undo_and_redo_are_done_by_their_buttons(home: Home):
    person = home.open(seed=11)
    tools = person.table.tools
    assert not tools["undo"].isEnabled() and not tools["redo"].isEnabled()
    person.draw()
    acts = home.acts()
    person.double_click(slot_names.hand(0))
    later = home.acts()
    assert tools["undo"].isEnabled()
    click(person, "undo")
    agree(person)
    assert home.acts() == acts
    assert not tools["undo"].isEnabled()
    click(person, "redo")
    assert home.acts() == later
    assert not tools["redo"].isEnabled()


def test_a_button_looks_different_in_each_state(home: Home):
    person = played(home)
    button = person.table.tools["undo"]
    states = {
        "usable": lambda: button.setEnabled(True),
        "not usable": lambda: button.setEnabled(False),
        "below the keyboard": lambda: (button.setEnabled(True), button.setFocus()),
        "pressed": lambda: (person.table.focus_place(slot_names.hand(0)), button.setDown(True)),
        "in dark": lambda: (button.setDown(False), person.table.set_theme(DARK)),
    }
    looks = {}
    for name, enter in states.items():
        enter()
        looks[name] = button.grab().toImage()
    assert all(looks[one] != looks[other] for one, other in combinations(looks, 2))
    person.table.set_theme(LIGHT)
    assert button.grab().toImage() == looks["usable"]


def test_a_button_has_the_words_of_its_menu_entry(home: Home):
    person = played(home)
    button = person.table.tools["undo"]
    words = person.window.menus.undo.text().replace("&", "")
    assert words.startswith("Undo: ")
    found = QAccessible.queryAccessibleInterface(button)
    assert found.role() == QAccessible.Role.Button
    assert found.text(QAccessible.Text.Name) == words
    assert button.toolTip().startswith(words) and "Ctrl+Z" in button.toolTip()
    assert button.property("helpTopic") == "undo"


@pytest.mark.parametrize(("game", "topic"), [("mile-bones", "playing"), ("millieu", "millieu-playing")])
def test_the_help_button_opens_the_page_about_playing_the_game(home: Home, game: str, topic: str):
    person = home.open(game=game)
    click(person, "help")
    assert person.window.dialog_stack.help.topic == topic


def test_a_click_leaves_the_keyboard_on_the_cards(home: Home):
    person = played(home)
    person.table.focus_place(slot_names.hand(3))
    click(person, "undo")
    agree(person)
    assert person.focused() == slot_names.hand(3)


def test_the_tab_key_reaches_a_button_and_enter_presses_it(home: Home):
    person = played(home)
    acts = home.acts()
    person.table.focus_place(slot_names.hand(0))
    for _stop in range(60):
        person.key(Qt.Key.Key_Tab)
        if person.table.tools["undo"].hasFocus():
            break
    assert person.table.tools["undo"].hasFocus()
    person.key(Qt.Key.Key_Return)
    agree(person)
    assert len(home.acts()) < len(acts)


def test_an_arrow_key_leads_from_a_button_to_the_cards(home: Home):
    person = played(home)
    person.table.tools["undo"].setFocus()
    person.key(Qt.Key.Key_Right)
    assert person.focused() in slot_names.HAND


def test_in_a_replay_nothing_can_be_taken_back(home: Home):
    person = played(home)
    person.choose("Game", "Replay from the beginning")
    assert not person.table.tools["undo"].isEnabled()


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_buttons_overlap_nothing_else_on_the_table(home: Home, game: str, size: tuple[int, int], mirrored: bool):
    person = home.open(game=game)
    if mirrored:
        person.window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    person.window.resize(*size)
    person.wait_until(lambda: person.table.layout_now.k == scale_for(*size))
    QApplication.sendPostedEvents()
    table = person.table
    others: list[QRect] = [slot.rect.toAlignedRect() for slot in table.slots.values()]
    others += [label.over for name, label in table.labels.items() if name != "hand"]
    assert table.tools["hint"].isVisible()
    shown = {sign: button for sign, button in table.tools.items() if button.isVisible()}
    for sign, button in shown.items():
        lies = button.geometry()
        assert table.viewport().rect().contains(lies)
        assert min(lies.width(), lies.height()) >= 24, "large enough for a finger"
        assert not any(lies.intersects(other) for other in others), sign
        assert all(one is button or not one.geometry().intersects(lies) for one in shown.values())
    undo = table.tools["undo"].geometry().center().x()
    assert (undo > table.width() / 2) == mirrored
