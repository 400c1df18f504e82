"""A check of a profile finds and names faults without changing anything. A repair corrects those faults that can be
corrected.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from library.test_restoring import NOON, Room, agrees
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import facts
from mile_bones.library.checking import Check
from mile_bones.library.repairing import Repair, UndoRepair
from mile_bones.storage.backups import BackupKind
from mile_bones.storage.records import save_record
from mile_bones.storage.rows import CountedGame
from stories import going, near_the_goal, won

pytestmark = pytest.mark.slow  # these tests read and write whole histories


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile on which Anna and Ben have won one game each, and Cleo has given up one game."""
    room = Room(tmp_path_factory.mktemp("played") / "profile", [])
    room.library.results.set_games((4, 2), 1)
    room.win("Anna")
    room.now += timedelta(days=1)
    room.win("Ben")
    given_up = going(name="Cleo").record(ended=GIVEN_UP)
    room.library.history.add(CountedGame(given_up, room.now, facts(given_up), GIVEN_UP))
    room.library.close()
    return room.profile.ini_path.parent


@pytest.fixture
def room(tmp_path: Path, played: Path) -> Room:
    """The profile of ``played``, one day later."""
    room = Room(shutil.copytree(played, tmp_path / "profile"), [])
    room.now += timedelta(days=1)
    return room


def checked(room: Room) -> Check:
    check = Check(room.library)
    for _part in check.run():
        pass
    return check


def texts(room: Room) -> list[str]:
    return [finding.text for finding in checked(room).findings]


def run(work: Repair | UndoRepair) -> None:
    for _part in work.run():
        pass


def state(room: Room) -> dict[str, bytes]:
    """Return the contents of all files except backups and locks. The history is given by its rows."""
    files = {
        str(path.relative_to(room.profile.games_dir.parent)): path.read_bytes()
        for path in room.profile.games_dir.parent.rglob("*")
        if path.is_file()
        and path.suffix not in (".lock", ".db", ".db-wal", ".db-shm")
        and path.parent != room.profile.backups_dir
    }
    with closing(sqlite3.connect(room.profile.history_path)) as database:
        database.text_factory = bytes
        files["history.db"] = "\n".join(_dump(database)).encode()
    return files


def _dump(database: sqlite3.Connection) -> list[str]:
    tables = ("games", "ledger", "facts", "numbers")
    return [repr(row) for table in tables for row in database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]


