from __future__ import annotations

import datetime
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mile_bones.engine import Record
from mile_bones.storage import Autosave, Problem, ProblemKind, Profile, load_record

Open = Callable[[], Autosave]
Game = Callable[[str], Record]


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not entry.name.endswith(".lock")}


def clock() -> datetime.datetime:
    return datetime.datetime(2026, 5, 4, 17, 5, 59)  # noqa: DTZ001  # local time, as people read it


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return Profile(tmp_path).games_dir


@pytest.fixture
def window(tmp_path: Path, problems: list[Problem]) -> Open:
    """Opens one more window's autosave."""
    return lambda: Autosave(Profile(tmp_path), problems.append, clock)


def test_a_first_start_has_no_game(window: Open, problems: list[Problem]) -> None:
    assert window().load() is None
    assert problems == []


def test_the_next_start_goes_on_with_the_game(window: Open, games: Path, record: Record, game: Game) -> None:
    one = window()
    one.save(game("Ben"))
    one.save(record)
    assert one.load() == record
    one.close()
    assert window().load() == record
    assert names(games) == {"current-1.json"}


def test_a_game_that_was_cleared_is_forgotten(window: Open, games: Path, record: Record) -> None:
    one = window()
    one.clear()
    one.save(record)
    one.clear()
    assert one.load() is None
    one.close()
    assert window().load() is None
    assert names(games) == set()


def test_a_second_window_has_a_game_of_its_own(window: Open, games: Path, game: Game) -> None:
    one, two = window(), window()
    one.save(game("one"))
    assert two.load() is None
    two.save(game("two"))
    one.save(game("one again"))
    assert one.load() == game("one again")
    assert two.load() == game("two")
    assert names(games) == {"current-1.json", "current-2.json"}
    two.clear()
    assert one.load() == game("one again")


def test_unfinished_games_come_back_before_an_empty_place_is_taken(window: Open, game: Game) -> None:
    one, two, three = window(), window(), window()
    for number, autosave in enumerate((one, two, three)):
        autosave.save(game(str(number)))
    one.clear()
    for autosave in (one, two, three):
        autosave.close()
    again = [window() for _ in range(3)]
    assert [autosave.load() for autosave in again] == [game("1"), game("2"), None]
    again[2].save(game("new"))
    assert [autosave.load() for autosave in again] == [game("1"), game("2"), game("new")]


HOLD = """
import datetime
from mile_bones.engine import Record
from mile_bones.storage import Autosave, Profile
autosave = Autosave(Profile(folder), print, datetime.datetime.now)
record = Record.from_json(sys.argv[2])
autosave.save(record)
print("saved", flush=True)
while sys.argv[3] == "busy":
    autosave.save(record)
sys.stdin.read()
"""


@pytest.mark.parametrize("doing", ["idle", "busy"])
def test_a_window_of_another_process_is_left_alone_until_it_dies(
    tmp_path: Path, window: Open, start: Callable[..., subprocess.Popen[str]], record: Record, game: Game, doing: str
) -> None:
    other = start(HOLD, tmp_path, game("other").to_json(), doing)
    assert other.stdout is not None
    assert other.stdout.readline() == "saved\n"
    mine = window()
    assert mine.load() is None
    mine.save(record)
    other.kill()
    other.wait()
    assert window().load() == game("other")
    assert mine.load() == record


def test_a_damaged_game_is_set_aside_and_another_goes_on(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem]
) -> None:
    one, two = window(), window()
    one.save(record)
    two.save(game("two"))
    one.close()
    two.close()
    (games / "current-1.json").write_bytes(b"\0" * 100)
    again = window()
    assert again.load() == game("two")
    assert problems == [Problem(ProblemKind.GAME_DAMAGED, games / "current-1.json", "current-1.json.bak")]
    assert "set aside as current-1.json.bak" in problems[0].message()
    assert (games / "current-1.json.bak").read_bytes() == b"\0" * 100
    third = window()
    third.save(record)
    assert names(games) == {"current-1.json", "current-1.json.bak", "current-2.json"}


