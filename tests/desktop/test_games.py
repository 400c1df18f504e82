"""Games are begun, saved, resumed, opened, given up and finished. Nothing is lost, and nothing counts twice."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QTreeView

from desktop.driver import LEFT, NOON, Home, Person, results
from mile_bones import cli
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.name import NameDialog
from mile_bones.desktop.dialogs.question import MessageDialog, QuestionDialog
from mile_bones.desktop.submenus import menu_of
from mile_bones.desktop.table.moment import Moment
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import GIVEN_UP
from mile_bones.library.settings import LEVEL
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.records import load_record, save_record
from mile_bones.storage.settings import ANIMATION, NAME
from stories import Story, going, near_the_goal, three_wins

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"


def write(path: Path, record) -> Path:
    save_record(path, record)
    return path


# ------------------------------------------------------------------ resuming


def test_a_closed_game_resumes_at_the_same_place_without_a_question(home: Home):
    person = home.open(seed=11)
    for _turn in range(4):
        person.draw()
        person.double_click(slot_names.hand(0))
    person.draw()
    record, saw = home.saved(), person.sees
    person.quit()
    again = home.open()
    assert again.dialogs() == []
    assert again.sees == saw
    assert home.saved() == record
    again.looks_right()
    again.double_click(slot_names.hand(0))
    assert len(home.acts()) > len(record.hands[-1].actions)


def test_a_question_about_the_extension_returns_after_a_restart(home: Home):
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.dialog(ExtensionDialog)
    record = home.saved()
    person.quit()
    again = home.open()
    question = again.dialog(ExtensionDialog)
    assert home.saved() == record
    again.click_button(question.yes)
    again.settled()
    assert "0 extend yes" in home.acts()


def test_an_interrupted_turn_of_the_computer_is_played_at_the_start(home: Home):
    person = home.open(going().me("draw 50", "play 50").record())
    assert home.acts()[-1].startswith("1 ")
    assert person.play.idle
    person.looks_right()


_KILLED = """
import sys
from datetime import datetime
from pathlib import Path
from PySide6.QtWidgets import QApplication
from mile_bones.desktop.main_window import MainWindow, Start
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.storage.profile import Profile