def sql(room: Room, statement: str, *values: object) -> None:
    """Change the database directly, as another program or a faulty disk might."""
    with closing(sqlite3.connect(room.profile.history_path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        assert database.execute(statement, values).rowcount, "the statement changed no row"


def test_a_sound_profile_has_no_findings_and_is_not_changed(room: Room):
    before = state(room)
    check = checked(room)
    assert (check.findings, check.games, check.mendable) == ([], 3, False)
    assert state(room) == before


def test_a_check_of_an_empty_profile_creates_no_history(tmp_path: Path):
    room = Room(tmp_path / "profile", [])
    assert texts(room) == []
    assert not room.profile.history_path.exists()


ROWS = [
    "UPDATE games SET points_0 = points_0 + 100 WHERE name_0 = 'Anna'",
    "UPDATE games SET name_0 = 'Mallory' WHERE name_0 = 'Anna'",
    "UPDATE games SET state = 'unfinished' WHERE name_0 = 'Anna'",
    "UPDATE games SET rules = 'chess', level_1 = '' WHERE name_0 = 'Anna'",
    "UPDATE games SET assisted = 1, seed = 7 WHERE name_0 = 'Anna'",
    "UPDATE games SET hands = 9 WHERE name_0 = 'Anna'",
    "UPDATE games SET moment = 0 WHERE name_0 = 'Anna'",
    "UPDATE games SET digest = x'00' WHERE name_0 = 'Anna'",
    "UPDATE games SET checksum = 1 WHERE name_0 = 'Anna'",
    "UPDATE games SET game = 'chess', kind_0 = 'computer' WHERE name_0 = 'Anna'",
    "UPDATE games SET facts = replace(facts, '0', '9') WHERE name_0 = 'Anna'",
    "UPDATE games SET facts = 'lost' WHERE name_0 = 'Anna'",
    "UPDATE games SET facts_checksum = NULL WHERE name_0 = 'Anna'",
]


@pytest.mark.sample(slow=4)
@pytest.mark.parametrize("statement", ROWS)
def test_a_row_that_contradicts_its_record_is_named_and_repaired(room: Room, statement: str):
    whole = state(room)
    sql(room, statement)
    damaged = state(room)
    check = checked(room)
    (finding,) = check.findings
    assert finding.text.startswith("The game of Anna on 4 May 2026: its line") and finding.mendable
    assert state(room) == damaged, "the check changes nothing"
    repair = Repair(room.library, check)
    run(repair)
    assert texts(room) == []
    assert state(room) == whole
    assert repair.undo is not None
    run(repair.undo)
    assert state(room) == damaged


def test_a_changed_date_is_named_and_kept_because_the_right_one_is_unknown(room: Room):
    sql(room, "UPDATE games SET ended = '2026-05-01T12:00:00', moment = moment - 259200 WHERE name_0 = 'Anna'")
    check = checked(room)
    assert ["Its date may be another one" in finding.text for finding in check.findings] == [True]
    run(Repair(room.library, check))
    assert texts(room) == []
    assert [game.ended.day for game in room.library.history.games() if game.name == "Anna"] == [1]


def test_an_invalid_date_is_replaced_so_that_the_game_is_listed_again(room: Room):
    sql(room, "UPDATE games SET ended = 'long ago' WHERE name_0 = 'Ben'")
    check = checked(room)
    (text,) = texts(room)
    assert "Ben" in text
    run(Repair(room.library, check))
    assert texts(room) == [] and "Ben" in room.names


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE games SET record = x'0102' WHERE name_0 = 'Ben'", "the record is damaged"),
        ("UPDATE games SET record = zeroblob(length(record)) WHERE name_0 = 'Ben'", "the record is damaged"),
    ],
)
def test_a_lost_record_is_named_and_cannot_be_repaired(room: Room, statement: str, reason: str):
    sql(room, statement)
    check = checked(room)
    (finding,) = check.findings
    assert finding.text.startswith("The game of Ben on 5 May 2026: its record") and reason in finding.text
    assert not check.mendable


def test_a_record_that_breaks_the_rules_is_named_with_the_action(room: Room):
    import zlib

    text = won(name="Ben").to_json()
    wrong = zlib.compress(text.replace('"0 play GO"', '"0 play STOP"', 1).encode())
    sql(room, "UPDATE games SET record = ? WHERE name_0 = 'Ben'", wrong)
    (text,) = texts(room)
    assert "hand 1, action 2" in text


def test_a_damaged_database_is_rebuilt_and_the_old_file_kept(room: Room):
    with closing(sqlite3.connect(room.profile.history_path)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'numbers'").fetchone()
    with room.profile.history_path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    check = checked(room)
    assert check.damaged
    assert "The database of the history is damaged." in [finding.text for finding in check.findings if finding.mendable]
    run(Repair(room.library, check))
    with closing(sqlite3.connect(room.profile.history_path)) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert room.profile.history_path.with_name("history.db.bak").exists()
    assert not checked(room).damaged
    room.problems.clear()


def test_a_waiting_game_that_is_already_entered_is_moved_to_the_backups(room: Room):
    record = room.library.history.record(room.library.history.games()[0].id)
    assert isinstance(record, Record)
    waiting = room.profile.games_dir / ".waiting 2026-05-04 12.00.json"
    save_record(waiting, record)
    before = state(room)
    check = checked(room)
    assert [finding.text for finding in check.findings] == ["A game waits for the history that has it already."]
    repair = Repair(room.library, check)
    run(repair)
    assert texts(room) == [] and not waiting.exists()
    assert [path.name for path in room.profile.backups_dir.glob("*.json")] == [
        "before repair 2026-05-05 12.00.00 waiting 2026-05-04 12.00.json"
    ]
    assert repair.undo is not None
    run(repair.undo)
    assert state(room) == before


def test_a_waiting_game_that_is_not_in_the_history_is_entered(room: Room):
    lost = going(name="Dora").record(ended=GIVEN_UP)
    save_record(room.profile.games_dir / ".waiting 2026-05-04 12.00.json", lost)
    check = checked(room)
    assert [finding.text for finding in check.findings] == ["A game waits that is not in the history yet."]
    run(Repair(room.library, check))
    assert texts(room) == [] and "Dora" in room.names


@pytest.mark.parametrize("name", ["current-3.json", "mille-1.json", ".waiting 2026-05-04 12.00.json"])
def test_a_damaged_autosave_is_named(room: Room, name: str):
    (room.profile.games_dir / name).write_bytes(b"\0\0")
    (finding,) = checked(room).findings
    assert finding.text.startswith(f"{name}, among the saved games, is damaged") and not finding.mendable


def test_a_sound_autosave_and_the_players_own_files_are_ignored(room: Room):
    save_record(room.profile.games_dir / "current-3.json", near_the_goal().record())
    (room.profile.games_dir / "notes.json").write_text("mine", encoding="utf-8")
    assert texts(room) == []


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (((7, 2), 1), "Games won by you: mb.ini says 7, by the history there are 6; 1 game was counted twice."),
        (
            ((6, 1), 1),
            "Games won by the computer: mb.ini says 1, by the history there are 2; 1 game was never counted.",
        ),
        (((6, 2), 4), "Drawn games: mb.ini says 4, by the history there are 1; 3 games were counted twice."),
    ],
)
def test_a_game_counted_twice_or_never_is_found(room: Room, counts: tuple[tuple[int, int], int], said: str):
    room.library.results.set_games(*counts)
    check = checked(room)
    assert [finding.text for finding in check.findings] == [said]
    repair = Repair(room.library, check)
    run(repair)
    assert room.library.results.games == (6, 2) and room.library.results.drawn == 1
    assert repair.undo is not None
    run(repair.undo)
    assert (room.library.results.games, room.library.results.drawn) == counts


