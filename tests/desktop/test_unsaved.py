"""While data cannot be written, a sign shows that it is unsaved, and quitting asks about it. It is never lost
silently.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from desktop.driver import Home, Person, past, results
from desktop.mounts import SmallDisk, with_own_mounts
from desktop.test_trouble import leave_sheets, read
from mile_bones.desktop.dialogs.question import MessageDialog
from mile_bones.desktop.dialogs.unsaved import UnsavedDialog
from mile_bones.engine.record import Record
from mile_bones.library.settings import LEVEL
from mile_bones.storage.records import load_record
from mile_bones.storage.results import Entry
from mile_bones.storage.settings import ANIMATION, NAME, THEME
from stories import going, three_wins

linux = pytest.mark.skipif(sys.platform != "linux", reason="mounts are Linux'")


def sign(person: Person):
    return person.window.status.unsaved


def all_games(home: Home) -> list[Record]:
    """Return every game in the files of this profile."""
    history = past(home)
    found = [record for game in history.games() if (record := history.record(game.id)) is not None]
    return found + [load_record(path) for path in home.profile.games_dir.glob("*.json")]


@pytest.fixture
def blocked(home: Home) -> Callable[[], None]:
    """Make saving impossible by a file in place of the games folder. Return a function that makes saving possible
    again.
    """
    games = home.profile.games_dir
    away = games.rename(games.with_name("away")) if games.exists() else None
    games.write_text("in the way", encoding="utf-8")

    def mend() -> None:
        games.unlink()
        if away is not None:
            away.rename(games)

    return mend


# ------------------------------------------------------------------ the last copy


@pytest.mark.sample(proof=2)
@pytest.mark.proof
@linux
@pytest.mark.parametrize("kib", [8, 16, 20, 24, 28])
@with_own_mounts
def test_a_game_that_ends_on_a_nearly_full_disk_survives_a_restart(new_home: Home, kib: int):
    home = new_home
    disk = SmallDisk(home.root)
    home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy"})
    person = home.open(three_wins().record(), seed=5)
    disk.fill(but=kib)
    person.win()
    finished = person.play.match.record()
    said = leave_sheets(person)
    assert finished in all_games(home)
    assert said or not person.window.library.unsaved, "any trouble has been reported"
    person.window.close()
    if person.dialogs():
        person.click_button(person.dialog(UnsavedDialog).leave)
    person.gone()
    disk.make_room()
    again = home.open()
    again.window.saving.begin()
    assert finished in all_games(home)
    assert results(home).games == (1, 0)
    assert again.table.panel.rows[-1] == ("Games", "1", "0")
    assert past(home).games()[0].state == "finished"


def test_a_game_that_is_counted_repeatedly_waits_only_once(home: Home):
    home.profile.history_path.mkdir(parents=True)
    person = home.open(three_wins().record())
    person.win()
    library, match = person.window.library, person.play.match
    library.count(match)
    library.set_aside(match)
    assert len(list(home.profile.games_dir.glob(".waiting*"))) == 1
    leave_sheets(person)
    home.profile.history_path.rmdir()
    person.quit()
    assert list(home.profile.games_dir.glob(".waiting*")) == []
    assert len(past(home).games()) == 1


# ------------------------------------------------------------------ the sign


def test_the_status_bar_has_a_sign_while_the_game_is_not_saved(home: Home, qtbot):
    person = home.open(going().record())
    spoken: list[str] = []
    person.table.announcer.announced.connect(spoken.append)
    assert not sign(person).isVisible()
    games = home.profile.games_dir
    for _time in range(2):
        games.rename(games.with_name("away"))
        games.write_text("in the way", encoding="utf-8")
        spoken.clear()
        person.draw()
        assert read(person).startswith("Your game cannot be saved"), (
            "a message appears each time that the trouble begins"
        )
        assert sign(person).isVisible() and sign(person).text() == "Not saved"
        qtbot.waitUntil(lambda: "Not everything is saved." in " ".join(spoken))
        person.double_click(person.place_of(person.hand[0]))
        person.settled()
        assert person.dialogs() == [], "no second message while the trouble lasts"
        assert sign(person).isVisible()
        games.unlink()
        games.with_name("away").rename(games)
        person.window.saving.try_again()
        assert not sign(person).isVisible()
        qtbot.waitUntil(lambda: "Everything is saved again." in " ".join(spoken))
        assert home.saved() == person.play.match.record(), "the game is saved without another move"


def test_saving_is_retried_automatically(
    home: Home, qtbot, blocked: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mile_bones.desktop.controllers.saving.RETRY_MS", 20)
    person = home.open(seed=3)
    read(person)
    person.draw()
    assert sign(person).isVisible()
    blocked()
    qtbot.waitUntil(lambda: not sign(person).isVisible())
    assert home.saved() == person.play.match.record()


def test_a_click_on_the_sign_tells_what_is_not_saved(home: Home, blocked: Callable[[], None]):
    person = home.open(seed=3)
    read(person)
    person.draw()
    person.click_button(sign(person))
    dialog = person.dialog(UnsavedDialog)
    assert dialog.text.text() == "The game in progress is not saved as it stands."
    assert sign(person).accessibleDescription() == dialog.text.text()
    person.click_button(dialog.again)
    assert person.dialog(UnsavedDialog) is not dialog, "the dialog opens again, because nothing has changed"
    blocked()
    person.click_button(person.dialog(UnsavedDialog).again)
    assert person.dialogs() == [] and person.status == "Everything is saved again."
    assert not sign(person).isVisible()


def test_the_sign_can_be_reached_by_the_keyboard(home: Home, blocked: Callable[[], None]):
    person = home.open(seed=3)
    read(person)
    person.draw()
    for _step in range(60):
        person.key(Qt.Key.Key_Tab)
        if sign(person).hasFocus():
            break
    assert sign(person).hasFocus()
    person.key(Qt.Key.Key_Space)
    person.dialog(UnsavedDialog)


def test_the_sign_is_also_shown_for_unsaved_settings(home: Home):
    person = home.open(going().record())
    lock = home.profile.ini_path.with_name("mb.ini.lock")
    lock.unlink()
    lock.mkdir()
    person.choose("View", "Theme", "Dark")
    assert "mb.ini cannot be written" in read(person)
    assert sign(person).isVisible()
    lock.rmdir()
    person.window.saving.try_again()
    assert not sign(person).isVisible()
    assert home.get(THEME) == "dark"


# ------------------------------------------------------------------ quitting


def test_quitting_with_unsaved_actions_asks_and_saves_elsewhere(
    home: Home, tmp_path: Path, blocked: Callable[[], None]
):
    person = home.open(seed=3)
    read(person)
    person.draw()
    person.choose("View", "Theme", "Dark")
    unsaved = person.play.match.record()
    person.choose("Game", "Quit")
    dialog = person.dialog(UnsavedDialog)
    assert "If you quit now, this is lost." in dialog.text.text()
    place = tmp_path / "elsewhere"
    place.mkdir()
    person.click_button(dialog.elsewhere)
    chooser = next(found for found in person.window.findChildren(QFileDialog))
    chooser.fileSelected.emit(str(place))
    chooser.close()
    message = person.dialog(MessageDialog)
    (saved,) = place.iterdir()
    assert saved.name in message.text.text() and load_record(saved) == unsaved
    person.click_button(message.close_button)
    person.gone()


def test_an_unwritable_folder_is_reported_and_the_game_continues(
    home: Home, tmp_path: Path, blocked: Callable[[], None]
):
    person = home.open(seed=3)
    read(person)
    person.draw()
    person.choose("Game", "Quit")
    dialog = person.dialog(UnsavedDialog)
    person.click_button(dialog.elsewhere)
    chooser = next(found for found in person.window.findChildren(QFileDialog))
    chooser.fileSelected.emit(str(tmp_path / "nowhere"))
    chooser.close()
    assert "No such file" in read(person)
    assert person.dialog(UnsavedDialog) is dialog
    person.click_button(dialog.stay)
    person.double_click(person.place_of(person.hand[0]))
    person.settled()
    assert person.window.isVisible()


def test_quitting_asks_nothing_if_nothing_was_played(home: Home, blocked: Callable[[], None]):
    person = home.open(seed=3)
    read(person)
    person.window.close()
    person.gone()


# ------------------------------------------------------------------ scores from the history


def test_a_win_missing_from_mb_ini_is_taken_from_the_history_once(home: Home, qtbot):
    lock = home.profile.ini_path.with_name("mb.ini.lock")
    person = home.open(three_wins().record(), seed=5)
    lock.unlink()
    lock.mkdir()
    person.win()
    assert any("mb.ini cannot be written" in text for text in leave_sheets(person))
    person.window.close()
    dialog = person.dialog(UnsavedDialog)
    assert "Settings, games won and high scores" in dialog.text.text()
    person.click_button(dialog.leave)
    person.gone()
    lock.rmdir()
    assert results(home).games == (0, 0)
    for _start in range(3):
        again = home.open()
        again.window.saving.begin()
        assert results(home).games == (1, 0)
        assert [(entry.name, entry.value) for entry in results(home).high_scores()["best"]] == [("Anna", 5700)]
        again.quit()
    assert past(home).unscored() == []


def test_scores_are_corrected_from_the_history_after_the_start(home: Home, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mile_bones.desktop.main_window.AT_LEISURE_MS", 1)
    home.open(three_wins().record(), seed=5).win()
    results(home)._ini.update({("games", "won by you"): None, ("games", "counted"): None})
    home.leave_all()
    assert results(home).games == (0, 0)
    past(home)._change(lambda database: database.execute("UPDATE ledger SET scored = 0"))
    home.open()
    qtbot.waitUntil(lambda: results(home).games == (1, 0))
    assert results(home).high_scores()["best"][0] == Entry("Anna", 5700, home.now.date())


# ------------------------------------------------------------------ numbers


def test_a_deal_on_the_table_of_another_window_counts_as_played(home: Home):
    first = home.open(seed=77)
    first.draw()
    second = home.open(seed=77)
    assert second.play.match.assisted
    assert "You have played deal 77 before" in second.dialog(MessageDialog).windowTitle()


def test_a_deal_number_is_remembered_after_its_game_is_deleted(home: Home):
    person = home.open(seed=77)
    person.draw()
    person.choose("Game", "New game")
    history = past(home)
    assert history.delete([game.id for game in history.games()])
    assert history.games() == []
    person.quit()
    again = home.open(seed=77, new=True)
    assert again.play.match.assisted