app = QApplication([])
window = MainWindow(Profile(Path(sys.argv[1])), datetime.now, Start(seed=12))
window.show()
window.begin()
window.table.buttons[slot_names.DRAW].click()
window.table.buttons[slot_names.hand(0)].click()
window.table.buttons[slot_names.DISCARD].click()
window.table.buttons[slot_names.DRAW].click()
print(window.turns.match.record().to_json().replace(chr(10), " "), flush=True)
app.exec()
"""


def test_a_killed_program_loses_no_action(home: Home):
    with subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(home.root)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as program:
        try:
            told = json.loads(program.stdout.readline())
        finally:
            os.kill(program.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    assert told["hands"][0]["actions"][-1] == "0 draw"
    person = home.open()
    assert json.loads(home.saved().to_json()) == told
    assert person.dialogs() == []
    assert person.sees.phase.value == "play"
    person.looks_right()


def test_two_windows_play_two_games(home: Home):
    first = home.open(seed=1)
    second = home.open(seed=2)
    first.draw()
    second.draw()
    one, two = (load_record(home.profile.games_dir / f"current-{number}.json") for number in (1, 2))
    assert one == first.play.match.record()
    assert two == second.play.match.record()
    assert one.hands[0].dealt != two.hands[0].dealt


def test_a_second_window_reports_that_the_game_is_open_and_begins_another(home: Home):
    first = home.open(going().record())
    second = home.open()
    question = second.dialog(QuestionDialog)
    assert "belongs to that window" in question.text.text()
    assert second.play.match is None, "nothing has been dealt"
    second.click_button(question.yes)
    second.settled()
    second.draw()
    assert home.saved() == first.play.match.record() == going().record()
    assert load_record(home.profile.games_dir / "current-2.json") == second.play.match.record()
    assert home.kept() == []


def test_a_second_window_closes_and_leaves_no_file_after_the_answer_no(home: Home):
    first = home.open(going().record())
    second = home.open()
    second.click_button(second.dialog(QuestionDialog).no)
    assert not second.window.isVisible()
    assert first.play.match.record() == home.saved()
    assert sorted(path.name for path in home.profile.games_dir.glob("*.json")) == ["current-1.json"]


def test_a_second_window_resumes_its_own_game(home: Home):
    home.open(going().record())
    save_record(home.profile.games_dir / "current-2.json", near_the_goal().record())
    second = home.open()
    assert second.dialogs() == []
    assert second.play.match.record() == near_the_goal().record()


@pytest.mark.parametrize("start", [{"new": True}, {"seed": 3}], ids=str)
def test_a_second_window_started_for_a_new_game_does_not_ask(home: Home, start):
    home.open(going().record())
    second = home.open(**start)
    assert second.dialogs() == []
    assert second.play.match is not None


def test_a_second_window_reports_a_bad_file_before_it_asks(home: Home, tmp_path: Path):
    home.open(going().record())
    path = tmp_path / "bad.json"
    path.write_text("{}")
    second = home.open(file=path)
    message = second.dialog(MessageDialog)
    assert second.dialogs() == [message]
    second.click_button(message.close_button)
    second.click_button(second.asked(QuestionDialog).yes)
    second.settled()
    assert second.play.idle


def test_a_second_window_asks_after_a_finished_file_is_replayed(home: Home):
    home.open(going().record())
    second = home.open(file=CONFORMANCE / "mile-bones-game-01.json")
    assert second.dialogs() == []
    second.key(Qt.Key.Key_Escape)
    assert "another window" in second.asked(QuestionDialog).windowTitle()


def test_nothing_is_played_after_the_window_has_closed(home: Home, qtbot):
    home.set({ANIMATION: "slow"})
    person = home.open(going().me("draw 50").record()).slow_down()
    person.drag("50", slot_names.miles(True))
    assert person.table.animator.running
    record = home.saved()
    person.window.close()
    person.play.hurry()
    assert home.saved() == record
    assert sorted(path.name for path in home.profile.games_dir.glob("*.json")) == ["current-1.json"]


# ------------------------------------------------------------------ damage


@pytest.mark.parametrize("text", ["{ this is not a record", "", "\0\0\0\0", "[]"])
def test_a_damaged_game_is_set_aside_and_reported_and_another_begins(home: Home, text):
    home.profile.games_dir.mkdir(parents=True)
    home.autosave.write_text(text, encoding="utf-8")
    person = home.open()
    message = person.dialog(MessageDialog)
    assert "current-1.json.bak" in message.text.text()
    assert (home.profile.games_dir / "current-1.json.bak").read_text(encoding="utf-8") == text
    person.click_button(message.close_button)
    assert person.dialogs() == []
    person.draw()
    assert home.acts() == ("0 draw",)


def test_a_saved_game_that_breaks_the_rules_is_set_aside_and_reported(home: Home):
    record = going().record()
    bad = replace(record, body=Hands((replace(record.hands[0], actions=("0 draw", "0 play ACCIDENT")),)))
    person = home.open(bad)
    message = person.dialog(MessageDialog)
    assert "current-1.json.bak" in message.text.text()
    assert load_record(home.profile.games_dir / "current-1.json.bak") == bad
    person.click_button(message.close_button)
    person.draw()
    assert home.acts() == ("0 draw",)


def test_a_damaged_ini_is_set_aside_and_reported_and_the_game_starts(home: Home):
    home.profile.ini_path.write_bytes(b"\0\0\0")
    person = home.open()
    name = person.dialog(NameDialog)
    name.field.setText("Ben")
    person.click_button(name.ok)
    message = person.dialog(MessageDialog)
    assert "mb.ini.bak" in message.text.text()
    person.click_button(message.close_button)
    person.play.hurry()
    assert person.play.idle
    assert home.get(NAME) == "Ben"
    assert home.profile.ini_path.with_name("mb.ini.bak").read_bytes() == b"\0\0\0"


def test_an_unwritable_folder_is_reported_once_and_play_continues(home: Home):
    home.profile.games_dir.parent.mkdir(parents=True, exist_ok=True)
    home.profile.games_dir.write_text("a file is in the way", encoding="utf-8")
    person = home.open(seed=3)
    message = person.dialog(MessageDialog)
    assert "cannot be saved" in message.text.text()
    person.click_button(message.close_button)
    for _turn in range(3):
        person.draw()
        person.double_click(slot_names.hand(0))
        person.settled()
        assert person.dialogs() == []
        person.looks_right()


def test_a_game_that_cannot_be_kept_is_not_replaced(home: Home):
    """New game and Open report that the game cannot be kept, and the game continues. The player must give it up to
    begin another.
    """
    home.profile.games_dir.parent.mkdir(parents=True, exist_ok=True)
    home.profile.games_dir.write_text("a file is in the way", encoding="utf-8")
    home.profile.history_path.mkdir()
    person = home.open(seed=3)
    person.click_button(person.dialog(MessageDialog).close_button)
    person.draw()
    record = person.play.match.record()
    person.choose("Game", "New game")
    message = person.dialog(MessageDialog)
    assert "cannot be kept" in message.windowTitle()
    person.click_button(message.close_button)
    person.click_button(person.dialog(MessageDialog).close_button)  # the message about the history
    assert person.play.match.record() == record
    person.choose("Game", "Give up")
    person.click_button(person.dialog(QuestionDialog).yes)
    assert person.play.match.record().hands[0].dealt != record.hands[0].dealt


def test_a_game_can_be_played_even_if_nothing_can_be_written(new_home: Home):
    new_home.root.write_text("a file is in the way", encoding="utf-8")
    person = new_home.open(seed=3)
    name = person.dialog(NameDialog)
    name.field.setText("Ben")
    person.click_button(name.ok)
    message = person.dialog(MessageDialog)
    assert "mb.ini" in message.text.text() and "cannot be saved" in message.text.text()
    person.click_button(message.close_button)
    assert person.dialogs() == []
    person.draw()
    person.double_click(slot_names.hand(0))
    assert person.window.windowTitle() == "Mile Bones: Ben"
    assert person.dialogs() == []


# ------------------------------------------------------------------ files


@pytest.mark.parametrize("name", ["mile-bones-hand-03", "mile-bones-game-01", "mille-game-01"])
def test_any_record_can_be_opened(home: Home, name):
    path = CONFORMANCE / f"{name}.json"
    person = home.open(file=path)
    shown = person.window.replay.record or person.play.match.record()
    assert shown.hands[0].dealt == load_record(path).hands[0].dealt


def test_a_game_from_a_file_continues_and_the_file_is_unchanged(home: Home, tmp_path: Path):
    record = going().me("draw 50").record()
    path = write(tmp_path / "game.json", record)
    person = home.open(file=path)
    assert "50" in person.hand
    person.drag("50", slot_names.miles(True))
    assert home.acts()[: len(record.hands[0].actions) + 1] == (*record.hands[0].actions, "0 play 50")
    assert load_record(path) == record


def test_a_start_with_a_file_keeps_the_saved_game(home: Home, tmp_path: Path):
    unfinished = going("200 100 100 100 100").record()
    path = write(tmp_path / "game.json", near_the_goal().record())
    person = home.open(unfinished, file=path)
    assert person.sees.own.miles == 600
    assert home.kept() == [unfinished]
    assert "kept in the history" in person.status


def test_a_start_with_a_file_counts_a_finished_saved_game(home: Home, tmp_path: Path):
    finished = near_the_goal(target=700).me("draw 50", "play 100", "extend no").record()
    person = home.open(finished, file=write(tmp_path / "game.json", going().record()))
    assert results(home).games == (1, 0)
    assert home.kept() == []
    assert person.sees.own.miles == 0


@pytest.mark.sample(slow=3)
@pytest.mark.parametrize(
    ("break_it", "where"),
    [
        (lambda text: text.replace('"first"', '"frist"'), "Line 2, column"),
        (lambda text: text.replace('"0 play GO"', '"0 play STOP"'), "Hand 1, action 2"),
        (lambda text: text[: len(text) // 2], "Line"),
        (lambda text: text.replace('"version": 2', '"version": 99'), "newer"),
    ],
)
@pytest.mark.parametrize("by", ["FILE", "Open"])
def test_a_broken_file_is_explained_and_the_game_continues(home: Home, tmp_path: Path, by, break_it, where):
    unfinished = going().record()
    path = tmp_path / "broken.json"
    path.write_text(break_it(near_the_goal().record().to_json()), encoding="utf-8")
    if by == "FILE":
        person = home.open(unfinished, file=path)
    else:
        person = home.open(unfinished)
        _choose_file(person, "Open", path)
    message = person.dialog(MessageDialog)
    assert "broken.json" in message.text.text() and where in message.text.text()
    person.click_button(message.close_button)
    assert home.saved() == unfinished
    assert person.play.idle
    person.looks_right()


def _choose_file(person: Person, entry: str, path: Path) -> None:
    person.choose("Game", entry)
    dialog = person.dialog(QFileDialog)
    dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
    person.key(Qt.Key.Key_Return)
    person.settled()


def test_a_file_that_was_already_continued_opens_as_an_assisted_game(home: Home, tmp_path: Path):
    path = write(tmp_path / "saved.json", near_the_goal().record())
    person = home.open(going().record())
    _choose_file(person, "Open", path)
    assert person.dialogs() == [] and not home.saved().assisted
    person.draw()
    _choose_file(person, "Open", path)
    message = person.dialog(MessageDialog)
    assert message.windowTitle() == "You have continued from here before"
    assert "assisted" in message.text.accessibleName()
    person.click_button(message.close_button)
    assert home.saved().assisted
    person.looks_right()


def test_open_continues_a_file_and_keeps_the_previous_game(home: Home, tmp_path: Path):
    before = going().record()
    person = home.open(before)
    _choose_file(person, "Open", write(tmp_path / "game.json", near_the_goal().record()))
    assert person.sees.own.miles == 600
    assert home.saved() == near_the_goal().record()
    assert home.kept() == [before]
    assert "kept in the history" in person.status
    person.looks_right()


def test_save_as_writes_a_record_that_replay_accepts(home: Home, tmp_path: Path, capsys):
    record = three_wins().record()
    person = home.open(record)
    _choose_file(person, "Save as", tmp_path / "mine")
    path = tmp_path / "mine.json"
    assert load_record(path) == record
    assert cli.main(["replay", str(path)]) == 0
    assert "3,800" in capsys.readouterr().out
    assert str(path) in person.status


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("width", [800, 1280, 1600])
def test_the_list_of_files_is_wide_enough_for_its_texts(home: Home, qtbot, width):
    person = home.open(going().record())
    person.window.resize(width, 900)
    write(home.profile.games_dir / "unfinished 2026-05-04 12.00 (2).json", near_the_goal().record())
    person.choose("Game", "Open")
    files = person.dialog(QFileDialog).findChild(QTreeView)
    qtbot.waitUntil(lambda: files.model().rowCount(files.rootIndex()) == 1)
    for column in range(files.model().columnCount()):
        assert files.columnWidth(column) >= files.sizeHintForColumn(column)
    assert files.header().length() <= files.viewport().width()  # nothing is out of sight


def test_open_does_not_offer_the_game_that_is_on_the_table(home: Home, qtbot):
    person = home.open(going().record())
    write(home.profile.games_dir / "mine.json", near_the_goal().record())
    person.choose("Game", "Open")
    files = person.dialog(QFileDialog).findChild(QTreeView)

    def offered() -> list[str]:
        model, folder = files.model(), files.rootIndex()
        return [model.index(row, 0, folder).data() for row in range(model.rowCount(folder))]

    qtbot.waitUntil(lambda: bool(offered()))
    assert offered() == ["mine.json"] and home.autosave.exists()


def test_save_as_begins_in_documents_with_a_name_and_hides_autosaves(home: Home, qtbot, monkeypatch, tmp_path: Path):
    documents = tmp_path / "Documents"
    documents.mkdir()
    write(documents / "current-1.json", going().record())
    write(documents / "current-millieu-2.json", going().record())
    write(documents / "mine.json", going().record())
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _which: str(documents))
    person = home.open(going().record())
    person.choose("Game", "Save as")
    dialog = person.dialog(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == documents
    name = dialog.findChild(QLineEdit, "fileNameEdit").text()
    assert name.startswith("Mile Bones 20") and name.endswith(".json")
    files = dialog.findChild(QTreeView)
    qtbot.waitUntil(lambda: files.model().rowCount(files.rootIndex()) > 0)
    model, folder = files.model(), files.rootIndex()
    assert [model.index(row, 0, folder).data() for row in range(model.rowCount(folder))] == ["mine.json"]
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert load_record(documents / name) == going().record()


@pytest.mark.parametrize("entry", ["Open", "Save as"])
def test_the_keyboard_works_on_the_table_after_a_file_dialog(home: Home, entry):
    record = going().record()
    person = home.open(record)
    person.choose("Game", entry)
    person.dialog(QFileDialog)
    person.key(Qt.Key.Key_Escape)
    person.walk_to(slot_names.DRAW)
    person.key(Qt.Key.Key_Space)
    assert home.acts()[len(record.hands[0].actions) :] == ("0 draw",)


def test_a_file_that_cannot_be_written_is_explained(home: Home, tmp_path: Path):
    person = home.open(going().record())
    (tmp_path / "wall").write_text("", encoding="utf-8")
    person.window.games.save_file(person.play.match.record(), tmp_path / "wall" / "game.json")
    message = person.dialog(MessageDialog)
    assert "could not be saved" in message.windowTitle()


@pytest.mark.parametrize("name", ["mb.ini", "history.db", "games/current-1.json", "games/mille-4.json"])
def test_no_game_is_saved_over_the_programs_own_files(home: Home, tmp_path: Path, name: str):
    person = home.open(going().record())
    person.window.library.history.games()
    own = home.root / name
    before = own.read_bytes() if own.exists() else None
    (tmp_path / "mine.json").symlink_to(own)
    for path in (own, tmp_path / "mine.json"):
        person.window.games.save_file(person.play.match.record(), path)
        message = person.dialog(MessageDialog)
        assert message.text.accessibleName() == f"{path}\n\nIt belongs to Mile Bones itself; choose another name."
        person.click_button(message.close_button)
        assert (own.read_bytes() if own.exists() else None) == before
        assert path not in person.window.library.recent.paths()


@pytest.mark.parametrize(
    "record",
    [going().record(ended=GIVEN_UP), near_the_goal(target=700).me("draw 50", "play 100", "extend no").record()],
    ids=["given up", "finished"],
)
def test_a_file_of_a_finished_game_is_replayed_and_not_counted(home: Home, tmp_path: Path, record):
    person = home.open(file=write(tmp_path / "game.json", record))
    assert person.window.replay.record == record
    person.key(Qt.Key.Key_Escape)
    person.settled()
    assert person.sees.own.miles == 0 and person.play.idle, "a new game begins after the replay"
    assert results(home).games == (0, 0)
    assert results(home).high_scores()["spread"] == ()
    assert home.kept() == []


# ------------------------------------------------------------------ recent files


def recent(person: Person) -> list[str]:
    menu = menu_of(person.entry("Game", "Open recent"))
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if action.toolTip().startswith("/")]


def test_the_menu_opens_recently_opened_or_saved_files(home: Home, tmp_path: Path):
    first, second = (tmp_path / name for name in ("one & all.json", "second.json"))
    write(first, going().record())
    person = home.open(near_the_goal().record())
    assert recent(person) == [] and not person.entry("Game", "Open recent", "Clear the list").isEnabled()
    assert person.window.games.open_file(first)
    person.window.games.save_file(person.play.match.record(), second)
    assert recent(person) == ["&1 second.json", "&2 one && all.json"]
    person.window.games.new_game()
    person.settled()
    next(entry for entry in menu_of(person.entry("Game", "Open recent")).actions() if "one" in entry.text()).trigger()
    assert home.saved() == going().record()
    person.quit()
    assert recent(home.open()) == ["&1 one && all.json", "&2 second.json"]


def test_opening_a_file_of_many_games_says_to_import_it_in_the_history(home: Home, tmp_path: Path):
    path = tmp_path / "all.games"
    path.write_text("mile-bones-history 1\n")
    person = home.open()
    assert not person.window.games.open_file(path)
    assert "import them in the history" in person.dialog(MessageDialog).text.accessibleName()


def test_a_missing_recent_file_is_reported_and_forgotten(home: Home, tmp_path: Path):
    path = write(tmp_path / "gone.json", going().record())
    person = home.open(file=path)
    path.unlink()
    assert recent(person) == ["&1 gone.json"]
    menu_of(person.entry("Game", "Open recent")).actions()[0].trigger()
    message = person.dialog(MessageDialog)
    assert "gone.json" in message.text.accessibleName() and "No such file" in message.text.accessibleName()
    person.click_button(message.close_button)
    assert recent(person) == []


def test_the_list_of_recent_files_can_be_cleared(home: Home, tmp_path: Path):
    person = home.open(file=write(tmp_path / "game.json", going().record()))
    recent(person)
    person.choose("Game", "Open recent", "Clear the list")
    assert recent(person) == []


# ------------------------------------------------------------------ new games


def test_a_start_with_new_begins_a_game_and_keeps_the_unfinished_one(home: Home):
    person = home.open(going().record(), new=True)
    assert home.acts() == ()
    assert home.kept() == [going().record()]
    assert "kept" in person.status
    person.quit()
    assert home.open().play.match.record() == home.saved()


def test_a_deal_number_that_was_played_before_makes_an_assisted_game(home: Home):
    person = home.open(seed=11)
    person.draw()
    person.choose("Game", "Give up")
    person.click_button(person.dialog(QuestionDialog).yes)
    person.quit()
    person = home.open(seed=11, new=True)
    message = person.dialog(MessageDialog)
    assert "deal 11" in message.windowTitle() and "assisted" in message.text.accessibleName()
    person.click_button(message.close_button)
    assert home.saved().assisted and home.saved().seed == 11
    person.draw()
    person.choose("Game", "New game")
    assert not home.saved().assisted and person.dialogs() == []


def test_the_option_new_does_not_replace_a_game_that_cannot_be_kept(home: Home, monkeypatch):
    """A game that cannot be kept is not replaced."""
    home.leave(going().record())
    home.profile.history_path.mkdir(parents=True)
    monkeypatch.setattr(Autosave, "set_aside", lambda _self, _record: _no_room())
    person = home.open(new=True)
    assert isinstance(person.dialog(), MessageDialog)
    assert person.play.match.record() == going().record()


def _no_room() -> Path:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def drop(person: Person, *urls: QUrl) -> bool:
    """Drop the files with these addresses on the window. Return True if the window accepts them."""
    data = QMimeData()
    data.setUrls(list(urls))
    common = (Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    place = QPointF if PySide6.__version_info__ >= (6, 12) else QPoint
    enter = QDragEnterEvent(place(400, 300), *common)
    enter.ignore()
    QCoreApplication.sendEvent(person.window, enter)
    if enter.isAccepted():
        QCoreApplication.sendEvent(person.window, QDropEvent(QPointF(400, 300), *common))
    return enter.isAccepted()


def test_a_record_dropped_on_the_window_is_opened(home: Home, tmp_path: Path, qtbot):
    path = write(tmp_path / "game.json", near_the_goal().record())
    person = home.open(going().record())
    assert drop(person, QUrl.fromLocalFile(str(path)))
    qtbot.waitUntil(lambda: home.saved() == near_the_goal().record())
    assert len(home.kept()) == 1
    person.looks_right()


def test_only_a_single_local_file_can_be_dropped(home: Home, tmp_path: Path):
    path = QUrl.fromLocalFile(str(write(tmp_path / "game.json", near_the_goal().record())))
    person = home.open(going().record())
    assert not drop(person, QUrl("https://example.org/game.json"))
    assert not drop(person, path, path)
    assert not drop(person)
    person.window.games.ask_give_up()
    assert not drop(person, path)
    assert home.saved() == going().record()


def test_a_dropped_file_without_a_record_is_refused_with_a_message(home: Home, tmp_path: Path):
    letter = tmp_path / "letter.json"
    letter.write_text("Dear Sir")
    person = home.open(going().record())
    assert drop(person, QUrl.fromLocalFile(str(letter)))
    assert "letter.json" in person.dialog(MessageDialog).text.text()
    assert home.saved() == going().record()


def test_an_unfinished_game_is_kept_as_a_file_if_the_history_fails(home: Home):
    home.profile.history_path.mkdir(parents=True)
    person = home.open(going().record())
    person.choose("Game", "New game")
    assert "unfinished 2026-05-04 12.00.json" in person.status
    assert load_record(home.profile.games_dir / "unfinished 2026-05-04 12.00.json") == going().record()
    person.dialog(MessageDialog)  # the message about the history


def test_a_new_game_keeps_an_unfinished_one(home: Home):
    before = going().record()
    person = home.open(before)
    person.choose("Game", "New game")
    assert person.dialogs() == []
    assert home.kept() == [before]
    assert home.acts() == ()
    person.looks_right()


def test_a_new_game_does_not_keep_a_game_without_actions(home: Home):
    person = home.open(seed=1)
    person.choose("Game", "New game")
    assert home.kept() == []


def test_a_new_game_lets_the_computer_finish_its_turn_first(home: Home):
    home.set({ANIMATION: "slow"})
    before = going().me("draw 50").record()
    person = home.open(before).slow_down()
    person.drag("100", slot_names.miles(True))
    assert person.table.animator.running
    person.key(Qt.Key.Key_N, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.play.hurry()
    assert home.acts() == ()
    assert home.saved() == person.play.match.record()
    (kept,) = home.kept()
    assert kept.hands[0].actions[-1].startswith("1 ")
    person.looks_right()


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("entry", ["New game", "Give up", "Open", "Save as", "High scores"])
def test_a_question_of_the_game_comes_before_a_menu_command(home: Home, entry):
    """The card that lands on 700 is still flying. The question that it raises comes before the menu's command."""
    home.set({ANIMATION: "slow"})
    person = home.open(near_the_goal().me("draw 50").record()).slow_down()
    person.drag("100", slot_names.miles(True))
    assert person.table.animator.running
    person.choose("Game", entry)
    person.click_button(person.dialog(ExtensionDialog).yes)
    person.play.hurry()
    assert person.dialogs() == []
    assert "0 extend yes" in home.acts()
    assert home.saved() == person.play.match.record()


