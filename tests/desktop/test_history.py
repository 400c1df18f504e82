"""The history in front of the window: found, sorted, looked at, saved, deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop.driver import NOON, Home, Person
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.dialogs.score_sheet import ScoreSheetDialog
from mile_bones.engine import GIVEN_UP, PlayerInfo, Record
from mile_bones.session.tallies import tallies
from mile_bones.storage import Entered, History, load_record
from stories import going, near_the_goal, three_wins

CTRL = Qt.KeyboardModifier.ControlModifier


def past(home: Home) -> History:
    return History(home.profile.history_path, lambda problem: pytest.fail(str(problem)))


def finished() -> Record:
    """Anna wins her fourth hand, and the game."""
    return three_wins().me("draw", "play 100", "extend no").record()


def enter(home: Home, record: Record, days: int = 0, state: str = "finished") -> None:
    past(home).add(Entered(record, NOON - timedelta(days=days), tallies(record), record.ended or state))


def named(record: Record, name: str, level: str = "easy") -> Record:
    return replace(record, players=(PlayerInfo(name, "human"), PlayerInfo("Computer", "computer", level)))


@pytest.fixture
def four_games(home: Home) -> Home:
    enter(home, named(finished(), "Anna", "champion"), days=3)
    enter(home, named(going().record(ended=GIVEN_UP), "Ben"), days=1)
    enter(home, replace(named(finished(), "Cleo", "original"), assisted=True), days=2)
    enter(home, named(going(rules="mille").record(ended=GIVEN_UP), "Dora"), days=4)
    return home


def show(person: Person) -> HistoryDialog:
    person.key(Qt.Key.Key_H, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    return person.dialog(HistoryDialog)


def lines(dialog: HistoryDialog) -> list[tuple[str, ...]]:
    """What is shown, line by line."""
    model = dialog.shown
    return [
        tuple(model.index(row, column).data() for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def names(dialog: HistoryDialog) -> list[str]:
    return [line[1] for line in lines(dialog)]


def test_a_game_that_is_played_to_its_end_is_in_the_list(home: Home):
    person = home.open(three_wins().record())
    person.click_button(person.win().go_on)
    while person.dialogs():
        person.key(Qt.Key.Key_Escape)
    dialog = show(person)
    (line,) = lines(dialog)
    assert line[:4] == ("4 May 2026, 12:00", "Anna", "Easy", "Won")
    assert dialog.note.text() == "1 game"


def test_the_list_tells_of_every_game_what_it_was(four_games: Home):
    dialog = show(four_games.open())
    assert names(dialog) == ["Ben", "Cleo", "Anna", "Dora"], "the last one first"
    assert lines(dialog)[0] == ("3 May 2026, 12:00", "Ben", "Easy", "Given up", "0 to 0", "Mile Bones 2.1", "–")
    assert [line[3] for line in lines(dialog)] == ["Given up", "Won, assisted", "Won", "Given up"]
    assert lines(dialog)[3][5] == "mille(6)"


def test_without_any_game_it_says_so(home: Home):
    dialog = show(home.open())
    assert lines(dialog) == []
    assert dialog.note.text() == "No game has been played yet."
    assert not any(button.isEnabled() for button in (dialog.look, dialog.save, dialog.delete))


def test_columns_sort_by_what_they_mean(four_games: Home):
    dialog = show(four_games.open())
    for column, order, expected in (
        (1, Qt.SortOrder.AscendingOrder, ["Anna", "Ben", "Cleo", "Dora"]),
        (0, Qt.SortOrder.AscendingOrder, ["Dora", "Anna", "Cleo", "Ben"]),
    ):
        dialog.list.sortByColumn(column, order)
        assert names(dialog) == expected
    dialog.list.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[:2] == ["Anna", "Cleo"], "the strongest opponent first"


def test_search_and_filters_narrow_the_list(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    dialog.search.setFocus()
    person.type("dora")
    assert names(dialog) == ["Dora"]
    dialog.search.clear()
    person.type("may won")
    assert names(dialog) == ["Cleo", "Anna"]
    dialog.level.setCurrentText("Champion")
    assert names(dialog) == ["Anna"]
    dialog.outcome.setCurrentText("Given up")
    assert names(dialog) == []
    assert dialog.note.text() == "No game fits."
    dialog.search.clear()
    dialog.level.setCurrentIndex(0)
    dialog.rules.setCurrentText("mille(6)")
    assert names(dialog) == ["Dora"]


def test_games_are_deleted_only_after_a_question(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    person.key(Qt.Key.Key_A, modifiers=CTRL)
    assert dialog.note.text() == "4 games, 4 selected"
    person.click_button(dialog.delete)
    person.click_button(person.dialog(QuestionDialog).no)
    assert len(past(four_games).games()) == 4
    dialog.list.setCurrentIndex(dialog.shown.index(1, 0))
    person.click_button(dialog.delete)
    question = person.dialog(QuestionDialog)
    assert question.windowTitle() == "Delete this game?"
    person.click_button(question.yes)
    assert names(dialog) == ["Ben", "Anna", "Dora"]
    assert [game.name for game in past(four_games).games()] == ["Ben", "Anna", "Dora"]


def test_a_game_is_saved_as_a_file(four_games: Home, tmp_path: Path, qtbot):
    person = four_games.open()
    dialog = show(person)
    dialog.list.setCurrentIndex(dialog.shown.index(2, 0))
    person.click_button(dialog.save)
    chooser = person.window.findChild(QFileDialog)
    target = tmp_path / "anna.json"
    chooser.findChild(QLineEdit).setText(str(target))
    chooser.accept()
    qtbot.waitUntil(target.exists)
    assert load_record(target) == named(finished(), "Anna", "champion")


@pytest.mark.parametrize("how", ["button", "enter", "double click"])
def test_a_finished_game_is_looked_at_with_its_last_sheet(four_games: Home, how: str):
    person = four_games.open()
    person.draw()
    dialog = show(person)
    dialog.list.setCurrentIndex(dialog.shown.index(1, 0))
    if how == "button":
        person.click_button(dialog.look)
    elif how == "enter":
        dialog.list.setFocus()
        person.key(Qt.Key.Key_Return)
    else:
        dialog.list.activated.emit(dialog.list.currentIndex())
    sheet = person.dialog(ScoreSheetDialog)
    assert "assisted" in sheet.note.text()
    assert person.play.session.record() == replace(named(finished(), "Cleo", "original"), assisted=True)
    assert len(four_games.kept()) == 1, "the game on the table before is kept"
    person.click_button(sheet.go_on)
    assert len(past(four_games).games()) == 5, "what is only looked at is not entered again"


def test_an_unfinished_game_is_gone_on_with_and_leaves_the_list(home: Home):
    left, other = named(going().record(), "Anna"), named(near_the_goal().record(), "Ben")
    enter(home, left, state="unfinished")
    person = home.open(other)
    dialog = show(person)
    assert lines(dialog)[0][3] == "Unfinished"
    assert dialog.look.text() == "&Go on"
    person.click_button(dialog.look)
    assert home.saved() == left
    person.looks_right()
    assert home.kept() == [other], "the one has come, the other has gone"


def test_a_game_that_another_window_has_deleted_is_told(four_games: Home):
    person = four_games.open()
    dialog = show(person)
    past(four_games).delete([game.id for game in past(four_games).games()])
    person.click_button(dialog.look)
    assert person.dialog(MessageDialog).windowTitle() == "This game is not there any more"


def test_ten_thousand_games_are_listed(home: Home):
    """Made by the one statement, as the history itself would make them one by one."""
    enter(home, finished())
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) "
            "INSERT INTO games SELECT NULL, randomblob(32), ended, rules, level, name || i, state, assisted, counted, "
            "own, other, hands, i, record FROM games, n"
        )
    dialog = show(home.open())
    assert dialog.note.text() == "10,000 games"
    dialog.search.setText("9999")
    assert names(dialog) == ["Anna9999"]


@pytest.mark.parametrize("what", ["save", "look"])
def test_a_game_that_breaks_the_rules_is_told_with_the_place(home: Home, what: str):
    record = going().record()
    enter(home, replace(record, hands=(replace(record.hands[0], actions=("0 play GO",)),)), state="unfinished")
    person = home.open()
    dialog = show(person)
    dialog.list.setCurrentIndex(dialog.shown.index(0, 0))
    person.click_button(getattr(dialog, what))
    message = person.dialog(MessageDialog)
    assert message.text.text() == "Hand 1, action 1: “0 play GO”: Draw a card first."
    assert person.window.findChild(QFileDialog) is None
    assert len(past(home).games()) == 1
