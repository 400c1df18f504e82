"""The order of the cards in a hand. The kind of cards does not matter."""

from __future__ import annotations

import pytest

from mile_bones.desktop.table.hand_order import HandOrder, newcomer


def lying(*cards: int, sorting: bool = False) -> HandOrder[int]:
    order: HandOrder[int] = HandOrder(sorting=sorting)
    order.match(cards)
    return order


@pytest.mark.parametrize(
    ("before", "hand", "after"),
    [
        ((), (3, 1, 2), (3, 1, 2)),
        ((3, 1, 2), (1, 2, 3), (3, 1, 2)),  # the same cards keep their places
        ((3, 1, 2), (3, 1, 2, 9), (3, 1, 2, 9)),  # a new card comes behind the others
        ((3, 1, 2), (2, 3), (3, 2)),
        ((5, 1, 5, 2), (1, 2, 5), (5, 1, 2)),  # of two equal cards, the card behind has gone
        ((5, 1), (5, 5, 1), (5, 1, 5)),
        ((3, 1, 2), (), ()),
        ((1, 2), (8, 7), (8, 7)),  # another hand
    ],
)
def test_an_arranged_hand_keeps_its_order(before, hand, after):
    order = lying(*before)
    order.match(hand)
    assert order.cards == after


def test_a_sorted_hand_stays_sorted_when_cards_come():
    order = lying(3, 1, 2, sorting=True)
    assert order.cards == (1, 2, 3)
    order.match((3, 1, 2, 0))
    assert order.cards == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("start", "end", "after"),
    [(0, 2, (2, 3, 1, 4)), (3, 0, (4, 1, 2, 3)), (1, 1, (1, 2, 3, 4)), (0, 9, (2, 3, 4, 1)), (7, 0, (1, 2, 3, 4))],
)
def test_a_card_can_be_moved_within_the_hand(start, end, after):
    order = lying(1, 2, 3, 4)
    order.move((start,), end)
    assert order.cards == after


@pytest.mark.parametrize(
    ("starts", "end", "after"),
    [
        ((0, 1), 4, (3, 4, 5, 1, 2, 6)),
        ((3, 4), 0, (4, 5, 1, 2, 3, 6)),
        ((0, 2, 4), 5, (2, 4, 6, 1, 3, 5)),  # cards that lay apart now lie side by side
        ((1, 5), 3, (1, 3, 4, 2, 6, 5)),
        ((2, 3), 2, (1, 2, 3, 4, 5, 6)),
        ((4, 5), 9, (1, 2, 3, 4, 5, 6)),
        ((7, 0), 2, (2, 3, 1, 4, 5, 6)),
        ((), 3, (1, 2, 3, 4, 5, 6)),
    ],
)
def test_several_cards_can_be_moved_together(starts, end, after):
    order = lying(1, 2, 3, 4, 5, 6)
    assert tuple(order.cards[place] for place in order.moved(starts, end)) == after
    order.move(starts, end)
    assert order.cards == after
    if starts and end < 6:
        assert order.cards[end] in {place + 1 for place in starts}, "one of the moved cards lies at the target"


def test_no_card_can_be_moved_in_a_sorted_hand():
    order = lying(1, 2, 3, sorting=True)
    order.move((0,), 2)
    assert order.cards == (1, 2, 3)


def test_sorting_can_be_switched_on_later_and_off_without_a_move():
    order = lying(3, 1, 2)
    order.set_sorting(True)
    assert order.cards == (1, 2, 3)
    order.set_sorting(False)
    order.match((1, 2, 3, 0))
    assert order.cards == (1, 2, 3, 0)


def test_a_card_that_is_taken_leaves_the_others_in_their_order():
    order = lying(4, 2, 3)
    assert order.take(1) == 2
    assert order.cards == (4, 3)


@pytest.mark.parametrize(
    ("before", "after", "index"),
    [
        ((1, 2), (1, 2, 3), 2),
        ((2, 3), (1, 2, 3), 0),
        ((1, 3), (1, 2, 3), 1),
        ((1, 2, 2), (1, 2, 2, 2), 3),  # the new card comes behind equal cards, so that no card moves aside
        ((2, 2, 5), (2, 2, 2, 5), 2),
        ((), (7,), 0),
    ],
)
def test_newcomer_returns_the_place_of_the_new_card(before, after, index):
    assert newcomer(before, after) == index


def test_a_hand_may_be_sorted_by_another_key():
    order = HandOrder[int](key=lambda card: -card)
    order.match((1, 3, 2))
    assert order.cards == (3, 2, 1)
    order.sort_by(lambda card: card % 2)
    assert order.cards == (2, 3, 1) and not order.arranged


def test_sort_by_sorts_an_arranged_hand_only_once():
    order = HandOrder[int](sorting=False)
    order.match((1, 3, 2))
    order.sort_by(lambda card: card)
    assert order.cards == (1, 2, 3) and order.arranged
    order.match((1, 2, 3, 0))
    assert order.cards == (1, 2, 3, 0), "a new card lies behind the others"
