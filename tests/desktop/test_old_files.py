"""The files of the first version are opened by this version without loss."""

from __future__ import annotations

import shutil
from datetime import date, datetime
from pathlib import Path

import pytest

import mile_bones
from desktop.driver import Home
from desktop.test_maintenance import tick
from mile_bones import cli
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.dialogs.restore import RestoreDialog
from mile_bones.library.exchange import Import
from mile_bones.library.settings import LEVEL
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.records import load_record
from mile_bones.storage.results import Entry, Results
from mile_bones.storage.settings import NAME, SORT, THEME
from mile_bones.storage.statistics import Span

FIRST = Path(__file__).parents[1] / "data" / "first"


@pytest.fixture
def old_home(home: Home) -> Home:
    """A profile as the first version left it."""
    home.profile.games_dir.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIRST / "mb.ini", home.profile.ini_path)
    shutil.copy(FIRST / "history.db", home.profile.history_path)
    shutil.copy(FIRST / "record.json", home.autosave)
    return home


def test_a_game_of_the_first_version_continues(old_home: Home):
    record = load_record(FIRST / "record.json")
    person = old_home.open()
    assert person.dialogs() == []
    assert person.play.match.record() == record
    assert (record.seed, record.assisted, record.rules) == (20261121, True, "mille")
    person.window.turns.undo()
    person.settled()
    person.looks_right()


def test_a_record_of_the_first_version_can_be_replayed(capsys):
    assert cli.main(["replay", str(FIRST / "record.json")]) == 0
    assert "2,400" in capsys.readouterr().out


def test_settings_and_scores_of_the_first_version_are_read(old_home: Home):
    assert [old_home.get(setting) for setting in (NAME, THEME, LEVEL, SORT)] == ["Anna", "dark", "expert", False]
    results = Results(Ini(old_home.profile.ini_path, lambda problem: pytest.fail(str(problem))))
    assert results.games == (2, 0)
    assert results.high_scores()["best"][0] == Entry("Anna", 6325, date(2026, 11, 21))


def test_games_exported_by_the_first_version_can_be_imported(old_home: Home, tmp_path: Path):
    paths = (old_home.profile.history_path, tmp_path / "new" / "history.db")
    there, here = (History(path, lambda problem: pytest.fail(str(problem))) for path in paths)
    taken = Import(here, [FIRST / "all.games"], lambda: datetime.fromisoformat("2027-01-01"))
    list(taken.run())
    assert (taken.new, taken.refused) == (4, 0)
    shown = [[(game.ended, game.name, game.state, game.points) for game in some.games()] for some in (there, here)]
    assert shown[0] == shown[1]


def test_a_history_of_the_first_version_is_read_and_extended(old_home: Home):
    history = History(old_home.profile.history_path, lambda problem: pytest.fail(str(problem)))
    assert [(game.state, game.points) for game in history.games()] == [
        ("given_up", (0, 0)),
        ("unfinished", (2400, 950)),
        ("finished", (6000, 650)),
        ("finished", (6325, 2175)),
    ]
    assert all(history.record(game.id) is not None for game in history.games())
    assert history.statistics(Span()).won == (2, 0)
    person = old_home.open()
    person.double_click(slot_names.hand(0))
    person.window.games.new_game()
    assert len(history.games()) == 5


def test_the_old_files_are_backed_up_and_can_be_restored_on_closing(old_home: Home):
    profile = old_home.profile
    paths = (profile.history_path, profile.ini_path, old_home.autosave)
    before = [path.read_bytes() for path in paths]
    person = old_home.open()
    person.window.turns.undo()
    person.window.change_settings({THEME: "light"})
    person.window.saving.begin()
    assert all(path.read_bytes() != data for path, data in zip(paths, before, strict=True))
    person.choose("Game", "Restore from a backup")
    dialog = person.dialog(RestoreDialog)
    model = dialog.list.model()
    assert [model.index(0, column).data() for column in (1, 2, 3)] == [
        f"before version {mile_bones.__version__}",
        "4",
        "2 to 0",
    ]
    assert dialog.leave.isVisible() and not dialog.back
    tick(dialog.leave)
    assert dialog.back and not dialog.games.isEnabled() and not dialog.since.isEnabled()
    person.looks_right()
    person.click_button(dialog.restore)
    assert not person.window.isVisible()
    assert [path.read_bytes() for path in paths] == before
