"""The frame of the project: its dependencies, the contents of its packages, and the files around the code."""

from __future__ import annotations

import ast
import filecmp
import importlib.util
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

import mile_bones

NOT_OURS = {"build", "dist", "__pycache__"}
BIGGEST = 1_000_000


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def files_of(root: Path) -> list[Path]:
    """Return every file of the project below the folder ``root``, without files that tools have left there."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in NOT_OURS and (name[0] != "." or name == ".ci")]
        found += [Path(folder, name) for name in names]
    return found


def admits(project: dict[str, Any], name: str, version: str, python: str) -> bool:
    """Whether our requirements admit this version of a package on this Python."""
    wanted = [Requirement(text) for text in project["project"]["dependencies"]]
    asked = [
        need
        for need in wanted
        if need.name == name and (need.marker is None or need.marker.evaluate({"python_version": python}))
    ]
    assert len(asked) == 1, "exactly one requirement must hold on each Python"
    return asked[0].specifier.contains(version)


@pytest.mark.parametrize(
    ("version", "python", "admitted"),
    [
        ("6.8.2.1", "3.11", True), ("6.11.3", "3.11", True), ("6.12.0", "3.11", False), ("6.12.1", "3.11", True),
        ("6.13.0", "3.11", False), ("6.8.2", "3.11", False), ("6.8.2.1", "3.12", True), ("6.12.0", "3.12", True),
        ("6.13.0", "3.13", True), ("6.8.2", "3.13", False),
    ],
)  # fmt: skip
def test_versions_of_qt_that_lose_references_to_none_are_excluded(
    project: dict[str, Any], version: str, python: str, *, admitted: bool
) -> None:
    assert admits(project, "PySide6-Essentials", version, python) is admitted


def test_the_program_requires_exactly_six_packages(project: dict[str, Any]) -> None:
    names = {Requirement(text).name for text in project["project"]["dependencies"]}
    assert names == {"PySide6-Essentials", "platformdirs", "filelock", "numpy", "pyqtgraph", "miniaudio"}
    assert project["project"]["requires-python"] == ">=3.11"


def test_qt_calls_lose_no_reference_to_none() -> None:
    """PySide6 6.12.0 lost a reference to None in each call that returns nothing. After enough calls, Python 3.10 and
    3.11 crashed.
    """
    from PySide6.QtCore import QObject

    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("a name")
    assert sys.getrefcount(None) > before - 500


def imported(path: Path) -> set[str]:
    """Return the names of the modules that a Python file imports, and of the objects that it imports from them."""
    names = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.proof
def test_no_module_of_the_qt_addons_is_imported(root: Path) -> None:
    """A developer with the Add-ons installed would not notice such an import, but others could not start the game."""
    from PySide6 import QtCore

    # The names of the modules in Essentials; its folder contains type stubs for exactly these.
    used = {
        name.split(".")[1]
        for path in files_of(root)
        if path.suffix == ".py" and b"PySide6" in path.read_bytes()
        for name in imported(path)
        if name.startswith("PySide6.")
    }
    essentials = {
        "QtConcurrent", "QtCore", "QtDBus", "QtDesigner", "QtGui", "QtHelp", "QtNetwork", "QtOpenGL",
        "QtOpenGLWidgets", "QtPrintSupport", "QtQml", "QtQuick", "QtQuickControls2", "QtQuickTest", "QtQuickWidgets",
        "QtSql", "QtSvg", "QtSvgWidgets", "QtTest", "QtUiTools", "QtWidgets", "QtXml",
    }  # fmt: skip
    assert used
    assert used <= essentials
    assert QtCore.__name__ == "PySide6.QtCore"


def test_no_file_is_large(root: Path) -> None:
    assert [path.name for path in files_of(root) if path.stat().st_size > BIGGEST] == []


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(root)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def relative_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in files_of(folder)}


def test_the_wheel_has_all_code_and_all_resources_and_nothing_else(root: Path, wheel: set[str]) -> None:
    code = {f"mile_bones/{name}" for name in relative_files(root / "mile_bones")}
    resources = {
        f"mile_bones/_resources/{name}"
        for name in relative_files(root / "resources")
        if not name.startswith("translations/") or name.endswith(".mo")
    }
    shared = {name for name in wheel if ".data/data/share/" in name}
    assert {name for name in wheel if ".dist-info/" not in name} - shared == code | resources
    assert "mile_bones/_resources/translations/fa/LC_MESSAGES/mile_bones.mo" in wheel
    assert "mile_bones/_resources/cards/go.svg" in wheel
    assert "mile_bones/_resources/fonts/OFL.txt" in wheel
    assert "mile_bones/py.typed" in wheel


def test_the_wheel_has_the_files_for_desktops_and_man(root: Path, wheel: set[str]) -> None:
    """The files are below ``share``. From there, pip installs them beside the program, or in the user's home folder."""
    name = "org.milebones.MileBones"
    icons = {f"icons/{icon}" for icon in relative_files(root / "packaging" / "icons")}
    pages = {"man/man6/mille.6"} | {f"man/{language}/man6/mille.6" for language in ("de", "es", "fa", "fr")}
    shared = {name.partition(".data/data/share/")[2] for name in wheel if ".data/" in name}
    assert {each for each in shared if not each.endswith("man6/mile-bones.6")} == (
        {f"applications/{name}.desktop", f"metainfo/{name}.metainfo.xml"} | icons | pages
    )


