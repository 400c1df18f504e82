"""Before a version uses the files of an earlier version, it keeps a copy. Going back restores the kept files byte for
byte.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import mile_bones
from library.test_game_library import NOTHING
from mile_bones.games import facts
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.restoring import GoBack, Restore
from mile_bones.storage import backups as module
from mile_bones.storage import earlier_files, schema
from mile_bones.storage.backups import Backup, BackupKind, contents
from mile_bones.storage.copying import Damaged
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.settings import NAME, THEME
from stories import three_wins

DATA = Path(__file__).parents[1] / "data"
NOON = datetime.fromisoformat("2026-11-21T12:00")

pytestmark = pytest.mark.slow  # these tests read and write whole histories


def first(root: Path) -> None:
    """Make the files that version 0.1.0 left: a history of the first schema step, and records of format 1."""
    (root / "games").mkdir(parents=True)
    shutil.copy(DATA / "first/mb.ini", root)
    shutil.copy(DATA / "first/history.db", root)
    shutil.copy(DATA / "first/record.json", root / "games/current-1.json")


def second(root: Path) -> None:
    """Make the files of the second schema step, with waiting games, damaged games, and games of a terminal."""
    shutil.copytree(DATA / "second/profile", root)


def third(root: Path) -> None:
    """Make the files of the third schema step, upgraded from the second by its own code."""
    second(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "_STEPS", schema._STEPS[:3])
        schema._made.cache_clear()
        assert History(root / "history.db", pytest.fail).count()
    schema._made.cache_clear()


def killed(root: Path) -> None:
    """Make the files of the second step after the program was killed. The last change is only in the log of the
    database.
    """
    second(root)
    path = root / "history.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO facts VALUES ('word', 'last')")
        database.commit()
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", f"{path}{part}.copy")
    for part in ("", "-wal"):
        Path(f"{path}{part}.copy").replace(f"{path}{part}")


def without_a_log(root: Path) -> None:
    """Make the files of the second step with a history copied by hand from a backup, which has another journal mode."""
    second(root)
    shutil.copy(max((root / "backups").glob("*.db")), root / "history.db")


def without_a_history(root: Path) -> None:
    """Make a profile that has only games in progress of the first version."""
    first(root)
    (root / "history.db").unlink()


SHIPPED = [first, second, third, killed, without_a_log, without_a_history]


class Room:
    """A profile that an earlier version has left, and the current time."""

    def __init__(self, root: Path, leave: Callable[[Path], None], problems: list[Problem]) -> None:
        self.profile = Profile(root)
        self.problems = problems
        self.now = NOON
        leave(root)
        if Path(f"{self.profile.history_path}-wal").exists():  # as that version leaves it if it is not killed
            with closing(sqlite3.connect(root.parent / "tidy.db")) as tidy:
                shutil.copy(self.profile.history_path, root.parent / "tidy.db")
                shutil.copy(f"{self.profile.history_path}-wal", root.parent / "tidy.db-wal")
                tidy.execute("SELECT * FROM games").fetchone()
            self.before = self.files() | {"history.db": (root.parent / "tidy.db").read_bytes()}
        else:
            self.before = self.files()

    def files(self) -> dict[str, bytes]:
        """Return the files that the earlier version reads, without those that this version has added."""
        root = self.profile.games_dir.parent
        games = {f"games/{path.name}" for path in self.profile.games_dir.glob("*.json")}
        names = {"history.db", "mb.ini"} | {name for name in games if "unfinished 2026-11" not in name}
        return {name: (root / name).read_bytes() for name in names if (root / name).exists()}

    def library(self) -> GameLibrary:
        return GameLibrary(self.profile, lambda: self.now, self.problems.append)

    def start(self) -> GameLibrary:
        """Start this version and do what it does at every start."""
        library = self.library()
        library.resume(NOTHING)
        library.agree()
        return library

    def kept(self, library: GameLibrary | None = None) -> list[Backup]:
        listed = (library or self.library()).backups.listed()
        return [backup for backup in listed if backup.kind is BackupKind.BEFORE_VERSION]


@pytest.fixture(params=SHIPPED, ids=lambda leave: leave.__name__)
def room(request: pytest.FixtureRequest, tmp_path: Path, problems: list[Problem]) -> Room:
    return Room(tmp_path / "profile", request.param, problems)


def run(work: GoBack | Restore) -> None:
    for _part in work.run():
        pass


def use(room: Room, library: GameLibrary) -> None:
    """Continue a game, win one, and change the settings."""
    match = library.resume(NOTHING) or library.start(NOTHING)
    seat = match.current_player
    assert match.submit(seat, match.observation(seat).legal_actions()[0])
    record = three_wins(name="Dora").record()
    library.history.add(CountedGame(record, room.now, facts(record), "unfinished"))
    library.settings.update({NAME: "Dora", THEME: "light"})


def seen(library: GameLibrary) -> list[tuple[object, ...]]:
    return [(game.id, game.name, game.ended, game.points, game.state) for game in library.history.games()]


@pytest.mark.sample(slow=2)
def test_an_earlier_versions_files_are_kept_and_can_come_back_repeatedly(room: Room):
    listed = []
    for time in range(2):
        library = room.start()
        listed.append(seen(library))
        use(room, library)
        (backup,) = room.kept(library)
        assert backup.version == mile_bones.__version__
        assert contents(backup).trouble == ""
        if backup.history is not None:
            assert backup.history.read_bytes() == room.before["history.db"]
        assert backup.settings is not None and backup.settings.read_bytes() == room.before["mb.ini"]
        assert room.files() != room.before
        room.now += timedelta(hours=1)
        back = GoBack(library, backup)
        run(back)
        assert back.done and room.files() == room.before, f"time {time}"
        library.settings.update({NAME: "Emil"})
        library.agree()
        library.catch_up()
        library.close()
        assert room.files() == room.before, "this program writes nothing more for the earlier version"
        room.now += timedelta(hours=1)
    assert listed[0] == listed[1]
    assert len(room.kept()) == 1, "the same files are not kept twice"


@pytest.mark.sample(slow=2)
def test_only_the_first_start_keeps_the_files_of_an_earlier_version(room: Room):
    """Slots of other windows stay in the earlier version's format until somebody continues their games."""
    for _start in range(5):
        library = room.start()
        use(room, library)
        library.close()
        room.now += timedelta(days=1)
    (backup,) = room.kept()
    assert backup.when.date() == NOON.date()
    library = room.start()
    run(GoBack(library, backup))
    assert room.files() == room.before


