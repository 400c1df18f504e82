"""The game is killed at random moments. No acknowledged action is missing afterwards, and every start succeeds.

``python tests/tools/killing.py 300`` does the same for longer.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from killing import Killer


@pytest.mark.sample(proof=1)
@pytest.mark.gui
@pytest.mark.proof
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not known there")
@pytest.mark.parametrize(("times", "windows"), [(20, 1), (5, 2)])
def test_a_repeatedly_killed_game_loses_no_acknowledged_action(tmp_path: Path, times: int, windows: int) -> None:
    killer = Killer(tmp_path, random.Random(7), windows)
    for _time in range(times):
        killer.once()
    killer.finish()
    assert killer.acknowledged > 5 * times * windows
