"""The history has every game once, even if the disk, another window or a damaged file interferes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.storage import database, schema
from mile_bones.storage import history as module
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.records import LARGEST
from mile_bones.storage.rows import CountedGame, Scorable, moment_of
from mile_bones.storage.statistics import Span
from storage.conftest import Start, make_record

NOON = datetime.fromisoformat("2026-05-04T12:00:30")
MINE = {"points": 1200, "miles": 700, "coups": 1, "hazards": 4, "trips": 1, "extensions": 0}
THEIRS = {"points": 300, "miles": 300, "coups": 0, "hazards": 6, "trips": 0, "extensions": 0}


def entered(name: str = "Anna", *, ended: datetime = NOON, hands: int = 2, **changes: object) -> CountedGame:
    return CountedGame(replace(make_record(name), **changes), ended, ((MINE, THEIRS),) * hands, "finished")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profile" / "history.db"


@pytest.fixture
def history(path: Path, problems: list[Problem]) -> History:
    return History(path, problems.append)


def kinds(problems: list[Problem]) -> list[ProblemKind]:
    return [problem.kind for problem in problems]


# ------------------------------------------------------------------ games


def test_a_game_is_stored_with_everything_that_the_list_shows(history: History, problems: list[Problem]):
    history.add(entered(seed=7, assisted=True))
    (game,) = history.games()
    assert (game.ended, game.rules, game.level, game.name) == (NOON, "mile-bones", "original", "Anna")
    assert (game.state, game.assisted, game.points, game.hands, game.seed) == ("finished", True, (2400, 600), 1, 7)
    assert history.record(game.id) == entered(seed=7, assisted=True).record
    assert problems == []


def test_the_game_that_ended_last_comes_first(history: History):
    days = [NOON.replace(day=day) for day in (3, 9, 5)]
    for number, day in enumerate(days):
        history.add(entered(f"Anna {number}", ended=day))
    assert [game.ended.day for game in history.games()] == [9, 5, 3]


def test_a_game_that_was_given_up_is_listed_as_given_up(history: History):
    history.add(CountedGame(replace(make_record("Anna"), ended=GIVEN_UP), NOON, (), "given_up"))
    (game,) = history.games()
    assert game.state == "given_up"
    assert game.points == (0, 0)


def test_the_same_game_is_stored_once(history: History):
    for _time in range(2):
        history.add(entered())
    history.add(entered("Ben"))
    assert len(history.games()) == 2


def test_deleted_games_are_gone_from_the_database(history: History, path: Path):
    for name in ("Anna", "Ben", "Cleo"):
        history.add(entered(name))
    anna, ben, cleo = sorted(history.games(), key=lambda game: game.name)
    history.delete([anna.id, cleo.id])
    assert [game.name for game in history.games()] == ["Ben"]
    assert history.record(anna.id) is None
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT id FROM games").fetchall() == [(ben.id,)]


def test_a_stored_game_is_listed_at_the_next_start(history: History, path: Path, problems: list[Problem]):
    history.add(entered())
    assert [game.name for game in History(path, problems.append).games()] == ["Anna"]


def test_reading_an_empty_history_creates_no_file(history: History, path: Path, problems: list[Problem]):
    assert history.games() == []
    assert history.record(1) is None
    assert not path.parent.exists()
    assert problems == []


def test_a_game_is_stored_at_once_or_not_at_all(history: History, path: Path, problems: list[Problem]):
    path.mkdir(parents=True)
    assert not history.add(entered("Anna"))
    path.rmdir()
    assert history.add(entered("Ben"))
    assert [game.name for game in history.games()] == ["Ben"]
    assert kinds(problems) == [ProblemKind.HISTORY_UNWRITABLE]


# ------------------------------------------------------------------ times


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the clock of this computer to the time of New York, with the end of daylight saving time on 1 November
    2026.
    """
    monkeypatch.setenv("TZ", "EST5EDT,M3.2.0,M11.1.0")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(os.name != "posix", reason="needs a time zone that can be changed")
