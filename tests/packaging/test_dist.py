"""The scripts that build packages work on a machine with few tools, and with another Python than the last time."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from packaging_scripts import FOLDER, load

LANGUAGES = ("", "de", "es", "fa", "fr")


@pytest.mark.parametrize("script", ["appimage", "bundle_deb"])
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="these packages are made on Linux")
def test_all_missing_packages_of_the_system_are_named_in_one_line(script: str, tmp_path: Path) -> None:
    """The missing packages are named before anything is set up. No program is on the PATH of this test."""
    done = subprocess.run(
        [sys.executable, FOLDER / "dist" / f"{script}.py", "--check"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    tools = {"gcc", "binutils", "squashfs-tools" if script == "appimage" else "dpkg"}
    assert tools <= set(done.stderr.split())


@pytest.mark.long
def test_an_environment_of_another_python_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    common, folder = load("dist/common"), tmp_path / "venv"
    common.python_of(folder)
    (folder / "mine").touch()
    common.python_of(folder)
    assert (folder / "mine").exists()
    monkeypatch.setattr(sys, "version", "3.99.0 (another one)")
    common.python_of(folder)
    assert not (folder / "mine").exists()


def test_an_archive_is_unpacked_even_without_filters_of_tarfile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian 12 has such a Python, 3.11.2."""
    (tmp_path / "file").write_text("kept")
    with tarfile.open(tmp_path / "archive.tar", "w") as archive:
        archive.add(tmp_path / "file", "inside/file")
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    whole = tarfile.TarFile.extractall

    def without_filters(self: tarfile.TarFile, path: Path) -> None:
        whole(self, path)

    monkeypatch.setattr(tarfile.TarFile, "extractall", without_filters)
    with tarfile.open(tmp_path / "archive.tar") as archive:
        load("dist/common").unpack(archive, tmp_path / "out")
    assert (tmp_path / "out/inside/file").read_text() == "kept"


def test_the_debian_package_with_its_own_qt_has_all_manual_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = load("dist/bundle_deb")
    (tmp_path / "bundle/_internal/mile_bones/_resources").mkdir(parents=True)
    monkeypatch.setattr(script, "FOLDER", tmp_path / "bundle")
    monkeypatch.setattr(script, "TREE", tmp_path / "tree")
    script.lay_out()
    for command in (tmp_path / "tree/usr/games").iterdir():
        for language in LANGUAGES:
            page = tmp_path / "tree/usr/share/man" / language / "man6" / f"{command.name}.6.gz"
            assert b".TH" in gzip.decompress(page.read_bytes())
