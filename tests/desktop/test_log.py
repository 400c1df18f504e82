"""The log of the hand: its lines as each viewer sees them, its place in the window, and the effect of a click on a
line.
"""

from __future__ import annotations

import ctypes
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.boards.milebones.seats import hit_by
from desktop.boards.millieu.gestures import by_clicks
from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.millieu import slot_names as points
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.game_log import Line
from mile_bones.desktop.log_panel import LogPanel
from mile_bones.match.seats import Computer
from mile_bones.match.seats import Person as Human
from mile_bones.storage.settings import LOG
from stories import going, near_the_goal

LINES = tuple(Line(f"Anna drives {miles} miles.", None) for miles in range(40))
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def home(home: Home) -> Home:
    """A profile in which Anna has unfolded the log."""
    home.set({LOG: "open"})
    return home


def told(person: Person) -> list[str]:
    """Return the lines of the log."""
    return person.window.log.panel.texts


def click(person: Person, row: int) -> None:
    shown = person.window.log.panel.list
    shown.scrollToItem(shown.item(row))
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=shown.visualItemRect(shown.item(row)).center())


def undo(person: Person) -> None:
    person.key(Qt.Key.Key_Z, modifiers=CTRL)
    if person.dialogs():
        person.click_button(person.dialog(QuestionDialog).yes)


def is_seen(person: Person) -> bool:
    panel = person.window.log.panel
    return panel is not None and panel.isVisible()


# ------------------------------------------------------------------ the lines


def test_the_log_lists_the_moves_of_the_hand_with_the_newest_last(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "SPARE_TIRE", "100", "100", "100", "100").record())
    before = told(person)
    assert before == [
        "Hand 1 is dealt. You begin.",
        "You drew 25 Miles.",
        "You played Go.",
        "Computer played Flat Tire on you.",
    ]
    person.draw()
    person.drag("SPARE_TIRE", slot_names.battle(True))
    person.settled()
    after = told(person)
    assert after[: len(before)] == before
    assert after[len(before)].startswith("You drew ")
    assert after[len(before) + 1] == "You played Spare Tire."
    assert len(after) > len(before) + 2, "the computer has moved as well"
    assert not any(line.startswith("Computer drew") for line in after)


def test_a_screen_reader_finds_the_log_as_an_ordinary_list(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "SPARE_TIRE", "100", "100", "100", "100").record())
    listed = QAccessible.queryAccessibleInterface(person.window.log.panel.list)
    assert listed.role() == QAccessible.Role.List
    assert listed.text(QAccessible.Text.Name) == "Log"
    lines = [listed.child(row) for row in range(listed.childCount())]
    assert {line.role() for line in lines} == {QAccessible.Role.ListItem}
    assert [line.text(QAccessible.Text.Name) for line in lines] == told(person)


def test_the_log_follows_undo_and_redo(home: Home):
    person = home.open(going().record())
    person.draw()
    before = told(person)
    person.drag("100", slot_names.miles(True))
    person.settled()
    after = told(person)
    undo(person)
    assert told(person) == before
    person.key(Qt.Key.Key_Z, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert told(person) == after


def test_the_log_is_restored_after_a_restart(home: Home):
    person = home.open(going().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.settled()
    lines = told(person)
    person.quit()
    assert told(home.open()) == lines


def test_the_log_tells_the_end_of_a_hand_and_is_cleared_for_the_next(home: Home):
    person = home.open(near_the_goal().record())
    sheet = person.win()
    assert told(person)[-1].startswith("You reached 700 miles")
    person.click_button(sheet.go_on)
    person.settled()
    assert told(person)[0].startswith("Hand 2 is dealt.")
    assert not any("700 miles" in line for line in told(person))


def test_the_log_of_two_people_shows_each_only_what_that_person_saw(home: Home):
    person = home.open(going().record())
    person.window.games.new_game_of("mile-bones", (Human("Anna"), Human("Bert")))
    assert told(person) == []
    person.play.reveal()
    person.settled()
    first = person.play.match.names[person.play.viewer]
    person.draw()
    drawn = told(person)[-1]
    assert drawn.startswith("You drew ")
    person.drag(person.hand[0], slot_names.DISCARD)
    person.wait_until(lambda: person.play.waiting)
    assert told(person) == []
    person.play.reveal()
    person.settled()
    lines = told(person)
    assert drawn not in lines and not any("drew" in line for line in lines)
    assert any(line.startswith(f"{first} ") for line in lines[1:])


def test_the_log_of_two_computers_shows_only_what_both_may_see(home: Home):
    person = home.open(going().record())
    person.window.games.new_game_of("mile-bones", (Computer("easy", "Easy"), Computer("easy", "Easy")))
    person.play.set_pace(0)
    person.wait_until(lambda: len(told(person)) > 4)
    person.play.set_pace(0, held=True)
    assert not any("drew" in line or "You" in line for line in told(person))


def test_in_a_replay_the_log_follows_the_moves_forward_and_back(home: Home):
    person = home.open(going().record())
    person.draw()
    now = told(person)
    person.choose("Game", "Replay from the beginning")
    bar = person.window.replay.bar
    assert told(person) == ["Hand 1 is dealt. You begin."]
    for _move in range(2):
        person.click_button(bar.forward)
    assert told(person) == now[:3]
    person.click_button(bar.back)
    assert told(person) == now[:2]
    person.click_button(bar.leave)
    person.settled()
    assert told(person) == now


def test_millieu_has_a_log(home: Home):
    person = home.open(game="millieu")
    person.settled()
    count = len(told(person))
    action = person.sees.legal_actions()[0]
    by_clicks(person.table, action)
    person.settled()
    assert told(person)[count].startswith("You placed ")
    click(person, count)
    assert person.table.pointed_out == points.point(action.point)


# ------------------------------------------------------------------ the place of a line's card


def test_a_click_on_a_line_points_out_its_card_until_the_next_press(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "SPARE_TIRE", "100", "100", "100", "100").record())
    said = []
    person.table.announcer.announced.connect(said.append)
    person.wait_until(lambda: person.table.announcer.silent)
    click(person, 3)
    assert person.table.pointed_out == slot_names.battle(True)
    person.wait_until(lambda: any(text.endswith("Your Battle pile: Flat Tire.") for text in said))
    click(person, 1)
    assert person.table.pointed_out == person.place_of("25"), "the slot of the drawn card"
    click(person, 0)
    assert person.table.pointed_out == person.place_of("25"), "a deal has no place"
    person.click(person.bare())
    assert person.table.pointed_out is None


def test_enter_on_a_line_points_out_its_card(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "SPARE_TIRE", "100", "100", "100", "100").record())
    person.window.log.panel.list.setFocus()
    person.key(Qt.Key.Key_End, Qt.Key.Key_Return)
    assert person.table.pointed_out == slot_names.battle(True)


