from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from examples import examples
from mile_bones.storage.ini import LARGEST, Ini
from mile_bones.storage.problems import Problem, ProblemKind
from mile_bones.storage.results import Results

KEY = ("options", "theme")


posix = pytest.mark.skipif(
    sys.platform == "win32", reason="needs pipes, links, permissions or limits as POSIX has them"
)


def kinds(problems: list[Problem]) -> list[ProblemKind]:
    return [problem.kind for problem in problems]


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not entry.name.endswith(".lock")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mb.ini"


def test_a_written_value_is_read_at_the_next_start(path: Path, problems: list[Problem]) -> None:
    Ini(path, problems.append).update({KEY: "dark", ("player", "name"): "Anna"})
    later = Ini(path, problems.append)
    assert later.get(*KEY) == "dark"
    assert later.get("player", "name") == "Anna"
    assert later.get("player", "age") is None
    assert problems == []


def test_reading_creates_no_file(path: Path, problems: list[Problem]) -> None:
    ini = Ini(path, problems.append)
    assert ini.values == {}
    assert names(path.parent) == set()


def test_missing_folders_are_created(tmp_path: Path, problems: list[Problem]) -> None:
    path = tmp_path / "a" / "b" / "mb.ini"
    Ini(path, problems.append).update({KEY: "dark"})
    assert path.read_text(encoding="utf-8") == "[options]\ntheme = dark\n"
    assert problems == []


def test_the_value_none_removes_a_setting_and_an_empty_section(path: Path, problems: list[Problem]) -> None:
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark", ("player", "name"): "Anna"})
    ini.update({KEY: None, ("options", "never there"): None})
    assert path.read_text(encoding="utf-8") == "[player]\nname = Anna\n"
    assert ini.get(*KEY) is None


def test_an_update_without_a_change_does_not_write_the_file(path: Path, problems: list[Problem]) -> None:
    path.write_text("# by hand\n[options]\ntheme=dark\n", encoding="utf-8")
    Ini(path, problems.append).update({KEY: "dark"})
    assert path.read_text(encoding="utf-8").startswith("# by hand")


def test_two_windows_change_different_values_and_keep_both(path: Path, problems: list[Problem]) -> None:
    one, two = Ini(path, problems.append), Ini(path, problems.append)
    one.update({("options", "sort"): "no"})
    two.update({("options", "method"): "click"})
    one.update({("window", "geometry"): "00"})
    assert one.get("options", "method") == "click"
    assert two.get("window", "geometry") is None
    two.refresh()
    assert two.values == {("options", "sort"): "no", ("options", "method"): "click", ("window", "geometry"): "00"}


def test_unknown_sections_and_keys_are_kept(path: Path, problems: list[Problem]) -> None:
    path.write_text("[Other]\nKey = 1\nkey = 50% of = it ; and # more\n\n[DEFAULT]\nx = y\n", encoding="utf-8")
    ini = Ini(path, problems.append)
    assert ini.get("options", "x") is None
    ini.update({KEY: "dark"})
    again = Ini(path, problems.append)
    assert again.get("Other", "Key") == "1"
    assert again.get("Other", "key") == "50% of = it ; and # more"
    assert again.get("Other", "x") is None
    assert again.get("DEFAULT", "x") == "y"
    assert problems == []


@pytest.mark.parametrize(
    "text", ["\ufeff[options]\r\ntheme = dark\r\n", "[options]\ntheme=light\n[options]\ntheme : x=1\ntheme=dark"]
)
def test_files_from_other_editors_are_read(path: Path, problems: list[Problem], text: str) -> None:
    path.write_bytes(text.encode("utf-8"))
    assert Ini(path, problems.append).get(*KEY) == "dark"
    assert problems == []


@pytest.mark.slow
@example("100% = a;b #c [d]")
@example("  two spaces each side  ")
@example("")
@example('"')
@example('"quoted"')
@example("one\n\ntwo\r\n[three]\n")
@example("\u200fשלום\u200f")
@example("\u2028\x85\ufeff\xa0")
@example("\ud800")
@example("a\tb\\n")
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.text())
def test_every_text_is_read_back_unchanged(path: Path, problems: list[Problem], value: str) -> None:
    Ini(path, problems.append).update({("player", "name"): value, KEY: "dark"})
    again = Ini(path, problems.append)
    assert again.get("player", "name") == value
    assert again.get(*KEY) == "dark"
    assert problems == []


