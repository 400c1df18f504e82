"""Trouble with the user's files during play is reported once, play continues, and nothing else is lost.

The trouble is real: a full disk, a read-only folder, files that vanish, and a database that another program has locked.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from desktop.driver import NOON, Home, Person, past, results
from desktop.mounts import SmallDisk, with_own_mounts
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.dialogs.history import HistoryDialog
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.dialogs.statistics import StatisticsDialog
from mile_bones.desktop.dialogs.unsaved import UnsavedDialog
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import facts
from mile_bones.library.settings import LEVEL
from mile_bones.storage.records import load_record
from mile_bones.storage.results import Entry
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import ANIMATION, NAME, THEME
from mile_bones.storage.statistics import Span
from stories import going, near_the_goal, three_wins, won

pytestmark = pytest.mark.proof

linux = pytest.mark.skipif(sys.platform != "linux", reason="mounts are Linux'")


def read(person: Person) -> str:
    """Close the message and return its text."""
    message = person.dialog(MessageDialog)
    text = message.text.text()
    person.click_button(message.close_button)
    return text


def leave_sheets(person: Person) -> list[str]:
    """Close all dialogs after the end of a game. Return the texts of the messages among them."""
    said = []
    while person.dialogs():
        if isinstance(person.dialogs()[-1], MessageDialog):
            said.append(read(person))
        else:
            person.key(Qt.Key.Key_Return)
            person.settled()
    return said


def play_on(person: Person, turns: int = 4) -> None:
    """Play some turns without any message. Give the game a seed, because some deals end within five turns."""
    for _turn in range(turns):
        person.draw()
        person.double_click(slot_names.hand(0))
        person.settled()
        assert person.dialogs() == []
        person.looks_right()


def enter(home: Home, record: Record, ended: datetime, state: str = "finished") -> None:
    """Add a game as if an earlier run of the program had left it, with its scores already entered."""
    history = past(home)
    assert history.add(CountedGame(record, ended, facts(record), state))
    assert history.mark_scored([game.digest for game in history.unscored()])


# ------------------------------------------------------------------ the disk

FULL = (SmallDisk.fill, SmallDisk.make_room, "No space left on device")
READ_ONLY = (SmallDisk.forbid, SmallDisk.allow, "Read-only file system")
disks = pytest.mark.parametrize(("spoil", "mend", "reason"), [FULL, READ_ONLY], ids=["full", "read-only"])


@pytest.fixture
def on_disk(new_home: Home) -> Callable[[], SmallDisk]:
    """A function that puts Anna's profile with a past game on a separate disk."""

    def put() -> SmallDisk:
        disk = SmallDisk(new_home.root)
        new_home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
        enter(new_home, going().me("draw 50", "play 50").record(ended=GIVEN_UP), NOON - timedelta(days=1), GIVEN_UP)
        return disk

    return put


@linux
@disks
@with_own_mounts
def test_a_game_played_on_an_unwritable_disk_is_saved_afterwards(
    new_home: Home, on_disk: Callable[[], SmallDisk], spoil, mend, reason
):
    home, disk = new_home, on_disk()
    person = home.open(three_wins().record(), seed=5)
    before = home.saved()
    spoil(disk)
    person.draw()
    said = [read(person)]
    assert said[0].startswith("Your game cannot be saved") and reason in said[0]
    assert home.saved() == before, "the last saved state is intact"
    person.win()
    finished = person.play.match.record()
    said += leave_sheets(person)
    assert len(said) == 2, "the history and the settings, in one message"
    assert said[1].count(reason) == 2, "each part gives the reason"
    assert "The history of your games" in said[1] and "mb.ini cannot be written" in said[1]
    play_on(person)
    assert [game.state for game in past(home).games()] == ["given_up"], "the history can still be read"
    person.choose("Game", "High scores")
    assert person.dialog(HighScoresDialog).tables["best"].item(0, 2).text() == "5,700"
    person.key(Qt.Key.Key_Return)

    mend(disk)
    play_on(person, 1)
    assert home.saved() == person.play.match.record()
    person.choose("Game", "History")
    assert person.dialog(HistoryDialog).note.text().startswith("3 games"), "the third game is under way"
    person.key(Qt.Key.Key_Escape)
    person.quit()
    assert past(home).record(past(home).games()[0].id) == finished
    assert results(home).games == (1, 0)
    assert results(home).high_scores()["best"] == (Entry("Anna", 5700, NOON.date()),)


