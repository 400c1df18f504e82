"""The card table for screen readers: an accessible object for every slot, and announcements of what happens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.storage.settings import AUTO_DRAW
from stories import Story

PRESS = QAccessibleActionInterface.pressAction()
SET_FOCUS = QAccessibleActionInterface.setFocusAction()


def story() -> Story:
    """Return a story: Anna has drawn a card and played Go, and the computer holds a Go."""
    return Story("GO 25 100 FLAT_TIRE EXTRA_TANK 200", theirs="GO 25 25 50 50 75").me("draw 50", "play GO")


@pytest.fixture
def person(home: Home) -> Person:
    """Return the window on Anna's turn. Her car is going, and she has drawn."""
    return home.open(story().computer("draw GO", "discard GO").me("draw 75").record())


def interface(person: Person, place: str):
    """Return the object that the platform's accessibility gets for a slot."""
    return QAccessible.queryAccessibleInterface(person.table.buttons[place])


def name(person: Person, place: str) -> str:
    return interface(person, place).text(QAccessible.Text.Name)


def description(person: Person, place: str) -> str:
    return interface(person, place).text(QAccessible.Text.Description)


@pytest.fixture
def press(qtbot) -> Callable[[Person, str], None]:
    """Return a function that does the press action of a slot and waits for the click. Qt makes the click a little
    later.
    """

    def do(person: Person, place: str) -> None:
        with qtbot.waitSignal(person.table.buttons[place].clicked):
            interface(person, place).actionInterface().doAction(PRESS)

    return do


def test_a_press_that_ends_a_flight_does_not_mark_the_landed_card(home: Home, qtbot):
    home.set({AUTO_DRAW: True})
    person = home.open(story().computer("draw GO", "discard GO").me("draw 75").record()).slow_down()
    last = slot_names.HAND[-1]
    person.drag("75", slot_names.DISCARD)
    assert person.face(last) is None or person.table.slots[last].marks.hidden
    with qtbot.waitSignal(person.table.buttons[last].clicked):
        interface(person, last).actionInterface().doAction(PRESS)
    assert person.face(last) is not None, "the next card has landed"
    assert person.table.drag.marked is None


class Ear:
    """Records what is handed to the screen reader."""

    def __init__(self, person: Person, qtbot) -> None:
        self.heard: list[str] = []
        self._announcer = person.table.announcer
        self._qtbot = qtbot
        self._announcer.announced.connect(self.heard.append)

    def after(self, act) -> str:
        """Return what is announced when `act` is called."""
        with self._qtbot.waitSignal(self._announcer.announced) as said:
            act()
        return said.args[0]


@pytest.fixture
def ear(person: Person, qtbot) -> Iterator[Ear]:
    qtbot.waitUntil(lambda: person.table.announcer.silent)  # after the greeting
    return Ear(person, qtbot)


# ---------------------------------------------------------------------- the slots as objects


def test_every_slot_is_an_accessible_button_at_its_visible_place(person: Person):
    at = person.table.viewport().mapToGlobal(QPoint(0, 0))
    for place in slot_names.ALL:
        found = interface(person, place)
        assert found.role() == QAccessible.Role.Button, place
        assert found.text(QAccessible.Text.Name) == person.table.slots[place].model.name
        assert found.rect() == person.table.slots[place].rect.toAlignedRect().translated(at), place
        assert found.state().focusable, place
        assert not found.state().invisible, place
        assert {PRESS, SET_FOCUS} <= set(found.actionInterface().actionNames()), place


def test_no_two_slots_have_the_same_name(person: Person):
    names = [name(person, place) for place in slot_names.ALL]
    assert len(set(names)) == len(names)


def test_no_name_is_repeated_in_the_description(person: Person):
    for place in slot_names.ALL:
        content = name(person, place).partition(": ")[2]
        assert content not in description(person, place).split(". "), place


@pytest.mark.parametrize("method", ["drag", "click"])
def test_the_press_action_plays_a_card_in_both_methods(home: Home, person: Person, press, method: str):
    person.table.gestures.dragging = method == "drag"
    press(person, person.place_of("100"))
    press(person, slot_names.miles(True))
    person.settled()
    assert "0 play 100" in home.acts()
    assert name(person, slot_names.miles(True)) == "Your Miles: 100"
    assert description(person, slot_names.miles(True)) == "600 miles to go"


def test_the_press_action_draws_a_card(home: Home, press):
    person = home.open(story().computer("draw GO", "discard GO").record())
    assert description(person, slot_names.DRAW) == "Press to draw a card"
    press(person, slot_names.DRAW)
    person.settled()
    assert home.acts()[-1] == "0 draw"
    assert description(person, slot_names.DRAW) == ""


def test_a_marked_card_and_its_targets_are_described(person: Person, press):
    place = person.place_of("25")
    usual = {where: description(person, where) for where in slot_names.ALL}
    assert not interface(person, place).state().checked
    press(person, place)
    assert interface(person, place).state().checked
    assert description(person, place) == "Can be played"
    assert description(person, slot_names.miles(True)) == "Play here. 700 miles to go"
    assert description(person, slot_names.DISCARD).startswith("Discard")
    press(person, place)
    assert not interface(person, place).state().checked
    assert {where: description(person, where) for where in slot_names.ALL} == usual


def test_the_slot_of_the_computers_last_move_is_described(home: Home):
    person = home.open(Story("GO 25 100 EXTRA_TANK 200 75", "FLAT_TIRE 25 25 50 50 75").me("draw 50").record())
    person.double_click(person.place_of("GO"))
    person.settled()
    assert name(person, slot_names.battle(True)) == "Your Battle pile: Flat Tire"
    assert description(person, slot_names.battle(True)) == "You: stopped. Last move"