@pytest.mark.slow
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary() | st.text(alphabet='[]=;#\n \t"\\ax', max_size=30).map(str.encode))
def test_any_file_at_all_is_read_or_set_aside(path: Path, data: bytes) -> None:
    problems: list[Problem] = []
    path.write_bytes(data)
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    assert kinds(problems) in ([], [ProblemKind.SETTINGS_DAMAGED])
    if problems:
        assert (path.parent / problems[0].detail).read_bytes() == data
    assert Ini(path, problems.append).values == ini.values
    assert len(problems) <= 1
    for leftover in path.parent.glob("mb.ini.bak*"):
        leftover.unlink()


def test_names_are_readable_in_a_utf8_file(path: Path, problems: list[Problem]) -> None:
    Ini(path, problems.append).update({("player", "name"): "Ændré = 100%; שלום"})
    assert "name = Ændré = 100%; שלום\n" in path.read_bytes().decode("utf-8")


@pytest.mark.parametrize("word", ["", "Theme", "a=b", "#a", "[a", "a ", "a\nb", "%(x)s"])
def test_keys_must_be_plain_words(path: Path, problems: list[Problem], word: str) -> None:
    ini = Ini(path, problems.append)
    for key in ((word, "theme"), ("options", word)):
        with pytest.raises(ValueError, match="plain word"):
            ini.update({key: "x"})
    ini.update({KEY: "dark"})
    assert ini.values == {KEY: "dark"}
    assert path.exists()


@pytest.mark.parametrize(
    "damage",
    [
        b"theme = dark\n",
        b"[options]\ntheme\n",
        b"[options]\nname = \xff\xfe\n",
        b"\0" * 4096,
        b"[options]\ntheme = dark\n" + b"\0" * 100,
        b"[options]\ntheme = da\0\0\0",
        b"[options\n",
        b"[options]\n[theme = a\n ]\n",  # read as a value, this would be written as a section
        b"[options]\ntheme" + b" " * 1_000_000 + b"dark\n",  # a backtracking reader takes an hour here, and below
        b"[options]\n" + b"theme\n" * 170_000,
    ],
    ids=lambda damage: ascii(damage[:30]),
)
def test_a_damaged_file_is_set_aside_and_never_lost(path: Path, problems: list[Problem], damage: bytes) -> None:
    path.write_bytes(damage)
    ini = Ini(path, problems.append)
    assert ini.values == {}
    assert problems == [Problem(ProblemKind.SETTINGS_DAMAGED, path, "mb.ini.bak")]
    assert problems[0].message() == (
        "mb.ini was damaged. It was set aside as mb.ini.bak, and the game starts with the usual settings."
    )
    assert not path.exists()
    ini.update({KEY: "dark"})
    path.write_bytes(b"again")
    Ini(path, problems.append)
    path.write_bytes(b"and again")
    Ini(path, problems.append)
    assert [problem.detail for problem in problems[1:]] == ["mb.ini.bak1", "mb.ini.bak2"]
    assert path.with_name("mb.ini.bak").read_bytes() == damage
    assert path.with_name("mb.ini.bak1").read_bytes() == b"again"
    assert names(path.parent) == {"mb.ini.bak", "mb.ini.bak1", "mb.ini.bak2"}


def test_a_file_damaged_while_the_game_runs_is_set_aside_by_the_next_change(
    path: Path, problems: list[Problem]
) -> None:
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    path.write_bytes(b"\0\0")
    ini.update({("options", "sort"): "no"})
    assert problems == [Problem(ProblemKind.SETTINGS_REPLACED, path, "mb.ini.bak")]
    assert "as it knew them" in problems[0].message()
    assert path.with_name("mb.ini.bak").read_bytes() == b"\0\0"
    assert path.read_text(encoding="utf-8") == "[options]\ntheme = dark\nsort = no\n"


@pytest.mark.parametrize("seen", [True, False], ids=["looked at", "not looked at"])
def test_a_file_that_vanishes_is_reported_each_time_and_written_again(
    path: Path, problems: list[Problem], seen: bool
) -> None:
    path.write_text("[options]\ntheme = dark\n", encoding="utf-8")
    ini = Ini(path, problems.append)
    for _time in range(2):
        path.unlink()
        if seen:
            ini.refresh()
            assert ini.get(*KEY) == "dark"
        ini.update({("options", "sort"): "no"})
        assert path.read_text(encoding="utf-8") == "[options]\ntheme = dark\nsort = no\n"
    assert problems == [Problem(ProblemKind.SETTINGS_GONE, path, "")] * 2


@posix
def test_values_are_kept_in_memory_if_the_file_cannot_be_set_aside(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    path.unlink()
    path.symlink_to("/dev/full")  # not an ordinary file, and not writable
    ini.update({("options", "sort"): "no"})
    assert ini.values == {KEY: "dark", ("options", "sort"): "no"}
    assert kinds(problems) == [ProblemKind.SETTINGS_UNREADABLE_NOW]


@posix
def test_a_huge_file_is_set_aside_without_being_read(path: Path, output: Callable[[str, Path], str]) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)  # sparse: the file takes no space on the disk
    script = """
from mile_bones.storage.ini import Ini
import resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
Ini(folder / "mb.ini", lambda problem: print(problem.kind.name, problem.detail))
"""
    assert output(script, path.parent) == "SETTINGS_DAMAGED mb.ini.bak"
    assert path.with_name("mb.ini.bak").stat().st_size == 1 << 40