@linux
@disks
@with_own_mounts
def test_closing_a_window_on_an_unwritable_disk_keeps_the_saved_game(
    new_home: Home, on_disk: Callable[[], SmallDisk], spoil, mend, reason
):
    home, disk = new_home, on_disk()
    record = going().record()
    person = home.open(record)
    spoil(disk)
    person.draw()
    read(person)
    person.window.close()
    dialog = person.dialog(UnsavedDialog)
    assert "The game in progress is not saved as it stands." in dialog.text.text()
    person.key(Qt.Key.Key_Escape)
    assert person.window.isVisible(), "the window stays open for playing on"
    person.window.close()
    person.click_button(person.dialog(UnsavedDialog).leave)
    person.gone()
    mend(disk)
    assert home.open().play.match.record() == record
    assert home.get(NAME) == "Anna"
    assert len(past(home).games()) == 1
    assert [path.name for path in home.root.rglob("*.tmp")] == []


@linux
@disks
@with_own_mounts
def test_a_start_on_an_unwritable_disk_is_reported_once(
    new_home: Home, on_disk: Callable[[], SmallDisk], spoil, mend, reason
):
    home, disk = new_home, on_disk()
    home.leave(going().record())
    spoil(disk)
    person = home.open(seed=5)
    if not person.dialogs():
        person.draw()
    text = read(person)
    assert text.startswith("Your game cannot be saved") and reason in text
    play_on(person)
    mend(disk)
    play_on(person, 1)
    saved = [load_record(path) for path in home.profile.games_dir.glob("current-*.json")]
    assert person.play.match.record() in saved
    person.quit()
    left = home.open()
    assert left.play.match.record() in saved
    assert home.get(NAME) == "Anna"


@linux
@with_own_mounts
def test_a_game_that_is_left_on_a_full_disk_is_not_replaced(new_home: Home, on_disk: Callable[[], SmallDisk]):
    home, disk = new_home, on_disk()
    person = home.open(going().record())
    disk.fill()
    person.choose("Game", "New game")
    titles = []
    while person.dialogs():
        titles.append(person.dialog(MessageDialog).windowTitle())
        read(person)
    assert titles[0] == "Your unfinished game cannot be kept"
    assert person.play.match.record() == going().record() == home.saved()
    disk.make_room()
    person.choose("Game", "New game")
    assert home.kept() == [going().record()]


# ------------------------------------------------------------------ files that vanish


@pytest.mark.parametrize("while_shown", [False, True])
def test_files_that_vanish_during_play_are_reported_and_rewritten(home: Home, while_shown: bool):
    home.set({THEME: "dark"})
    results(home).record_game("a game", 0, (5500, 1200), ("Anna", "Computer"), NOON.date(), 0)
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = home.open(three_wins().record(), seed=5)
    person.choose("Game", "History")
    person.key(Qt.Key.Key_Escape)
    shutil.rmtree(home.root)
    said = []
    if while_shown:
        person.choose("Game", "High scores")
        assert person.dialog(HighScoresDialog).tables["best"].item(0, 2).text() == "5,500"
        said += leave_sheets(person)
    person.draw()
    assert home.saved() == person.play.match.record(), "the game is on the disk again after one action"
    person.win()
    said += leave_sheets(person)
    assert len(said) == 1 + while_shown
    assert "mb.ini has vanished" in said[0] and "history.db, has vanished" in said[-1]
    play_on(person)
    person.quit()
    assert [entry.value for entry in results(home).high_scores()["best"]] == [5700, 5500]
    assert (home.get(NAME), home.get(THEME)) == ("Anna", "dark")
    assert len(past(home).games()) == 1


def test_a_window_without_its_lock_leaves_the_slot_to_another_window(home: Home):
    first = home.open(going().record())
    shutil.rmtree(home.profile.games_dir)
    second = home.open(seed=2)
    second.draw()
    first.draw()
    one, two = (load_record(home.profile.games_dir / f"current-{number}.json") for number in (1, 2))
    assert one == second.play.match.record()
    assert two == first.play.match.record()
    assert first.dialogs() == second.dialogs() == []


# ------------------------------------------------------------------ damage


def test_a_lock_that_vanishes_is_taken_again(home: Home):
    """The window takes its slot again, so that the game is not saved twice, and a win counts once."""
    person = home.open(three_wins().record(), seed=5)
    home.autosave.with_name(f"{home.autosave.name}.lock").unlink()
    person.win()
    assert leave_sheets(person) == []
    assert results(home).games == (1, 0)
    assert [path.name for path in home.profile.games_dir.glob("*.json")] == ["current-1.json"]
    person.quit()
    again = home.open()
    assert again.sees.own.miles == 0 and again.dialogs() == []
    assert results(home).games == (1, 0)