@pytest.mark.sample(slow=2)
def test_going_back_keeps_current_games_and_puts_newer_ones_in_a_backup(room: Room):
    library = room.start()
    use(room, library)
    slots = {load_record(slot).id for slot in library.slots}
    run(GoBack(library, room.kept(library)[0]))
    library.close()
    room.now += timedelta(hours=1)
    again = room.start()
    since = next(backup for backup in again.backups.listed() if backup.kind is BackupKind.BEFORE_RESTORE)
    run(Restore(again, since))
    assert "Dora" in [game.name for game in again.history.games()]
    assert again.settings.get(NAME) == "Dora"
    beside = {load_record(path).id for path in room.profile.games_dir.glob("unfinished 2026-11-*.json")}
    assert slots <= beside | {load_record(path).id for path in again.slots}
    again.close()


@pytest.mark.sample(slow=2)
def test_kept_files_can_be_restored_like_a_backup_with_newer_games(room: Room):
    library = room.start()
    before = seen(library)
    use(room, library)
    (backup,) = room.kept(library)
    run(Restore(library, backup))
    assert {game[1:] for game in before} < {game[1:] for game in seen(library)}
    assert library.settings.get(NAME) == "Anna"
    library.close()


def test_a_history_that_cannot_be_kept_is_read_and_not_upgraded(room: Room):
    shutil.rmtree(room.profile.backups_dir, ignore_errors=True)
    room.profile.backups_dir.write_text("in the way")
    library = room.library()
    games = seen(library)
    record = three_wins(name="Dora").record()
    assert library.history.add(CountedGame(record, room.now, facts(record), "unfinished")) is (not games)
    if games:
        with closing(sqlite3.connect(room.profile.history_path)) as database:
            assert database.execute("PRAGMA user_version").fetchone()[0] < schema.NEWEST
        kinds = {problem.kind for problem in room.problems}
        assert kinds == {ProblemKind.BACKUP_UNWRITABLE, ProblemKind.HISTORY_UNWRITABLE}
    room.profile.backups_dir.unlink()
    assert library.history.add(CountedGame(record, room.now, facts(record), "unfinished"))
    assert [game for game in seen(library) if game in games] == games
    library.close()