def test_a_file_too_large_to_read_is_never_written(path: Path, problems: list[Problem]) -> None:
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    ini.update({("player", "name"): "x" * LARGEST})
    assert kinds(problems) == [ProblemKind.SETTINGS_UNWRITABLE]
    assert Ini(path, problems.append).values == {KEY: "dark"}


def test_a_folder_instead_of_the_file_is_reported_and_values_are_remembered(
    path: Path, problems: list[Problem]
) -> None:
    path.mkdir()
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    ini.update({("options", "sort"): "no"})
    ini.refresh()
    assert ini.values == {KEY: "dark", ("options", "sort"): "no"}
    assert problems == [Problem(ProblemKind.SETTINGS_UNREADABLE, path, "it is a folder, not a file")]
    assert path.is_dir()


@posix
def test_a_pipe_in_place_of_the_file_does_not_block(tmp_path: Path, output: Callable[[str, Path], str]) -> None:
    os.mkfifo(tmp_path / "mb.ini")
    script = """
from mile_bones.storage.ini import Ini
ini = Ini(folder / "mb.ini", lambda problem: print(problem.kind.name, problem.detail))
ini.update({("options", "theme"): "dark"})
assert ini.get("options", "theme") == "dark"
"""
    assert output(script, tmp_path) == "SETTINGS_UNREADABLE it is not an ordinary file"
    assert stat.S_ISFIFO((tmp_path / "mb.ini").stat().st_mode)


def test_a_file_in_place_of_the_folder_is_reported_once(tmp_path: Path, problems: list[Problem]) -> None:
    (tmp_path / "profile").write_text("a file", encoding="utf-8")
    path = tmp_path / "profile" / "mb.ini"
    ini = Ini(path, problems.append)
    assert problems == []
    ini.update({KEY: "dark"})
    ini.update({("options", "sort"): "no"})
    assert kinds(problems) == [ProblemKind.SETTINGS_UNWRITABLE]
    assert "continues" in problems[0].message()
    assert ini.values == {KEY: "dark", ("options", "sort"): "no"}


def test_a_failed_change_is_written_later(tmp_path: Path, problems: list[Problem]) -> None:
    blocked = tmp_path / "profile"
    blocked.write_text("", encoding="utf-8")
    path = blocked / "mb.ini"
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark", ("options", "sort"): "no"})
    ini.transact(lambda values: {("games", "won"): str(int(values.get(("games", "won"), "0")) + 1)})
    blocked.unlink()
    other = Ini(path, problems.append)
    other.update({("games", "won"): "7", ("options", "sort"): "yes"})
    ini.update({KEY: "light"})
    assert Ini(path, problems.append).values == {KEY: "light", ("options", "sort"): "no", ("games", "won"): "8"}


def test_a_change_that_raises_an_error_is_never_written(path: Path, problems: list[Problem]) -> None:
    ini = Ini(path, problems.append)

    def fail(values: object) -> dict[tuple[str, str], str]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ini.transact(fail)
    ini.update({KEY: "dark"})
    assert ini.values == {KEY: "dark"}


ONE_PROBLEM_EACH = """
import filelock, os
from mile_bones.storage.ini import Ini
if os.geteuid() == 0:
    os.seteuid(65534)  # root may do everything
ini = Ini(folder / "mb.ini", lambda problem: print(problem.kind.name, problem.detail))
ini.update({("options", "theme"): "dark"})
ini.update({("options", "sort"): "no"})
assert ini.get("options", "theme") == "dark" and ini.get("options", "sort") == "no"
"""


@posix
@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "expected"),
    [
        (0o555, 0o644, "SETTINGS_UNWRITABLE Permission denied"),
        (0o777, 0o000, "SETTINGS_UNREADABLE Permission denied"),
    ],
)
def test_missing_permissions_are_reported_once_and_nothing_is_replaced(
    output: Callable[[str, Path], str], folder_mode: int, file_mode: int, expected: str
) -> None:
    with tempfile.TemporaryDirectory() as name:  # not tmp_path, whose parents no other user may enter
        folder = Path(name)
        path = folder / "mb.ini"
        path.write_text("[options]\ntheme = light\n", encoding="utf-8")
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        assert output(ONE_PROBLEM_EACH, folder) == expected
        folder.chmod(0o755)
        path.chmod(0o644)
        assert path.read_text(encoding="utf-8") == "[options]\ntheme = light\n"
        assert names(folder) == {"mb.ini"}


