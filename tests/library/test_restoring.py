"""A backup can be restored without losing later games, and the restoring can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from library.test_game_library import NOTHING, win
from mile_bones.engine.record import Record
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.restoring import Restore, Undo, played_since
from mile_bones.library.scores import Counts, Scores
from mile_bones.storage.backups import Backup, BackupKind
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import NAME, THEME, WINDOW
from stories import three_wins

pytestmark = pytest.mark.slow  # these tests read and write whole histories

NOON = datetime.fromisoformat("2026-05-04T12:00")


class Room:
    """A profile on which games are won day by day."""

    def __init__(self, root: Path, problems: list[Problem]) -> None:
        self.profile = Profile(root)
        self.now = NOON
        self.problems = problems
        self.library = self.another()

    def another(self) -> GameLibrary:
        """Open another window on the profile."""
        return GameLibrary(self.profile, lambda: self.now, self.problems.append)

    def win(self, name: str, library: GameLibrary | None = None) -> None:
        library = library or self.library
        library.settings.update({NAME: name})
        match = library.go_on_with(three_wins(name=name).record(), NOTHING)
        win(match)
        library.count(match)

    def day(self, *names: str) -> Backup:
        """Win a game for each name, then advance to the next day and make its daily backup of the present state."""
        for name in names:
            self.win(name)
        for path in self.profile.backups_dir.glob(f"daily {self.now:%Y-%m-%d}*"):
            path.unlink()
        self.library.backups.close()
        self.now += timedelta(days=1)
        return self.backup()

    def backup(self) -> Backup:
        return next(backup for backup in self.library.backups.listed() if backup.kind is BackupKind.DAILY)

    @property
    def names(self) -> list[str]:
        return sorted(game.name for game in self.library.history.games())

    @property
    def scores(self) -> Scores:
        return Scores(self.library.history, self.library.results)

    @property
    def best(self) -> list[str]:
        return sorted(entry.name for entry in self.library.results.high_scores()["best"])


@pytest.fixture
def room(tmp_path: Path) -> Room:
    problems: list[Problem] = []
    yield Room(tmp_path / "profile", problems)
    assert problems == []


def run(work: Restore | Undo) -> None:
    for _part in work.run():
        pass


def restored(room: Room, backup: Backup, **how: bool) -> Restore:
    restore = Restore(room.library, backup, **how)
    run(restore)
    return restore


def agrees(room: Room) -> bool:
    """Whether the games won agree with the history."""
    return room.scores.told() == room.scores.due()


def test_history_and_settings_are_restored_and_later_games_kept(room: Room):
    room.library.settings.update({THEME: "dark"})
    backup = room.day("Anna")
    room.library.settings.update({THEME: "light", WINDOW: "00ff"})
    room.win("Ben")
    room.library.history.delete([game.id for game in room.library.history.games() if game.name == "Anna"])
    assert played_since(backup, room.library.history_path) == 1
    restore = restored(room, backup)
    assert restore.kept == 1
    assert room.names == ["Anna", "Ben"]
    assert (room.library.settings.get(THEME), room.library.settings.get(WINDOW)) == ("dark", "00ff")
    assert room.library.results.games == (2, 0) and agrees(room)
    assert room.best == ["Anna", "Ben"]


def test_restoring_without_later_games_gives_the_state_of_the_backup(room: Room):
    backup = room.day("Anna")
    room.win("Ben")
    restored(room, backup, keep=False)
    assert room.names == ["Anna"] and room.best == ["Anna"]
    assert room.library.results.games == (1, 0) and agrees(room)


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(("history", "settings"), [(True, True), (True, False), (False, True)])
def test_after_any_restore_the_counts_agree_and_it_can_be_undone(room: Room, history: bool, settings: bool, keep: bool):
    backup = room.day("Anna")
    room.day("Ben")
    room.library.history.delete([game.id for game in room.library.history.games() if game.name == "Anna"])
    room.library.settings.update({THEME: "contrast"})
    before = (room.names, room.library.ini.text, room.scores.told())
    restore = restored(room, backup, history=history, settings=settings, keep=keep)
    assert agrees(room)
    assert ("Anna" in room.names) == history
    assert (room.library.settings.get(THEME) == "system") == settings
    assert "Ben" in room.names or (history and not keep)
    assert restore.undo is not None
    run(restore.undo)
    assert (room.names, room.library.ini.text, room.scores.told()) == before
    assert agrees(room)


@pytest.mark.parametrize("keep", [True, False])
def test_undoing_a_restore_keeps_a_game_that_another_window_ended(room: Room, keep: bool):
    backup = room.day("Anna")
    room.win("Ben")
    other = room.another()
    restore = restored(room, backup, keep=keep)
    room.win("Cleo", other)
    assert restore.undo is not None
    run(restore.undo)
    assert room.names == ["Anna", "Ben", "Cleo"]
    assert room.library.results.games == (3, 0) and agrees(room)
    assert [game.name for game in other.history.games()] != []
    other.close()


def test_a_game_that_another_window_ends_during_a_restore_is_kept(room: Room):
    backup = room.day("Anna")
    room.win("Ben")
    other = room.another()
    work = Restore(room.library, backup, keep=False)
    for part in work.run():
        if part == 0.3 and "Cleo" not in room.names:  # the present state is saved, nothing is changed
            room.win("Cleo", other)
    assert room.names == ["Anna", "Cleo"]
    assert room.library.results.games == (2, 0) and agrees(room)
    other.close()


def test_lost_settings_are_restored_and_later_wins_counted(room: Room):
    backup = room.day("Anna", "Ben")
    room.profile.ini_path.unlink()
    room.library.close()
    room.library = room.another()
    room.win("Cleo")
    assert room.library.results.games == (1, 0)
    restored(room, backup, history=False)
    assert room.library.results.games == (3, 0) and agrees(room)
    assert room.best == ["Anna", "Ben", "Cleo"]


def test_a_lost_history_is_restored(room: Room):
    backup = room.day("Anna", "Ben")
    room.library.close()
    room.profile.history_path.unlink()
    room.library = room.another()
    restored(room, backup, settings=False)
    assert room.names == ["Anna", "Ben"] and agrees(room)
    room.win("Cleo")
    assert agrees(room)


def _no_database(backup: Backup) -> None:
    assert backup.history is not None
    backup.history.write_bytes(b"Dear Sir or Madam, " * 1000)


def _no_settings(backup: Backup) -> None:
    assert backup.settings is not None
    backup.settings.write_bytes(b"\0" * 1000)


@pytest.mark.parametrize("spoil", [_no_database, _no_settings])
def test_a_damaged_backup_changes_nothing(room: Room, spoil: Callable[[Backup], None]):
    backup = room.day("Anna")
    room.win("Ben")
    spoil(backup)
    before = (room.names, room.library.ini.text)
    with pytest.raises(OSError, match=r"damaged|settings file"):
        restored(room, backup)
    assert (room.names, room.library.ini.text) == before


def test_a_restore_does_not_change_a_game_in_progress(room: Room):
    backup = room.day("Anna")
    record: Record = three_wins(name="Dora").record()
    save_record(room.profile.games_dir / "current-7.json", record)
    restored(room, backup, keep=False)
    assert (room.profile.games_dir / "current-7.json").exists()


def test_the_first_counted_game_stores_the_games_won_before(room: Room):
    room.library.results.set_games((4, 2), 1)
    assert room.scores.due() is None
    room.win("Anna")
    assert room.scores.due() == Counts(5, 2, 1) == room.scores.told()
    room.library.results.set_games((6, 2), 1)
    room.win("Ben")
    assert room.scores.due() == Counts(6, 2, 1), "this happens only once"
    assert room.scores.told() == Counts(7, 2, 1)


def test_later_practice_is_kept_or_dropped_together_with_later_games(room: Room):
    room.library.history.set_fact("mistake of then", "1 2026-05-05")
    backup = room.day("Anna")
    room.library.history.set_fact("mistake of then", "2 2026-05-09")
    room.library.history.set_fact("coup 2026-05-05", "play 100")
    restored(room, backup)
    assert room.library.history.facts("mistake ") == {"of then": "2 2026-05-09"}
    assert room.library.history.facts("coup ") == {"2026-05-05": "play 100"}
    restored(room, backup, keep=False)
    assert room.library.history.facts("mistake ") == {"of then": "1 2026-05-05"}
    assert room.library.history.facts("coup ") == {}
