"""The fences (import contracts) between the rooms (packages) work: they refuse forbidden imports that are planted here.
The real code has no forbidden import.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(sys.executable).parent
ROOMS = ("games", "players", "desktop/boards")
"""The rooms in which every game has its own package."""
OF_SOME_GAMES = {
    "lab/batch": "the engine of Mile Bones for thousands of hands at once",
    "lab/mile_bones_v0.py": "the research environment of Mile Bones",
    "lab/rl": "agents that learn in that environment",
    "lab/training": "makes the networks of Mile Bones and Mille",
    "terminal": "mille(6), the terminal game, plays Mile Bones alone",
}
"""Code that is for some games only and may name these games, with the reason."""
STILL_NAME_A_GAME = {
    "lab/arena.py": "compares two players of Mile Bones while they are trained",
    "lab/batches.py": "chooses the quicker loop of Mile Bones",
    "lab/coups/choosing.py": "sorts coups, which only Mile Bones has, by their themes",
    "lab/coups/redaction.py": "deals the hidden cards of a coup again",
    "lab/coups/mining.py": "finds coups",
    "lab/deals.py": "deals the hands of the quicker loop",
    "lab/hands.py": "the quicker loop itself",
    "lab/open_cards.py": "plays Mile Bones with open cards, to know what luck is",
    "lab/opponents.py": "knows the first expert of Mile Bones, who is no level any more",
    "lab/protocol/match.py": "chooses the quicker loop for bots",
    "lab/protocol/table.py": "the quicker loop for bots",
}
"""Modules that name a game but should ask for it instead, and why each of them still names it. The list may only become
shorter.
"""


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """A copy of the package and its configuration, for planting faults."""
    shutil.copytree(root / "mile_bones", tmp_path / "mile_bones", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def plant(copy: Path, module: str, line: str) -> None:
    """Append a line to a module, which is created if it does not exist."""
    path = copy / "mile_bones" / module
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in path.relative_to(copy).parents:
        if folder != Path():
            (copy / folder / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


def naming_games(package: Path) -> set[str]:
    """Return the modules that name a game without permission, by an import or by a text with the name of the game's
    module.

    A game may be named only by its own package in each of the `ROOMS`, and by the code in `OF_SOME_GAMES`.
    """
    games = [folder.name for folder in (package / "games").iterdir() if (folder / "spec.py").exists()]
    rooms = "|".join(room.replace("/", "[.]") for room in ROOMS)
    module = re.compile(rf"mile_bones[.](?:{rooms})[.]({'|'.join(games)})(?:[.:][\w.:]*)?")
    found = set()
    for path in package.rglob("*.py"):
        text, place = path.read_text(encoding="utf-8"), path.relative_to(package)
        if any(map(place.is_relative_to, OF_SOME_GAMES)) or not any(game in text for game in games):
            continue
        own = [game for game in games if any(place.is_relative_to(f"{room}/{game}") for room in ROOMS)]
        names = (name for node in ast.walk(ast.parse(text)) for name in names_in(node))
        if {match[1] for match in map(module.fullmatch, names) if match} - {*own}:
            found.add(place.as_posix())
    return found


def names_in(node: ast.AST) -> list[str]:
    """Return the full names that a node imports, or the text of a constant."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{name.name}" for name in node.names]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def lint_imports(copy: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SCRIPTS / "lint-imports", "--no-cache"], cwd=copy, capture_output=True, text=True, check=False
    )


def ruff(copy: Path) -> subprocess.CompletedProcess[str]:
    command = [SCRIPTS / "ruff", "check", "--no-cache", "--select", "TID251", "--output-format", "concise", "."]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_real_code_breaks_no_import_contract(copy: Path) -> None:
    out = lint_imports(copy)
    assert out.returncode == 0, out.stdout
    assert "6 kept, 0 broken" in out.stdout


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
def test_only_the_packages_of_a_game_name_that_game(root: Path) -> None:
    assert [place for place in OF_SOME_GAMES if not (root / "mile_bones" / place).exists()] == []
    found = naming_games(root / "mile_bones")
    assert found - STILL_NAME_A_GAME.keys() == set(), "ask for it by its name: mile_bones.games.part_of"
    assert STILL_NAME_A_GAME.keys() - found == set(), "no longer names a game: remove it from the list"


@pytest.mark.slow
def test_a_planted_name_of_a_game_is_found(copy: Path) -> None:
    planted = {
        "cli/planted.py": "import mile_bones.players.montreal",
        "desktop/boards/millieu/planted.py": "from mile_bones.games.montreal.cards import Card",
        "desktop/controllers/planted.py": "def f():\n    from mile_bones.games.millieu.pieces import Piece",
        "desktop/planted.py": "from mile_bones.desktop.boards import millieu",
        "games/planted.py": "if TYPE_CHECKING:\n    from mile_bones.games.milebones.hand import Hand",
        "lab/planted.py": "LOADED = 'mile_bones.players.milebones.levels:LEVELS'",
        "library/planted.py": "import mile_bones.i18n, mile_bones.games.milebones.words as words",
        "planted/planted.py": "ROOM = f'mile_bones.desktop.boards.montreal.{1}'",
        "players/millieu/planted.py": "import mile_bones.players.milebones.expert",
    }
    allowed = {
        "desktop/boards/milebones/planted.py": "from mile_bones.games.milebones.cards import Card",
        "match/planted.py": "from mile_bones.games import spec  # 'millieu'",
        "players/montreal/planted.py": "import mile_bones.games.montreal.state",
        "terminal/planted.py": "import mile_bones.players.milebones",
    }
    before = naming_games(copy / "mile_bones")
    for module, line in (planted | allowed).items():
        plant(copy, module, line)
    assert naming_games(copy / "mile_bones") - before == planted.keys()


@pytest.mark.slow
def test_engine_and_games_use_no_banned_module(copy: Path) -> None:
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
def test_packages_outside_engine_and_games_may_use_clocks_and_files(copy: Path) -> None:
    plant(copy, "storage/planted.py", "import time, os, pathlib, threading, random")
    assert ruff(copy).returncode == 0