@pytest.mark.usefixtures("new_york")
def test_games_keep_their_wall_clock_time_and_their_moment(history: History):
    """Two games end in the hour that occurs twice. The game that ends after the change of the clock is the later
    one.
    """
    first = datetime.fromisoformat("2026-11-01T01:50:00")
    history.add(entered("second", ended=first.replace(minute=10, fold=1)))
    history.add(entered("first", ended=first))
    history.add(entered("from Tokyo", ended=datetime(2026, 11, 1, 14, 55, tzinfo=timezone(timedelta(hours=9)))))
    games = [(game.name, game.ended.isoformat(), game.moment) for game in history.games()]
    assert games == [
        ("second", "2026-11-01T01:10:00", 1793513400),
        ("from Tokyo", "2026-11-01T14:55:00", 1793512500),
        ("first", "2026-11-01T01:50:00", 1793512200),
    ]


@pytest.mark.parametrize("year", [1, 1901, 2099, 9999])
def test_extreme_years_are_stored(history: History, year: int, problems: list[Problem]):
    ended = [datetime.fromisoformat(f"{year:04}-{day}") for day in ("01-01T00:00:00", "12-31T23:59:59")]
    zoned = [when.replace(tzinfo=timezone(timedelta(hours=hours))) for when in ended for hours in (-14, 14)]
    for number, when in enumerate([*ended, *zoned]):
        history.add(entered(f"Anna {number}", ended=when))
    shown = sorted(game.ended for game in history.games())
    assert shown == sorted([*ended, *(when.replace(tzinfo=None) for when in zoned)])
    assert problems == []


# ------------------------------------------------------------------ numbers, scores, facts


def test_a_played_seed_is_remembered_after_its_game_was_deleted(history: History, path: Path):
    history.add(entered(seed=7))
    (game,) = history.games()
    history.delete([game.id])
    again = History(path, pytest.fail)
    assert (
        again.knows(7, "mile-bones", "mile-bones"),
        again.knows(7, "mile-bones", "mille"),
        again.knows(8, "mile-bones", "mile-bones"),
    ) == (True, False, False)


def test_the_history_knows_if_a_kind_of_game_was_ever_played(history: History):
    assert not history.has_played("mile-bones")
    history.add(entered())
    assert history.has_played("mile-bones") and not history.has_played("millieu")


def test_every_counted_game_is_scored_once_even_if_deleted(history: History, path: Path):
    later, now = entered("Ben"), entered("Anna", ended=NOON.replace(day=3), seed=4)
    history.add(later)
    history.add(now)
    history.add(replace(entered("given up"), state="given_up"))
    history.add(entered("assisted", assisted=True))
    history.add(replace(entered("a stranger"), imported=True))
    history.add(replace(entered("between computers"), counted=False))
    history.add_all([entered("from a file")])
    history.delete([game.id for game in history.games()])
    history.clear_statistics()
    history = History(path, pytest.fail)
    digests = [hashlib.sha256(game.record.to_json().encode()).hexdigest()[:20] for game in (now, later)]
    assert history.unscored() == [
        Scorable(digests[0], "Anna", (2400, 600), now.ended, "mile-bones"),
        Scorable(digests[1], "Ben", (2400, 600), later.ended, "mile-bones"),
    ]
    assert history.mark_scored([])
    assert history.mark_scored(digests[:1])
    assert [game.name for game in history.unscored()] == ["Ben"]
    history.add(now)  # deleted, and then continued from a copy of the file
    assert [game.name for game in history.unscored()] == ["Ben"]
    assert [game.name for game in history.ledger() or ()] == ["Anna", "Ben"]


def test_facts_are_stored(history: History, path: Path):
    assert history.fact("won") is None
    assert history.set_fact("won", "3 4")
    assert history.set_fact("won", "3 5")
    assert History(path, pytest.fail).fact("won") == "3 5"


