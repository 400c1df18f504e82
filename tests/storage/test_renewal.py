"""The history of the second version is upgraded to the current schema, completely or not at all.

The upgrade works regardless of other programs that use the history, and regardless of anything that happens during the
upgrade.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mile_bones.engine.record import Record
from mile_bones.storage import schema
from mile_bones.storage.history import History
from mile_bones.storage.legacy_schema import SECOND, second_checksum
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.statistics import Span

PROFILE = Path(__file__).parents[1] / "data/second/profile"
TOLD: dict[str, Any] = json.loads((PROFILE.parent / "told.json").read_text(encoding="utf-8"))
_HANDS = "number, seat, points, miles, coups, hazards, trip, extended"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    shutil.copy(PROFILE / "history.db", tmp_path)
    return tmp_path / "history.db"


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        number: int = database.execute("PRAGMA user_version").fetchone()[0]
    return number


def multiply(path: Path, games: int) -> None:
    """Add copies of the games, each as a different game, until there are ``games`` games."""
    luck = Random(1)
    with closing(sqlite3.connect(path)) as database, database:
        rows = [
            dict(zip(SECOND, row, strict=True)) for row in database.execute(f"SELECT {', '.join(SECOND)} FROM games")
        ]
        for number in range(len(rows) + 1, games + 1):
            row = dict(rows[number % len(rows)], digest=luck.randbytes(32))
            twin = row["id"]
            row |= {"id": 1000 + number, "checksum": second_checksum(row)}
            values = [row[name] for name in SECOND]
            database.execute(f"INSERT INTO games ({', '.join(SECOND)}) VALUES (?{', ?' * (len(SECOND) - 1)})", values)
            database.execute(
                f"INSERT INTO hands (game, {_HANDS}) SELECT ?, {_HANDS} FROM hands WHERE game = ?", (row["id"], twin)
            )
        database.execute("UPDATE facts SET value = ? WHERE key = 'games'", (str(games),))


@pytest.mark.proof
def test_ten_thousand_games_are_upgraded_with_the_same_statistics(path: Path, problems: list[Problem]):
    of = len(TOLD["games"])
    times = 10_000 // of
    multiply(path, of * times)
    history = History(path, problems.append)
    assert history.takes_long_to_renew()
    done = list(history.renew())
    assert done == sorted(done) and done[-1] == 1
    assert version(path) == schema.NEWEST
    assert not history.takes_long_to_renew()
    found = history.statistics(Span())
    told = TOLD["statistics"]["all"]
    assert found is not None
    assert [[*side.values()] for side in found.sums] == [[number * times for number in side] for side in told["sums"]]
    assert (found.hands, len(found.results)) == (told["hands"] * times, told["results"] * times)
    games = history.games()
    assert len(games) == of * times
    assert not any(game.changed for game in games)
    assert len(Record.from_json(history.text(games[-1].id) or "").hands) == games[-1].hands
    assert problems == []


@pytest.mark.slow
def test_a_stopped_upgrade_is_done_at_the_next_use(path: Path, problems: list[Problem]):
    multiply(path, 3000)
    history = History(path, problems.append)
    work = history.renew()
    while next(work) == 0:
        pass
    work.close()
    assert version(path) == 2, "the upgrade was stopped"
    assert len(history.games()) == 3000
    assert version(path) == schema.NEWEST
    assert problems == []


@pytest.mark.sample(slow=1)
@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.skipif(os.name != "posix", reason="needs a signal that cannot be caught")
def test_a_kill_during_the_upgrade_loses_nothing(path: Path, start, problems: list[Problem], at: int):
    """The kill comes before the first games, between games, or when everything is written but not valid yet."""
    multiply(path, 401)
    script = f"""
import os, signal
from mile_bones.storage import schema
from mile_bones.storage.history import History
seen = []
def told(done):
    if len(seen) == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
    seen.append(done)
from mile_bones.storage.database import opened
with opened(str(folder / "history.db"), 2.0, lambda: 0.0, told=told):
    pass
