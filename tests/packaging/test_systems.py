"""The recipes for Flatpak, Windows and macOS agree with each other. The builds are tested by their own scripts."""

from __future__ import annotations

import hashlib
import json
import plistlib
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from packaging_scripts import load

ID = "org.milebones.MileBones"


def text(root: Path, name: str) -> str:
    return (root / "packaging" / name).read_text(encoding="utf-8")


def test_all_recipes_use_the_same_id_of_the_program(root: Path) -> None:
    assert load("dist/common").APP_ID == ID
    metainfo = ET.fromstring(text(root, f"{ID}.metainfo.xml"))
    assert metainfo.findtext("id") == ID
    assert metainfo.findtext("launchable") == f"{ID}.desktop"
    assert f"\nIcon={ID}\n" in text(root, f"{ID}.desktop")
    assert f"\nid: {ID}\n" in text(root, f"flatpak/{ID}.yml")
    assert load("macos/properties").properties(ID, "1.2.3", "14.0")["CFBundleIdentifier"] == ID
    assert f'"{ID}"' in text(root, "pyinstaller/mile-bones.spec")


def test_the_menu_entry_takes_files_only_if_it_names_a_mime_type(root: Path) -> None:
    """A desktop that may pass any file to the program offers the program for all files. The menu entry must not cause
    this.
    """
    entry = text(root, f"{ID}.desktop")
    assert (re.search(r"^Exec=.*%[fFuU]", entry, re.MULTILINE) is None) == ("\nMimeType=" not in entry)


def test_the_installer_takes_name_and_version_from_the_build_script(root: Path) -> None:
    recipe = text(root, "windows/mile-bones.iss")
    told = dict(re.findall(r"^(\w+)=(.*)$", recipe, re.MULTILINE))
    assert told["AppId"] == "{#Id}"
    assert told["AppVersion"] == told["VersionInfoVersion"] == "{#Version}"
    assert ID not in recipe
    assert load("dist/common").version() not in recipe
    known = set(re.findall(r'"(\w+)": ', text(root, "dist/windows.py")))
    assert set(re.findall(r"\{#(\w+)\}", recipe)) == known


def test_the_installer_needs_no_privileges_and_keeps_the_games(root: Path) -> None:
    recipe = text(root, "windows/mile-bones.iss")
    assert "\nPrivilegesRequired=lowest\n" in recipe
    assert "[UninstallDelete]" not in recipe
    (deleted,) = re.findall(r"\[InstallDelete\]\n(.*)\n", recipe)
    assert deleted == 'Type: filesandordirs; Name: "{app}\\_internal"'


def test_the_flatpak_may_use_only_display_and_sound(root: Path) -> None:
    manifest = text(root, f"flatpak/{ID}.yml")
    assert re.findall(r"^  - --(.*)$", manifest, re.MULTILINE) == [
        "socket=wayland",
        "socket=fallback-x11",
        "share=ipc",
        "device=dri",
        "socket=pulseaudio",
        "filesystem=xdg-run/speech-dispatcher",
    ]


def test_the_flatpak_is_built_from_files_with_known_hashes(root: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "two-2-py3-none-any.whl").write_bytes(b"two")
    (wheels / "one-1-py3-none-any.whl").write_bytes(b"one")
    listed = load("dist/flatpak").source_list(wheels)
    assert [source["path"] for source in listed] == ["wheels/one-1-py3-none-any.whl", "wheels/two-2-py3-none-any.whl"]
    for source in listed:
        assert (source["type"], source["dest"]) == ("file", "wheels")
        assert source["sha256"] == hashlib.sha256((tmp_path / source["path"]).read_bytes()).hexdigest()
    assert json.loads(json.dumps(listed)) == listed
    manifest = text(root, f"flatpak/{ID}.yml")
    assert re.findall(r"^      - (?:type: file\n        path: )?([\w.]+)$", manifest, re.MULTILINE) == [
        "sources.json",
        "finish.py",
        "trimming.py",
    ]
    assert "://" not in manifest, "the build must download nothing"


def test_the_debian_variant_changes_only_the_runtime(root: Path) -> None:
    flatpak = load("dist/flatpak")
    usual, debian = flatpak.text_for(debian=False).splitlines(), flatpak.text_for(debian=True).splitlines()
    changed = [line for line in usual if line not in debian]
    assert changed == ["runtime: org.freedesktop.Platform", 'runtime-version: "25.08"', "sdk: org.freedesktop.Sdk"]


def test_the_windows_icon_has_every_size() -> None:
    icons = load("dist/icons")
    data = icons.ico()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    widths = []
    for number in range(count):
        width, height, *_more, length, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert width == height
        widths.append(width or 256)
        assert data[at : at + length] == icons.png(widths[-1])
    assert widths == [16, 24, 32, 48, 64, 128, 256]
    assert at + length == len(data)


def test_the_macos_icon_has_every_size() -> None:
    icons = load("dist/icons")
    data = icons.icns()
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    at, widths = 8, {}
    while at < len(data):
        name, length = data[at : at + 4].decode(), struct.unpack_from(">I", data, at + 4)[0]
        picture = data[at + 8 : at + length]
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        widths[name] = struct.unpack_from(">I", picture, 16)[0]
        at += length
    assert widths == {
        "icp4": 16,
        "icp5": 32,
        "ic11": 32,
        "ic12": 64,
        "ic07": 128,
        "ic08": 256,
        "ic13": 256,
        "ic09": 512,
        "ic14": 512,
    }