def test_the_wheel_has_all_licences(wheel: set[str]) -> None:
    licences = {name.partition(".dist-info/licenses/")[2] for name in wheel} - {""}
    assert licences == {"LICENSE", "LICENSES/CC0-1.0.txt", "LICENSES/OFL-1.1.txt"}


@pytest.mark.proof
def test_the_source_archive_can_build_and_test_itself(root: Path, tmp_path: Path) -> None:
    (built,) = SdistBuilder(str(root)).build(directory=str(tmp_path))
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("mile_bones", "resources", "tests", "packaging", "docs"):
        assert {f"{folder}/{name}" for name in relative_files(root / folder) if not name.endswith(".mo")} <= names
    assert {"pyproject.toml", "Makefile", "README.md", "LICENSE", "LICENSES/MIT.txt", "REUSE.toml"} <= names


def test_the_command_starts_the_same_as_the_module(project: dict[str, Any]) -> None:
    assert project["project"]["scripts"] == {"mile-bones": "mile_bones.cli:main", "mille": "mile_bones.cli.mille:main"}
    out = subprocess.run([sys.executable, "-m", "mile_bones", "--version"], capture_output=True, text=True, check=True)
    assert out.stdout == f"Mile Bones {mile_bones.__version__}\n"
    assert mile_bones.__version__ == project["project"]["version"]


def test_the_committed_icons_match_their_drawing(root: Path, tmp_path: Path, qapp: Any) -> None:
    from PySide6.QtGui import QImage

    spec = importlib.util.spec_from_file_location("make_icons", root / "packaging" / "make_icons.py")
    assert spec is not None
    assert spec.loader is not None
    make_icons = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_icons)
    make_icons.main(tmp_path)
    committed = root / "packaging" / "icons" / "hicolor"
    assert relative_files(committed) == relative_files(tmp_path)
    sizes = set()
    for name in relative_files(tmp_path):
        if name.endswith(".svg"):
            assert filecmp.cmp(committed / name, tmp_path / name, shallow=False)
            continue
        here, there = QImage(str(committed / name)), QImage(str(tmp_path / name))
        sizes.add(here.width())
        assert f"{here.width()}x{here.height()}" == name.split("/")[0]
        assert furthest(here, there) <= 8, f"{name}: make icons"
    assert {16, 32, 48, 64, 128, 256, 512} <= sizes


def furthest(one: Any, other: Any) -> int:
    """Return the largest difference of a colour value between two pictures. Versions of Qt may round colour values
    differently.
    """
    from PySide6.QtGui import QImage

    assert one.size() == other.size()
    first, second = (
        bytes(picture.convertToFormat(QImage.Format.Format_ARGB32).constBits()) for picture in (one, other)
    )
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("target", ["run", "test", "lint", "bench", "pictures", "icons", "clean"])
def test_make_has_commands_for_every_target(root: Path, target: str, need_tools: Any) -> None:
    need_tools("make")
    out = subprocess.run(["make", "--dry-run", target], cwd=root, capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stderr
    assert out.stdout.strip()
