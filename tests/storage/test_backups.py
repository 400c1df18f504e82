"""Backups are made on each day with changes, and seven of them are kept. A backup never replaces a better one."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from desktop.mounts import SmallDisk, with_own_mounts
from mile_bones.storage import backups as module
from mile_bones.storage import copying
from mile_bones.storage.backups import BackupKind, Backups, contents, saved_values
from mile_bones.storage.copying import Damaged, Newer, put_back
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.locks import hold_lock
from mile_bones.storage.older import NEWEST
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from mile_bones.storage.results import Results
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME, Settings
from storage.conftest import make_record

NOON = datetime.fromisoformat("2026-05-04T12:00:30")
SIDE = {"points": 1200, "miles": 700, "coups": 1, "hazards": 4, "trips": 1, "extensions": 0}
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs mounts of Linux")


class Player:
    """A person who plays on a profile, day by day."""

    def __init__(self, profile: Profile, problems: list[Problem]) -> None:
        self.profile = profile
        self.now = NOON
        self.problems = problems
        self.history = History(profile.history_path, problems.append)
        self.backups = Backups(profile, problems.append, lambda: self.now)

    def play(self, name: str) -> None:
        """Add a counted game to the history and change a setting."""
        self.history.add(CountedGame(make_record(name), self.now, ((SIDE, SIDE),), "finished"))
        Settings(Ini(self.profile.ini_path, self.problems.append)).update({NAME: name})

    def day(self, name: str) -> None:
        """Open the window on the next day, play a game, and close the window."""
        self.now += timedelta(days=1)
        self.play(name)
        self.backups.close()

    def files(self) -> list[str]:
        return sorted(path.name for path in self.profile.backups_dir.glob("*") if path.suffix != ".lock")

    def kinds(self) -> list[ProblemKind]:
        return [problem.kind for problem in self.problems]


@pytest.fixture
def player(tmp_path: Path, problems: list[Problem]) -> Player:
    return Player(Profile(tmp_path / "profile"), problems)


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [row[0] for row in database.execute("SELECT name_0 FROM games ORDER BY id")]


def run(work: object) -> None:
    for _part in work:  # type: ignore[attr-defined]
        pass


# ------------------------------------------------------------------ daily backups


def test_a_day_leaves_one_backup_of_each_file(player: Player):
    player.play("Anna")
    player.backups.make_daily()
    player.play("Ben")
    player.backups.close()
    assert player.files() == ["daily 2026-05-04 12.00.30 history.db", "daily 2026-05-04 12.00.30 mb.ini"]
    (backup,) = player.backups.listed()
    assert (backup.kind, backup.when) == (BackupKind.DAILY, NOON)
    assert backup.history is not None and names(backup.history) == ["Anna"]
    assert backup.settings is not None and saved_values(backup.settings)[NAME.section, NAME.key] == "Anna"
    assert player.problems == []


def test_a_backup_is_complete_without_a_log_even_if_the_history_is_open(player: Player):
    player.play("Anna")
    with closing(sqlite3.connect(player.profile.history_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the other program is about to write
        other.execute("DELETE FROM games")
        player.backups.close()
    (backup,) = player.backups.listed()
    assert backup.history is not None
    alone = Path(shutil.move(backup.history, player.profile.games_dir.parent / "alone.db"))
    assert names(alone) == ["Anna"]
    assert player.problems == []


def test_a_day_without_changes_leaves_no_backup(player: Player):
    player.backups.close()
    assert player.files() == [], "there are no files to back up yet"
    player.day("Anna")
    made = player.files()
    for _day in range(9):
        player.now += timedelta(days=1)
        player.backups.close()
    assert player.files() == made


def test_the_backups_of_the_last_seven_days_are_kept(player: Player):
    for number in range(10):
        player.day(f"Anna {number}")
    found = player.backups.listed()
    assert [backup.when.day for backup in found] == [14, 13, 12, 11, 10, 9, 8]
    assert all(backup.history and backup.settings for backup in found)
    assert [contents(backup).games for backup in found] == [10, 9, 8, 7, 6, 5, 4]


def test_backups_dated_in_the_future_are_deleted_first(player: Player):
    player.now = NOON.replace(year=2099)
    for number in range(7):
        player.day(f"Anna {number}")
    player.now = NOON
    for number in range(3):
        player.day(f"Ben {number}")
    whens = [backup.when for backup in player.backups.listed()]
    assert [when.year for when in whens] == [2099] * 4 + [2026] * 3
    assert min(when.day for when in whens if when.year == 2099) == 8, "the oldest ones were deleted"


def test_a_damaged_file_is_not_backed_up_and_replaces_no_backup(player: Player):
    for number in range(7):
        player.day(f"Anna {number}")
    made = [name for name in player.files() if name.endswith(".db")]
    data = bytearray(player.profile.history_path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    player.profile.history_path.write_bytes(data)
    player.profile.ini_path.write_bytes(b"\0" * 100)
    for _day in range(3):
        player.now += timedelta(days=1)
        player.backups.close()
    assert [name for name in player.files() if name.endswith(".db")] == made
    assert len([name for name in player.files() if name.endswith(".ini")]) == 7
    assert player.kinds() == [ProblemKind.BACKUP_REFUSED] * 2, "reported once for each file"
    assert "Check my games" in player.problems[0].message()


def test_a_history_of_a_later_version_is_backed_up_too(player: Player):
    player.play("Anna")
    with closing(sqlite3.connect(player.profile.history_path)) as database:
        database.execute(f"PRAGMA user_version = {NEWEST + 1}")
    player.backups.close()
    assert len(player.files()) == 2 and player.problems == []


def test_a_large_history_is_copied_in_steps(player: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "AT_ONCE", 0)
    player.play("Anna")
    player.backups.make_daily()
    assert player.files() == [], "the copy has only begun"
    while player.backups.go_on():
        pass
    assert len(player.files()) == 2
    assert not player.backups.go_on()


def test_a_game_added_during_copying_does_not_restart_the_copy(player: Player, monkeypatch: pytest.MonkeyPatch):
    player.play("Anna")
    rest = iter(["Ben", "Cleo", "Dora"])

    class Busy(copying.Job):
        """A copying job during which another window adds a game at each check for a stop, until there are no more
        games.
        """

        @property
        def stop(self) -> bool:
            for name in rest:
                player.play(name)
                break
            return False

        @stop.setter
        def stop(self, value: bool) -> None:
            pass

    monkeypatch.setattr(copying, "_PAGES", 1)
    monkeypatch.setattr(copying, "Job", Busy)
    run(copying.save_copy(player.profile.history_path, player.profile.history_path.with_name("copy.db")))
    assert names(player.profile.history_path.with_name("copy.db")) == ["Anna"], "the copy is of a single moment"
    assert next(rest, None) is None


def test_no_backup_is_made_while_another_window_makes_one(player: Player):
    player.play("Anna")
    player.profile.backups_dir.mkdir()
    lock = hold_lock(player.profile.backups_dir / "daily", 0)
    player.backups.close()
    assert player.files() == [] and player.problems == []
    lock.release()
    player.backups.close()
    assert len(player.files()) == 2


FULL = (SmallDisk.fill, SmallDisk.make_room, "No space left on device")
READ_ONLY = (SmallDisk.forbid, SmallDisk.allow, "Read-only file system")


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@linux
@pytest.mark.parametrize(("spoil", "mend", "reason"), [FULL, READ_ONLY], ids=["full", "read-only"])
@with_own_mounts
def test_an_unwritable_disk_is_reported_once_and_the_backups_stay(
    tmp_path: Path, problems: list[Problem], spoil: Callable, mend: Callable, reason: str
):
    player = Player(Profile(tmp_path / "profile"), problems)
    disk = SmallDisk(player.profile.backups_dir)
    player.day("Anna")
    made = player.files()
    spoil(disk)
    for name in ("Ben", "Cleo"):
        player.day(name)
    assert [name for name in player.files() if name != "filling"] == made
    assert {problem.kind for problem in problems} == {ProblemKind.BACKUP_UNWRITABLE} and len(problems) <= 2
    assert all(reason in problem.message() for problem in problems)
    mend(disk)
    player.day("Dora")
    assert len(player.files()) == 4


# ------------------------------------------------------------------ backups before a change


def safety(player: Player, kind: BackupKind) -> None:
    player.now += timedelta(seconds=1)
    run(player.backups.make_safety(kind, []))


def test_three_backups_of_each_kind_are_kept_besides_the_daily_ones(player: Player):
    player.day("Anna")
    for _time in range(5):
        safety(player, BackupKind.BEFORE_RESTORE)
        safety(player, BackupKind.BEFORE_REPAIR)
    found = [backup.kind for backup in player.backups.listed()]
    assert [found.count(kind) for kind in BackupKind] == [1, 3, 3, 0]


def test_the_contents_of_backups_are_described_and_damage_named(player: Player):
    results = Results(Ini(player.profile.ini_path, player.problems.append))
    results.record_game("one", 0, (5000, 4000), ("Anna", "Computer"), NOON.date(), 1)
    player.day("Anna")
    player.day("Ben")
    first, second = reversed(player.backups.listed())
    assert contents(second).games == 2 and contents(second).names == ("Ben", "Anna")
    assert contents(second).won == (1, 0) and contents(second).trouble == ""
    assert first.history is not None
    first.history.write_bytes(b"Dear Sir or Madam, " * 100)
    assert contents(first).games is None and contents(first).won == (1, 0)
    assert contents(first).trouble == "the database is damaged"
    (player.profile.backups_dir / "daily 2026-99-99 12.00.00 history.db").touch()
    (player.profile.backups_dir / "my own notes.txt").touch()
    assert player.backups.listed() == [second, first]


# ------------------------------------------------------------------ putting a backup back


def test_a_history_is_put_back_while_another_window_has_it_open(player: Player):
    player.day("Anna")
    (backup,) = player.backups.listed()
    assert backup.history is not None
    player.play("Ben")
    seen: list[list[str]] = []

    def then(before: sqlite3.Connection, now: sqlite3.Connection) -> None:
        seen.extend([row[0] for row in one.execute("SELECT name_0 FROM games ORDER BY id")] for one in (before, now))

    with closing(sqlite3.connect(player.profile.history_path)) as other:
        assert len(other.execute("SELECT name_0 FROM games").fetchall()) == 2
        run(put_back(backup.history, player.profile.history_path, then))
        assert other.execute("SELECT name_0 FROM games").fetchall() == [("Anna",)]
    assert seen == [["Anna", "Ben"], ["Anna"]]
    assert [game.name for game in player.history.games()] == ["Anna"]
    player.play("Cleo")
    assert [game.name for game in player.history.games()] == ["Cleo", "Anna"]
    assert player.problems == []


def test_a_history_is_put_back_if_there_is_none(player: Player):
    player.day("Anna")
    (backup,) = player.backups.listed()
    assert backup.history is not None
    player.profile.history_path.unlink()
    run(put_back(backup.history, player.profile.history_path, lambda before, now: None))
    assert names(player.profile.history_path) == ["Anna"]


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {NEWEST + 1}")


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM games; END")


def _other(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE bookmarks (page)")


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("spoil", "error"),
    [(_newer, Newer), (_foreign, Damaged), (_other, Damaged), (_torn, Damaged), (Path.unlink, OSError)],
)
def test_a_backup_without_a_sound_history_is_not_put_back(player: Player, spoil: Callable[[Path], None], error: type):
    player.day("Anna")
    (backup,) = player.backups.listed()
    assert backup.history is not None
    player.play("Ben")
    spoil(backup.history)
    with pytest.raises(error) as raised:
        run(put_back(backup.history, player.profile.history_path, lambda before, now: None))
    assert raised.value.strerror
    assert len(player.history.games()) == 2


def test_a_history_locked_by_another_program_is_not_replaced(player: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mile_bones.storage.copying.WAIT_SECONDS", 0.05)
    player.day("Anna")
    (backup,) = player.backups.listed()
    assert backup.history is not None
    player.play("Ben")
    with closing(sqlite3.connect(player.profile.history_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OSError, match="keeps it to itself"):
            run(put_back(backup.history, player.profile.history_path, lambda before, now: None))
    assert len(player.history.games()) == 2


def test_a_stopped_restore_happens_completely_or_not_at_all(player: Player):
    player.day("Anna")
    (backup,) = player.backups.listed()
    assert backup.history is not None
    player.play("Ben")
    work = put_back(backup.history, player.profile.history_path, lambda before, now: None)
    next(work)
    work.close()
    assert len(player.history.games()) in (1, 2), "all or nothing: the restore may have been complete"
    assert player.problems == []
