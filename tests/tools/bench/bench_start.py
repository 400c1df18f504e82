"""Start to first painted window, and peak memory: ``tests/tools/bench/bench_start.py [--runs 9] [--python PYTHON]``.

``--python`` is the interpreter of an environment in which a wheel of the game is installed. Without it, the interpreter
that runs this tool is measured. If the game is an editable install in that environment, Python takes a little longer to
find it.

Each run is a separate process. The game and a bare PySide6 window (QMainWindow with a QLabel) take turns, so that a
noisy hour affects both. Ratios are ratios of medians. A "warm" start finds the faces in the user's cache and the byte
code on the disk. A "cold" start finds an empty cache folder. The aims are at most 1.5 times the bare window's processor
time and instructions, the game on the table within 1.25 times of that, and at most 1.35 times its memory. Nothing is
asserted.

Then the bare window, the game and KPatience (if ``kpat`` is installed) take turns until the X server has the first
picture of their windows. They are measured in the same way. If valgrind is installed, the instructions are counted,
too. The game is measured again until its cards are on the table. ``--bundle PROGRAM`` also measures the program in the
folder of ``make dist-bundle``. In this case, ``--python`` should belong to an environment with pip's PySide6, and be
the same Python as in the bundle.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.first_picture import FirstPicture

ROOT = Path(__file__).resolve().parents[3]

_BARE = """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
def start():
    app = QApplication(["bare"])
    window = QMainWindow()
    window.setCentralWidget(QLabel("Mile Bones"))
    window.resize(1280, 800)
    window.show()
    import datetime
    app.exec()
"""
GAME = """
def start():
    from mile_bones.cli import main
    sys.argv = ["mile-bones", "--profile", os.environ["BENCH_PROFILE"]]
    main()
"""
_MEASURE = """
import json, os, resource, sys, time
{program}
def measured():
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication
    found = {{}}
    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    def seen():
        used = resource.getrusage(resource.RUSAGE_SELF)
        found["ms"] = (time.monotonic_ns() - int(os.environ["BENCH_SPAWNED"])) / 1e6
        found["cpu"] = (used.ru_utime + used.ru_stime) * 1000
        found["mib"] = peak()
        timer.start(0)
    def look():
        if all(getattr(window, "turns", None) is None or window.turns.match for window in windows):
            QApplication.processEvents()
            found["game"] = (time.monotonic_ns() - int(os.environ["BENCH_SPAWNED"])) / 1e6
            timer.stop()
            QTimer.singleShot(int(os.environ["BENCH_STAY"]), leave)
    def leave():
        found["settled"] = peak()
        print(json.dumps(found), flush=True)
        for widget in QApplication.topLevelWidgets():
            widget.close()
        QApplication.quit()
    class Sight(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Expose:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, seen)
            return False
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.windowHandle() and widget.isVisible()]
    timer = QTimer()
    timer.timeout.connect(look)
    sight = Sight()
    for window in windows:
        window.windowHandle().installEventFilter(sight)
    run()
    return 0
class Watch:
    '''Takes over QApplication.exec once the program has imported it by itself, in its own order.'''
    @staticmethod
    def find_spec(name, path=None, target=None):
        global run
        widgets = sys.modules.get("PySide6.QtWidgets")
        if run is None and widgets is not None and hasattr(widgets, "QApplication"):
            run = widgets.QApplication.exec
            widgets.QApplication.exec = staticmethod(measured)
run = None
sys.meta_path.insert(0, Watch)
start()
"""


_WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
app = QApplication(["bare"])
window = QMainWindow()
window.setCentralWidget(QLabel("Mile Bones"))
window.resize(1280, 800)
window.show()
app.exec()
"""
KPATIENCE = shutil.which("kpat") or shutil.which("kpat", path="/usr/games")