# ---------------------------------------------------------------------- announcements


def test_the_events_of_a_turn_are_one_announcement_in_order(person: Person, ear: Ear):
    person.walk_to(person.place_of("100"))
    said = ear.after(lambda: person.key(Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ControlModifier))
    assert said.startswith("You played 100 Miles. Computer ")
    assert said.endswith(" Your turn: draw a card.")
    assert "drew" not in said


def test_marking_a_card_announces_where_it_can_go(person: Person, ear: Ear):
    person.walk_to(person.place_of("25"))
    said = ear.after(lambda: person.key(Qt.Key.Key_Space))
    assert said == "25 Miles: put it on your Miles pile, or discard it."
    assert ear.after(lambda: person.key(Qt.Key.Key_Escape)) == "25 Miles stays in your hand."


def test_a_refused_action_is_announced(person: Person, ear: Ear):
    assert ear.after(person.draw) == "You have your card already: play or discard one."


def test_enter_on_a_pile_without_a_marked_card_says_what_to_do_first(person: Person, ear: Ear):
    person.walk_to(slot_names.battle(True))
    said = ear.after(lambda: person.key(Qt.Key.Key_Return))
    assert said == "Choose a card of your hand first, then where it goes."


def test_a_temporary_status_message_is_announced(person: Person, ear: Ear):
    text = "Your unfinished game is kept: unfinished.json"
    assert ear.after(lambda: person.window.statusBar().showMessage(text)) == text


def test_automatic_drawing_is_announced_with_the_card(home: Home, qtbot):
    home.set({AUTO_DRAW: True})
    person = home.open(story().computer("draw GO", "discard GO").record(), begin=False)
    with qtbot.waitSignal(person.table.announcer.announced) as said:
        person.window.begin()
    assert re.fullmatch("You drew .+. Your turn: play or discard a card.", said.args[0])


# ---------------------------------------------------------------------- the rest of the table


def test_words_painted_outside_the_slots_can_be_read(person: Person):
    words = {label: QAccessible.queryAccessibleInterface(words) for label, words in person.table.labels.items()}
    assert {found.role() for found in words.values()} == {QAccessible.Role.StaticText}
    texts = {label: found.text(QAccessible.Text.Name) for label, found in words.items()}
    assert texts["trip strip"] == "Trip to 700 miles. You: 0. Computer: 0."
    assert texts["score"].startswith("Score. To go: You 700, Computer 700;")
    assert texts["message line"].endswith("Your turn: play or discard a card.")


def test_the_tab_key_visits_each_row_label_and_tool_once_and_starts_again(person: Person):
    """Tab stops at each row, at the slot that last had the focus, and then at the painted words and tools."""
    start = person.focused()
    met = []
    for _step in range(40):
        person.key(Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        met.append(focus.objectName())
        assert QAccessible.queryAccessibleInterface(focus).text(QAccessible.Text.Name)
        if met[-1] == start:
            break
    usable = [name for name, button in person.table.tools.items() if button.isEnabled()]
    rows = [next((place for place in row if place == start), row[0]) for row in slot_names.ROWS]
    assert sorted(met) == sorted([*rows, *person.table.labels, *usable, "mute_button"])


def test_an_arrow_key_leads_back_to_the_slots(person: Person):
    person.table.labels["trip strip"].setFocus(Qt.FocusReason.TabFocusReason)
    person.key(Qt.Key.Key_Down)
    assert person.focused() in slot_names.ROWS[0]


def test_the_table_has_a_name_and_takes_no_focus_itself(person: Person):
    found = QAccessible.queryAccessibleInterface(person.table)
    assert found.text(QAccessible.Text.Name) == "Card table"
    assert not found.state().focusable
    assert not QAccessible.queryAccessibleInterface(person.table.viewport()).state().focusable


def test_a_press_behind_the_score_sheet_does_not_begin_the_next_hand(home: Home):
    """Mouse and keys cannot reach the table behind the score sheet, but a screen reader can. The next hand is dealt
    already.
    """
    story = Story("GO 100 100 100 100 100", first=1).idles(1).me("draw 25", "play GO").idles(1)
    person = home.open(story.drive("100", "100", "100", "100", "100", "100").record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).no)
    sheet, before = person.dialog(ScoreSheetDialog), home.acts()
    for place in (slot_names.hand(0), slot_names.DISCARD, slot_names.DRAW):
        person.table.buttons[place].click()
    assert home.acts() == before
    assert person.dialog(ScoreSheetDialog) is sheet


def test_a_screen_reader_that_toggles_a_card_marks_it(person: Person, ear: Ear):
    place = person.place_of("25")
    said = ear.after(lambda: interface(person, place).actionInterface().doAction(PRESS))
    assert said == "25 Miles: put it on your Miles pile, or discard it."
    assert interface(person, place).state().checked
    action = interface(person, place).actionInterface()
    assert ear.after(lambda: action.doAction(QAccessibleActionInterface.toggleAction())).endswith("stays in your hand.")
    assert not interface(person, place).state().checked


def test_nothing_can_be_played_before_a_card_is_drawn(home: Home):
    person = home.open(story().computer("draw GO", "discard GO").record())
    assert description(person, person.place_of("25")) == ""
    person.draw()
    person.settled()
    assert description(person, person.place_of("25")) == "Can be played"