@posix
def test_a_full_disk_leaves_the_old_file_and_no_temporary_file(path: Path, output: Callable[[str, Path], str]) -> None:
    path.write_text("[options]\ntheme = light\n", encoding="utf-8")
    script = """
import resource
from mile_bones.storage.ini import Ini
resource.setrlimit(resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))
ini = Ini(folder / "mb.ini", lambda problem: print(problem.kind.name, problem.detail))
ini.update({("options", "theme"): "dark"})
ini.update({("options", "sort"): "no"})
assert ini.get("options", "theme") == "dark" and ini.get("options", "sort") == "no"
"""
    assert output(script, path.parent) == "SETTINGS_UNWRITABLE File too large"
    assert path.read_text(encoding="utf-8") == "[options]\ntheme = light\n"
    assert names(path.parent) == {"mb.ini"}


@posix
def test_settings_are_written_to_the_target_of_a_link(tmp_path: Path, problems: list[Problem]) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    path, target = home / "mb.ini", elsewhere / "my.ini"
    path.symlink_to(target)  # the target does not exist yet
    Ini(path, problems.append).update({KEY: "dark"})
    Ini(path, problems.append).update({("options", "sort"): "no"})
    assert path.is_symlink()
    assert target.read_text(encoding="utf-8") == "[options]\ntheme = dark\nsort = no\n"
    target.write_bytes(b"damage")
    Ini(path, problems.append).update({KEY: "light"})
    assert path.is_symlink()
    assert names(elsewhere) == {"my.ini", "my.ini.bak"}
    assert kinds(problems) == [ProblemKind.SETTINGS_DAMAGED]


@posix
def test_a_circle_of_links_is_reported_once(path: Path, problems: list[Problem]) -> None:
    path.symlink_to(path)
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    assert kinds(problems) == [ProblemKind.SETTINGS_UNREADABLE]
    assert ini.values == {KEY: "dark"}


@posix
def test_permissions_of_the_file_are_kept(path: Path, problems: list[Problem]) -> None:
    path.write_text("", encoding="utf-8")
    path.chmod(0o640)
    Ini(path, problems.append).update({KEY: "dark"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.slow
def test_a_lock_held_by_another_program_is_reported_after_a_short_wait(
    path: Path, problems: list[Problem], start: Callable[..., subprocess.Popen[str]]
) -> None:
    script = """
from mile_bones.storage.locks import hold_lock
lock = hold_lock(folder / "mb.ini", 0)
print("held", flush=True)
sys.stdin.read()
"""
    holder = start(script, path.parent)
    assert holder.stdout.readline() == "held\n"
    ini = Ini(path, problems.append)
    ini.update({KEY: "dark"})
    assert kinds(problems) == [ProblemKind.SETTINGS_LOCKED]
    assert ini.get(*KEY) == "dark"
    assert not path.exists()
    holder.kill()  # its lock file stays behind
    holder.wait()
    ini.update({("options", "sort"): "no"})
    assert Ini(path, problems.append).values == {KEY: "dark", ("options", "sort"): "no"}
    assert len(problems) == 1


@pytest.mark.slow
def test_two_processes_writing_at_once_lose_nothing(
    path: Path, problems: list[Problem], start: Callable[..., subprocess.Popen[str]]
) -> None:
    script = """
import datetime
from mile_bones.storage.ini import Ini
from mile_bones.storage.results import Results
seat = int(sys.argv[2])
ini = Ini(folder / "mb.ini", lambda problem: print(problem))
results = Results(ini)
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    ini.update({("options", f"from {seat} number {number}"): "yes"})
    totals = (5100, 4000 - number) if seat == 0 else (4000 - number, 5200)
    results.record_game(f"{seat}/{number}", seat, totals, ("Anna", "Computer"), datetime.date(2026, 5, 4), 1 - seat)
"""
    processes = [start(script, path.parent, str(seat)) for seat in (0, 1)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        printed, _ = process.communicate(timeout=600)
        assert printed == ""
        assert process.returncode == 0
    ini = Ini(path, problems.append)
    options = {key for section, key in ini.values if section == "options"}
    assert options == {f"from {seat} number {number}" for seat in (0, 1) for number in range(40)}
    assert ini.get("games", "won by you") == "40"
    assert ini.get("games", "won by the computer") == "40"
    scores = Results(ini).high_scores()
    assert [entry.value for entry in scores["best"]] == [5200, 5200, 5200]
    assert [entry.value for entry in scores["spread"]] == [1239, 1238, 1237]
    assert names(path.parent) == {"mb.ini"}
