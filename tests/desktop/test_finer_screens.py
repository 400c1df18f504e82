"""Screens with finer pixels pass the same checks of texts and windows as ordinary screens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.aside import offscreen

HERE = Path(__file__).resolve().parent
SCREEN = 800
"""The side of the offscreen platform's screen, in logical pixels."""
PASSED = 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "which"),
    [
        ("test_scenes.py", "1280x800-light"),
        ("test_text_size.py", "640x400-200"),
    ],
)
@pytest.mark.parametrize("factor", [1.5, 3])
def test_nothing_is_cut_off_on_a_finer_screen(factor: float, module: str, which: str, tmp_path: Path) -> None:
    side = round(SCREEN * factor)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--basetemp", str(tmp_path / "in"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, "-m", "proof or not proof", "-k", which, str(HERE / module)],
        cwd=HERE.parents[1],
        env={
            **environment,
            "QT_QPA_PLATFORM": offscreen(tmp_path, (0, 0, side, side)),
            "QT_SCALE_FACTOR": str(factor),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == PASSED, done.stdout[-4000:]