def test_a_seed_decides_the_cards_of_the_first_game_of_a_run_only(home: Home):
    person = home.open(seed=5)
    first = home.saved().hands[0]
    person.choose("Game", "New game")
    assert home.saved().hands[0].deck != first.deck
    person.quit()
    home.autosave.unlink()
    home.open(seed=5)
    assert home.saved().hands[0] == first


def test_the_command_line_overrides_the_options(home: Home):
    home.set({LEVEL: "original"})
    person = home.open(rules="mille", level="easy")
    assert person.window.status.setup.text() == "mille(6), opponent: Easy"
    assert home.saved().rules == "mille" and home.saved().players[1].level == "easy"


def test_giving_up_asks_first_and_counts_nothing(home: Home):
    before = going().record()
    person = home.open(before)
    person.choose("Game", "Give up")
    person.key(Qt.Key.Key_Return)  # the safe answer
    assert person.dialogs() == []
    assert home.saved() == before
    person.choose("Game", "Give up")
    person.click_button(person.dialog(QuestionDialog).yes)
    person.settled()
    assert results(home).games == (0, 0) and results(home).high_scores()["spread"] == ()
    assert home.saved().hands[0].first == 1  # the player had begun the game that was given up
    assert home.kept() == []
    person.looks_right()


def test_a_saved_game_that_was_given_up_is_not_resumed(home: Home):
    person = home.open(going().record(ended=GIVEN_UP))
    assert person.play.idle
    assert home.saved().ended is None
    assert home.saved().hands[0].first == 1


