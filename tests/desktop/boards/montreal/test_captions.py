"""The words over the sets and piles of the Mille table."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.boards.montreal.positions import cards, table
from desktop.reader import read
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


@pytest.mark.parametrize("width", [420, 500, 800, 1280])
def test_the_captions_of_one_row_have_one_form(board: MontrealBoard, width: int) -> None:
    board.resize(width, 550)
    board.show_observation(table("4S", other=["4: 4S 4H 4D", "10: 10S 10H 10D", "Q: QS QH 2D", "K: KS KH KD"]))
    texts = [board.captions[slot_names.other_set(rank)].text for rank in (2, 8, 10, 11)]
    assert len({":" in text for text in texts}) == 1, texts


@pytest.mark.parametrize("width", [480, 800, 1280])
@pytest.mark.parametrize("number", [5, 12])
def test_the_words_on_places_for_a_card_do_not_overlap(board: MontrealBoard, width: int, number: int) -> None:
    board.resize(width, 550)
    sets = [f"{rank}: {rank}S {rank}H {rank}D" for rank in RANK_NOTATION[1 : 1 + number]]
    board.show_observation(table("2D 9C", own=sets))
    place = slot_names.hand(board.order.cards.index(cards("2D")[0]))
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=board.slots[place].rect.center().toPoint())
    lit = [slot for slot in board.slots.values() if slot.marks.target.startswith("Add")]
    pills = [word.inked for slot in lit for word in read(slot) if word.text == slot.marks.target]
    assert len(lit) == number and (width < 1280 or number > 5 or len(pills) == number)
    assert all(board.viewport().rect().contains(pill.toRect()) for pill in pills)
    assert not [1 for one, other in combinations(pills, 2) if one.adjusted(-4, 0, 4, 0).intersects(other)]