def test_settings_and_history_damaged_during_play_are_set_aside(home: Home):
    home.set({THEME: "dark"})
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = home.open(three_wins().record(), seed=5)
    home.profile.ini_path.write_bytes(b"\0" * 4096)
    home.profile.history_path.write_bytes(b"Dear Sir or Madam, " * 100)
    person.win()
    (text,) = leave_sheets(person)
    assert "mb.ini.bak" in text and "history.db.bak" in text
    play_on(person)
    person.quit()
    assert (home.get(NAME), home.get(THEME)) == ("Anna", "dark")
    assert results(home).high_scores()["best"] == (Entry("Anna", 5700, NOON.date()),)
    assert [game.state for game in past(home).games()] == ["finished"]
    assert (home.root / "mb.ini.bak").read_bytes() == b"\0" * 4096
    assert (home.root / "history.db.bak").read_bytes().startswith(b"Dear Sir")
    assert home.saved() is not None


def test_a_damaged_autosave_is_replaced_by_the_next_action(home: Home):
    person = home.open(going().record())
    home.autosave.write_bytes(b"\0\0")
    person.draw()
    assert home.saved() == person.play.match.record()
    assert person.dialogs() == []


# ------------------------------------------------------------------ a database that another program has locked


def test_a_game_that_ends_while_the_history_is_locked_is_entered_later(home: Home):
    enter(home, won(name="Ben"), NOON - timedelta(days=1))
    person = home.open(three_wins().record(), seed=5)
    with closing(sqlite3.connect(home.profile.history_path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        person.win()
        finished = person.play.match.record()
        (text,) = leave_sheets(person)
        assert text.startswith("The history of your games") and "another program keeps it to itself" in text
        assert results(home).games == (1, 0)
        play_on(person)
    person.quit()
    assert [past(home).record(game.id) for game in past(home).games()] == [finished, won(name="Ben")]
    assert [path.name for path in home.profile.games_dir.glob("*.json")] == ["current-1.json"]


def test_the_next_start_enters_a_game_that_could_not_be_entered(home: Home):
    home.profile.history_path.mkdir(parents=True)
    person = home.open(three_wins().record())
    person.win()
    finished = person.play.match.record()
    assert len(leave_sheets(person)) == 1
    person.quit()
    home.profile.history_path.rmdir()
    home.open()
    (game,) = past(home).games()
    assert game.state == "finished" and past(home).record(game.id) == finished
    assert [path.name for path in home.profile.games_dir.glob("*.json")] == ["current-1.json"]
    assert results(home).games == (1, 0)


def test_a_resumed_game_stays_in_the_history_if_it_cannot_be_saved(home: Home):
    left = near_the_goal().record()
    enter(home, left, NOON, "unfinished")
    home.profile.games_dir.write_text("a file is in the way", encoding="utf-8")
    person = home.open(seed=3)
    read(person)
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    person.click_button(dialog.go_on)
    person.settled()
    assert person.play.match.record() == left
    assert home.kept() == [left], "the game is on the table and still in the history"


# ------------------------------------------------------------------ the clock


@pytest.mark.parametrize("now", [NOON - timedelta(days=3 * 365), datetime(1970, 1, 1), datetime(1901, 12, 14)])  # noqa: DTZ001
def test_every_game_keeps_its_date_when_the_clock_goes_back(home: Home, now: datetime):
    """The clock goes back after a battery has died. The last game then seems to have ended in the future."""
    enter(home, won(name="Ben"), datetime(2099, 12, 31, 23, 59, 59))  # noqa: DTZ001
    person = home.open(three_wins().record(), seed=5)
    home.now = now
    person.win()
    assert leave_sheets(person) == []
    play_on(person)
    unfinished = person.play.match.record()
    person.choose("Game", "New game")
    person.choose("Game", "History")
    dialog = person.dialog(HistoryDialog)
    dates = [dialog.model.index(row, 0).data() for row in range(dialog.model.rowCount())]
    _under_way, *dates = dates
    assert len(dates) == 3 and dates[0].startswith("31 December 2099")
    assert dates[1:] == [f"{now.day} {now:%B} {now.year}, {now:%H:%M}"] * 2
    person.key(Qt.Key.Key_Escape)
    person.choose("Game", "Statistics")
    assert "2" in person.dialog(StatisticsDialog).note.text()
    person.key(Qt.Key.Key_Escape)
    person.quit()
    assert home.kept() == [unfinished]
    assert results(home).high_scores()["best"] == (Entry("Anna", 5700, now.date()),)
    assert past(home).statistics(Span()).streak == 2
    again = home.open()
    again.looks_right()
    assert again.dialogs() == []


def test_a_game_can_be_set_aside_as_a_file_before_1980(home: Home):
    home.profile.history_path.mkdir(parents=True)
    home.now = datetime(1970, 1, 1)  # noqa: DTZ001
    person = home.open(going().record())
    person.choose("Game", "New game")
    assert load_record(home.profile.games_dir / "unfinished 1970-01-01 00.00.json") == going().record()
    assert "history" in read(person)
