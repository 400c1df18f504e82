"""The menu entry of an installation in a separate environment: the copied files, the command that the entry starts, and
the removal.
"""

from __future__ import annotations

import configparser
import errno
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from mile_bones.storage import menu_entry

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="menus of Windows are not made of such files")
ENTRY = "[Desktop Entry]\nType=Application\nName=Mile Bones\nExec=mile-bones\n"
PLACE = "applications/org.milebones.MileBones.desktop"
PAGE = "man/de/man6/mille.6"


class Package(metadata.PathDistribution):
    """An installed package with the files in its RECORD."""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A package as pip installs it into an environment."""
    site = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    info = site / "mile_bones-1.0.dist-info"
    info.mkdir(parents=True)
    names = ["../../../bin/mile-bones", f"../../../share/{PLACE}", f"../../../share/{PAGE}", "mile_bones/share/a.txt"]
    for name in names:
        (site / name).resolve().parent.mkdir(parents=True, exist_ok=True)
        (site / name).resolve().write_text(ENTRY if name.endswith("desktop") else name, encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in names), encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mile-bones\nVersion: 1.0\n", encoding="utf-8")
    return Package(info)


def entry_of(path: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


def test_the_files_of_a_package_for_menus_are_found(package: Package, tmp_path: Path) -> None:
    share = tmp_path / "venv" / "share"
    assert menu_entry.brought(package) == {PLACE: share / PLACE, PAGE: share / PAGE}
    (share / PLACE).unlink()
    assert menu_entry.brought(package) == {}


def test_the_menu_entry_is_copied_and_removed_again(package: Package, tmp_path: Path) -> None:
    files, home = menu_entry.brought(package), tmp_path / "home" / "share"
    command = tmp_path / "venv" / "bin" / "mile-bones"
    for _twice in range(2):
        assert menu_entry.put(files, home, command) == home / PLACE
    assert (home / PAGE).read_bytes() == files[PAGE].read_bytes()
    entry = entry_of(home / PLACE)
    assert entry["TryExec"] == str(command)
    assert shlex.split(entry["Exec"]) == [str(command)]
    (home / "applications" / "other.desktop").touch()
    assert menu_entry.remove(files, home)
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["other.desktop"]
    assert not menu_entry.remove(files, home)


def test_a_command_with_an_undecodable_path_is_refused(package: Package, tmp_path: Path) -> None:
    home, command = tmp_path / "home", Path(os.fsdecode(b"/opt/\xff/mile-bones"))
    with pytest.raises(OSError, match=re.escape(os.strerror(errno.EILSEQ))):
        menu_entry.put(menu_entry.brought(package), home, command)
    assert not home.exists()


def test_files_installed_by_pip_or_pipx_stay_unchanged(package: Package, tmp_path: Path) -> None:
    files, home = menu_entry.brought(package), tmp_path / "home"
    (home / PAGE).parent.mkdir(parents=True)
    (home / PAGE).symlink_to(files[PAGE])
    menu_entry.put(files, home, Path("/bin/mile-bones"))
    assert (home / PAGE).is_symlink()
    menu_entry.remove(files, home)
    assert (home / PAGE).is_symlink()

    own = tmp_path / "venv" / "share"
    menu_entry.put(files, own, Path("/bin/mile-bones"))
    assert (own / PLACE).read_text(encoding="utf-8") == ENTRY
    assert not menu_entry.remove(files, own)
    assert (own / PLACE).is_file()


@pytest.mark.parametrize(
    "name", ["plain", "a b", "50%", 'say "hi"', "cost$5", "back\\slash", "tick`", "line\nExec=rm", "tab\there"]
)
@pytest.mark.slow
def test_a_desktop_can_start_a_command_of_any_name(name: str, tmp_path: Path, need_tools: Callable[..., None]) -> None:
    need_tools("desktop-file-validate")
    text = menu_entry.starting(ENTRY, Path("/opt") / name / "mile-bones")
    file = tmp_path / "org.milebones.MileBones.desktop"
    file.write_text(text, encoding="utf-8")
    said = subprocess.run(["desktop-file-validate", file], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")
    assert [line.partition("=")[0] for line in text.splitlines()].count("Exec") == 1
    signs = {"\\\\": "\\", "\\n": "\n", "\\t": "\t"}  # the escapes of every value in a desktop entry
    once = re.sub(r"\\[\\nt]", lambda found: signs[found.group()], entry_of(file)["Exec"])
    words = ["sh", "-c", f"printf '%s\\n' {once.replace('%%', '%')}"]  # quoted as in a shell
    out = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert out == f"/opt/{name}/mile-bones\n"