"""
    process = start(script, path.parent)
    process.communicate(timeout=600)
    assert process.returncode == -signal.SIGKILL
    history = History(path, problems.append)
    assert len(history.games()) == 401
    assert not any(game.changed for game in history.games())
    assert (version(path), problems) == (schema.NEWEST, [])


def test_a_reader_during_the_upgrade_sees_the_old_history(path: Path, problems: list[Problem]):
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("BEGIN")
        before = reader.execute("SELECT id, name, level FROM games").fetchall()
        assert len(History(path, problems.append).games()) == len(TOLD["games"])
        assert reader.execute("SELECT id, name, level FROM games").fetchall() == before
        reader.execute("COMMIT")
        assert reader.execute("PRAGMA user_version").fetchone() == (schema.NEWEST,)
    assert problems == []


def test_the_previous_version_reports_and_keeps_an_upgraded_history(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
):
    """The version before is simulated: it has only two schema steps. Apart from that, it opens a history as this
    version does.
    """
    assert len(History(path, problems.append).games()) == len(TOLD["games"])
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_STEPS", schema._STEPS[:2])
        schema._made.cache_clear()
        old = History(path, problems.append)
        assert old.games() == []
        assert not old.set_fact("word", "two")
        assert old.mend() is False
    schema._made.cache_clear()
    assert {problem.kind for problem in problems} == {ProblemKind.HISTORY_UNREADABLE, ProblemKind.HISTORY_UNWRITABLE}
    assert all("later version" in problem.message() for problem in problems)
    assert path.read_bytes() == before
    assert {entry.name for entry in path.parent.iterdir()} <= {"history.db", "history.db.lock"}


SENSELESS = {
    "a name": ("UPDATE games SET name = x'ff' WHERE id = 2", True),
    "points": ("UPDATE games SET own = 'many' WHERE id = 2", True),
    "a state": ("UPDATE games SET state = 'stolen' WHERE id = 2", True),
    "a seed as text": ("UPDATE games SET seed = 'seven' WHERE id = 2", True),
    "a date": ("UPDATE games SET ended = 'yesterday' WHERE id = 2", False),
    "a sum": ("UPDATE games SET checksum = checksum + 1 WHERE id = 2", False),
    "a name that is another": ("UPDATE games SET name = 'Mallory' WHERE id = 2", False),
}


@pytest.mark.sample(fast=3)
@pytest.mark.parametrize("what", SENSELESS)
def test_a_damaged_row_does_not_stop_the_upgrade_of_other_rows(path: Path, problems: list[Problem], what: str):
    statement, rescued = SENSELESS[what]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        before = database.execute("SELECT sql, name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for words in ("STRICT, ", "STRICT", "NOT NULL"):
            database.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE type = 'table'", (words,))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        assert database.execute(statement).rowcount
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", before)
    history = History(path, problems.append)
    seen = {game.id: game.changed for game in history.games()}
    assert len(seen) >= len(TOLD["games"]) - (what == "a date"), "a row without a date is skipped, as before"
    kinds = [problem.kind for problem in problems]
    assert kinds == ([ProblemKind.HISTORY_RESCUED] if rescued else [] if what != "a date" else kinds)
    if what in ("a sum", "a name that is another"):
        assert [number for number, changed in seen.items() if changed] == [2]
    assert version(path) == schema.NEWEST


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hands SET points = points + 1 WHERE game = 2 AND seat = 0 AND number = 1",
        "DELETE FROM hands WHERE game = 2 AND number = 1",
        "DELETE FROM hands WHERE game = 2 AND seat = 1 AND number = 1",
    ],
)
def test_hands_changed_before_the_upgrade_are_still_detected(path: Path, problems: list[Problem], statement: str):
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount
    history = History(path, problems.append)
    assert [game.id for game in history.changed() or ()] == [2]
    assert problems == []


def test_the_upgrade_takes_both_players_from_the_record(path: Path, problems: list[Problem]):
    """The second version stored the name of one player and the level of the other."""
    history = History(path, problems.append)
    for game in history.games():
        record = history.record(game.id)
        assert record is not None
        assert [(seat.kind, seat.level, seat.name) for seat in game.seats] == [
            (player.kind, player.level or "", player.written_name[:31]) for player in record.players
        ]


def test_a_game_with_an_unreadable_record_keeps_its_players(path: Path, problems: list[Problem]):
    with closing(sqlite3.connect(path)) as database, database:
        (name,) = database.execute("SELECT name FROM games WHERE id = 2").fetchone()
        for number, data in enumerate((b"", b"Dear Sir", zlib.compress(b"[]\n"), zlib.compress(b"{}\n")), 2):
            database.execute("UPDATE games SET record = ? WHERE id = ?", (data, number))
    games = {game.id: game for game in History(path, problems.append).games()}
    assert games[2].name == name
    assert [seat.kind for seat in games[2].seats] == ["human", "computer"]
    assert problems == []
