"""The versions of packages that the project installs, and the versions that its requirements allow."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from packaging_scripts import load

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "x86_64"), ("win32", "AMD64"), ("darwin", "arm64"))
DEBIAN_13 = {
    "babel": "2.17",
    "filelock": "3.18",
    "hatchling": "1.27",
    "numpy": "2.2.4",
    "platformdirs": "4.3.7",
    "pyqtgraph": "0.13.7",
    "pyside6-essentials": "6.8.2.1",
    "textual": "2.1.2",
}
NOT_IN_DEBIAN = {"miniaudio"}
TOO_HEAVY = {"torch", "numba", "ray", "atheris"}
"""Packages of extras that neither command installs."""


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def pins(root: Path) -> list[Requirement]:
    lines = (root / "packaging" / "versions.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


def environments() -> Iterator[dict[str, str]]:
    """Yield the environment for markers of each Python on each system."""
    for python in PYTHONS:
        for system, machine in SYSTEMS:
            here = {key: str(value) for key, value in default_environment().items()}
            yield here | {
                "python_version": python,
                "python_full_version": f"{python}.9",
                "sys_platform": system,
                "platform_machine": machine,
                "extra": "",
            }


def holds(marker: Marker | None, environment: dict[str, str]) -> bool:
    return marker is None or marker.evaluate(environment)


def asked_for(project: dict[str, Any]) -> list[Requirement]:
    """Return everything that pyproject.toml requires, except packages that are too heavy."""
    texts = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for more in (project["project"]["optional-dependencies"], project["dependency-groups"]):
        texts += [text for several in more.values() for text in several]
    return [each for each in map(Requirement, texts) if each.name not in TOO_HEAVY]


def test_every_requirement_has_one_pinned_version_in_its_range(
    project: dict[str, Any], pins: list[Requirement]
) -> None:
    for environment in environments():
        versions = [(canonicalize_name(pin.name), str(pin.specifier)) for pin in pins if holds(pin.marker, environment)]
        assert len(versions) == len(dict(versions)), "a package has two versions"
        for wanted in asked_for(project):
            if holds(wanted.marker, environment):
                version = dict(versions)[canonicalize_name(wanted.name)].removeprefix("==")
                assert wanted.specifier.contains(version), (wanted, environment)


def test_the_pinned_versions_contain_no_addresses(root: Path) -> None:
    text = (root / "packaging" / "versions.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines
    assert "://" not in text
    assert not any(line.startswith("-") or "--" in line or " @ " in line for line in lines)


def test_the_lower_bounds_are_the_versions_of_debian_13(project: dict[str, Any]) -> None:
    texts = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    texts += project["project"]["optional-dependencies"]["terminal"]
    lowest = {load("versions").lower_bound(text) for text in texts}
    assert {bound for bound in lowest if bound[0] not in NOT_IN_DEBIAN} == set(DEBIAN_13.items())


@pytest.mark.parametrize("broken", ["3.15.0", "3.24.0", "3.25.2", "3.28.0", "3.29.7"])
def test_filelock_versions_with_broken_locks_are_excluded(project: dict[str, Any], broken: str) -> None:
    (filelock,) = (each for each in asked_for(project) if each.name == "filelock")
    assert not filelock.specifier.contains(broken)
    assert filelock.specifier.contains("3.18.0")
    assert filelock.specifier.contains("4.3.1")


def test_the_oldest_versions_can_replace_the_pinned_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pins: list[Requirement]
) -> None:
    versions = load("versions")
    monkeypatch.setattr(versions, "_OLDEST", tmp_path / "build" / "oldest.txt")
    lines = versions.write_oldest().read_text(encoding="utf-8").splitlines()
    written = {versions.name_of(line): line for line in lines if not line.startswith("#")}
    for name, version in DEBIAN_13.items():
        assert written.pop(name) == f"{name}=={version}"
    del written["miniaudio"]
    assert written.keys() == {pin.name for pin in pins} - {*DEBIAN_13, "miniaudio", "shiboken6"}


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("place", ["variable", "file"])
def test_pip_still_obeys_the_users_constraints(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str, root: Path
) -> None:
    """Constraints of the user that contradict our pinned versions are refused. Other constraints do no harm."""
    theirs = tmp_path / "theirs.txt"
    config = tmp_path / "pip.conf"
    config.write_text(f"[global]\nconstraint = {theirs}\n" if place == "file" else "", encoding="utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(config))
    if place == "variable":
        monkeypatch.setenv("PIP_CONSTRAINT", str(theirs))
    theirs.write_text("numpy>1\n", encoding="utf-8")
    command = [*load("versions").pip(Path(sys.executable), "install"), "--dry-run", "--no-index", "numpy"]
    assert f"{root / 'packaging' / 'versions.txt'}" in command
    told = {}
    for text in ("numpy>1\n", "numpy<1\n"):
        theirs.write_text(text, encoding="utf-8")
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
        told[text] = done.returncode, "conflicting" in done.stderr
    assert told == {"numpy>1\n": (0, False), "numpy<1\n": (1, True)}