# ------------------------------------------------------------------ with the second version's files only


@pytest.fixture
def second_room(tmp_path: Path, problems: list[Problem]) -> Room:
    return Room(tmp_path / "profile", second, problems)


def test_a_current_or_new_profile_has_no_files_to_keep(second_room: Room, tmp_path: Path):
    room = second_room
    room.start().close()
    for path in room.profile.backups_dir.glob("before version*"):
        path.unlink()
    for slot in room.profile.games_dir.glob("*-[0-9].json"):
        slot.unlink()
    for _start in range(2):
        room.start().close()
        assert room.kept() == []
    new = Room(tmp_path / "new", lambda root: None, room.problems)
    new.start().close()
    assert new.kept() == []


def test_files_changed_by_the_earlier_version_are_kept_again(second_room: Room):
    room = second_room
    for number in range(5):
        library = room.start()
        run(GoBack(library, room.kept(library)[0]))
        library.close()
        room.profile.ini_path.write_text(f"[player]\nname = Anna {number}\n")
        room.now += timedelta(days=1)
    kept = room.kept()
    assert len(kept) == module.SAFETY_KEPT
    texts = [backup.settings and backup.settings.read_text().split()[-1] for backup in kept]
    assert texts == ["3", "2", "1"]


def test_going_back_is_refused_while_another_window_is_open(second_room: Room):
    room = second_room
    library = room.start()
    other = room.library()
    assert other.resume(NOTHING) is not None
    before = room.files()
    with pytest.raises(OSError, match="another window"):
        run(GoBack(library, room.kept(library)[0]))
    assert room.files() == before and not library.left
    other.close()
    run(GoBack(library, room.kept(library)[0]))
    assert library.left


def test_data_that_an_earlier_version_writes_during_the_copy_is_not_lost(
    second_room: Room, monkeypatch: pytest.MonkeyPatch
):
    """A game that the earlier version writes is in the kept files. Otherwise it cannot be written, because the history
    is locked.
    """
    room = second_room
    original = module.Backups._keep
    entered = []

    def keep(backups: module.Backups, *, held: bool) -> None:
        original(backups, held=held)
        with closing(sqlite3.connect(room.profile.history_path, timeout=0)) as old:
            try:
                old.execute("INSERT INTO facts VALUES (?, 'x')", (f"late {len(entered)}",))
                old.commit()
                entered.append(f"late {len(entered)}")
            except sqlite3.OperationalError:
                assert held, "the database is locked only while it is held"

    monkeypatch.setattr(module.Backups, "_keep", keep)
    library = room.start()
    assert library.history.games()
    kept = room.kept(library)[0]
    assert kept.history is not None
    with closing(sqlite3.connect(kept.history)) as database:
        found = [key for (key,) in database.execute("SELECT key FROM facts WHERE key LIKE 'late%'")]
    assert found == entered and entered
    library.close()


@pytest.mark.parametrize("name", ["../current-1.json", "unfinished ../x/a.json", "mb.ini", "unfinished /etc/a.json"])
def test_an_archive_with_names_outside_its_folder_counts_as_damaged(second_room: Room, name: str):
    room = second_room
    library = room.start()
    (backup,) = room.kept(library)
    assert backup.games is not None
    with zipfile.ZipFile(backup.games, "a") as archive:
        archive.writestr(name, b"{}")
    before = room.files()
    assert "damaged" in contents(backup).trouble
    with pytest.raises(OSError, match="damaged"):
        run(GoBack(library, backup))
    assert room.files() == before and not library.left


