from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from mile_bones.storage.profile import Profile


def test_all_files_of_a_profile_are_in_its_folder(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "new")
    assert profile.ini_path == tmp_path / "new" / "mb.ini"
    assert profile.games_dir.is_relative_to(tmp_path / "new")
    assert profile.cache_dir.is_relative_to(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_relative_profile_stays_where_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    profile = Profile(Path("here"))
    monkeypatch.chdir("/")
    assert profile.ini_path == tmp_path / "here" / "mb.ini"


def test_without_a_profile_the_folders_of_the_platform_are_used() -> None:
    profile = Profile(None)
    assert profile.ini_path.parent == platformdirs.user_config_path("mile-bones", appauthor=False)
    assert profile.ini_path.name == "mb.ini"
    assert profile.games_dir.is_relative_to(platformdirs.user_data_path("mile-bones", appauthor=False))
    assert profile.cache_dir == platformdirs.user_cache_path("mile-bones", appauthor=False)


def test_the_storage_imports_no_qt_and_no_locks_early(tmp_path: Path, output: Callable[[str, Path], str]) -> None:
    script = """
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import THEME, Settings
Settings(Ini(Profile(folder).ini_path, print)).get(THEME)
print(sorted({"PySide6", "filelock", "platformdirs", "asyncio"} & sys.modules.keys()))
"""
    assert output(script, tmp_path) == "[]"
