from __future__ import annotations

import dataclasses
import datetime
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mile_bones.engine.record import Record
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.files import replacing
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record, save_record

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
    """Return a function that opens the autosave of another window."""
    return lambda: Autosave(Profile(tmp_path), problems.append, clock)


def test_a_first_start_has_no_game(window: Open, problems: list[Problem]) -> None:
    assert window().load() is None
    assert problems == []


def test_the_next_start_continues_the_game(window: Open, games: Path, record: Record, game: Game) -> None:
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


def test_a_second_window_has_a_separate_game(window: Open, games: Path, game: Game) -> None:
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


def test_new_windows_get_unfinished_games_before_empty_slots(window: Open, game: Game) -> None:
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
from mile_bones.engine.record import Record
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.profile import Profile
autosave = Autosave(Profile(folder), print, datetime.datetime.now)
record = Record.from_json(sys.argv[2])
autosave.save(record)
print("saved", flush=True)
while sys.argv[3] == "busy":
    autosave.save(record)
sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.parametrize("doing", ["idle", "busy"])
def test_the_slot_of_another_process_is_not_used_until_it_ends(
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


def test_a_damaged_game_is_set_aside_and_another_is_continued(
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


def test_a_refused_game_is_set_aside(
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


def test_the_file_of_a_newer_program_stays_in_place(
    window: Open, games: Path, record: Record, problems: list[Problem]
) -> None:
    games.mkdir()
    newer = record.to_json().replace('"version": 2', '"version": 3')
    (games / "current-1.json").write_text(newer, encoding="utf-8")
    one = window()
    assert one.load() is None
    one.save(record)
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNREADABLE]
    assert "newer than this program" in problems[0].message()
    assert (games / "current-1.json").read_text(encoding="utf-8") == newer
    assert load_record(games / "current-2.json") == record


def test_a_folder_with_the_name_of_a_slot_stays_in_place(
    window: Open, games: Path, record: Record, problems: list[Problem]
) -> None:
    (games / "current-1.json").mkdir(parents=True)
    one = window()
    assert one.load() is None
    one.save(record)
    assert one.load() == record
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNREADABLE]


def test_a_failed_save_is_reported_once_and_succeeds_later(
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
def test_a_full_disk_is_reported_once_and_the_last_saved_state_stays(
    tmp_path: Path, window: Open, games: Path, record: Record, output: Callable[[str, Path], str]
) -> None:
    one = window()
    one.save(record)
    one.close()
    script = """
import dataclasses, datetime, resource
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.profile import Profile
autosave = Autosave(Profile(folder), lambda problem: print(problem.kind.name, problem.detail), datetime.datetime.now)
record = autosave.load()
resource.setrlimit(resource.RLIMIT_FSIZE, (200, resource.RLIM_INFINITY))
autosave.save(dataclasses.replace(record, target=6000))
autosave.save(dataclasses.replace(record, target=7000))
try:
    autosave.set_aside(record)
except OSError as error:
    print("not kept:", error.strerror)
"""
    lines = ["GAME_UNWRITABLE File too large", "not kept: File too large"]
    assert output(script, tmp_path).splitlines() == lines
    assert window().load() == record
    assert names(games) == {"current-1.json"}


def test_a_game_set_aside_is_named_by_its_time_and_replaces_no_other(
    window: Open, games: Path, record: Record, game: Game
) -> None:
    one = window()
    one.save(record)
    paths = [one.set_aside(game(str(number))) for number in range(3)]
    assert [path.name for path in paths] == [
        "unfinished 2026-05-04 17.05.json",
        "unfinished 2026-05-04 17.05 (2).json",
        "unfinished 2026-05-04 17.05 (3).json",
    ]
    assert [load_record(path) for path in paths] == [game(str(number)) for number in range(3)]
    assert one.load() == record
    assert all(path.parent == games for path in paths)


def test_half_written_files_of_a_killed_program_are_removed(window: Open, games: Path) -> None:
    games.mkdir(parents=True, exist_ok=True)
    old, other, reserved = (games / name for name in (".mile-bones-locked-1.tmp", "letter.tmp", "unfinished 2026.json"))
    for path in (old, other):
        path.write_text("{")
    if sys.platform == "win32":  # there the age of the file decides, not its lock
        os.utime(old, (1, 1))
    reserved.touch()
    with replacing(games / "some.json") as file:
        file.write(b"half")
        (new,) = set(games.glob(".mile-bones-*.tmp")) - {old}
        window()
        assert new.exists(), "this file is still being written"
    assert not old.exists() and not reserved.exists()
    assert other.exists()
    assert (games / "some.json").read_bytes() == b"half"


# ------------------------------------------------------------------ slots that cannot be used


def block_folder(lock: Path) -> None:
    lock.mkdir()


def block_link(lock: Path) -> None:
    lock.symlink_to(lock.with_name("elsewhere"))


BLOCKS = {
    "a folder": block_folder,
    "a link": pytest.param(
        block_link, marks=pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
    ),
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_an_unusable_lock_loses_no_game_and_no_save(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem], block: Callable[[Path], None]
) -> None:
    games.mkdir(parents=True)
    save_record(games / "current-1.json", record)
    block(games / "current-1.json.lock")
    one = window()
    assert one.load() == record
    assert not one.others, "no other window is open"
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNLOCKABLE]
    assert "current-1.json.lock" in problems[0].message()
    assert load_record(games / "current-1.json") == record, "the only copy must stay"
    one.save(game("the next move"))
    assert names(games) == {"current-2.json"}
    one.close()
    assert window().load() == game("the next move")


def test_a_game_with_an_unusable_lock_is_continued_after_all_other_games(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem]
) -> None:
    games.mkdir(parents=True)
    save_record(games / "current-1.json", record)
    save_record(games / "current-2.json", game("two"))
    (games / "current-1.json.lock").mkdir()
    one, two = window(), window()
    assert one.load() == game("two")
    assert two.load() == record
    assert load_record(games / "current-1.json") == record


