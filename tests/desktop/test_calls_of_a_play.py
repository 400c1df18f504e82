"""The number of Python calls that one play takes in the real window. Each game has a limit that does not depend on
time.
"""

from __future__ import annotations

from itertools import islice
from statistics import median

import pytest

from desktop.driver import Home
from plays import plays

PLAYS = 24
MOST = {"mile-bones": 8_000, "montreal-mille": 20_000, "millieu": 10_500}
"""The highest median of the number of calls for one play, including the opponent's answer. `bench_play.py` counts the
calls by module.
"""


@pytest.mark.gui
@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", MOST)
def test_one_play_needs_few_python_calls(home: Home, game: str) -> None:
    person = home.open(game=game, seed=1)
    counts = [calls.total for action, calls in islice(plays(person.window, seed=1), PLAYS) if action != "draw"]
    assert len(counts) > PLAYS / 3
    assert median(counts) <= MOST[game], f"{sorted(counts)}; see bench_play.py"
