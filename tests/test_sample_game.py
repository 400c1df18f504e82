"""Hundred, the game in ``tests/sample_game``, is small and complete, and needs no code in the program. CONTRIBUTING
shows its code.

The tests offer it beside the shipped games in a separate process, because all modules ask during their import which
games there are.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

GAME = Path(__file__).with_name("sample_game")
MOST = 300
"""The largest number of code lines that a small game may take."""
ON_EVERY_GAME = (
    "desktop/boards/test_load_board.py",
    "desktop/test_keys.py",
    "games/test_codecs.py",
    "library/test_game_library.py",
    "library/test_rows.py",
    "storage/test_records.py",
)
"""The tests of every game that are run for Hundred, too."""


def modules() -> list[Path]:
    return sorted(path for path in GAME.rglob("*.py") if path.name != "offered.py")


def lines_of_program(path: Path) -> int:
    """Return the number of lines with code, which are not blank and not only a comment or docstring."""
    told = {
        number
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for number in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    nothing = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    with tokenize.open(path) as text:
        tokens = [token for token in tokenize.generate_tokens(text.readline) if token.type not in nothing]
    lines = {number for token in tokens for number in range(token.start[0], token.end[0] + 1)}
    return len(lines - told)


def test_a_small_game_takes_few_lines() -> None:
    assert 100 < sum(map(lines_of_program, modules())) <= MOST


def test_contributing_shows_every_module_of_the_game(root: Path) -> None:
    recipe = (root / "CONTRIBUTING.md").read_text("utf-8")
    shown = set(re.findall(r"\]\((tests/sample_game/[\w./]+\.py)\)", recipe))
    assert shown == {path.relative_to(root).as_posix() for path in modules()}


@pytest.mark.gui
@pytest.mark.parametrize("words", [("desktop/sample_game_checks.py",), (*ON_EVERY_GAME, "-k", "hundred")], ids=" ".join)
def test_the_game_passes_the_tests_of_every_game(root: Path, words: tuple[str, ...]) -> None:
    tests = [word if word[0] == "-" or "/" not in word else f"tests/{word}" for word in words]
    options = ["-p", "sample_game.offered", "-p", "no:cacheprovider", "-q", "--make=test"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    paths = os.pathsep.join([str(root), str(root / "tests"), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(command, cwd=root, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert re.search(r"\b[1-9]\d* passed", ran.stdout)