def test_the_macos_properties_describe_the_program() -> None:
    told = plistlib.loads(plistlib.dumps(load("macos/properties").properties(ID, "1.2.3", "14.0")))
    assert told["CFBundleShortVersionString"] == told["CFBundleVersion"] == "1.2.3"
    assert told["LSBackgroundOnly"] is False, "otherwise it would have no window"
    assert told["NSHighResolutionCapable"] is True
    assert told["LSMinimumSystemVersion"] == "14.0"


def test_the_oldest_macos_is_the_one_that_all_libraries_support() -> None:
    qt = "Root-Is-Purelib: false\nTag: cp310-abi3-macosx_13_0_universal2\n"
    numpy = "Tag: cp313-cp313-macosx_14_0_arm64\n"
    freezer = "Tag: py3-none-macosx_10_13_universal2\n"
    assert load("macos/properties").oldest_system([freezer, qt, "", "Tag: py3-none-any\n", numpy]) == "14.0"


def test_the_compiler_of_any_inno_setup_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = load("dist/windows")
    for name in ("PATH", "PROGRAMFILES", "PROGRAMFILES(X86)"):
        monkeypatch.setenv(name, str(tmp_path / name))
    with pytest.raises(SystemExit, match="Inno Setup is not installed"):
        windows.compiler()
    for place in ("PROGRAMFILES(X86)/Inno Setup 6", "PROGRAMFILES/Inno Setup 7"):
        file = tmp_path / place / "ISCC.exe"
        file.parent.mkdir(parents=True)
        file.touch()
        assert windows.compiler() == [str(file)]
        file.unlink()


def test_making_the_disk_image_is_retried_while_macos_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    macos = load("dist/macos")
    calls: list[str] = []

    def run(command: list[object]) -> None:
        calls.append(str(command[0]))
        if command[0] == "hdiutil" and len(calls) < busy:
            raise subprocess.CalledProcessError(1, "hdiutil")

    monkeypatch.setattr(macos, "run", run)
    monkeypatch.setattr(macos.time, "sleep", lambda seconds: None)
    for name in ("BUILD", "DIST"):
        monkeypatch.setattr(macos, name, tmp_path / name)
    (tmp_path / "BUILD" / "bundle").mkdir(parents=True)
    busy = 4
    assert macos.pack().parent == tmp_path / "DIST"
    assert calls == ["cp", "hdiutil", "hdiutil", "hdiutil"]
    busy = 1000
    with pytest.raises(SystemExit, match="no image"):
        macos.pack()


def test_macos_and_windows_have_the_languages_of_the_program(root: Path) -> None:
    ours = sorted(path.stem for path in (root / "resources" / "translations").glob("*.po"))
    assert load("macos/properties").properties(ID, "1", "14.0")["CFBundleLocalizations"] == sorted([*ours, "en"])
    installer = re.findall(r'^Name: "(\w\w)"; MessagesFile', text(root, "windows/mile-bones.iss"), re.MULTILINE)
    assert sorted(installer) == sorted({*ours, "en"} - {"fa"}), "Inno Setup has no Persian"


WORKFLOWS = ("ci.yml", "release.yml", "weekly.yml")


def workflow(root: Path, name: str) -> str:
    return (root / ".github" / "workflows" / name).read_text(encoding="utf-8")


def not_to_be_made(root: Path, targets: set[str]) -> set[str]:
    """Return the targets that the Makefile does not have."""
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    return {target for target in targets if f"\n{target}:" not in makefile}


@pytest.mark.proof
def test_the_workflows_are_valid(root: Path) -> None:
    files = [root / ".github" / "workflows" / name for name in WORKFLOWS]
    assert sorted(files) == sorted((root / ".github" / "workflows").iterdir())
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", WORKFLOWS)
def test_scripts_and_targets_that_a_workflow_calls_exist(root: Path, name: str) -> None:
    content = workflow(root, name)
    called = re.findall(r"(packaging/[\w/]+\.py|\.ci/run)", content)
    assert called
    for path in called:
        assert (root / path).is_file(), path
    assert not_to_be_made(root, set(" ".join(re.findall(r"run: make (.*)", content)).split())) == set()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/releasing.md"])
def test_make_targets_in_the_documents_exist(root: Path, page: str) -> None:
    told = set(re.findall(r"(?m)(?:^|`)(?:sudo )?make ([a-z-]+)", (root / page).read_text(encoding="utf-8")))
    assert told
    assert not_to_be_made(root, told) == set()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_in_a_workflow_are_pinned_by_their_hash(root: Path, name: str) -> None:
    content = workflow(root, name)
    taken = re.findall(r"uses: (.*)", content)
    assert taken
    for action in taken:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_the_release_workflow_tests_the_built_programs(root: Path) -> None:
    content = workflow(root, "release.yml")
    spec = text(root, "pyinstaller/mile-bones.spec")
    tried = re.findall(r"frozen_play\.py (.*)", content)
    assert tried == [
        "build/bundle/mile-bones/mile-bones",
        "build/bundle/mile-bones/mile-bones.exe",
        '"build/bundle/Mile Bones.app/Contents/MacOS/mile-bones"',
    ]
    assert 'name="Mile Bones.app"' in spec and 'program("mile-bones"' in spec
    assert root / "build/bundle/Mile Bones.app" == load("dist/macos").APPLICATION
    assert root / "build/bundle/mile-bones" == load("dist/bundle").FOLDER
