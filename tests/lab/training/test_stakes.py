"""The value of the totals between two hands: the chance of winning the game."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.games.milebones.batch import layout as at
from mile_bones.lab.training.stakes import CELLS, chances, slope, worth
from mile_bones.players.milebones.stakes import UNIT


def cell(points: int) -> int:
    return points // UNIT


@pytest.fixture(scope="module")
def mixed() -> np.ndarray:
    """A table from hands that resemble real ones: usually one side completes its trip."""
    rng = np.random.default_rng(3)
    winner = rng.integers(900, 2200, 4000) // UNIT * UNIT
    loser = rng.integers(0, 800, 4000) // UNIT * UNIT
    swap = rng.random(4000) < 0.48
    pairs = np.stack([np.where(swap, loser, winner), np.where(swap, winner, loser)], axis=1).astype(np.int16)
    return chances(pairs)


def test_a_beginner_who_always_scores_5000_wins() -> None:
    table = chances(np.array([[5000, 0]], np.int16))
    assert (table == 1).all()


def test_the_chance_to_win_in_the_last_hand_follows_from_hand_scores() -> None:
    table = chances(np.array([[1000, 0]] * 3 + [[0, 1000]], np.int16))
    assert table[cell(4500), cell(4500)] == 0.75
    # Three quarters win at once. Otherwise the other player, who then also has 4,600, begins the next hand and wins
    # in three of four cases.
    assert table[cell(4000), cell(3600)] == pytest.approx(0.75 + 0.25 * 0.25)


def test_a_drawn_game_counts_half() -> None:
    assert chances(np.array([[1000, 500]], np.int16))[cell(4000), cell(4500)] == 0.5


def test_a_hand_without_points_only_passes_the_turn_and_is_left_out() -> None:
    with_nothing = chances(np.array([[0, 0], [1000, 0]], np.int16))
    assert (with_nothing == chances(np.array([[1000, 0]], np.int16))).all()


def test_more_points_are_never_worse(mixed: np.ndarray) -> None:
    assert (np.diff(mixed, axis=0) >= -1e-3).all()
    assert (np.diff(mixed, axis=1) <= 1e-3).all()
    assert mixed[0, 0] > 0.5 > mixed[0, cell(2000)]


def test_points_have_full_worth_at_the_start_and_none_after_the_win(mixed: np.ndarray) -> None:
    tables, slopes = np.stack([mixed, mixed]), np.array([slope(mixed)] * 2)
    row = np.zeros(at.WIDTH, np.int16)
    row[[at.EXTENDED_BY, at.COMPLETED_BY]] = -1
    row[at.FIRST] = 1
    nothing = worth(row, tables, slopes, 1.0)
    row[at.MILES] = 500
    assert worth(row, tables, slopes, 1.0) - nothing == pytest.approx(500, rel=0.1)
    assert worth(row, tables, slopes, 0.0) == 500
    row[at.TOTALS] = 5000
    won = worth(row, tables, slopes, 1.0)
    row[at.MILES] = 0
    assert worth(row, tables, slopes, 1.0) == won == pytest.approx(0.5 / slopes[0])


def test_the_table_has_a_cell_for_all_totals() -> None:
    assert chances(np.array([[25, 0]], np.int16)).shape == (CELLS, CELLS)
