"""The rescue of a damaged history: readable games are kept, losses are reported, and code in the database never
runs.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from mile_bones.engine.record import Record
from mile_bones.library.record_counts import recount
from mile_bones.storage import database, statistics
from mile_bones.storage import history as history_module
from mile_bones.storage.backups import Backup, BackupKind, contents
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.reviews import KeptReview
from mile_bones.storage.row_audit import count_rows
from mile_bones.storage.rows import CountedGame
from mile_bones.storage.statistics import Span
from storage.test_history import FIRST, MINE, NOON, THEIRS, change, entered, kinds

pytestmark = pytest.mark.slow  # these tests read and write whole histories

_PAGE = 4096


def recounted(_record: Record) -> tuple[str, tuple]:
    """Return the state and the facts that ``entered`` gives every game."""
    return "finished", ((MINE, THEIRS),) * 2


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "profile" / "history.db"


@pytest.fixture
def history(path: Path, problems: list[Problem]) -> History:
    return History(path, problems.append, recounted)


def anna(number: int) -> CountedGame:
    return entered(f"Anna {number}", seed=number, ended=NOON + timedelta(hours=number))


def lose_a_page(path: Path) -> bytes:
    """Overwrite the page that holds the game Anna 30 with zeros. Return the new content of the file."""
    data = bytearray(path.read_bytes())
    page = data.find(zlib.compress(anna(30).record.to_json().encode())) // _PAGE * _PAGE
    data[page : page + _PAGE] = bytes(_PAGE)
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.slow
def test_readable_games_are_in_the_new_database_and_both_numbers_reported(path: Path, problems: list[Problem]):
    """Only the games on the lost page are lost. The records are not needed to restore the others."""
    history = History(path, problems.append)
    for number in range(60):
        history.add(anna(number))
    before = {game.name: game for game in history.games()}
    history.set_fact("won", "3 4")
    history.mark_scored([game.digest for game in history.unscored()][:5])
    damaged = lose_a_page(path)
    after = {game.name: game for game in history.games()}
    assert 40 < len(after) < 60
    assert after.items() <= before.items(), "rescued games keep their ids and all values"
    ((kind, backup, counts),) = [(problem.kind, problem.detail, problem.counts) for problem in problems]
    assert (kind, counts) == (ProblemKind.HISTORY_RESCUED, (len(after), 60))
    assert f"{len(after)} of 60 games could be read" in problems[0].message()
    assert path.with_name(backup).read_bytes() == damaged
    assert all(history.record(game.id) == anna(game.seed or 0).record for game in after.values())
    assert (history.fact("won"), len(history.unscored()), history.knows(30, "mile-bones", "mile-bones")) == (
        "3 4",
        55,
        True,
    )
    found = history.statistics(Span())
    assert found is not None
    assert found.hands == 2 * len(after)
    assert {entry.name for entry in path.parent.iterdir()} <= {"history.db", backup, "history.db.lock"}


@pytest.mark.slow
def test_games_are_found_if_the_page_with_the_table_names_is_lost(
    history: History, path: Path, problems: list[Problem]
):
    """The first page with the names of the tables is lost, so SQLite does not recognise a database."""
    for number in range(60):
        history.add(anna(number))
    before = {game.name: game for game in history.games()}
    path.write_bytes(bytes(_PAGE) + path.read_bytes()[_PAGE:])
    after = {game.name: game for game in history.games()}
    assert after == before
    assert problems[0].counts == (60, None)
    assert "60 of an unknown number" in problems[0].message()
    found = history.statistics(Span())
    assert found is not None
    assert found.hands == 120
    assert len(history.unscored()) == 60


@pytest.mark.slow
def test_a_game_with_only_its_record_left_is_restored_and_marked(history: History, path: Path):
    """The beginning of the game's page is lost, and with it the place where the game's row begins. The digest confirms
    the moment at which the game ended.
    """
    for number in range(60):
        history.add(anna(number))
    data = bytearray(path.read_bytes())
    page = data.find(zlib.compress(anna(30).record.to_json().encode())) // _PAGE * _PAGE
    data[page : page + 16] = bytes(16)
    path.write_bytes(data)
    games = {game.name: game for game in history.games()}
    assert len(games) == 60
    lost = games["Anna 30"]
    assert (lost.ended, lost.points, lost.state, lost.changed) == (anna(30).ended, (2400, 600), "finished", True)
    assert not games["Anna 1"].changed


def killed(path: Path, folder: Path, games: int) -> Path:
    """Return a history as a kill leaves it: Anna 0 is in the database, and the other games are only in its log."""
    history = History(path, pytest.fail)
    history.add(anna(0))
    folder.mkdir()
    with closing(sqlite3.connect(path)) as keeper:
        keeper.execute("SELECT COUNT(*) FROM games").fetchone()
        for number in range(1, games):
            history.add(anna(number))
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", folder)
    return folder / path.name


def test_games_after_a_fault_in_the_log_are_found(path: Path, tmp_path: Path, problems: list[Problem]):
    """After a kill, the last games are only in the log. SQLite reads the log only up to the first fault."""
    left = killed(path, tmp_path / "killed", 11)
    log = bytearray(Path(f"{left}-wal").read_bytes())
    log[len(log) // 2] ^= 1
    Path(f"{left}-wal").write_bytes(log)
    games = {game.name: game for game in History(left, problems.append, recounted).games()}
    assert games.keys() >= {f"Anna {number}" for number in (0, 1, 8, 9, 10)}
    assert not any(game.changed for game in games.values())
    assert [(problem.kind, problem.counts) for problem in problems] == [
        (ProblemKind.HISTORY_RESCUED, (len(games), None))
    ]
    assert left.with_name(problems[0].detail).read_bytes() == log


def test_an_incomplete_log_after_a_kill_is_not_reported(path: Path, tmp_path: Path):
    left = killed(path, tmp_path / "killed", 2)
    database, log = left.read_bytes(), Path(f"{left}-wal").read_bytes()
    found = set()
    for length in (*range(0, len(log), 997), len(log)):
        left.write_bytes(database)
        Path(f"{left}-wal").write_bytes(log[:length])
        found.add(tuple(sorted(game.name for game in History(left, pytest.fail).games())))
    assert found == {("Anna 0",), ("Anna 0", "Anna 1")}
    assert list(left.parent.glob("*.bak*")) == []


@pytest.mark.slow
def test_an_index_with_a_wrong_entry_is_mended(history: History, path: Path, problems: list[Problem]):
    for number in range(60):
        history.add(anna(number))
    data = bytearray(path.read_bytes())
    moment = history.games()[-31].moment.to_bytes(4, "big")
    at = data.find(moment + bytes([31]))  # an entry of the index: the moment, and the number of the row
    assert at > 0
    data[at + 4] = 200
    path.write_bytes(data)
    assert len(history.games()) == 60
    assert [(problem.kind, problem.counts) for problem in problems] == [(ProblemKind.HISTORY_RESCUED, (60, 60))]


def test_games_missing_without_an_error_are_reported(history: History, path: Path, problems: list[Problem]):
    for name in ("Anna", "Ben", "Cleo"):
        history.add(entered(name))
    change(path, "DELETE FROM games WHERE name_0 = 'Ben'")
    assert [game.name for game in history.games()] == ["Cleo", "Anna"]
    assert [(problem.kind, problem.counts) for problem in problems] == [(ProblemKind.HISTORY_RESCUED, (2, 3))]
    assert len(History(path, problems.append).games()) == 2
    assert len(problems) == 1, "reported only once"


@pytest.mark.slow
def test_deleted_games_are_not_rescued(history: History, path: Path):
    for number in range(60):
        history.add(anna(number))
    history.delete([game.id for game in history.games() if game.id % 2])
    path.write_bytes(bytes(_PAGE) + path.read_bytes()[_PAGE:])
    assert [game.id for game in history.games() if game.id % 2] == []
    assert len(history.games()) == 30


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@pytest.mark.parametrize(
    "harm",
    [
        "CREATE TRIGGER bad AFTER INSERT ON games BEGIN DELETE FROM games WHERE id < new.id; END",
        f"ALTER TABLE games RENAME TO hidden; CREATE VIEW games AS {ENDLESS} SELECT hidden.* FROM hidden, n",
        "CREATE INDEX bad ON games (hex(zeroblob(length(record))))",
        "ALTER TABLE games ADD COLUMN bad TEXT AS (hex(zeroblob(length(record)))) VIRTUAL",
        "PRAGMA user_version = -7",
        "PRAGMA user_version = 66",
        "PRAGMA user_version = 0",
    ],
)
def test_foreign_code_in_the_database_is_never_executed(
    history: History, path: Path, problems: list[Problem], harm: str
):
    for name in ("Anna", "Ben"):
        history.add(entered(name))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA legacy_alter_table = ON")
        database.executescript(harm)
    history.add(entered("Cleo"))
    assert sorted(game.name for game in history.games()) == ["Anna", "Ben", "Cleo"]
    assert kinds(problems) == [ProblemKind.HISTORY_RESCUED]
    with closing(sqlite3.connect(path)) as database:
        assert {kind for (kind,) in database.execute("SELECT type FROM sqlite_schema")} == {"table", "index"}


def test_a_row_of_twenty_megabytes_is_skipped(history: History, path: Path, problems: list[Problem]):
    for name in ("Anna", "Ben", "Cleo"):
        history.add(entered(name))
    change(path, "UPDATE games SET record = zeroblob(20000000) WHERE name_0 = 'Ben'")
    games = history.games()
    assert {game.name for game in games} >= {"Anna", "Cleo"}
    for game in games:
        if game.name != "Ben":
            assert history.record(game.id) == entered(game.name).record


@pytest.mark.slow
def test_a_database_that_takes_too_long_is_reported_and_unchanged(path: Path, problems: list[Problem]):
    """A clock that jumps simulates a slow machine."""
    History(path, pytest.fail).add_all([anna(number) for number in range(2000)])
    before = path.read_bytes()
    seconds = itertools.count(step=1000.0)
    assert History(path, problems.append, clock=lambda: next(seconds)).games() == []
    assert kinds(problems) == [ProblemKind.HISTORY_UNREADABLE]
    assert "takes too long" in problems[0].message()
    assert path.read_bytes() == before


def test_a_changed_game_is_named_and_can_still_be_replayed(history: History, path: Path, problems: list[Problem]):
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        history.add(entered(name))
    assert history.changed() == []
    change(path, "UPDATE games SET points_0 = points_0 + 1 WHERE name_0 = 'Ben'")
    change(path, "UPDATE games SET facts = replace(facts, '700', '1') WHERE name_0 = 'Cleo'")
    change(path, "UPDATE games SET record = x'00' WHERE name_0 = 'Dora'")
    games = {game.name: game for game in history.games()}
    assert [name for name, game in games.items() if game.changed] == ["Ben"], "the list checks only the rows"
    assert sorted(game.name for game in history.changed() or ()) == ["Ben", "Cleo", "Dora"]
    assert history.record(games["Ben"].id) == entered("Ben").record
    assert problems == [], "the file is sound"


@pytest.mark.skipif(os.name != "posix", reason="needs limits on file sizes as POSIX has them")
def test_a_damaged_database_is_read_on_an_unwritable_disk(output: Callable[[str, Path], str], path: Path):
    History(path, pytest.fail).add_all([anna(number) for number in range(60)])
    damaged = lose_a_page(path)
    script = """
