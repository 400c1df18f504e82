"""Decks are shuffled fairly, and dealt as at the table."""

from __future__ import annotations

import numpy as np
import pytest

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.cards import FULL_DECK, Card
from mile_bones.lab.batch.engine import deal, shuffle_decks

CARDS = sum(FULL_DECK)
ALL = [int(card) for card in Card for _copy in range(FULL_DECK[card])]


def shuffled(rng: np.ndarray) -> np.ndarray:
    cards = np.full(rng.shape, -1, np.int8)
    shuffle_decks(cards, rng)
    return cards


@pytest.mark.parametrize("number", [0.0, 0.5, np.nextafter(1.0, 0.0)])
def test_every_deck_has_all_cards(number: float) -> None:
    assert sorted(shuffled(np.full((1, CARDS), number))[0].tolist()) == ALL


def test_only_equal_random_numbers_give_equal_decks() -> None:
    one, other = np.random.default_rng(1).random((2, 3, CARDS))
    assert np.array_equal(shuffled(one), shuffled(one))
    assert not np.array_equal(shuffled(one), shuffled(other))


@pytest.mark.slow
def test_a_card_is_equally_likely_at_every_place_in_the_deck() -> None:
    decks = shuffled(np.random.default_rng(7).random((6060, CARDS)))
    for safety in range(Card.EXTRA_TANK, Card.RIGHT_OF_WAY + 1):
        places = np.bincount(np.nonzero(decks == safety)[1], minlength=CARDS)
        expected = len(decks) / CARDS
        # Chi-squared with 100 degrees of freedom exceeds 149 once in a thousand times.
        assert ((places - expected) ** 2 / expected).sum() < 149
    # Any two cards come in either order equally often. They are neighbours as often as chance predicts.
    first, second = (np.nonzero(decks == card)[1] for card in (Card.EXTRA_TANK, Card.RIGHT_OF_WAY))
    assert abs((first < second).mean() - 0.5) < 3.3 * 0.5 / np.sqrt(len(decks))
    assert abs((abs(first - second) == 1).mean() - 2 / CARDS) < 3.3 * np.sqrt(2 / CARDS / len(decks))


@pytest.mark.parametrize("first", [0, 1])
def test_cards_are_dealt_one_by_one_beginning_with_the_first_player(first: int) -> None:
    cards = shuffled(np.random.default_rng(3).random((1, CARDS)))
    rows, decks = np.empty((1, at.WIDTH), np.int16), np.empty((1, at.DECK), np.int8)
    deal(rows, decks, cards, np.array([1], np.int8), np.array([first], np.int8), np.array([[150, 4900]], np.int16))
    row, order = rows[0].tolist(), cards[0].tolist()
    early, late = order[0:12:2], order[1:12:2]
    early.append(order[12])  # nobody can avoid the first draw
    for seat, hand in ((first, early), (1 - first, late)):
        begin = seat * at.SEAT + at.HAND
        assert row[begin : begin + at.FACES] == [hand.count(card) for card in range(at.FACES)]
    assert decks[0].tolist() == order[12:]
    assert (row[at.LEFT], row[at.FIRST], row[at.PLAYER], row[at.RULES]) == (88, first, first, 1)
    assert row[at.TOTALS : at.TOTALS + 2] == [150, 4900]