# ------------------------------------------------------------------ the end of a game


def test_a_won_game_is_counted_once_and_enters_the_high_scores(home: Home):
    person = home.open(three_wins().record())
    sheet = person.win()
    assert "You win the game, 5,700 to 0" in sheet.band.subtitle.text()
    assert results(home).games == (1, 0)
    assert [row[1] for row in person.table.panel.rows][-1] == "1"
    person.click_button(sheet.go_on)
    scores = person.dialog(HighScoresDialog)
    assert scores.tables["best"].item(0, 0).text() == "Anna"
    assert scores.tables["best"].item(0, 2).text() == "5,700"
    assert scores.tables["spread"].item(0, 2).text() == "5,700"
    assert scores.tables["best"].item(0, 1).text() == "4 May 2026"
    person.click_button(scores.close_button)
    person.settled()
    assert person.dialogs() == []
    assert person.sees.totals == (0, 0) and person.sees.hand_number == 1
    assert home.saved().hands[0].first == 1  # the players take turns to begin a game
    person.looks_right()


def test_after_a_won_game_without_a_new_high_score_the_next_begins(home: Home):
    for number, totals in enumerate(((9000, 0), (9100, 0), (9200, 0))):
        results(home).record_game(str(number), 0, totals, ("Ben", "Computer"), NOON.date(), 0)
    person = home.open(three_wins().record())
    sheet = person.win()
    assert sheet.go_on.text() == "&New game"
    person.click_button(sheet.go_on)
    person.settled()
    assert person.dialogs() == []
    assert results(home).games == (4, 0)
    assert person.sees.hand_number == 1