def test_an_imported_game_is_listed_as_imported(history: History):
    history.add_all([replace(entered("Ben"), imported=True), entered("Anna", ended=NOON.replace(day=2))])
    assert [(game.name, game.imported) for game in history.games()] == [("Ben", True), ("Anna", False)]


# ------------------------------------------------------------------ acknowledgement


def test_a_problem_is_reported_again_if_it_returns_after_a_success(
    history: History, path: Path, problems: list[Problem]
):
    for name in ("Anna", "Ben"):
        path.parent.mkdir(exist_ok=True)
        with blocked(path):
            assert not history.add(entered(name))
            assert not history.add(entered(f"{name} again"))
        assert history.add(entered(name))
    assert kinds(problems) == [ProblemKind.HISTORY_UNWRITABLE] * 2
    assert len(history.games()) == 2


def test_a_game_that_cannot_be_read_back_is_not_acknowledged(history: History, path: Path):
    """A trigger simulates a disk that does not keep the written data."""
    history.add(entered("Anna"))
    bad = "CREATE TRIGGER bad AFTER INSERT ON games BEGIN UPDATE games SET record = x'00' WHERE id = new.id; END"
    with pytest.MonkeyPatch.context() as patch:  # without this patch the trigger is found and removed
        for module in (schema, database):
            patch.setattr(module, "require_our_tables", lambda _database: None)
        change(path, bad)
        assert not history.add(entered("Ben"))
        assert not history.add(entered("Cleo"))
        change(path, "DROP TRIGGER bad")
    assert history.add(entered("Ben"))
    assert history.add(entered("Dora"))
    found = {game.name: history.text(game.id) for game in history.games() if game.name != "Cleo"}
    assert found == {name: entered(name).record.to_json() for name in ("Anna", "Ben", "Dora")}


def test_adding_a_game_again_replaces_its_damaged_copy(history: History, path: Path):
    history.add(entered("Anna"))
    change(path, "UPDATE games SET record = x'00'")
    assert history.add_all([entered("Anna")]) == 1
    (game,) = history.games()
    assert history.record(game.id) == entered("Anna").record
    assert history.add_all([entered("Anna")]) == 0


@contextmanager
def blocked(path: Path) -> Iterator[None]:
    """Make the history unwritable, with a folder in its place."""
    aside = path.with_name("aside")
    if path.exists():
        path.rename(aside)
    path.mkdir()
    yield
    path.rmdir()
    if aside.exists():
        aside.rename(path)


# ------------------------------------------------------------------ the database of an earlier version

FIRST = Path(__file__).parents[1] / "data/first/history.db"


