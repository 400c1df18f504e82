"""Every promise of docs/trust.md names tests that exist. Two more promises are checked in the source code."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import mile_bones

TESTS = Path(__file__).resolve().parent
PROMISES = (TESTS.parent / "docs" / "trust.md").read_text(encoding="utf-8").partition("## What is not promised")[0]
SOURCE = Path(mile_bones.__file__).resolve().parent
ROW = re.compile(r"\| (?P<promise>.+) \| (?P<tests>.+) \|")
ROWS = [row.groups() for row in map(ROW.fullmatch, PROMISES.splitlines()) if row and row["promise"] != "Promise"]
NETWORK = {"socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc", "PySide6.QtNetwork", "ray"}
NETWORK |= {"socketserver"}
STARTERS = {"subprocess", "multiprocessing", "pty", "webbrowser", "QProcess", "QDesktopServices", "openUrl", "system"}
STARTERS |= {"popen", "posix_spawn", "posix_spawnp", "startfile"}
STARTERS |= {f"{how}{what}" for how in ("exec", "spawn") for what in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")}
METHODS = {"open_connection", "create_connection", "connectToBus", "sessionBus", "systemBus"}
METHODS |= {"openUrl", "create_subprocess_exec", "create_subprocess_shell"}
"""Names that count as a use on any object. All other names are looked for only in imports and in ``os``."""
NETWORK |= {name for name in METHODS if name.endswith(("connection", "Bus"))}
STARTERS |= METHODS - NETWORK


@pytest.mark.parametrize(("promise", "tests"), ROWS)
def test_a_promise_names_tests_that_exist(promise: str, tests: str) -> None:
    assert promise.endswith((".", ").")) and promise.count(". ") == 0, "a promise is one sentence"
    named = re.findall("`([^`]+[.]py)(?:::(\\w+))?`", tests)
    assert named
    for file, function in named:
        text = (TESTS / file).read_text(encoding="utf-8")
        assert f"def {function}(" in text if function else text


def test_all_promises_are_in_the_tables() -> None:
    """The last line links to the promises about bots."""
    assert len(ROWS) > 20
    others = [line for line in PROMISES.splitlines() if line and not line.startswith(("|", "#"))]
    *_introduction, last = others
    assert len(others) == 3 and last.startswith("The promises about bots are in")


@cache
def sources() -> dict[str, str]:
    """Return the source code of all modules, by their paths."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}


def used(names: set[str]) -> set[str]:
    """Return the paths of the modules that import or mention one of these names."""
    found = set()
    words = re.compile(rf"\b(?:{'|'.join(sorted(name.rpartition('.')[2] for name in names))})\b")
    for path, source in sources().items():
        if not words.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                said = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                said = {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
                said |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute):
                of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
                said = {node.attr} if of_os or node.attr in METHODS else set()
            else:
                continue
            if any(word in names or word.split(".")[0] in names for word in said):
                found.add(path)
    return found


@pytest.mark.slow
def test_only_these_modules_can_use_a_network() -> None:
    assert used(NETWORK) == {
        "desktop/reduced_motion.py",  # D-Bus, and the start keeps D-Bus on this machine
        "desktop/screen_reader.py",
        "desktop/speech/ssip.py",  # only Unix sockets
        "lab/protocol/supervised_process.py",  # a pair of sockets between two of our processes
        "lab/ray_workers.py",  # Ray, if the user asks for it
        "lab/rl/rllib_training.py",
        "installation.py",  # a function for file names
    }


@pytest.mark.slow
def test_only_these_modules_can_start_a_program() -> None:
    assert used(STARTERS) == {
        "__main__.py",
        "desktop/controllers/reviews.py",  # ourselves, for reviews
        "desktop/speech/ssip.py",  # speech-dispatcher
        "lab/protocol/secrecy.py",  # bots and their supervisors
        "lab/protocol/supervisor.py",
        "lab/protocol/supervised_process.py",
        "lab/workers.py",  # ourselves, for the arena
    }
