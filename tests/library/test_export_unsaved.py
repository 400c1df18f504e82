"""Data that cannot be saved in the profile can be saved in another folder, and imported from there."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from mile_bones.library.exchange import Import
from mile_bones.library.export_unsaved import save_elsewhere
from mile_bones.library.game_library import GameLibrary, Unsaved
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import NAME, Settings
from stories import going, three_wins, won

NOON = datetime.fromisoformat("2026-05-04T12:00:30")


def _fail(problem: Problem) -> None:
    pytest.fail(problem.message())


def test_everything_saved_elsewhere_can_be_read_back(tmp_path: Path):
    games_won = [won(name=name) for name in ("Anna", "Ben")]
    ini = Ini(tmp_path / "profile" / "mb.ini", _fail)
    Settings(ini).update({NAME: "Anna"})
    place = tmp_path / "stick"
    place.mkdir()
    written = save_elsewhere(Unsaved((going().record(),), tuple(games_won), 0, ini.text), place, NOON)
    assert [path.name for path in written] == [
        "Mile Bones 2026-05-04 12.00.json",
        "Mile Bones 2026-05-04 12.00.games",
        "Mile Bones 2026-05-04 12.00 mb.ini",
    ]
    record, games, settings = written
    assert load_record(record) == going().record()
    history = History(tmp_path / "new" / "history.db", _fail)
    taken = Import(history, [games], lambda: NOON, own=True)
    for _part in taken.run():
        pass
    assert (taken.new, taken.refused) == (2, 0)
    assert [(history.record(game.id), game.ended) for game in history.games()] == [
        (games_won[1], NOON),
        (games_won[0], NOON),
    ]
    assert Settings(Ini(settings, _fail)).get(NAME) == "Anna"


def test_saving_elsewhere_replaces_no_file(tmp_path: Path):
    for number in range(3):
        (written,) = save_elsewhere(Unsaved((three_wins(name=str(number)).record(),)), tmp_path, NOON)
        assert load_record(written).players[0].name == str(number)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_library_on_a_sound_disk_has_nothing_unsaved(tmp_path: Path):
    library = GameLibrary(Profile(tmp_path), lambda: NOON, _fail)
    library.settings.update({NAME: "Anna"})
    assert not library.unsaved
