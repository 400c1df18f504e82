"""The program in a process of its own: only there it gets another screen, another scale or another window system."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent
_PATIENCE = 600
"""Seconds for whatever the program does."""


def offscreen(folder: Path, *screens: tuple[int, int, int, int]) -> str:
    """Return the platform with screens of these places and sizes in pixels; they are called "1", "2" and so on.

    What the platform reads lies in ``folder`` as long as the program runs.
    """
    config = folder / "screens.json"
    every = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    told = [
        {"name": str(number), "x": x, "y": y, "width": width, "height": height, **every}
        for number, (x, y, width, height) in enumerate(screens, 1)
    ]
    config.write_text(json.dumps({"screens": told}))
    return f"offscreen:configfile={config}"


def told_by(*command: str, environment: Mapping[str, str]) -> Any:
    """Run Python with these arguments, and what tests import in reach. Return what it prints last, as JSON."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=TESTS,
        env={**environment, "PYTHONPATH": f"{TESTS.parent}:{TESTS}:{TESTS / 'tools'}"},
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