def once(program: str, room: dict[str, str], stay: int) -> dict[str, float]:
    """Run one process. Return the ms to the first painted window and to the cards on it. Also return the MiB of memory
    at that moment and ``stay`` ms later.
    """
    script = _MEASURE.format(program=program)
    spawned = str(time.monotonic_ns())
    done = subprocess.run(
        [room["BENCH_PYTHON"], "-c", script],
        env=room | {"BENCH_STAY": str(stay), "BENCH_SPAWNED": spawned},
        cwd=room["HOME"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def prepare(room: dict[str, str]) -> None:
    """Make a profile with a game under way, so that no name is asked for, and make pictures and byte code."""
    subprocess.run(
        [sys.executable, "-c", _PREPARE],
        env=room | {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}:{ROOT / 'tests/tools'}"},
        cwd=ROOT,
        check=True,
    )
    for _warm_up in range(2):
        once(GAME, room, 2500)
        once(_BARE, room, 0)


_PREPARE = """
import os
from datetime import datetime
from pathlib import Path
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import Settings, NAME, ANIMATION
from pictures.scenes import ROAD
profile = Profile(Path(os.environ["BENCH_PROFILE"]))
Settings(Ini(profile.ini_path, print)).update({NAME: "Anna"})
slot = Autosave(profile, print, datetime.now)
slot.save(ROAD)
slot.close()
"""


def told(name: str, values: list[float], unit: str) -> str:
    """Return the median and the range of some numbers, as text."""
    return f"{name}: median {statistics.median(values):.0f} {unit}, {min(values):.0f} to {max(values):.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Start and memory of the game beside a bare window.")
    parser.add_argument("--runs", type=int, default=9, help="runs of each kind")
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="with an installed wheel of the game")
    parser.add_argument("--bundle", type=Path, help="the program of a bundle, to be measured beside the others")
    chosen = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests/tools"))
    from bench.first_picture import FirstPicture
    from pictures.screen import screen

    with tempfile.TemporaryDirectory(prefix="mile-bones-bench-") as folder, screen() as display:
        room = {
            **{name: value for name, value in display.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "BENCH_PROFILE": str(Path(folder, "profile")),
            "BENCH_PYTHON": str(chosen.python.absolute()),
            "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode")),
        }
        prepare(room)
        cache = Path(folder, "profile", "cache")
        found: dict[str, list[dict[str, float]]] = {"bare": [], "warm": [], "cold": []}
        for _run in range(chosen.runs):
            found["bare"].append(once(_BARE, room, 1000))
            found["warm"].append(once(GAME, room, 1000))
            shutil.move(cache, Path(folder, "aside"))
            found["cold"].append(once(GAME, room, 2500))
            shutil.rmtree(cache, ignore_errors=True)
            shutil.move(Path(folder, "aside"), cache)
        beside, counted = side_by_side(FirstPicture(room, Path(folder)), room, chosen.runs, chosen.bundle)
    print(f"Start and memory, {chosen.runs} runs each, 1280x800 under Xvfb")
    for key, unit, title in (
        ("ms", "ms", "to the first painted window"),
        ("cpu", "ms", "processor time until then"),
        ("game", "ms", "until the cards lie on it"),
        ("mib", "MiB", "peak at the first picture"),
        ("settled", "MiB", "peak a while later"),
    ):
        bare = statistics.median(one[key] for one in found["bare"])
        for name, runs in found.items():
            values = [one[key] for one in runs]
            ratio = "" if name == "bare" else f", ratio {statistics.median(values) / bare:.2f}"
            print(f"  {told(f'{title}, {name}', values, unit)}{ratio}")
    print("Until the X server has the first picture, side by side")
    for key, unit, title in (("ms", "ms", "time"), ("cpu", "ms", "processor time"), ("mib", "MiB", "peak memory")):
        bare = statistics.median(one[key] for one in beside["bare"])
        for name, runs in beside.items():
            values = [one[key] for one in runs]
            print(f"  {told(f'{title}, {name}', values, unit)}, ratio {statistics.median(values) / bare:.2f}")
    for name, count in counted.items():
        print(f"  instructions, {name}: {count:.0f} million, ratio {count / counted['bare']:.2f}")


def side_by_side(
    first_picture: FirstPicture, room: dict[str, str], runs: int, bundle: Path | None
) -> tuple[dict[str, list[dict[str, float]]], dict[str, float]]:
    """Measure the bare window, game, bundle and KPatience by turns. Return their figures, and their instructions if
    these can be counted.
    """
    from bench.first_picture import can_count

    python = room["BENCH_PYTHON"]
    commands = {
        "bare": [python, "-c", _WINDOW],
        "game": [python, "-m", "mile_bones", "--profile", room["BENCH_PROFILE"]],
    }
    if bundle is not None:
        commands["bundle"] = [str(bundle.absolute()), "--profile", room["BENCH_PROFILE"]]
        first_picture.warm_up(commands["bundle"])  # the bundle's drawings are other files, so it caches other pictures
    games = [name for name in commands if name != "bare"]
    if KPATIENCE is not None:
        commands["KPatience"] = [KPATIENCE, "--gametype", "klondike"]
        first_picture.measure(commands["KPatience"])  # this makes its cache
    moments = {name: (command, False) for name, command in commands.items()}
    moments |= {f"{name}, on the table": (commands[name], True) for name in games}
    found: dict[str, list[dict[str, float]]] = {name: [] for name in moments}
    for _run in range(runs):
        for name, (command, game) in moments.items():
            found[name].append(first_picture.measure(command, game=game))
    if not can_count():
        return found, {}
    return found, {name: first_picture.instructions(command, game=game) for name, (command, game) in moments.items()}


if __name__ == "__main__":
    main()
