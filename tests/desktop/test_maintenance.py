"""Backups, restoring and the check of all games, through the real window."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QWidget

from desktop.driver import LEFT, NOON, Home, Person, past, results
from desktop.mounts import SmallDisk, with_own_mounts
from desktop.test_trouble import leave_sheets, read
from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.desktop.dialogs.check import CheckDialog
from mile_bones.desktop.dialogs.progress import ProgressDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog, UndoableDialog
from mile_bones.desktop.dialogs.restore import RestoreDialog
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import facts
from mile_bones.library.settings import LEVEL
from mile_bones.storage import backups as module
from mile_bones.storage.backups import BackupKind
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import ANIMATION, NAME, THEME
from stories import going, three_wins, won

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
linux = pytest.mark.skipif(sys.platform != "linux", reason="mounts are Linux'")


def enter(home: Home, record: Record, ended: datetime, state: str = "finished") -> None:
    """Add a game to the history without counting it, as if it came from a file."""
    past(home).add_all([CountedGame(record, ended, facts(record), state)])


def tick(box: QCheckBox) -> None:
    """Click the square of a check box."""
    QTest.mouseClick(box.window().windowHandle(), LEFT, pos=box.mapTo(box.window(), QPoint(14, box.height() // 2)))


def backups(person: Person) -> list[BackupKind]:
    return [backup.kind for backup in person.window.library.backups.listed()]


def a_win(home: Home) -> Person:
    """Return Anna after she has won a game and begun the next one. The clock shows the next day."""
    person = home.open(three_wins().record(), seed=5)
    person.win()
    assert leave_sheets(person) == []
    home.now += timedelta(days=1)
    return person


def start_check(person: Person) -> None:
    """Ask for the check of all games."""
    person.choose("Game", "Check my games")
    question = person.dialog(QuestionDialog)
    assert "Nothing is changed" in question.text.text()
    person.click_button(question.yes)


def check(person: Person) -> BaseDialog:
    """Check all games. Return the dialog with the result."""
    start_check(person)
    person.wait_until(lambda: bool(person.dialogs()) and not isinstance(person.dialogs()[-1], ProgressDialog))
    return person.dialog(BaseDialog)


def findings(dialog: CheckDialog) -> list[str]:
    return dialog.list.model().stringList()


def sql(home: Home, statement: str) -> None:
    with closing(sqlite3.connect(home.profile.history_path)) as database, database:
        assert database.execute(statement).rowcount


def well_described(dialog: BaseDialog) -> None:
    """Check that the dialog has a help topic, and that everything in it is described to screen readers."""
    assert dialog.property("helpTopic") == "care"
    for widget in dialog.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            words = widget.text() if isinstance(widget, QAbstractButton) else widget.accessibleName()
            assert words, widget


# ------------------------------------------------------------------ the check


def test_a_check_without_findings_tells_the_number_of_games(home: Home):
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = a_win(home)
    message = check(person)
    assert isinstance(message, MessageDialog) and message.windowTitle() == "All is well"
    assert message.text.text() == "2 games were looked at."


def test_a_damaged_row_is_repaired_and_the_repair_can_be_undone(home: Home):
    person = a_win(home)
    sql(home, "UPDATE games SET points_0 = 100")
    dialog = check(person)
    assert isinstance(dialog, CheckDialog)
    assert findings(dialog) == [
        "The game of Anna on 4 May 2026: its line in the history does not say what was played. This can be repaired."
    ]
    assert dialog.text.text() == "1 game was looked at. 1 thing is not as it should be."
    well_described(dialog)
    person.click_button(dialog.repair)
    done = person.asked(UndoableDialog)
    assert done.windowTitle() == "Repaired" and "has been" in done.text.text()
    assert past(home).games()[0].points == (5700, 0)
    well_described(done)
    person.click_button(done.undo)
    assert read(person) == "All is as it was before."
    assert past(home).games()[0].points == (100, 0)
    assert person.dialogs() == []
    person.looks_right()


def test_a_game_counted_twice_is_found_and_the_count_repaired(home: Home):
    person = a_win(home)
    results(home).set_games((3, 0), 0)
    dialog = check(person)
    assert isinstance(dialog, CheckDialog)
    assert "2 games were counted twice" in findings(dialog)[0]
    person.click_button(dialog.repair)
    person.click_button(person.asked(UndoableDialog).close_button)
    assert results(home).games == (1, 0)
    assert isinstance(check(person), MessageDialog)


def test_unrepairable_damage_is_named_without_a_repair_button(home: Home):
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = home.open(seed=3)
    sql(home, "UPDATE games SET record = x'0102'")
    dialog = check(person)
    assert isinstance(dialog, CheckDialog)
    (text,) = findings(dialog)
    assert text.startswith("The game of Ben on 3 May 2026: its record cannot be read") and "repaired" not in text
    assert not dialog.repair.isVisible()
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == []


def test_the_check_must_be_confirmed_and_can_be_declined(home: Home):
    person = home.open(seed=3)
    person.choose("Game", "Check my games")
    well_described(person.dialog(QuestionDialog))
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == []


def test_a_long_check_shows_its_progress_and_can_be_stopped(home: Home, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mile_bones.desktop.dialogs.progress._AT_ONCE", 0)
    monkeypatch.setattr("mile_bones.desktop.dialogs.progress._BIT", 0)
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = home.open(seed=3)
    start_check(person)
    person.click_button(person.asked(ProgressDialog).stop)
    assert person.dialogs() == []


# ------------------------------------------------------------------ backups


def test_a_finished_game_makes_a_daily_backup(home: Home):
    person = a_win(home)
    assert backups(person) == [BackupKind.DAILY]


def test_a_large_history_is_backed_up_during_the_next_game(home: Home, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "AT_ONCE", 0)
    person = a_win(home)
    qtbot.waitUntil(lambda: backups(person) == [BackupKind.DAILY])
    person.draw()
    person.looks_right()


def test_without_a_backup_a_message_says_when_there_will_be_one(home: Home):
    person = home.open(seed=3)
    person.choose("Game", "Restore from a backup")
    assert "played a game to its end" in read(person)


def test_a_restored_backup_keeps_later_games_and_can_be_undone(home: Home):
    person = a_win(home)
    enter(home, won(name="Ben"), home.now)
    person.window.change_settings({THEME: "dark"})
    person.choose("Game", "Restore from a backup")
    dialog = person.dialog(RestoreDialog)
    well_described(dialog)
    model = dialog.list.model()
    assert [model.index(0, column).data() for column in range(5)] == [
        "4 May 2026, 12:00",
        "of the day",
        "1",
        "1 to 0",
        "Anna",
    ]
    assert dialog.since.text() == ("&Keep the 1 game played since: it is in the history now, and not in this backup")
    person.click_button(dialog.restore)
    done = person.asked(UndoableDialog)
    assert "4 May 2026, 12:00 has been restored. 1 game that was played since has been kept" in done.text.text()
    assert home.get(THEME) == "system" and person.window.settings.get(THEME) == "system"
    assert len(past(home).games()) == 2
    person.click_button(done.undo)
    assert read(person) == "All is as it was before."
    assert home.get(THEME) == "dark" and len(past(home).games()) == 2
    person.looks_right()


@pytest.mark.proof
def test_parts_can_be_left_out_of_a_restore_and_later_games_dropped(home: Home):
    person = a_win(home)
    enter(home, won(name="Ben"), home.now)
    person.window.change_settings({THEME: "dark"})
    person.choose("Game", "Restore from a backup")
    dialog = person.dialog(RestoreDialog)
    tick(dialog.since)
    tick(dialog.games)
    tick(dialog.scores)
    assert not dialog.restore.isEnabled() and not dialog.since.isEnabled()
    tick(dialog.games)
    assert dialog.restore.isEnabled() and dialog.history and not dialog.settings and not dialog.keep
    person.click_button(dialog.restore)
    person.click_button(person.asked(UndoableDialog).close_button)
    assert [game.name for game in past(home).games()] == ["Anna"]
    assert home.get(THEME) == "dark"
    assert isinstance(check(person), MessageDialog), "the check finds nothing wrong"


def test_the_undamaged_half_of_a_backup_can_be_restored(home: Home):
    person = a_win(home)
    (backup,) = person.window.library.backups.listed()
    backup.history.write_bytes(b"Dear Sir or Madam, " * 1000)
    person.choose("Game", "Restore from a backup")
    dialog = person.dialog(RestoreDialog)
    assert dialog.list.model().index(0, 4).data() == "cannot be used"
    assert "the database is damaged" in dialog.inside.text()
    assert not dialog.games.isEnabled() and dialog.scores.isEnabled()
    assert dialog.restore.isEnabled() and not dialog.history and dialog.settings


@pytest.mark.proof
def test_a_second_window_continues_after_a_restore_in_the_first(home: Home):
    person = a_win(home)
    second = home.open(three_wins(name="Ben").record(), new=True, seed=9)
    second.draw()
    person.window.activateWindow()
    person.choose("Game", "Restore from a backup")
    person.click_button(person.dialog(RestoreDialog).restore)
    person.click_button(person.asked(UndoableDialog).close_button)
    second.window.activateWindow()
    second.choose("Game", "New game")
    second.settled()
    second.choose("Game", "History")
    states = sorted(game.state for game in past(home).games())
    assert "unfinished" in states and "finished" in states
    second.key(Qt.Key.Key_Escape)
    assert second.dialogs() == []


FULL = (SmallDisk.fill, "No space left on device")
READ_ONLY = (SmallDisk.forbid, "Read-only file system")


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@linux
@pytest.mark.parametrize(("spoil", "reason"), [FULL, READ_ONLY], ids=["full", "read-only"])
@pytest.mark.parametrize("what", ["repair", "restore"])
@with_own_mounts
def test_without_a_backup_nothing_is_changed_and_the_reason_is_told(new_home: Home, what, spoil, reason):
    home = new_home
    disk = SmallDisk(home.profile.backups_dir, kib=2048)
    home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
    enter(home, going().me("draw 50", "play 50").record(ended=GIVEN_UP), NOON - timedelta(days=1), GIVEN_UP)
    person = a_win(home)
    sql(home, "UPDATE games SET points_0 = 100 WHERE state = 'finished'")
    spoil(disk)
    if what == "repair":
        dialog = check(person)
        person.click_button(dialog.repair)
    else:
        person.choose("Game", "Restore from a backup")
        person.click_button(person.dialog(RestoreDialog).restore)
    message = person.asked(MessageDialog)
    assert message.windowTitle() == ("Nothing was repaired" if what == "repair" else "Nothing was restored")
    assert reason in message.text.text()
    assert past(home).games()[0].points[0] == 100
    person.click_button(message.close_button)
    person.draw()
    person.looks_right()
