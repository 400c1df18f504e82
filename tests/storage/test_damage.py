"""A sample of what ``python tests/tools/damage.py 1000`` does for longer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import damage


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damage.build(tmp_path_factory.mktemp("made"))


@pytest.mark.sample(proof=2)
@pytest.mark.proof
@pytest.mark.parametrize("kind", damage.KINDS)
def test_what_can_be_read_of_a_damaged_history_comes_back_and_nothing_is_lost_unsaid(
    made: Path, tmp_path: Path, kind: str
):
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = damage.examine(made, folder, Random(f"{kind} {number}"), kind)
        assert found.faults == [], found


@pytest.mark.proof
def test_the_damage_is_real(made: Path, tmp_path: Path):
    """Else the above would prove little: a SELECT misses games, the program finds some of those, and tells it."""
    found = damage.examine(made, tmp_path, Random("3"), "swapped pages")
    assert 0 < found.plain < found.back <= damage.GAMES
    assert found.told == ("HISTORY_RESCUED",)
