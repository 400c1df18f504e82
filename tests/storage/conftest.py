from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mile_bones
from mile_bones.engine.bodies import HandRecord, Hands
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.storage.problems import Problem

CHECKOUT = Path(mile_bones.__file__).parents[1]

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def problems() -> list[Problem]:
    """An empty list of reported problems. Pass its `append` where a function for problems is wanted."""
    return []


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts a script in a second Python. The second Python is stopped at the end of the test.

    The script finds `folder` (a Path) defined.
    """
    running: list[subprocess.Popen[str]] = []

    def run(script: str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
        head = (
            f"import sys; sys.path.insert(0, {str(CHECKOUT)!r})\nfrom pathlib import Path\nfolder = Path(sys.argv[1])\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-B", "-c", head + script, str(folder), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def output(start: Start) -> Callable[[str, Path], str]:
    """Return a function that runs a script in a second Python and returns its output. The second Python must end
    without an error.
    """

    def run(script: str, folder: Path) -> str:
        process = start(script, folder)
        printed, _ = process.communicate(timeout=600)
        assert process.returncode == 0
        return printed.strip()

    return run


@pytest.fixture
def record() -> Record:
    """A game that has just begun."""
    return make_record("Anna")


def make_record(name: str) -> Record:
    players = (PlayerInfo(name, "human"), PlayerInfo("Computer", "computer", "original"))
    hand = HandRecord(0, (("GO",) * 6, ("25",) * 6), ("50", "STOP"), ("0 draw",))
    number = f"{zlib.crc32(players[0].written_name.encode()):032x}"
    return Record("mile-bones", "mile-bones", players, Hands((hand,)), id=number)


@pytest.fixture
def game() -> Callable[[str], Record]:
    """Return a function that makes a game of the person with the given name."""
    return make_record