import resource, signal
from mile_bones.storage.history import History
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
problems = []
history = History(folder / "profile" / "history.db", problems.append)
print(40 < len(history.games()) < 60, [problem.kind.name for problem in problems])
"""
    assert output(script, path.parents[1]) == "True ['HISTORY_UNMENDED']"
    assert path.read_bytes() == damaged
    assert [entry.name for entry in path.parent.iterdir() if entry.suffix in (".tmp", ".bak")] == []


def test_a_damaged_database_of_the_first_version_is_rescued(path: Path, problems: list[Problem]):
    path.parent.mkdir()
    shutil.copy(FIRST, path)
    sound = History(path, pytest.fail).games()
    path.write_bytes(bytes(_PAGE) + FIRST.read_bytes()[_PAGE:])
    history = History(path, problems.append, recount)
    assert history.games() == sound
    assert history.changed() == []
    assert kinds(problems) == [ProblemKind.HISTORY_RESCUED]


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Simulate a machine that is busy with other programs: at the tenth step this program waits longer for its turn
    than the work on a file may take in all.

    Return the list of steps that have been waited for.
    """
    waits: list[str] = []
    turn = threading.Event()

    def slowed(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def wait_and_act(*given: Any, **named: Any) -> Any:
            waits.append(name)
            turn.wait(0.3 if len(waits) == 10 else 0)
            return act(*given, **named)

        return wait_and_act

    for module, name in ((module, name) for module in (history_module, statistics) for name in ("insert", "played")):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, slowed(name, getattr(module, name)))
    limited(monkeypatch, 0.2)
    return waits


