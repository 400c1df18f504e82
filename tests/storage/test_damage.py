"""A sample of the cases that ``python tests/tools/damage.py 1000`` tries."""

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
def test_a_damaged_history_keeps_readable_games_and_every_loss_is_reported(made: Path, tmp_path: Path, kind: str):
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = damage.examine(made, folder, Random(f"{kind} {number}"), kind)
        assert found.faults == [], found


@pytest.mark.proof
def test_the_damage_hides_games_from_a_plain_select(made: Path, tmp_path: Path):
    """This shows that the damage in the test above matters: a plain SELECT misses games, and the program finds some of
    these and reports that.
    """
    found = damage.examine(made, tmp_path, Random("3"), "swapped pages")
    assert 0 < found.plain < found.back <= damage.GAMES
    assert found.told == ("HISTORY_RESCUED",)