def test_the_sheet_of_a_won_game_counts_the_wins_in_a_row(home: Home):
    person = home.open(three_wins().record())
    for count in (1, 2):
        sheet = person.win()
        assert ("2 games won in a row." in sheet.note.text()) == (count == 2)
        person.click_button(sheet.go_on)
        if count == 1:
            person.click_button(person.dialog(HighScoresDialog).close_button)
        person.settled()
        person.quit()
        person = home.open(three_wins(name="Again").record())


def lose(home: Home) -> tuple[Person, ScoreSheetDialog]:
    """Let the computer win by landing on 700. Return the person and the score sheet."""
    story = Story("GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE REPAIRS REPAIRS", "GO 100 100 100 100 100", target=700)
    story.idles(0).computer("draw 100", "play GO")
    for _card in range(6):
        story.idles(0).computer("draw 100", "play 100")
    person = home.open(story.record())
    person.draw()
    person.double_click(slot_names.hand(0))
    sheet = person.dialog(ScoreSheetDialog)
    return person, sheet


def test_a_lost_game_has_no_scene(home: Home):
    person, sheet = lose(home)
    assert sheet.band.colour == "navy" and "The next trip" in sheet.note.text()
    person.click_button(sheet.go_on)
    assert person.window.findChild(Moment) is None