def test_a_game_missing_from_the_games_won_is_found_and_entered_once(room: Room):
    game = won(name="Emil")
    room.library.history.add(CountedGame(game, NOON, facts(game), "finished"))
    check = checked(room)
    assert [finding.text for finding in check.findings] == ["1 game of the history is not among the games won yet."]
    for _time in range(2):
        run(Repair(room.library, check))
    assert room.library.results.games == (7, 2) and texts(room) == []


def test_a_game_counted_twice_is_found_after_a_start_entered_all_games(tmp_path: Path):
    room = Room(tmp_path / "fresh", [])
    game = won(name="Emil")
    room.library.history.add(CountedGame(game, NOON, facts(game), "finished"))
    room.library.agree()
    assert room.library.results.games == (1, 0) and texts(room) == []
    room.library.results.set_games((2, 0), 0)
    assert texts(room) == ["Games won by you: mb.ini says 2, by the history there are 1; 1 game was counted twice."]


def test_missing_high_scores_are_entered_again_but_cleared_ones_are_not(room: Room):
    best = room.best
    room.library.ini.update({key: None for key in room.library.ini.values if key[0] == "high scores"})
    check = checked(room)
    assert [finding.text for finding in check.findings] == ["4 lines are missing from the high scores."]
    run(Repair(room.library, check))
    assert room.best == best and texts(room) == []
    room.library.results.clear_high_scores(room.now + timedelta(minutes=1))
    assert texts(room) == []


def test_a_check_can_be_stopped_halfway(room: Room):
    check = Check(room.library)
    work = check.run()
    next(work)
    work.close()
    assert texts(room) == []


def test_nothing_is_repaired_if_no_backup_can_be_made(room: Room):
    sql(room, ROWS[0])
    damaged = state(room)
    room.profile.backups_dir.rename(room.profile.backups_dir.with_name("elsewhere"))
    room.profile.backups_dir.write_text("in the way", encoding="utf-8")
    with pytest.raises(OSError, match=r"."):
        run(Repair(room.library, checked(room)))
    room.profile.backups_dir.unlink()
    assert {name: data for name, data in state(room).items() if "elsewhere" not in name} == damaged


def test_findings_beyond_the_limit_are_only_counted(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mile_bones.library.checking.TOLD", 1)
    sql(room, "UPDATE games SET points_0 = points_0 + 1")
    check = checked(room)
    assert (len(check.findings), check.more, len(check.rows)) == (1, 2, 3)
    run(Repair(room.library, check))
    assert texts(room) == []


@pytest.mark.parametrize("spoil", [lambda room: None, lambda room: sql(room, ROWS[0])])
def test_a_repair_makes_a_backup_first(room: Room, spoil: Callable[[Room], None]):
    spoil(room)
    run(Repair(room.library, checked(room)))
    assert next(backup.kind for backup in room.library.backups.listed()) is BackupKind.BEFORE_REPAIR
    assert agrees(room)
