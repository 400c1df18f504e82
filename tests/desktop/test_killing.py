"""The game is killed at random moments: nothing that was acknowledged is missing, and every start succeeds.

``python tests/killing.py 300`` does the same for longer.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from killing import Killer

TIMES = 20


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not known there")
def test_a_game_that_is_killed_twenty_times_has_lost_nothing(tmp_path: Path) -> None:
    killer = Killer(tmp_path, random.Random(7))
    for _time in range(TIMES):
        killer.once()
    killer.finish()
    assert killer.acknowledged > 5 * TIMES