def test_after_a_lost_game_the_next_begins_even_if_the_computer_has_a_high_score(home: Home):
    person, sheet = lose(home)
    assert sheet.go_on.text() == "&Play again"
    person.click_button(sheet.go_on)
    person.settled()
    assert person.dialogs() == [] and person.sees.totals == (0, 0) and person.sees.hand_number == 1
    assert results(home).high_scores()["spread"][0].name == "Computer"


def test_a_game_won_by_the_computer_enters_the_lists_as_computer(home: Home):
    _person, sheet = lose(home)
    assert "Computer wins the game" in sheet.band.subtitle.text()
    assert results(home).games == (0, 1)
    assert results(home).high_scores()["spread"][0].name == "Computer"


@pytest.mark.parametrize("counted", [False, True])
def test_a_game_finished_in_a_crash_is_counted_exactly_once(home: Home, counted):
    """The power fails after the last action was saved, or after it was counted but before the autosave was cleared."""
    finished = near_the_goal(target=700).me("draw 50", "play 100", "extend no").record()
    if counted:
        home.open(finished).quit()
    home.set({NAME: "Anna"})
    person = home.open(finished)
    assert results(home).games == (1, 0)
    while person.dialogs():
        person.key(Qt.Key.Key_Return)
        person.settled()
    assert results(home).games == (1, 0)
    assert len(results(home).high_scores()["spread"]) == 1
    assert person.play.idle
    assert home.saved().hands[0].score is None  # this is the next game


