"""Keep installations to the versions in ``packaging/versions.txt``, and update that file.

``python3 packaging/versions.py`` (``make versions``) writes the newest versions that pyproject.toml allows into it, for
every Python and system.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ROOT / "packaging" / "versions.txt"
"""A constraints file for pip. It names no index and no address, so that each user's own settings apply."""
_OLDEST = ROOT / "build" / "oldest.txt"
_TOOLS = ROOT / "build" / "versions-venv"
_HEAD = """\
# The versions that make run, make test and the builds of packaging/dist install. `make versions` writes this file:
# do not change it by hand. pyproject.toml has the ranges for users and distributions (docs/decisions/105).
"""
_FOLLOWS = {"shiboken6"}
"""Packages that always have the same version as another package."""


def main() -> None:
    """Update packaging/versions.txt."""
    argparse.ArgumentParser(description="Renew packaging/versions.txt.").parse_args()
    VERSIONS.write_text(_HEAD + newest(), encoding="utf-8")


def pip(python: Path, action: str, constraints: Path | None = VERSIONS) -> list[str]:
    """Return the start of a pip command that keeps to the versions in `constraints`, also for build requirements. If
    `constraints` is None, the command takes the newest versions.

    First install the required version of pip itself, because pip before 25.3 does not support this. The constraints are
    given as arguments, because variables of the environment would replace the constraints that the user has set for
    pip.
    """
    command = [str(python), "-m", "pip", "--disable-pip-version-check"]
    held = [] if constraints is None else ["--constraint", str(constraints)]
    newer = ["--upgrade"] if constraints is None else []
    subprocess.run([*command, "install", "--quiet", *newer, *held, "pip"], check=True)
    builds = [] if constraints is None else ["--build-constraint", str(constraints)]
    return [*command, action, "--quiet", *held, *builds]


def newest() -> str:
    """Return the newest versions of everything that pyproject.toml names, and of the dependencies. The heavy extras are
    left out.
    """
    python = _TOOLS / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    venv.create(_TOOLS, clear=True, with_pip=True)
    subprocess.run([*pip(python, "install", None), "uv"], check=True)
    index = {"UV_DEFAULT_INDEX": address} if (address := os.environ.get("PIP_INDEX_URL")) else {}
    compile_ = [python, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--no-cache", "--no-config"]
    compile_ += ["--python-version", _project()["project"]["requires-python"].lstrip(">=")]
    wanted = ["--extra", "terminal", "--extra", "rl", "pyproject.toml"]
    wanted += [word for group in _project()["dependency-groups"] for word in ("--group", group)]
    shown = ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command, room = [*compile_, *shown, *wanted], {**os.environ, **index}
    return subprocess.run(command, cwd=ROOT, env=room, check=True, stdout=subprocess.PIPE, text=True).stdout


def write_oldest() -> Path:
    """Write a constraints file with the lower bounds of the requirements of the program and its build. Return its path.

    All other packages keep the version in `VERSIONS`.
    """
    project = _project()
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += project["project"]["optional-dependencies"]["terminal"]
    oldest = {name: f"{name}=={version}" for name, version in map(lower_bound, wanted)}
    kept = [
        line
        for line in VERSIONS.read_text(encoding="utf-8").splitlines()
        if line.startswith("#") or name_of(line) not in oldest.keys() | _FOLLOWS
    ]
    _OLDEST.parent.mkdir(exist_ok=True)
    _OLDEST.write_text("\n".join([*kept, *oldest.values(), ""]), encoding="utf-8")
    return _OLDEST


def lower_bound(requirement: str) -> tuple[str, str]:
    """Return the name of a package and the oldest version that a requirement allows."""
    found = re.search(r">=([\d.]+)", requirement)
    if found is None:
        sys.exit(f"pyproject.toml has no lower bound for {requirement}.")
    return name_of(requirement), found[1]


def name_of(requirement: str) -> str:
    """Return the normalised name of the package that a requirement or a line of a constraints file is about."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def _project() -> dict[str, Any]:
    """Return the content of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work: {' '.join(map(str, error.cmd))}")
