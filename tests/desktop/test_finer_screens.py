"""Screens whose pixels are finer: what holds for text and windows of any size holds there too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCREEN = 800
"""The side in logical pixels of the screen that the offscreen platform has."""
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
def test_nothing_is_cut_and_all_is_inside(factor: float, module: str, which: str, tmp_path: Path) -> None:
    side = round(SCREEN * factor)
    screen = {"name": "finer", "x": 0, "y": 0, "width": side, "height": side, "logicalDpi": 96, "logicalBaseDpi": 96}
    config = tmp_path / "screen.json"
    config.write_text(json.dumps({"screens": [{**screen, "dpr": 1}]}))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--basetemp", str(tmp_path / "in"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, "-m", "proof or not proof", "-k", which, str(HERE / module)],
        cwd=HERE.parents[1],
        env={
            **environment,
            "QT_QPA_PLATFORM": f"offscreen:configfile={config}",
            "QT_SCALE_FACTOR": str(factor),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == PASSED, done.stdout[-4000:]
