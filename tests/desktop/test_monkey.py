"""The monkey, a program that uses the window at random, finds no fault in the window. It reports faults that are
planted.

``python tests/tools/monkey.py --minutes 60`` does the same for longer, and measures the memory.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from monkey import FIRST_HANDS, WINDOW_OF_HANDS, Sample, growth

MONKEY = Path(__file__).resolve().parents[1] / "tools/monkey.py"


def monkey(steps: int, seed: int, spoil: str = "") -> subprocess.CompletedProcess[str]:
    """Run the monkey in a separate process, after the code `spoil` has damaged the game."""
    program = f"import sys\nsys.path.insert(0, {str(MONKEY.parent)!r})\nimport monkey\n{spoil}\n"
    program += f"import os\nstatus = monkey.main(['--steps', '{steps}', '--seed', '{seed}'])\n"
    program += "sys.stdout.flush()\nos._exit(status)"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.gui
@pytest.mark.proof
def test_the_monkey_finds_no_fault_in_400_steps() -> None:
    out = monkey(400, 7)
    assert (out.returncode, out.stderr) == (0, ""), out.stdout
    _minutes, steps, hands, *_rest = out.stdout.splitlines()[-2].split()
    assert steps == "400", "all of them were done"
    assert int(hands) > 0, "the monkey reached the end of a hand"


TRACEBACK = """
from mile_bones.desktop.controllers.games import GameController
GameController.copy_number = lambda self: 1 / 0
"""
IN_A_THREAD = """
import threading
from mile_bones.desktop.controllers.games import GameController
GameController.copy_number = lambda self: threading.Thread(target=lambda: 1 / 0).start()
"""
OF_QT = """
from PySide6.QtCore import QObject
from mile_bones.desktop.controllers.games import GameController
GameController.copy_number = lambda self: QObject().killTimer(99)
"""
SCENE = """
from mile_bones.desktop.controllers.games import GameController
GameController.copy_number = lambda self: self._table.captions.popitem()
"""
FILES = """
from mile_bones.desktop.controllers.games import GameController
GameController.copy_number = lambda self: self._library.games_dir.joinpath("current-1.json").write_text("{}")
"""
REST = """
from mile_bones.desktop.controllers.games import GameController
monkey.PATIENCE_S = 0.5
GameController.copy_number = lambda self: self._turns.pause()
"""
DO_IT = """
def copy(self):
    self._person.choose("Game", f"Copy deal number: {self._person.play.match.seed}")
monkey.Monkey._anything = lambda self: ((1, lambda: copy(self)),)
monkey.REST_EVERY = 5
"""


@pytest.mark.sample(proof=1)
@pytest.mark.gui
@pytest.mark.proof
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (TRACEBACK, "ZeroDivisionError"),
        (IN_A_THREAD, "ZeroDivisionError"),
        (OF_QT, "Qt: QObject::killTimer"),
        (SCENE, "in looks_right"),
        (FILES, "RecordError"),
        (REST, "does not come to rest"),
    ],
    ids=["traceback", "thread", "qt", "scene", "files", "rest"],
)
def test_a_planted_fault_is_reported_with_the_steps_before_it(spoil: str, says: str) -> None:
    out = monkey(60, 7, spoil + DO_IT)
    assert out.returncode == 1, out.stdout + out.stderr
    assert "The last steps (seed 7):" in out.stdout
    assert says in out.stdout.partition("The last steps")[2]


IN_A_MODE = """
def enter(self):
    window = self._person.window
    if window.boards.currentWidget() is self._person.table and window.{mode}.bar is None:
        {enter}
monkey.Monkey._anything = lambda self: ((1, lambda: enter(self)),)
monkey.REST_EVERY = 5
monkey.PATIENCE_S = 15
"""
LESSON = IN_A_MODE.format(mode="lesson", enter="window.lesson.begin()")
COUP = IN_A_MODE.format(mode="puzzle", enter="self._person.choose('Practice', 'Coup of the day')")
WATCHING = "from mile_bones.match.seats import Computer\n" + IN_A_MODE.format(
    mode="play", enter="window.games.new_game_of(monkey.GAMES[1], (Computer('easy', 'A'),) * 2)"
)
STUCK = """
from mile_bones.desktop.controllers.lesson import LessonController
LessonController.leave = lambda self: None
"""


@pytest.mark.sample(proof=1)
@pytest.mark.gui
@pytest.mark.proof
@pytest.mark.parametrize("spoil", [LESSON, COUP, WATCHING], ids=["lesson", "coup", "watching"])
def test_the_monkey_finds_the_way_out_of_every_mode(spoil: str) -> None:
    out = monkey(11, 7, spoil)
    assert (out.returncode, out.stderr) == (0, ""), out.stdout


@pytest.mark.gui
@pytest.mark.proof
def test_the_monkey_reports_the_mode_that_does_not_come_to_rest() -> None:
    out = monkey(11, 7, STUCK + LESSON.replace("15", "2"))
    assert out.returncode == 1
    assert "does not come to rest: mode lesson" in out.stdout


@pytest.mark.gui
@pytest.mark.proof
def test_an_error_before_the_first_step_is_printed() -> None:
    out = monkey(1, 7, "monkey._load_all = lambda: 1 / 0")
    assert out.returncode == 1
    assert "ZeroDivisionError" in out.stdout


def test_steady_growth_of_memory_is_distinguished_from_fluctuations() -> None:
    many = range(0, 1200, 10)
    assert growth([]) is None
    assert growth([Sample(hands, 100.0) for hands in range(0, FIRST_HANDS + WINDOW_OF_HANDS, 10)]) is None
    assert growth([Sample(hands, 100.0 if hands % 50 else 150.0) for hands in many]) == 0
    assert growth([Sample(hands, 50.0 if hands < FIRST_HANDS else 100.0) for hands in many]) == 0
    leaking = growth([Sample(hands, 100.0 + hands / 100) for hands in many])
    assert leaking is not None
    assert 7 < leaking < 9
