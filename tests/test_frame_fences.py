"""The fences between the rooms bite: each planted import is refused, and the code as it stands is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(sys.executable).parent


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """The package and its configuration, to be spoiled."""
    shutil.copytree(root / "mile_bones", tmp_path / "mile_bones", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def plant(copy: Path, module: str, line: str) -> None:
    """Put a line at the end of a module, which is made where there is none."""
    path = copy / "mile_bones" / module
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in path.relative_to(copy).parents:
        if folder != Path():
            (copy / folder / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


def lint_imports(copy: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SCRIPTS / "lint-imports", "--no-cache"], cwd=copy, capture_output=True, text=True, check=False
    )


def ruff(copy: Path) -> subprocess.CompletedProcess[str]:
    command = [SCRIPTS / "ruff", "check", "--no-cache", "--select", "TID251", "--output-format", "concise", "."]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_rooms_as_they_are_keep_to_the_plan(copy: Path) -> None:
    out = lint_imports(copy)
    assert out.returncode == 0, out.stdout
    assert "7 kept, 0 broken" in out.stdout


@pytest.mark.sample(proof=6)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("engine/planted.py", "import mile_bones.games", "A room imports only from the rooms below it"),
        (
            "games/milebones/planted.py",
            "import mile_bones.storage.problems",
            "A room imports only from the rooms below it",
        ),
        (
            "players/planted.py",
            "from mile_bones.storage.profile import Profile",
            "A room imports only from the rooms below it",
        ),
        ("library/planted.py", "import mile_bones.desktop", "A room imports only from the rooms below it"),
        (
            "storage/planted.py",
            "from mile_bones.games.milebones.cards import Card",
            "Nobody but its own rooms names a game",
        ),
        (
            "library/planted.py",
            "from mile_bones.games.milebones.words import prompt",
            "Nobody but its own rooms names a game",
        ),
        (
            "desktop/controllers/planted.py",
            "from mile_bones.games.millieu.pieces import Piece",
            "Nobody but its own rooms",
        ),
        (
            "lab/planted.py",
            "def f():\n    import mile_bones.desktop.app",
            "A room imports only from the rooms below it",
        ),
        ("cellar/planted.py", "import mile_bones.i18n", "every room has its place"),
        ("games/planted/rules.py", "from mile_bones.games.milebones import cards", "Games do not import each other"),
        ("match/planted.py", "from PySide6.QtCore import QTimer", "Only the desktop speaks Qt"),
        ("cli/planted.py", "import shiboken6", "Only the desktop speaks Qt"),
        (
            "desktop/look/planted.py",
            "from mile_bones.desktop.table import paint",
            "Boards stand on the table, the table on looks and sounds",
        ),
        (
            "desktop/boards/planted/__init__.py",
            "from mile_bones.desktop.boards.milebones import slot_names",
            "Boards do not import each other",
        ),
        ("desktop/table/planted.py", "from mile_bones.games import load_game", "What tables share knows no game"),
    ],
)
def test_a_planted_import_is_refused(copy: Path, module: str, line: str, broken: str) -> None:
    plant(copy, module, line)
    out = lint_imports(copy)
    assert out.returncode == 1, out.stdout + out.stderr
    assert "1 broken" in out.stdout
    assert [text for text in out.stdout.splitlines() if broken in text and "BROKEN" in text], out.stdout
    assert module.removesuffix(".py").split("/")[0] in out.stdout.partition("Broken contracts")[2]


@pytest.mark.slow
def test_engine_and_games_as_they_are_use_nothing_that_is_banned(copy: Path) -> None:
    out = ruff(copy)
    assert out.returncode == 0, out.stdout


@pytest.mark.slow
@pytest.mark.parametrize("room", ["engine", "games", "games/milebones"])
def test_a_banned_module_is_refused_in_engine_and_games(copy: Path, room: str) -> None:
    banned = (
        "import random", "from random import shuffle", "import time", "from os import path", "import os.path",
        "from pathlib import Path", "import threading", "from datetime import datetime", "import sqlite3",
        "from PySide6.QtCore import QObject",
    )  # fmt: skip
    plant(copy, f"{room}/planted.py", "\n".join(banned))
    out = ruff(copy)
    assert out.returncode == 1
    found = [line.replace("\\", "/").split(":")[:2] for line in out.stdout.splitlines() if "TID251" in line]
    assert found == [[f"mile_bones/{room}/planted.py", str(number)] for number in range(2, 2 + len(banned))]


@pytest.mark.slow
def test_the_other_rooms_may_use_clocks_and_files(copy: Path) -> None:
    plant(copy, "storage/planted.py", "import time, os, pathlib, threading, random")
    assert ruff(copy).returncode == 0