def test_a_database_of_the_first_version_is_upgraded(path: Path):
    path.parent.mkdir()
    shutil.copy(FIRST, path)
    history = History(path, pytest.fail)
    games = history.games()
    assert [game.ended.isoformat() for game in games] == [
        *("2026-11-21T14:00:00", "2026-11-21T13:00:00", "2026-11-21T12:01:00", "2026-11-21T12:00:00")
    ]
    assert [game.moment for game in games] == [moment_of(game.ended) for game in games]
    assert not any(game.changed or game.imported for game in games)
    assert [history.knows(number, "mile-bones", "mile-bones") for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert history.knows(20261121, "mile-bones", "mille")
    assert history.ledger() == []
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (schema.NEWEST,)
        entered = database.execute("SELECT checksum, facts_checksum FROM games ORDER BY id").fetchall()
    other = History(path.with_name("other.db"), pytest.fail)
    shutil.copy(FIRST, path.with_name("other.db"))
    other.knows(1, "mile-bones", "mille")
    with closing(sqlite3.connect(path.with_name("other.db"))) as database:
        assert entered == database.execute("SELECT checksum, facts_checksum FROM games ORDER BY id").fetchall()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs limits on file sizes as POSIX has them")
def test_a_database_of_the_first_version_is_read_on_an_unwritable_disk(output: Callable[[str, Path], str], path: Path):
    path.parent.mkdir()
    shutil.copy(FIRST, path)
    script = """
import resource, signal
from mile_bones.storage.history import History
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
problems = []
history = History(folder / "profile" / "history.db", problems.append)
print(len(history.games()), history.knows(3, "mile-bones", "mile-bones"), problems)
"""
    assert output(script, path.parents[1]) == "4 True []"


# ------------------------------------------------------------------ other windows


@pytest.mark.slow
def test_two_windows_adding_games_at_once_lose_none(start: Start, path: Path, problems: list[Problem]):
    script = """
from datetime import datetime
sys.path.insert(0, str(Path(sys.argv[2])))
from storage.test_history import entered, module
from mile_bones.storage.history import History
module.WAIT_SECONDS = 60  # a program that writes without a pause may keep the other waiting for long
history = History(folder / "profile" / "history.db", lambda problem: sys.exit(str(problem)))
for number in range(25):
    history.add(entered(f"{sys.argv[3]} {number}"))
"""
    tests = str(Path(__file__).parents[1])
    windows = [start(script, path.parents[1], tests, name) for name in ("Anna", "Ben")]
    for window in windows:
        window.communicate(timeout=600)
        assert window.returncode == 0
    assert len(History(path, problems.append).games()) == 50
    assert problems == []


def test_a_locked_database_is_reported_once_and_written_after_its_release(
    history: History, path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.01)
    history.add(entered("Anna"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        history.add(entered("Ben"))
        history.add(entered("Cleo"))
        assert [game.name for game in history.games()] == ["Anna"], "reading still works"
    assert kinds(problems) == [ProblemKind.HISTORY_UNWRITABLE]
    history.add(entered("Dora"))
    assert sorted(game.name for game in history.games()) == ["Anna", "Dora"]


# ------------------------------------------------------------------ damage


@pytest.mark.slow
@pytest.mark.parametrize("what", ["text", "cut", "holes"])
def test_an_unreadable_database_is_set_aside_and_a_new_one_is_made(
    history: History, path: Path, problems: list[Problem], what: str
):
    for number in range(40):
        history.add(entered(f"Anna {number}"))
    whole = path.read_bytes()
    damaged = {
        "text": b"Dear Sir or Madam, " * 100,
        "cut": whole[:6000],
        "holes": whole[:4096] + b"\xff" * (len(whole) - 4096),
    }[what]
    path.write_bytes(damaged)
    history.add(entered("Ben"))
    assert [game.name for game in history.games()] == ["Ben"]
    assert kinds(problems) == [ProblemKind.HISTORY_DAMAGED]
    backup = path.with_name(problems[0].detail)
    assert backup.read_bytes() == damaged
    assert problems[0].message().startswith("The history of your games was damaged. It was set aside as history.db.bak")


@pytest.mark.parametrize("age", [0, 3600])
def test_an_empty_file_becomes_a_database_and_is_reported_if_old(
    history: History, path: Path, problems: list[Problem], age: int
):
    """A loss of power leaves such empty files."""
    path.parent.mkdir()
    path.touch()
    os.utime(path, (time.time() - age,) * 2)
    history.add(entered())
    assert len(history.games()) == 1
    assert kinds(problems) == ([ProblemKind.HISTORY_GONE] if age else [])


def test_the_database_of_a_later_version_is_not_changed(history: History, path: Path, problems: list[Problem]):
    history.add(entered())
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
        database.execute("CREATE TABLE later (what TEXT)")
    before = path.read_bytes()
    history.add(entered("Ben"))
    assert history.games() == []
    assert kinds(problems) == [ProblemKind.HISTORY_UNWRITABLE, ProblemKind.HISTORY_UNREADABLE]
    assert "later version" in problems[0].message()
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_record_that_unpacks_to_too_much_data_is_refused(history: History, path: Path):
    history.add(entered())
    (game,) = history.games()
    for data in (zlib.compress(b" " * 50_000_000), zlib.compress(b"\xff"), b"Dear Sir", zlib.compress(b"{}")):
        change(path, "UPDATE games SET record = ?", data)
        with pytest.raises(RecordError):
            history.record(game.id)


def test_a_record_of_the_largest_size_is_read_and_one_byte_more_is_not(history: History, path: Path):
    history.add(entered())
    (game,) = history.games()
    text = entered().record.to_json().encode()
    change(path, "UPDATE games SET record = ?", zlib.compress(text.ljust(LARGEST)))
    assert history.record(game.id) == entered().record
    change(path, "UPDATE games SET record = ?", zlib.compress(text.ljust(LARGEST + 1)))
    with pytest.raises(RecordError, match="too large"):
        history.record(game.id)


@pytest.mark.parametrize("lost", [-1, -4, -30, None], ids=str)
def test_a_record_with_a_wrong_end_counts_as_damaged(history: History, path: Path, lost: int | None):
    """The last four bytes are the checksum. Without the checksum, damage in the other bytes cannot be noticed."""
    history.add(entered())
    (game,) = history.games()
    whole = zlib.compress(entered().record.to_json().encode())
    change(path, "UPDATE games SET record = ?", whole[:lost] if lost else whole + b"more")
    with pytest.raises(RecordError, match="damaged"):
        history.record(game.id)


WRONG_ROWS = {
    "no date": "UPDATE games SET ended = 'yesterday' WHERE id = 2",
    "an impossible day": "UPDATE games SET ended = '2026-02-31T12:00:00' WHERE id = 2",
    "the year 0": "UPDATE games SET ended = '0000-05-04T12:00:00' WHERE id = 2",
    "a time zone": "UPDATE games SET ended = '2026-05-04T12:00:00+02:00' WHERE id = 2",
    "bytes for a date": "UPDATE games SET ended = x'ff' WHERE id = 2",
    "points as text": "UPDATE games SET points_0 = 'many' WHERE id = 2",
    "half a point": "UPDATE games SET points_1 = 0.5 WHERE id = 2",
    "no name": "UPDATE games SET name_0 = NULL WHERE id = 2",
    "a seed as text": "UPDATE games SET seed = 'seven' WHERE id = 2",
    "no game": "UPDATE games SET game = x'ff' WHERE id = 2",
    "no kind of player": "UPDATE games SET kind_1 = NULL WHERE id = 2",
    "an unknown end": "UPDATE games SET state = 'stolen' WHERE id = 2",
}


@pytest.mark.parametrize("what", WRONG_ROWS)
def test_a_damaged_row_does_not_hide_other_games(history: History, path: Path, problems: list[Problem], what: str):
    for name in ("Anna", "Ben", "Cleo"):
        history.add(entered(name))
    with loosened(path):
        change(path, WRONG_ROWS[what])
    found = history.statistics(Span())
    assert found is not None
    assert (len(found.results), found.hands) == (2, 4)
    assert problems == []


@pytest.mark.sample(fast=3)
@pytest.mark.parametrize("what", WRONG_ROWS)
def test_the_record_restores_the_damaged_values_of_a_row(path: Path, problems: list[Problem], what: str):
    """Only the state of a game is not in its record. If the state is lost, the game is marked."""
    history = History(path, problems.append, lambda record: ("finished", ((MINE, THEIRS),) * 2))
    for name in ("Anna", "Ben", "Cleo"):
        history.add(entered(name, seed=7))
    with loosened(path):
        change(path, WRONG_ROWS[what])
    games = {game.name: game for game in history.games()}
    assert sorted(games) == ["Anna", "Ben", "Cleo"]
    assert (games["Ben"].points, games["Ben"].seed, games["Ben"].id) == ((2400, 600), 7, 2)
    assert games["Ben"].ended == NOON
    assert history.record(2) == entered("Ben", seed=7).record
    found = history.statistics(Span())
    assert found is not None
    assert (len(found.results), found.hands) == (3, 6)
    assert [(problem.kind, problem.counts) for problem in problems] == [(ProblemKind.HISTORY_RESCUED, (3, 3))]
    assert [game for game in games.values() if game.changed] == []


@pytest.mark.sample(fast=6)
@pytest.mark.parametrize(
    "wrong",
    [
        *("[]", "{}", "{", "null", "7", "many", "[" * 100_000, '{"points": 7}', '{"points": [7, 7]}', '{"points": []}'),
        *('{"points": [[1200, 1200]]}', '{"points": [[1200], [300, 300]]}', '{"miles": [[700], [300]]}'),
        *('{"points": [["many"], [300]]}', '{"points": [[0.5], [300]]}', '{"points": [[true], [300]]}'),
        *('{"points": [[null], [300]]}', '{"points": [[1200], [300]], "miles": [[], []]}'),
        *(
            '{"points": [[1e99], [300]]}',
            '{"points": [[1000000000], [300]]}',
            '{"points": [[' + "9" * 9999 + "], [300]]}",
        ),
    ],
    ids=lambda text: text[:50],
)
def test_damaged_facts_of_a_game_are_not_counted(history: History, path: Path, problems: list[Problem], wrong: str):
    for name in ("Anna", "Ben"):
        history.add(entered(name))
    change(path, "UPDATE games SET facts = ? WHERE name_0 = 'Anna'", wrong)
    found = history.statistics(Span())
    assert found is not None
    assert (len(found.results), found.hands, found.hands_won) == (2, 2, (2, 0))
    assert found.spread == ({1200: 2}, {300: 2})
    assert found.sums[0]["points"] == 2400
    assert [game.name for game in history.changed() or ()] == ["Anna"]
    assert problems == []


def test_a_damaged_name_is_shown_with_replacement_characters(history: History, path: Path, problems: list[Problem]):
    for name in ("Anna", "Ben"):
        history.add(entered(name))
    change(path, "UPDATE games SET name_0 = CAST(x'416eff61' AS TEXT) WHERE name_0 = 'Anna'")
    assert sorted(game.name for game in history.games()) == ["An\ufffda", "Ben"]
    assert problems == []


def test_a_record_that_is_not_bytes_is_refused(history: History, path: Path):
    history.add(entered())
    (game,) = history.games()
    for value in (None, 7, "text"):
        with loosened(path):
            change(path, "UPDATE games SET record = ?", value)
        with pytest.raises(RecordError, match="damaged"):
            history.record(game.id)


def test_damage_with_an_undecodable_error_message_is_mended(history: History, path: Path, problems: list[Problem]):
    """SQLite quotes the bytes of the faulty name in its message, which Python cannot decode."""
    history.add(entered("Anna"))
    whole = path.read_bytes()
    damaged = whole.replace(b"tableledgerledger", b"tablel\xffdgerledger").replace(
        b"CREATE TABLE ledger", b"CREATE TABLE \xffedger"
    )
    assert damaged != whole
    path.write_bytes(damaged)
    history.add(entered("Ben"))
    assert sorted(game.name for game in history.games()) == ["Anna", "Ben"]
    assert kinds(problems) == [ProblemKind.HISTORY_RESCUED]
    assert "1 of an unknown number" in problems[0].message()


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute("PRAGMA secure_delete = ON")  # without this, the old value is found in the rest of the page
        database.execute(statement, values)


@contextmanager
def loosened(path: Path) -> Iterator[None]:
    """Let the tables take any value, as a faulty disk might write it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        before = database.execute("SELECT sql, name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for words in ("STRICT, ", "STRICT", "NOT NULL"):
            database.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE type = 'table'", (words,))
    yield
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", before)


# ------------------------------------------------------------------ the disk


def test_a_file_in_place_of_the_folder_is_reported_once(history: History, path: Path, problems: list[Problem]):
    path.parent.touch()
    history.add(entered("Anna"))
    history.add(entered("Ben"))
    assert kinds(problems) == [ProblemKind.HISTORY_UNWRITABLE]
    path.parent.unlink()
    history.add(entered("Cleo"))
    assert len(history.games()) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs pipes and links as POSIX has them")
@pytest.mark.parametrize(
    "make",
    [Path.mkdir, lambda path: os.mkfifo(path), lambda path: path.symlink_to(path)],
    ids=["folder", "pipe", "circle"],
)
def test_a_folder_pipe_or_link_in_place_of_the_history_is_reported_and_kept(
    history: History, path: Path, problems: list[Problem], make: Callable[[Path], None]
):
    path.parent.mkdir()
    make(path)
    kind = path.lstat().st_mode
    assert history.games() == []
    history.add(entered())
    assert kinds(problems)[-1] is ProblemKind.HISTORY_UNWRITABLE
    assert set(kinds(problems)) <= {ProblemKind.HISTORY_UNREADABLE, ProblemKind.HISTORY_UNWRITABLE}
    assert path.lstat().st_mode == kind
    assert [entry.name for entry in path.parent.iterdir()] == ["history.db"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs limits on file sizes as POSIX has them")
def test_a_full_disk_damages_nothing(output: Callable[[str, Path], str], path: Path):
    """The size of files is limited, so that the system refuses to write more, as on a full disk."""
    script = f"""
import resource, signal
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from storage.test_history import entered
from mile_bones.storage.history import History
problems = []
history = History(folder / "profile" / "history.db", problems.append)
history.add(entered("Anna"))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
history.add(entered("Ben"))
full = [problem.kind.name for problem in problems], [game.name for game in history.games()]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
history.add(entered("Cleo"))
print(*full, sorted(game.name for game in history.games()))
"""
    assert output(script, path.parents[1]) == "['HISTORY_UNWRITABLE'] ['Anna'] ['Anna', 'Cleo']"


# ------------------------------------------------------------------ the layout of the database


def test_the_facts_of_a_game_are_in_its_row_by_name(history: History, path: Path):
    history.add(entered(hands=2))
    with closing(sqlite3.connect(path)) as database:
        ((text,),) = database.execute("SELECT facts FROM games")
    assert json.loads(text) == {name: [[MINE[name]] * 2, [THEIRS[name]] * 2] for name in MINE}
    assert [*json.loads(text)] == ["points", "miles", "coups", "hazards", "trips", "extensions"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("A\udc80", "A\ufffd"), ("\ud83d\ude97", "🚗"), ("x" * 1_000_000, "x" * 31)],
    ids=["half", "two", "long"],
)
def test_a_player_may_have_any_name(history: History, problems: list[Problem], name: str, shown: str):
    history.add(entered(name))
    history.add(entered("Ben"))
    assert sorted(game.name for game in history.games()) == sorted([shown, "Ben"])
    assert problems == []


def test_the_record_of_a_game_is_read_back_unchanged(history: History, record: Record):
    history.add(CountedGame(record, NOON, (), "unfinished"))
    assert history.record(history.games()[0].id) == record


@pytest.mark.slow
def test_the_list_comes_in_pages_of_at_most_500_games(path: Path, problems: list[Problem]):
    """Each game comes once, even if many games ended at the same moment, and even if games are deleted between two
    pages.
    """
    history = History(path, problems.append)
    history.add_all([entered(f"Anna {number}", ended=NOON - timedelta(days=number % 3)) for number in range(1500)])
    everything = history.games()
    assert [(game.moment, game.id) for game in everything] == sorted(
        ((game.moment, game.id) for game in everything), reverse=True
    )
    assert len(everything) == 1500 == history.count()
    pages = history.pages()
    first = next(pages)
    assert 1 <= len(first) <= 500
    history.delete([first[0].id, everything[-1].id])
    rest = [game for page in pages for game in page]
    assert [*first, *rest] == everything[:-1]
    assert not problems
