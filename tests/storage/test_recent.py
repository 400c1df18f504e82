"""The list of recently opened files. Each file is listed once, and the last opened file comes first. Invalid entries in
the file of the list are ignored.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.recent import MOST, RecentFiles


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mb.ini"


def window(path: Path, problems: list[Problem]) -> RecentFiles:
    return RecentFiles(Ini(path, problems.append))


def test_each_file_is_listed_once_with_the_last_used_file_first(path: Path, problems: list[Problem], tmp_path: Path):
    recent = window(path, problems)
    files = [tmp_path / f"{number}.json" for number in range(MOST + 2)]
    for file in (*files, files[5]):
        recent.add(file)
    expected = [files[5], *(file for file in reversed(files) if file != files[5])][:MOST]
    assert recent.paths() == expected
    assert window(path, problems).paths() == expected


def test_two_windows_share_the_list(path: Path, problems: list[Problem], tmp_path: Path):
    one, two = window(path, problems), window(path, problems)
    one.add(tmp_path / "a")
    two.add(tmp_path / "b")
    one.add(tmp_path / "c")
    assert one.paths() == [tmp_path / "c", tmp_path / "b", tmp_path / "a"]
    two.forget(tmp_path / "a")
    assert two.paths() == [tmp_path / "c", tmp_path / "b"]
    watching = window(path, problems)
    two.add(tmp_path / "d")
    assert watching.paths() == [tmp_path / "d", tmp_path / "c", tmp_path / "b"], (
        "a window that has only read the list sees the change, too"
    )
    one.clear()
    assert window(path, problems).paths() == []


@pytest.mark.parametrize(
    "name", ["café.json", "a = b; # [c].json", " spaces ", "two\nlines", "\udcff", '"quoted"', "%s"]
)
def test_any_file_name_is_read_back(path: Path, problems: list[Problem], tmp_path: Path, name: str):
    window(path, problems).add(tmp_path / name)
    assert window(path, problems).paths() == [tmp_path / name]
    assert problems == []


def test_a_relative_path_is_stored_as_absolute(
    path: Path, problems: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.chdir(tmp_path)
    recent = window(path, problems)
    recent.add(Path("game.json"))
    assert recent.paths() == [tmp_path / "game.json"]


def test_invalid_paths_are_left_out(path: Path, problems: list[Problem]):
    good = Path("/good").absolute()  # with a drive letter on Windows
    path.write_text(
        f'[recent files]\n1 = game.json\n2 = "/a\\u0000b"\n3 = /{"x" * 5000}\n4 = {good}\n99 = /not asked for\n'
    )
    assert window(path, problems).paths() == [good]