def test_a_game_that_breaks_the_rules_is_set_aside_when_that_is_found_out(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem]
) -> None:
    one = window()
    one.save(record)
    one.refuse()
    assert problems == [Problem(ProblemKind.GAME_DAMAGED, games / "current-1.json", "current-1.json.bak")]
    assert load_record(games / "current-1.json.bak") == record
    assert one.load() is None
    one.save(game("the next"))
    assert one.load() == game("the next")


def test_a_game_of_a_newer_program_stays_where_it_is(
    window: Open, games: Path, record: Record, problems: list[Problem]
) -> None:
    games.mkdir()
    newer = record.to_json().replace('"version": 1', '"version": 2')
    (games / "current-1.json").write_text(newer, encoding="utf-8")
    one = window()
    assert one.load() is None
    one.save(record)
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNREADABLE]
    assert "newer than this program" in problems[0].message()
    assert (games / "current-1.json").read_text(encoding="utf-8") == newer
    assert load_record(games / "current-2.json") == record


def test_a_folder_in_the_place_of_a_game_stays_where_it_is(
    window: Open, games: Path, record: Record, problems: list[Problem]
) -> None:
    (games / "current-1.json").mkdir(parents=True)
    one = window()
    assert one.load() is None
    one.save(record)
    assert one.load() == record
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNREADABLE]


def test_a_game_that_cannot_be_saved_is_told_once_and_saved_when_it_can_be(
    window: Open, games: Path, record: Record, problems: list[Problem]
) -> None:
    games.write_text("in the way", encoding="utf-8")
    one = window()
    one.save(record)
    one.clear()
    one.save(record)
    assert one.load() is None
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNWRITABLE]
    assert f"cannot be saved in {games}" in problems[0].message()
    games.unlink()
    one.save(record)
    assert one.load() == record


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits as POSIX has them")
def test_a_full_disk_is_told_once_and_the_last_saved_state_stays(
    tmp_path: Path, window: Open, games: Path, record: Record, output: Callable[[str, Path], str]
) -> None:
    one = window()
    one.save(record)
    one.close()
    script = """
import dataclasses, datetime, resource
from mile_bones.storage import Autosave, Profile
autosave = Autosave(Profile(folder), lambda problem: print(problem.kind.name, problem.detail), datetime.datetime.now)
record = autosave.load()
resource.setrlimit(resource.RLIMIT_FSIZE, (200, resource.RLIM_INFINITY))
autosave.save(dataclasses.replace(record, target=6000))
autosave.save(dataclasses.replace(record, target=7000))
try:
    autosave.keep(record)
except OSError as error:
    print("not kept:", error.strerror)
"""
    lines = ["GAME_UNWRITABLE File too large", "not kept: File too large"]
    assert output(script, tmp_path).splitlines() == lines
    assert window().load() == record
    assert names(games) == {"current-1.json"}


def test_a_game_set_aside_has_a_name_with_the_time_and_never_replaces_another(
    window: Open, games: Path, record: Record, game: Game
) -> None:
    one = window()
    one.save(record)
    paths = [one.keep(game(str(number))) for number in range(3)]
    assert [path.name for path in paths] == [
        "unfinished 2026-05-04 17.05.json",
        "unfinished 2026-05-04 17.05 (2).json",
        "unfinished 2026-05-04 17.05 (3).json",
    ]
    assert [load_record(path) for path in paths] == [game(str(number)) for number in range(3)]
    assert one.load() == record
    assert all(path.parent == games for path in paths)


def test_what_a_killed_program_left_half_written_is_removed_when_it_is_old(window: Open, games: Path) -> None:
    games.mkdir(parents=True, exist_ok=True)
    old, new, other = (games / name for name in (".mile-bones-1.tmp", ".mile-bones-2.tmp", "letter.tmp"))
    for path in (old, new, other):
        path.write_text("{")
    for path in (old, other):
        os.utime(path, (time.time() - 4000,) * 2)
    window()
    assert not old.exists()
    assert new.exists(), "another window may be writing it just now"
    assert other.exists()
