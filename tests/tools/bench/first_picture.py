"""The cost of any program of the X Window System until its window is first painted, with ``first_picture.c``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

_SOURCE = Path(__file__).with_name("first_picture.c")
_COUNT = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
_COUNT += ("--trace-children=yes",)  # a bundle starts itself again, with the folder of its libraries
_TOTAL = re.compile(r"I\s+refs:\s+([\d,]+)")
_LEAVE = "os.kill(os.getpid(), signal.SIGUSR1)"
_ON_THE_TABLE = f"""
import os, signal
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
def look():
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    if all(getattr(window, "turns", None) is None or window.turns.match for window in windows):
        QApplication.processEvents()
        {_LEAVE}
timer = QTimer()
timer.timeout.connect(look)
timer.start(0)
"""
_LATER = f"""
import os, signal
from PySide6.QtCore import QTimer
QTimer.singleShot(2500, lambda: {_LEAVE})
"""


class FirstPicture:
    """Measures programs on the display of the environment ``room``. Its files go into ``folder``. It needs a C
    compiler.
    """

    def __init__(self, room: dict[str, str], folder: Path) -> None:
        self._folder = folder
        self._answer = folder / "first_picture"
        shim = folder / "first_picture.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", shim, _SOURCE, "-ldl"], check=True)
        self._room = room | {"LD_PRELOAD": str(shim), "FIRST_PICTURE": str(self._answer)}

    def warm_up(self, command: Sequence[str]) -> None:
        """Let a program that contains Python idle for a while after its first picture, so that it caches what it has
        rendered.
        """
        self._run(command, {"FIRST_THEN": _LATER})

    def measure(self, command: Sequence[str], *, game: bool = False) -> dict[str, float]:
        """Return the ms by the clock, the ms of the processor in all threads, and the peak in MiB, up to the first
        picture.

        With ``game``, measure up to the moment when the cards of our game are on the table instead.
        """
        self._run(command, {"FIRST_THEN": _ON_THE_TABLE} if game else None)
        ms, cpu, peak = map(float, self._answer.read_text(encoding="ascii").split())
        return {"ms": ms, "cpu": cpu, "mib": peak / 1024}

    def instructions(self, command: Sequence[str], *, game: bool = False) -> float:
        """Return the instructions in millions. They differ by at most a thousandth from run to run. ``game`` has the
        same meaning as for ``measure``.
        """
        # Without this setting, text is hashed differently at each start, and the layout of dictionaries
        # differs.
        more = {"PYTHONHASHSEED": "0"} | ({"FIRST_THEN": _ON_THE_TABLE} if game else {})
        told = self._run([*_COUNT, *command], more)
        counts = [int(count.replace(",", "")) for count in _TOTAL.findall(told)]
        return max(counts) / 1e6

    def _run(self, command: Sequence[str], more: dict[str, str] | None = None) -> str:
        self._answer.unlink(missing_ok=True)
        room = self._room | {"FIRST_SPAWNED": str(time.monotonic_ns())} | (more or {})
        done = subprocess.run(command, env=room, cwd=self._folder, capture_output=True, text=True, timeout=300)
        if not self._answer.is_file():
            sys.exit(f"{' '.join(command)} shows no window:\n{done.stderr}")
        return done.stderr


def can_count() -> bool:
    """Return True if instructions can be counted here."""
    return shutil.which("valgrind") is not None
