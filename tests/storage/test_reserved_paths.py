"""A game is never saved over one of the program's own files, however the path to it is written."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mile_bones.storage.profile import Profile
from mile_bones.storage.reserved_paths import OwnFile, is_own, require_foreign

OWN = (
    "mb.ini",
    "mb.ini.lock",
    "mb.ini.bak",
    "mb.ini.bak2",
    "history.db",
    "history.db-wal",
    "history.db-shm",
    "history.db-journal",
    "history.db.lock",
    "history.db.bak",
    "history.db.bak1-wal",
    "backups/history.db.1",
    "backups/2026/mb.ini",
    "games/current-1.json",
    "games/current-1.json.lock",
    "games/current-50.json",
    "games/current-2.json.bak",
    "games/mille-1.json",
    "games/mille-1.json.lock",
    "games/.waiting 2026-05-04 12.00.json",
    "games/.mile-bones-0011.tmp",
    "MB.INI",
    "History.db-WAL",
    "games/Current-3.JSON",
)
FOREIGN = (
    "mine.json",
    "games/mine.json",
    "games/current.json",
    "games/current-1.json.mine.json",
    "games/unfinished 2026-05-04 12.00.json",
    "games/history.db",
    "current-1.json",
    "elsewhere/mb.ini",
    "elsewhere/history.db-wal",
    "games",
)
linked = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "profile")


def make(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("precious")
    return path


@pytest.mark.parametrize("there", [False, True], ids=["to come", "there"])
@pytest.mark.parametrize("name", OWN)
def test_the_programs_own_files_are_refused(
    profile: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, there: bool
):
    monkeypatch.chdir(tmp_path)  # without this it may be on another drive of Windows, and no relative path leads there
    path = tmp_path / "profile" / name
    if there:
        make(path)
    assert is_own(profile, path)
    assert is_own(profile, path.parent / "nowhere" / ".." / path.name)
    assert is_own(profile, Path(os.path.relpath(path)))
    with pytest.raises(OwnFile) as caught:
        require_foreign(profile, path)
    assert caught.value.strerror == "It belongs to Mile Bones itself; choose another name."
    assert caught.value.filename == str(path)


@pytest.mark.parametrize("there", [False, True], ids=["to come", "there"])
@pytest.mark.parametrize("name", FOREIGN)
def test_any_other_file_is_allowed(profile: Profile, tmp_path: Path, name: str, there: bool):
    if there and name != "games":
        make(tmp_path / "profile" / name)
    make(profile.history_path)
    assert not is_own(profile, tmp_path / "profile" / name)
    require_foreign(profile, tmp_path / "profile" / name)


@linked
@pytest.mark.parametrize("name", [name for name in OWN if "/20" not in name])
def test_links_to_own_files_are_refused(profile: Profile, tmp_path: Path, name: str):
    path = tmp_path / "profile" / name
    link, other, hard = tmp_path / "mine.json", tmp_path / "also mine", tmp_path / "hard.json"
    link.symlink_to(path)
    other.symlink_to(path.parent)
    assert is_own(profile, link)  # tested before the file exists
    assert is_own(profile, other / path.name)
    make(path)
    hard.hardlink_to(path)
    assert is_own(profile, link)
    assert is_own(profile, other / path.name)
    assert is_own(profile, hard)


@linked
def test_own_files_behind_linked_settings_and_folders_are_refused(profile: Profile, tmp_path: Path):
    dotfiles = tmp_path / "dotfiles"
    make(dotfiles / "mb.conf")
    (dotfiles / "games").mkdir()
    profile.ini_path.parent.mkdir()
    profile.ini_path.symlink_to(dotfiles / "mb.conf")
    profile.games_dir.symlink_to(dotfiles / "games")
    for name in ("mb.conf", "mb.conf.lock", "games/current-7.json"):
        assert is_own(profile, dotfiles / name)
    assert not is_own(profile, dotfiles / "games" / "mine.json")
    assert not is_own(profile, dotfiles / "other.conf")


@linked
def test_a_path_that_leads_nowhere_is_allowed(profile: Profile, tmp_path: Path):
    (tmp_path / "round").symlink_to(tmp_path / "round")
    for path in (tmp_path / "round", tmp_path / ("x" * 5000), tmp_path / "a" / "b" / "c"):
        assert not is_own(profile, path)
