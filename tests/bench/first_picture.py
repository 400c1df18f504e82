"""What any program of the X Window System costs until its window is first painted, with ``first_picture.c``."""

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
_TOTAL = re.compile(r"I\s+refs:\s+([\d,]+)")


class FirstPicture:
    """Measures programs on the display of ``room``; ``folder`` is for its files. It needs a C compiler."""

    def __init__(self, room: dict[str, str], folder: Path) -> None:
        self._folder = folder
        self._answer = folder / "first_picture"
        shim = folder / "first_picture.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", shim, _SOURCE, "-ldl"], check=True)
        self._room = room | {"LD_PRELOAD": str(shim), "FIRST_PICTURE": str(self._answer)}

    def measure(self, command: Sequence[str]) -> dict[str, float]:
        """Milliseconds by the clock, those of the processor in all its threads, and MiB at most."""
        self._run(command)
        ms, cpu, peak = map(float, self._answer.read_text(encoding="ascii").split())
        return {"ms": ms, "cpu": cpu, "mib": peak / 1024}

    def instructions(self, command: Sequence[str]) -> float:
        """Instructions in millions, the same at each run but for a thousandth."""
        # As text is hashed anew at each start, dictionaries would not be the same.
        told = self._run([*_COUNT, *command], {"PYTHONHASHSEED": "0"})
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
    """Instructions can be counted here."""
    return shutil.which("valgrind") is not None
