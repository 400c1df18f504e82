"""The number of turns, counted in independent ways."""

from __future__ import annotations

import faulthandler
from collections import Counter

import numpy as np
import pytest

from games.millieu import naive, perft
from mile_bones.players.millieu import boards

SEQUENCES = (243, 39_366, 11_570_688, 4_139_679_744)
POSITIONS = (243, 26_163, 3_556_224)


@pytest.mark.proof
def test_the_naive_rules_count_two_turns() -> None:
    one, two = naive.after(1), naive.after(2)
    assert (one.total(), len(one)) == (SEQUENCES[0], POSITIONS[0])
    assert (two.total(), len(two)) == (SEQUENCES[1], POSITIONS[1])


@pytest.mark.slow
def test_the_state_counts_two_turns_using_symmetries() -> None:
    levels = list(perft.levels(2))
    assert tuple(level.sequences for level in levels) == SEQUENCES[:2]
    assert tuple(level.positions for level in levels) == POSITIONS[:2]


@pytest.mark.slow
def test_the_state_counts_three_turns_using_symmetries() -> None:
    assert perft.last_counted(3) == SEQUENCES[2]


# One opening for each sort of point (8 corners, 12 edges, 6 faces, 1 centre), and each time with the same one of the
# nine pieces. This is the only symmetry used.
OPENINGS = (((0, 0, 0), 8), ((1, 0, 0), 12), ((1, 1, 0), 6), ((1, 1, 1), 1))


def openings() -> Counter[naive.Position]:
    seconds: Counter[naive.Position] = Counter()
    for position in naive.after(1):
        ((point, kind),) = position[0]
        weight = dict(OPENINGS).get(point, 0)
        if kind == (0, 0) and weight:
            seconds[position] = 9 * weight
    return seconds


def inner_board(position: naive.Position) -> tuple[boards.Rows, boards.Rows]:
    pairs, hands, seat = position
    board = np.full(27, boards.EMPTY, np.uint8)
    for (x, y, z), (colour, shape) in pairs:
        board[9 * z + 3 * y + x] = 3 * colour + shape
    hand = np.zeros(9, np.uint8)
    for colour, shape in hands[seat]:
        hand[3 * colour + shape] += 1
    return board, hand


@pytest.mark.slow
def test_the_board_that_computer_players_use_counts_three_turns_right() -> None:
    """A mill is impossible before the fourth turn, so here each turn is one sequence."""
    seconds = naive.after(1, openings())
    assert seconds.total() == SEQUENCES[1]
    total = sum(count * len(boards.turns(*inner_board(position)).piece) for position, count in seconds.items())
    assert total == SEQUENCES[2]


@pytest.fixture
def patience() -> None:
    """Stop pytest from reporting a hang: the test takes half a minute on a quiet machine, and minutes on a busy one."""
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_the_number_of_different_positions_after_three_turns_is_right() -> None:
    last = list(perft.levels(3))[-1]
    assert (last.sequences, last.positions) == (SEQUENCES[2], POSITIONS[2])


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_the_state_counts_four_turns_using_symmetries() -> None:
    assert perft.last_counted(4) == SEQUENCES[3]


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_the_board_that_computer_players_use_counts_four_turns_right() -> None:
    """A turn with one capture is one sequence. Two are impossible: two mills need five pieces, but there are four."""
    thirds = naive.after(2, openings())
    assert thirds.total() == SEQUENCES[2]
    total = 0
    for position, count in thirds.items():
        turns = boards.turns(*inner_board(position))
        assert ((turns.taken >= 0).sum(axis=0) <= 1).all()
        total += count * len(turns.piece)
    assert total == SEQUENCES[3]
