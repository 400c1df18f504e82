"""Undo and redo of moves, and the numbers of deals, at the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.number import NumberDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.games import load_game
from mile_bones.games.milebones.observation import Phase
from mile_bones.storage.ini import Ini
from mile_bones.storage.results import Results
from stories import near_the_goal, three_wins

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def undo(person: Person) -> None:
    person.key(Qt.Key.Key_Z, modifiers=CTRL)


def redo(person: Person) -> None:
    person.key(Qt.Key.Key_Z, modifiers=CTRL | SHIFT)


def agree(person: Person) -> None:
    person.click_button(person.dialog(QuestionDialog).yes)


def test_undo_takes_back_a_move_and_its_reply_after_consent(home: Home):
    person = home.open(seed=11)
    person.draw()
    saw, acts = person.sees, home.acts()
    assert person.window.menus.undo.text() == "&Undo"
    assert not person.window.menus.undo.isEnabled()
    person.double_click(slot_names.hand(0))
    assert len(home.acts()) > len(acts) + 1
    assert person.window.menus.undo.text().startswith("&Undo: ")
    undo(person)
    question = person.dialog(QuestionDialog)
    assert "high scores" in question.text.text()
    assert len(home.acts()) > len(acts) + 1, "nothing happens before the player has agreed"
    person.click_button(question.yes)
    assert person.sees == saw
    assert home.acts() == acts
    assert home.saved().assisted
    assert person.message.startswith("Taken back: ")
    assert "assisted" in person.window.status.setup.text()
    person.looks_right()


def test_a_declined_undo_changes_nothing_and_the_game_counts(home: Home):
    person = home.open(seed=11)
    person.draw()
    person.double_click(slot_names.hand(0))
    record = home.saved()
    undo(person)
    person.click_button(person.dialog(QuestionDialog).no)
    assert home.saved() == record
    assert not record.assisted


def test_undo_asks_for_consent_only_once_in_a_game(home: Home):
    person = home.open(seed=11)
    acts = []
    for _turn in range(3):
        person.draw()
        acts.append(home.acts())
        person.double_click(slot_names.hand(0))
    undo(person)
    agree(person)
    assert home.acts() == acts[2]
    undo(person)
    assert home.acts() == acts[1]
    person.quit()
    again = home.open()
    undo(again)
    assert again.dialogs() == []
    assert home.acts() == acts[0]
    assert not again.window.menus.undo.isEnabled()


def test_redo_repeats_a_move_until_another_choice_is_made(home: Home):
    person = home.open(seed=11)
    person.draw()
    person.double_click(slot_names.hand(0))
    after, saw = home.acts(), person.sees
    undo(person)
    agree(person)
    assert person.window.menus.redo.text().startswith("&Redo: ")
    redo(person)
    assert home.acts() == after
    assert person.sees == saw
    assert person.message.startswith("Redone: ")
    person.looks_right()
    undo(person)
    person.double_click(slot_names.hand(3))
    assert not person.window.menus.redo.isEnabled()


@pytest.mark.proof
def test_after_an_undo_the_extension_is_asked_about_again(home: Home):
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).yes)
    undo(person)
    agree(person)
    assert person.sees.phase is Phase.EXTEND
    person.click_button(person.dialog(ExtensionDialog).no)
    person.dialog(ScoreSheetDialog)


def test_an_assisted_game_enters_no_list_and_is_shown_as_assisted(home: Home):
    person = home.open(three_wins().record())
    before = Results(Ini(home.profile.ini_path, lambda problem: None)).games
    person.draw()
    person.double_click(slot_names.hand(0))
    undo(person)
    agree(person)
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).no)
    sheet = person.dialog(ScoreSheetDialog)
    assert sheet.note.text() == "An assisted game: it does not count."
    person.click_button(sheet.go_on)
    person.settled()
    results = Results(Ini(home.profile.ini_path, lambda problem: None))
    assert results.games == before
    assert results.high_scores() == {"best": (), "spread": ()}
    assert person.dialogs() == []
    assert not home.saved().assisted, "the next game counts"


# ------------------------------------------------------------------ the number of a deal


def test_the_number_of_a_deal_is_shown_and_can_be_copied(home: Home):
    person = home.open()
    number = home.saved().seed
    entry = person.window.menus.copy_number
    assert entry.text() == f"&Copy deal number: {number}"
    entry.trigger()
    assert QGuiApplication.clipboard().text() == str(number)
    assert str(number) in person.status


def test_a_deal_can_be_played_again_as_an_assisted_game(home: Home):
    person = home.open(level="original", rules="mille")
    record = home.saved()
    person.draw()
    person.window.menus.again.trigger()
    agree(person)
    again = home.saved()
    assert again.hands[0].dealt == record.hands[0].dealt
    assert again.hands[0].deck == record.hands[0].deck
    assert (again.seed, again.rules, again.players) == (record.seed, "mille", record.players)
    assert again.assisted
    assert len(home.kept()) == 1, "the game before is kept"
    person.window.games.new_game()
    assert home.saved().seed != record.seed
    assert not home.saved().assisted


def test_a_new_game_with_a_number_has_the_cards_of_that_deal(home: Home):
    person = home.open()
    person.window.games.ask_number()
    dialog = person.dialog(NumberDialog)
    assert not dialog.ok.isEnabled()
    person.type("12 three 34567890123456789")
    assert dialog.field.text() == "123456789012345678", "digits only, and no more than a record holds"
    dialog.field.setText("11")
    person.key(Qt.Key.Key_Return)
    assert person.dialogs() == []
    record = home.saved()
    assert (record.seed, record.assisted) == (11, False)
    state = load_game("mile-bones").new_state(11)
    assert record.hands == state.body().hands


def test_a_number_that_was_played_before_makes_an_assisted_game(home: Home):
    person = home.open(seed=11)
    person.draw()
    person.window.games.new_game_with(11)
    agree(person)
    assert home.saved().assisted
    person.window.games.ask_give_up()
    agree(person)
    assert not home.saved().assisted
    person.window.games.new_game_with(11)
    person.click_button(person.dialog(QuestionDialog).no)
    assert home.saved().seed != 11
    person.window.games.new_game_with(12)
    assert (home.saved().seed, home.saved().assisted) == (12, False)


def test_the_deal_of_the_day_is_that_of_the_date(home: Home):
    person = home.open()
    person.window.games.deal_of_the_day()
    assert (home.saved().seed, home.saved().assisted) == (20260504, False)
    person.window.games.deal_of_the_day()
    agree(person)
    assert (home.saved().seed, home.saved().assisted) == (20260504, True)


def test_a_game_without_a_deal_number_has_none_to_copy(home: Home):
    person = home.open(near_the_goal().record())
    assert not person.window.menus.copy_number.isEnabled()
    assert not person.window.menus.again.isEnabled()
