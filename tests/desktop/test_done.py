"""A turn of several steps that ends when the player presses *Done*."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.boards.millieu.gestures import by_clicks
from desktop.driver import Home, Person
from desktop.test_seating import choose_players
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.players import load_player
from mile_bones.storage.settings import DONE

pytestmark = pytest.mark.gui
CONTROL = Qt.KeyboardModifier.ControlModifier


def play_a_turn(person: Person) -> None:
    """Play all steps of one turn."""
    seat, brain, turn = person.play.viewer, load_player("millieu", "easy", 5), person.sees.turn
    while person.play.match.current_player == seat and person.sees.turn == turn:
        by_clicks(person.table, brain.choose(person.sees))
        person.settled()


def turn_of_anna(home: Home) -> Person:
    """Return the window in which Anna, who plays with Bert, has done all steps of her first turn."""
    home.set({DONE: True})
    person = home.open(game="millieu")
    choose_players(person, ("person", "Anna"), ("person", "Bert"))
    person.settled()
    play_a_turn(person)
    return person


@pytest.fixture
def person(home: Home) -> Person:
    home.set({DONE: True})
    opened = home.open(game="millieu")
    opened.settled()
    play_a_turn(opened)
    return opened


def test_the_computer_waits_until_done_is_pressed(person: Person):
    match = person.play.match
    assert match.current_player == 1 and not person.play.thinker.busy
    assert person.table.done.isVisible() and "Done" in person.message
    assert person.table.strip.step == 3 and person.table.strip_label.text() == "You to play"
    before = len(match.record().body.actions)
    person.click_button(person.table.done)
    person.settled()
    assert not person.table.done.isVisible()
    assert match.current_player == 0 and len(match.record().body.actions) > before


def test_undo_before_done_is_not_help(person: Person):
    match, done = person.play.match, person.play.match.record().body.actions
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    assert person.dialogs() == [] and not match.assisted
    assert match.current_player == 0 and match.record().body.actions == done[:-1]
    assert not person.table.done.isVisible()
    play_a_turn(person)
    assert person.table.done.isVisible(), "the turn must be ended again"
    person.click_button(person.table.take_back)
    assert not match.assisted and match.current_player == 0


def test_a_turn_with_a_redone_step_needs_done_again(person: Person):
    match = person.play.match
    done = match.record().body.actions
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    person.key(Qt.Key.Key_Y, modifiers=CONTROL)
    person.settled()
    assert match.record().body.actions == done and person.table.done.isVisible()


def test_leaving_the_table_and_returning_does_not_press_done(person: Person, home: Home):
    done = person.play.match.record().body.actions
    person.choose("Game", "Replay from the beginning")
    person.click_button(person.window.replay.bar.leave)
    person.settled()
    assert person.table.done.isVisible()
    person.key(Qt.Key.Key_G, modifiers=CONTROL)
    person.key(Qt.Key.Key_3, Qt.Key.Key_Return)
    person.settled()
    assert person.table.done.isVisible()
    person.quit()
    again = home.open(game="millieu")
    again.settled()
    assert again.table.done.isVisible() and again.play.match.record().body.actions == done


def test_done_is_not_asked_for_twice_in_a_turn(home: Home):
    person = turn_of_anna(home)
    person.click_button(person.table.done)
    person.choose("Game", "Replay from the beginning")
    person.click_button(person.window.replay.bar.leave)
    person.settled()
    assert person.play.viewer == 1 and not person.table.done.isVisible()


def test_undo_after_done_is_help(person: Person):
    person.click_button(person.table.done)
    person.settled()
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    assert person.dialog(QuestionDialog)


def test_no_other_move_is_accepted_before_done(person: Person):
    done = person.play.match.record().body.actions
    person.table.chosen.emit(load_player("millieu", "easy").choose(person.play.match.observation(1)))
    assert "Done" in person.message
    person.table.focus_place(slot_names.hand(True, 4))
    person.key(Qt.Key.Key_Return)
    assert "Done" in person.message
    assert person.play.match.record().body.actions == done


def test_the_focus_moves_to_the_done_button_and_back(home: Home):
    home.set({DONE: True})
    person = home.open(game="millieu")
    person.settled()
    person.table.focus_first()
    play_a_turn(person)
    assert person.table.done.hasFocus()
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert person.table.focused_place is not None
    assert person.play.match.current_player == 0


def test_switching_the_done_button_off_ends_the_turn(person: Person):
    person.window.change_settings({DONE: False})
    person.settled()
    assert not person.table.done.isVisible()
    assert person.play.match.current_player == 0


def test_each_of_two_people_presses_done(home: Home):
    person = turn_of_anna(home)
    assert person.play.viewer == 0 and person.table.done.isVisible()
    person.click_button(person.table.done)
    person.settled()
    assert person.play.viewer == 1 and not person.table.done.isVisible()


def test_a_turn_ends_automatically_by_default(home: Home):
    person = home.open(game="millieu")
    person.settled()
    play_a_turn(person)
    assert not person.table.done.isVisible()
    assert person.play.match.current_player == 0 and person.sees.turn > 2
