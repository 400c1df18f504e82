"""The source of an installed copy: the meaning of each mark that tells the source, and the sentence about the source in
every language.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mile_bones import i18n, resources
from mile_bones.installation import (
    APPIMAGE,
    BUNDLE_DEB,
    DEBIAN,
    FLATPAK,
    FOLDER,
    MACOS,
    PYTHON,
    SOURCE,
    WINDOWS,
    WORDS,
    Installation,
    installation,
    installation_text,
    project_address,
    traced,
)


class Files(dict[str, str]):
    """A package with these metadata files and no others."""

    def read_text(self, filename: str) -> str | None:
        return self.get(filename)


def direct_url(url: str, **more: object) -> str:
    return json.dumps({"url": url, **more})


PIP = {"INSTALLER": "pip\n"}
WHEEL = "file:///home/anna/Get%20it/mile_bones-1.0-py3-none-any.whl"


@pytest.mark.parametrize(
    ("files", "mark", "found"),
    [
        (PIP, "", Installation(PYTHON, tool="pip")),
        ({"INSTALLER": "uv"}, "", Installation(PYTHON, tool="uv")),
        ({"INSTALLER": "conda"}, "", Installation(PYTHON, tool="conda")),
        ({}, "", Installation(PYTHON)),
        (PIP, "pipx_metadata.json", Installation(PYTHON, tool="pipx")),
        ({"INSTALLER": "uv"}, "uv-receipt.toml", Installation(PYTHON, tool="uv tool")),
        ({"INSTALLER": "uv"}, "pipx_metadata.json", Installation(PYTHON, tool="pipx")),
        (
            {**PIP, "direct_url.json": direct_url(WHEEL, archive_info={})},
            "",
            Installation(PYTHON, "mile_bones-1.0-py3-none-any.whl", "pip"),
        ),
        (
            {**PIP, "direct_url.json": direct_url("https://example.org/games/mile-bones.git", vcs_info={})},
            "",
            Installation(PYTHON, "mile-bones.git", "pip"),
        ),
        (
            {**PIP, "direct_url.json": direct_url("file:///home/anna/mile-bones/", dir_info={})},
            "",
            Installation(PYTHON, "mile-bones", "pip"),
        ),
        (
            {**PIP, "direct_url.json": direct_url("file:///home/anna/mile%20bones", dir_info={"editable": True})},
            "",
            Installation(SOURCE, "/home/anna/mile bones"),
        ),
        ({**PIP, "direct_url.json": "{"}, "", Installation(PYTHON, tool="pip")),
        ({**PIP, "direct_url.json": "[]"}, "", Installation(PYTHON, tool="pip")),
        ({**PIP, "direct_url.json": '{"url": 5}'}, "", Installation(PYTHON, tool="pip")),
        ({**PIP, "direct_url.json": '{"url": "file:///a.whl", "dir_info": 5}'}, "", Installation(PYTHON, tool="pip")),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="the paths have slashes")
def test_the_files_of_an_installer_tell_the_source(
    tmp_path: Path, files: dict[str, str], mark: str, found: Installation
) -> None:
    if mark:
        (tmp_path / mark).touch()
    package = Files(files)
    assert traced(word="", environ={}, frozen=False, package=package, prefix=tmp_path, code=tmp_path) == found


@pytest.mark.parametrize("word", WORDS)
def test_the_origin_named_in_a_package_overrides_pythons_metadata(tmp_path: Path, word: str) -> None:
    for frozen in (False, True):
        found = traced(word=word, environ={}, frozen=frozen, package=Files(PIP), prefix=tmp_path, code=tmp_path)
        assert found == Installation(word)


def test_an_unknown_origin_named_in_a_package_is_ignored(tmp_path: Path) -> None:
    found = traced(word="moon", environ={}, frozen=False, package=Files(PIP), prefix=tmp_path, code=tmp_path)
    assert found == Installation(PYTHON, tool="pip")


def test_only_code_inside_an_appimage_counts_as_the_appimage(tmp_path: Path) -> None:
    """A terminal that is an AppImage passes its environment variables to every program that is started in it."""
    environ = {"APPIMAGE": "/home/anna/Mile.AppImage", "APPDIR": str(tmp_path / "mount")}
    inside, outside = tmp_path / "mount" / "usr" / "mile_bones", tmp_path / "site-packages"
    package = Files(PIP)

    def where(code: Path, **other: str) -> Installation:
        return traced(word="", environ={**environ, **other}, frozen=True, package=package, prefix=tmp_path, code=code)

    assert where(inside) == Installation(APPIMAGE, "/home/anna/Mile.AppImage")
    assert where(outside) == Installation(FOLDER)
    assert where(inside, APPDIR="") == Installation(FOLDER)
    assert where(inside, APPIMAGE="") == Installation(FOLDER)


def test_a_source_tree_without_a_package_is_recognised(tmp_path: Path) -> None:
    found = traced(word="", environ={}, frozen=False, package=None, prefix=tmp_path, code=tmp_path / "mile_bones")
    assert found == Installation(SOURCE, str(tmp_path))


def test_bundles_have_their_own_qt() -> None:
    inside = {source for source in (*WORDS, APPIMAGE, FOLDER, SOURCE, PYTHON) if Installation(source).has_its_own_qt}
    assert inside == {BUNDLE_DEB, WINDOWS, MACOS, FLATPAK, APPIMAGE, FOLDER}


ALL = [
    (Installation(DEBIAN), "with the system’s Qt"),
    (Installation(BUNDLE_DEB), "a Qt of its own"),
    (Installation(WINDOWS), "the installer for Windows"),
    (Installation(MACOS), "a disk image for macOS"),
    (Installation(FLATPAK), "flatpak update"),
    (Installation(APPIMAGE, "/home/anna/Mile.AppImage"), "/home/anna/Mile.AppImage"),
    (Installation(FOLDER), "a newer folder"),
    (Installation(SOURCE, "/home/anna/mile"), "source code in /home/anna/mile."),
    (Installation(PYTHON, tool="pip"), "pip install --upgrade mile-bones"),
    (Installation(PYTHON, tool="pipx"), "pipx upgrade mile-bones"),
    (Installation(PYTHON, tool="uv"), "uv pip install --upgrade mile-bones"),
    (Installation(PYTHON, tool="uv tool"), "uv tool upgrade mile-bones"),
    (Installation(PYTHON, tool="conda"), "Update it with conda"),
    (Installation(PYTHON), "whatever installed it"),
    (Installation(PYTHON, "mile.whl", "pipx"), "with pipx from mile.whl."),
    (Installation(PYTHON, "mile.whl"), "from mile.whl."),
]


@pytest.mark.parametrize(("came", "words"), ALL)
def test_each_source_has_its_sentence(came: Installation, words: str) -> None:
    text = installation_text(came)
    assert words in text
    assert "update" in text.lower()
    assert text.endswith("\nIt never looks for new versions by itself.")
    assert (
        installation_text(came, "https://example.org") == f"{text}\nNew versions are announced at https://example.org"
    )


@pytest.fixture
def _english_again() -> Iterator[None]:
    yield
    i18n.install()


@pytest.mark.parametrize("language", ["de", "es", "fa", "fr"])
@pytest.mark.usefixtures("_english_again")
def test_each_sentence_has_its_translation(language: str) -> None:
    english = [installation_text(came, "https://example.org") for came, _words in ALL]
    assert i18n.install([language], folder=resources.path("translations")) == language
    texts = [installation_text(came, "https://example.org") for came, _words in ALL]
    for (came, _words), ours, theirs in zip(ALL, english, texts, strict=True):
        assert not set(ours.splitlines()) & set(theirs.splitlines()), "a line without translation"
        assert came.place in theirs
        assert came.tool in theirs
        assert "https://example.org" in theirs
        if came.source == FLATPAK:
            assert "flatpak update" in theirs
    assert len(set(texts)) == len(ALL)


def test_the_source_of_this_copy_is_recognised() -> None:
    """The tests run from an editable checkout or from an installed package."""
    assert installation().source in (SOURCE, PYTHON)


def test_the_project_address_is_that_of_the_release_settings(root: Path) -> None:
    settings = tomllib.loads((root / "packaging" / "release.toml").read_text(encoding="utf-8"))
    assert project_address() == settings["address"]


@pytest.mark.slow
def test_the_origin_named_in_an_installed_package_is_read(tmp_path: Path, root: Path) -> None:
    """The layout is that of a package: the word is in a file among the resources of the installed copy."""
    packed = tmp_path / "mile_bones"
    (packed / "_resources").mkdir(parents=True)
    for name in ("__init__.py", "installation.py", "resources.py"):
        (packed / name).write_bytes((root / "mile_bones" / name).read_bytes())
    (packed / "i18n").mkdir()
    for name in ("__init__.py", "locales.py"):
        (packed / "i18n" / name).write_bytes((root / "mile_bones" / "i18n" / name).read_bytes())
    (packed / "_resources" / "installed_from").write_text("flatpak\n", encoding="utf-8")
    ask = "from mile_bones.installation import installation; print(installation().source)"
    out = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert out.stdout == "flatpak\n"