def limited(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Limit the processor time for a file of any size."""
    monkeypatch.setattr(database, "_LEAST_SECONDS", seconds)
    monkeypatch.setattr(database, "_BYTES_A_SECOND", 10**12)
    monkeypatch.setattr(database, "_STEPS", 50)


HONEST: dict[str, Callable[[History], object]] = {
    "add_all": lambda history: history.add_all([anna(number) for number in range(60)]),
    "games": lambda history: len(history.games()) == 40,
    "changed": lambda history: history.changed() == [],
    "delete": lambda history: history.delete([game.id for game in history.games()]),
}


@pytest.mark.parametrize("what", HONEST)
def test_reading_an_undamaged_file_is_not_stopped_on_a_busy_machine(
    path: Path, problems: list[Problem], request: pytest.FixtureRequest, what: str
):
    """The limit applies to the processor time that the file costs, not to the time on the clock."""
    History(path, pytest.fail).add_all([anna(number) for number in range(100, 140)])
    busy = request.getfixturevalue("busy")
    assert HONEST[what](History(path, problems.append))
    assert problems == []
    assert len(busy) > 10


def test_a_file_that_keeps_the_processor_busy_is_stopped(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
):
    History(path, pytest.fail).add_all([anna(number) for number in range(2000)])
    limited(monkeypatch, 0.001)
    assert History(path, problems.append).games() == []
    assert kinds(problems) == [ProblemKind.HISTORY_UNREADABLE]
    assert "takes too long" in problems[0].message()


def endless(path: Path, name: str) -> None:
    """Make a table or an index appear to have more rows than anyone can count.

    Its pages refer to each other hundreds of times, several levels deep. At the end they refer to a page that exists.
    """
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    data = bytearray(path.read_bytes())

    def page(number: int) -> bytes:
        return bytes(data[(number - 1) * _PAGE : number * _PAGE])

    def cell(number: int) -> int:
        return int.from_bytes(page(number)[(8 if page(number)[0] > 5 else 12) :][:2], "big")

    def append(content: bytes) -> int:
        data.extend(content)
        return len(data) // _PAGE

    leaf = root
    while page(leaf)[0] in (2, 5):
        leaf = int.from_bytes(page(leaf)[cell(leaf) :][:4], "big")
    child = append(page(leaf)) if leaf == root else leaf
    key, kind = b"\x64", 5
    if page(child)[0] == 10:  # in an index each cell has a whole key
        at, kind = cell(child), 2
        assert page(child)[at] < 128, "its length is a single byte"
        key = page(child)[at : at + 1 + page(child)[at]]
    room = (_PAGE - 12) // (len(key) + 6)
    for _level in range(4):
        content = bytearray(_PAGE)
        end = _PAGE
        for number in range(room):
            end -= 4 + len(key)
            content[end : end + 4 + len(key)] = child.to_bytes(4, "big") + key
            content[12 + 2 * number : 14 + 2 * number] = end.to_bytes(2, "big")
        content[:8] = bytes([kind, 0, 0]) + room.to_bytes(2, "big") + end.to_bytes(2, "big") + b"\0"
        content[8:12] = child.to_bytes(4, "big")
        child = append(bytes(content))
    data[(root - 1) * _PAGE : root * _PAGE] = page(child)
    data[28:32] = (len(data) // _PAGE).to_bytes(4, "big")
    path.write_bytes(data)


TREES = ("games", "games_by_moment", "sqlite_autoindex_games_1", "ledger", "facts", "numbers", "reviews")
LOOKS: dict[str, Callable[[History], object]] = {
    "games": lambda history: history.games(),
    "count": lambda history: history.count(),
    "statistics": lambda history: history.statistics(Span()),
    "changed": lambda history: history.changed(),
    "scores": lambda history: (history.ledger(), history.unscored()),
    "reviews": lambda history: ([*history.review_summaries()], history.own_reviews()),
    "facts": lambda history: (history.facts("w"), history.fact("word")),
    "add": lambda history: history.add(anna(500)),
}


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("tree", TREES)
def test_an_endless_file_is_always_stopped(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch, tree: str
):
    """Every operation gives an answer, and no game is lost."""
    history = History(path, pytest.fail)
    history.add_all([anna(number) for number in range(30)])
    history.add(anna(40))
    history.set_fact("word", "one")
    history.keep_review(1, KeptReview(1, "somebody", "{}", "{}"))
    endless(path, tree)
    spoilt = path.read_bytes()
    limited(monkeypatch, 0.02)
    for look in LOOKS.values():
        path.write_bytes(spoilt)
        look(History(path, problems.append, recounted))
    path.write_bytes(spoilt)
    with suppress(OSError):
        count_rows(path)
    contents(Backup(BackupKind.DAILY, NOON, path, None))
    limited(monkeypatch, 0.1)
    path.write_bytes(spoilt)
    games = History(path, problems.append, recounted).games()
    assert {game.name for game in games} >= ({f"Anna {number}" for number in range(30)} if tree != "games" else set())
    assert {problem.kind for problem in problems} <= {
        ProblemKind.HISTORY_RESCUED,
        ProblemKind.HISTORY_UNREADABLE,
        ProblemKind.HISTORY_UNWRITABLE,
    }
