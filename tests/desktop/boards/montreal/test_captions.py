"""The words over the sets and piles of the Mille table."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import table
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.games.montreal.cards import RANK_NOTATION
from mile_bones.games.montreal.observation import Observation


def with_sets(count: int) -> Observation:
    """Return a table with this many sets of three cards on each side."""
    sets = [f"{rank}: {rank}S {rank}H {rank}D" for rank in RANK_NOTATION[1 : 1 + count]]
    return table("4S", own=sets[:-1], other=sets)


def letters(board: MontrealBoard, places: tuple[str, ...]) -> set[float]:
    """Return the heights of the letters in the captions of these places."""
    return {board.captions[place].inked.height() for place in places if board.captions[place].isVisible()}


@pytest.mark.parametrize("row", slot_names.GROUPS[:3], ids=["far sets", "middle", "near sets"])
def test_the_captions_of_one_row_have_letters_of_one_size(board: MontrealBoard, row: tuple[str, ...]) -> None:
    row = tuple(place for place in row if place in board.captions)
    board.resize(800, 550)
    board.show_observation(with_sets(2))
    (usual,) = letters(board, row)
    board.show_observation(with_sets(12))
    (smaller,) = letters(board, row)
    assert all(board.captions[place].fits() for place in row if board.captions[place].isVisible())
    assert (smaller < usual) is (row[0] != slot_names.STOCK)
    board.show_observation(with_sets(2))
    assert letters(board, row) == {usual}, "there is room again"
    board.show_observation(with_sets(12))
    board.resize(1900, 1000)
    (large,) = letters(board, row)
    assert large > usual