NO_LOCKS = """
import datetime, errno, fcntl, os, warnings
warnings.simplefilter("error")
def flock(descriptor, how):
    raise OSError(getattr(errno, sys.argv[2]), "this disk knows no locks")
fcntl.flock = flock
from mile_bones.engine.record import Record
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
def window():
    return Autosave(Profile(folder), lambda problem: print(problem.message()), datetime.datetime.now)
one = window()
one.save(Record.from_json(sys.argv[3]))
two = window()
print(two.load(), two.others)
one.close()
print(window().load() == Record.from_json(sys.argv[3]))
ini = Ini(Profile(folder).ini_path, lambda problem: print(problem.message()))
ini.update({("player", "name"): "Anna"})
print(ini.unsaved)
sys.stdout.flush()
os._exit(1)  # as in a kill
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs locks as POSIX has them")
@pytest.mark.parametrize("error", ["ENOLCK", "ENOSYS", "EOPNOTSUPP"])
def test_on_a_disk_without_locks_games_are_saved_and_windows_kept_apart(
    tmp_path: Path, start: Callable[..., subprocess.Popen[str]], window: Open, record: Record, error: str
) -> None:
    process = start(NO_LOCKS, tmp_path, error, record.to_json())
    printed, _errors = process.communicate(timeout=600)
    assert printed.splitlines() == ["None True", "True", "False"]
    again = window()
    assert again.load() == record
    assert not again.others, "a killed program has no open window"


# ------------------------------------------------------------------ the last copy


def test_a_retired_game_waits_for_the_history_under_another_name(
    window: Open, games: Path, record: Record, game: Game
) -> None:
    one = window()
    one.save(record)
    path = one.retire(record)
    assert path == games / ".waiting 2026-05-04 17.05 current-1.json"
    assert names(games) == {path.name}
    assert load_record(path) == record
    one.save(game("the next"))
    assert [(path, record) for path, record, _since in window().waiting()] == [(path, record)]
    assert one.load() == game("the next")


def test_two_waiting_games_have_different_names(window: Open, games: Path, record: Record, game: Game) -> None:
    one = window()
    for waits in (record, game("two")):
        one.save(waits)
        assert one.retire(waits) is not None
    waiting = [waits for _path, waits, _since in one.waiting()]
    assert len(waiting) == 2 and record in waiting and game("two") in waiting


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits as POSIX has them")
def test_a_game_whose_end_could_not_be_saved_waits_in_its_last_saved_state(
    tmp_path: Path, window: Open, record: Record, output: Callable[[str, Path], str]
) -> None:
    one = window()
    one.save(record)
    one.close()
    script = """
import dataclasses, datetime, resource
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.profile import Profile
noon = datetime.datetime(2026, 5, 4, 17, 5)
autosave = Autosave(Profile(folder), lambda problem: print(problem.kind.name), lambda: noon)
record = autosave.load()
later = dataclasses.replace(record, target=6000)
resource.setrlimit(resource.RLIMIT_FSIZE, (200, resource.RLIM_INFINITY))
autosave.save(later)
print(autosave.unsaved == later)
path = autosave.retire(later)
print(path.name, autosave.unsaved, autosave.wait(later, path))
"""
    name = ".waiting 2026-05-04 17.05 current-1.json"
    assert output(script, tmp_path).splitlines() == ["GAME_UNWRITABLE", "True", f"{name} None None"]
    again = window()
    assert again.load() is None
    ((path, waits, _since),) = again.waiting()
    assert waits == record
    later = dataclasses.replace(record, target=6000)
    assert again.wait(later, path) == path and load_record(path) == later


def test_a_problem_that_returns_is_reported_again(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem]
) -> None:
    one = window()
    for number in range(3):
        hide = games.rename(games.with_name("hidden")) if games.exists() else None
        games.write_text("in the way", encoding="utf-8")
        one.save(game(f"{number} a"))
        one.save(game(f"{number} b"))
        assert one.unsaved == game(f"{number} b")
        assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNWRITABLE] * (number + 1)
        games.unlink()
        if hide is not None:
            hide.rename(games)
        one.save(game(f"{number} c"))
        assert one.unsaved is None
        assert one.holds(game(f"{number} c"))


def test_a_game_can_be_read_without_any_usable_slot(
    window: Open, games: Path, record: Record, game: Game, problems: list[Problem]
) -> None:
    one = window()
    one.save(record)
    one.close()
    (games / "current-1.json.lock").unlink(missing_ok=True)  # on Windows the lock file is removed automatically
    for number in range(1, 51):
        (games / f"current-{number}.json.lock").mkdir()
    reader = window()
    assert reader.load() == record
    assert [problem.kind for problem in problems] == [ProblemKind.GAME_UNWRITABLE]
    reader.save(game("later"))
    assert reader.unsaved == game("later")
    for number in range(1, 51):
        (games / f"current-{number}.json.lock").rmdir()
    reader.save(game("later"))
    assert reader.unsaved is None
    assert names(games) == {"current-1.json"}, "the game is saved in the slot that it was read from"
    assert reader.load() == game("later")