def test_a_finished_game_is_counted_before_its_score_sheet_is_read(home: Home):
    person = home.open(near_the_goal(target=700).record())
    person.win()
    person.quit()
    assert results(home).games == (1, 0)
    again = home.open()
    assert results(home).games == (1, 0)
    assert again.sees.hand_number == 1 and again.dialogs() == []


def test_clearing_the_high_scores_asks_first_and_erases_them_from_the_ini(home: Home):
    results(home).record_game("a game", 0, (5500, 1200), ("Anna", "Computer"), NOON.date(), 0)
    person = home.open(going().record())
    person.key(Qt.Key.Key_H, modifiers=Qt.KeyboardModifier.ControlModifier)
    scores = person.dialog(HighScoresDialog)
    assert scores.tables["best"].item(0, 2).text() == "5,500"

    person.click_button(scores.clear)
    person.click_button(person.dialog(QuestionDialog).no)
    assert results(home).high_scores()["best"][0].value == 5500

    person.click_button(scores.clear)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert person.dialog() is scores
    assert "5,500" not in {scores.tables["best"].item(row, 2).text() for row in range(scores.tables["best"].rowCount())}
    assert "high scores" not in home.profile.ini_path.read_text(encoding="utf-8")
    assert results(home).games == (1, 0)
    person.click_button(scores.close_button)
    assert person.dialogs() == [] and person.play.idle


def test_the_high_scores_can_be_cleared_by_the_keyboard_alone(home: Home):
    """The keyboard goes from the table to the lists, to the question, and all the way back."""
    results(home).record_game("a game", 0, (5500, 1200), ("Anna", "Computer"), NOON.date(), 0)
    person = home.open(going().record())
    person.key(Qt.Key.Key_H, modifiers=Qt.KeyboardModifier.ControlModifier)
    scores = person.dialog(HighScoresDialog)
    clear, alt = Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier
    for answer in (Qt.Key.Key_Escape, Qt.Key.Key_Return):  # both give the safe answer
        person.key(clear, modifiers=alt)
        person.asked(QuestionDialog)
        person.key(answer)
        assert person.dialog() is scores
    assert results(home).high_scores()["best"] != ()
    person.key(clear, modifiers=alt)
    question = person.asked(QuestionDialog)
    person.key(clear, modifiers=alt)
    person.answered(question)
    assert results(home).high_scores() == {"best": (), "spread": ()}
    person.key(Qt.Key.Key_Return)
    person.answered(scores)
    person.key(Qt.Key.Key_Right)
    assert person.focused() is not None