# ------------------------------------------------------------------ folding


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(
    ("size", "seen"), [((800, 600), False), ((1280, 800), False), ((1600, 1200), False), ((1920, 1080), True)]
)
def test_the_log_is_folded_at_first_in_a_narrow_window(home: Home, size: tuple[int, int], seen: bool):
    home.set({LOG: "auto"})
    person = home.open(going().record())
    person.window.resize(*size)
    assert is_seen(person) == seen
    assert person.entry("View", "Log").isChecked() == seen


def test_menu_keys_and_button_fold_the_log_and_its_state_is_kept(home: Home):
    home.set({LOG: "auto"})
    person = home.open(going().record())
    person.window.resize(1280, 800)
    person.choose("View", "Log")
    assert is_seen(person) and home.get(LOG) == "open"
    person.key(Qt.Key.Key_L, modifiers=CTRL)
    assert not is_seen(person) and home.get(LOG) == "folded"
    person.click_button(person.table.tools["log"])
    assert is_seen(person) and person.table.tools["log"].isChecked()
    person.quit()
    assert is_seen(home.open())


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize(("size", "beside"), [((800, 600), False), ((1280, 800), True), ((1920, 1080), True)])
@pytest.mark.parametrize("game", ["mile-bones", "millieu"])
def test_the_log_is_beside_or_below_the_table_and_leaves_it_usable(
    home: Home, game: str, size: tuple[int, int], beside: bool
):
    person = home.open(game=game)
    person.window.resize(*size)
    QApplication.processEvents()
    table, panel = person.table, person.window.log.panel
    if beside:
        assert panel.geometry().left() == table.parentWidget().geometry().right() + 1
    else:
        assert panel.geometry().top() == table.parentWidget().geometry().bottom() + 1
    assert table.viewport().rect().contains(table.childrenRect())
    smallest = min(slot.rect.width() for slot in table.slots.values())
    assert smallest >= (60 if game == "mile-bones" else 24)
    assert not table.message.text.endswith("…")


def test_the_log_is_hidden_while_a_game_is_chosen(home: Home):
    person = home.open(going().record())
    person.window.choose_game()
    assert not is_seen(person)
    person.window.games.go_on_with("mile-bones")
    assert is_seen(person)


class Heap(ctypes.Structure):
    """The result of ``mallinfo2``. ``uordblks`` is the number of bytes in use."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
    ))  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc tells")
def test_removed_lines_take_no_memory(qtbot):
    panel = LogPanel()
    qtbot.addWidget(panel)
    used = ctypes.CDLL(None).mallinfo2
    used.restype = Heap

    def hands(number: int) -> int:
        for _hand in range(number):
            panel.show_lines(LINES)
            panel.show_lines(())
        return used().uordblks

    before = hands(20)
    assert hands(200) - before < 100 * 200 * len(LINES), "less than a hundred bytes for each line"