def test_an_archive_with_changed_bytes_is_whole_or_reported_as_damaged(tmp_path: Path):
    path, luck = tmp_path / "games.zip", random.Random(3)
    whole = earlier_files.pack(DATA / "second/profile/games")
    path.write_bytes(whole)
    names = set(earlier_files.unpack(path))
    assert len(names) == 5
    for number in range(1500):
        data = bytearray(whole)
        for _time in range(luck.randrange(1, 4)):
            first = luck.choice([0, len(data) - 500])  # the archive's directory is at the end
            data[luck.randrange(first, len(data))] ^= luck.randrange(256)
        path.write_bytes(data[: luck.randrange(len(data))] if number % 10 == 0 else data)
        try:
            found = earlier_files.unpack(path)
        except Damaged:
            continue
        assert len(found) <= len(names)
        assert all("/" not in name and len(game.data) <= 1 << 20 for name, game in found.items())


@pytest.mark.parametrize("part", ["history", "games", "settings"])
def test_going_back_to_a_damaged_backup_changes_nothing(second_room: Room, part: str):
    room = second_room
    library = room.start()
    (backup,) = room.kept(library)
    path: Path = getattr(backup, part)
    data = path.read_bytes()
    path.write_bytes(b"\0" * (len(data) // 2) + data[len(data) // 2 :] if part != "settings" else b"\0" * 50)
    before = room.files()
    assert contents(backup).trouble
    with pytest.raises(OSError, match=r"damaged|settings file"):
        run(GoBack(library, backup))
    assert room.files() == before and not library.left


def test_files_with_names_from_the_player_stay_unchanged(second_room: Room):
    """Files whose names resemble the names of our files stay unchanged, too."""
    room = second_room
    names = ("rally-1.json", "my best game.json", "current.json", "a-current-1.json", "unfinished rally.json")
    own = (DATA / "first/record.json").read_bytes()
    for name in names:
        (room.profile.games_dir / name).write_bytes(own)
    library = room.start()
    backup = room.kept(library)[0]
    assert backup.games is not None and not set(names) & set(earlier_files.unpack(backup.games))
    for name in names:
        (room.profile.games_dir / name).write_bytes(b"saved again")
    run(GoBack(library, backup))
    assert {(room.profile.games_dir / name).read_bytes() for name in names} == {b"saved again"}


def test_going_back_restores_the_time_of_a_waiting_game(second_room: Room):
    room = second_room
    (path,) = room.profile.games_dir.glob(".waiting*.json")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    library = room.start()
    assert not path.exists()
    run(GoBack(library, room.kept(library)[0]))
    assert path.stat().st_mtime == 1_700_000_000


def test_a_damaged_earlier_history_is_rescued(second_room: Room):
    room = second_room
    data = bytearray(room.profile.history_path.read_bytes())
    data[8192:12288] = b"\xff" * 4096
    room.profile.history_path.write_bytes(data)
    library = room.start()
    assert library.history.games()
    assert {problem.kind for problem in room.problems} <= {
        ProblemKind.HISTORY_RESCUED,
        ProblemKind.GAME_DAMAGED,
    }
    assert [*room.profile.history_path.parent.glob("history.db.bak")]
    library.close()


def test_a_history_too_large_for_memory_is_copied_page_by_page(second_room: Room, monkeypatch: pytest.MonkeyPatch):
    """After copying page by page, two counters in the header of the database differ. All games are the same."""
    monkeypatch.setattr(earlier_files, "_MOST_AT_ONCE", 0)
    room = second_room
    library = room.start()
    games = seen(library)
    (backup,) = room.kept(library)
    run(GoBack(library, backup))
    library.close()
    now, before = room.files()["history.db"], room.before["history.db"]
    assert now[100:] == before[100:] and now != before
    room.now += timedelta(hours=1)
    again = room.start()
    assert seen(again) == games
    again.close()
