"""Run the program in a separate process. Only there can a test choose the screen, the scale or the window system."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent
_PATIENCE = 600
"""The seconds that a run of the program may take."""


def offscreen(folder: Path, *screens: tuple[int, int, int, int]) -> str:
    """Return the name of a Qt platform that has screens of these places and sizes (x, y, width, height in pixels).

    The screens are called "1", "2" and so on. The platform reads its configuration from ``folder``, which must exist
    while the program runs.
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
    """Run Python with the arguments ``command``, and able to import everything that tests import. Return the last line
    that the program prints, read as JSON. Fail if it does not exit with 0.
    """
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
