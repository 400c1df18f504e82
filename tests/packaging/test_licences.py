"""Every file has a copyright holder and a licence by the rules of REUSE."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tomllib
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def told(root: Path) -> dict[str, dict[str, list[str]]]:
    """The findings of ``reuse lint``: the faults by their kind, and the licences of every file."""
    if not (root / ".git").exists():
        pytest.skip("reuse learns from git which files are ours")
    command = [sys.executable, "-m", "reuse", "--root", str(root), "lint", "--json"]
    out = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(out.stdout)
    licences = {file["path"]: [each["value"] for each in file["spdx_expressions"]] for file in report["files"]}
    return {"wrong": {kind: found for kind, found in report["non_compliant"].items() if found}, "licences": licences}


@pytest.mark.proof
def test_every_file_has_a_licence(told: dict[str, dict[str, list[str]]]) -> None:
    assert told["wrong"] == {}


@pytest.mark.proof
def test_the_licences_in_the_files_are_the_declared_ones(told: dict[str, dict[str, list[str]]], root: Path) -> None:
    licences = told["licences"]
    assert {licence for each in licences.values() for licence in each} == {"MIT", "OFL-1.1", "CC0-1.0"}
    others = {name: each for name, each in licences.items() if each != ["MIT"]}
    fonts = {path.relative_to(root).as_posix() for path in (root / "resources" / "fonts").iterdir()}
    assert others == {key: ["OFL-1.1"] for key in fonts} | {
        "packaging/org.milebones.MileBones.metainfo.xml": ["CC0-1.0"]
    }
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT AND OFL-1.1"
    ours = (root / "LICENSE").read_text(encoding="utf-8")
    template = (root / "LICENSES" / "MIT.txt").read_text(encoding="utf-8")
    assert template.replace("<year> <copyright holders>", "2026 The Mile Bones authors") == ours


@pytest.mark.proof
def test_the_icon_is_the_only_file_that_the_wheel_contains_twice(root: Path, tmp_path: Path) -> None:
    """pyproject.toml tells check-wheel-contents to ignore this duplicate."""
    (built,) = WheelBuilder(str(root)).build(directory=str(tmp_path), versions=["standard"])
    equal: dict[str, list[str]] = defaultdict(list)
    with zipfile.ZipFile(built) as archive:
        for name in archive.namelist():
            if content := archive.read(name):
                equal[hashlib.sha256(content).hexdigest()].append(Path(name).name)
    assert [names for names in equal.values() if len(names) > 1] == [["icon.svg", "org.milebones.MileBones.svg"]]
