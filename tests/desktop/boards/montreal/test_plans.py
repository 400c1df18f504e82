"""The actions that a gesture with several cards means."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import cards, sets
from mile_bones.desktop.boards.montreal.drop_rules import laid, new_set, pile_with, places_of_pair, rank_meant


@pytest.mark.parametrize(
    ("held", "actions"),
    [
        ("8S 8H 8D", ["lay 8S 8H 8D"]),
        ("8D 2C 8S", ["lay 8S 8D 2C"]),
        ("QS 2H 2C", ["lay QS 2H 2C"]),
        ("2S 2S 2C", ["lay 2S 2S 2C"]),
        ("8S 8H 8D 8C", ["lay 8S 8H 8D", "add 8C 8"]),
        ("6S 6H 6D 2S 2C", ["lay 6S 6H 6D", "add 2S 6", "add 2C 6"]),
        ("6S 6H 2S 2C", ["lay 6S 6H 2S", "add 2C 6"]),
        ("6S 2S 2C 2D", ["lay 6S 2S 2D", "add 2C 6"]),
        ("8S 8H", []),
        ("8S 9H 10D", []),
        ("8S 8H 9D 2C", []),
        ("", []),
    ],
)
def test_a_new_set_is_three_cards_and_the_others_are_added(held: str, actions: list[str]) -> None:
    assert [str(action) for action in new_set(cards(held))] == actions


@pytest.mark.parametrize(
    ("held", "actions"),
    [
        ("8S", ["add 8S 8"]),
        ("2C 8S", ["add 8S 8", "add 2C 8"]),
        ("2C", ["add 2C 2"]),
        ("9S 9H 9D", ["lay 9S 9H 9D"]),
        ("9S", []),
        ("9S 8S", []),
    ],
)
def test_laid_cards_are_added_to_a_set_of_their_rank(held: str, actions: list[str]) -> None:
    own = sets("8: 8H 8D 8C", "2: 2S 2H 2D")
    assert [str(action) for action in laid(cards(held), own)] == actions


@pytest.mark.parametrize(
    ("held", "rank"), [("8S 2C", 6), ("2S 2C", 0), ("8S", 6), ("8S 9S", None), ("8S 9S 2C", None), ("", None)]
)
def test_cards_that_fit_one_rank_mean_that_rank(held: str, rank: int | None) -> None:
    assert rank_meant(cards(held)) == rank


@pytest.mark.parametrize(
    ("held", "action"),
    [("QC QH", "pile QH QC"), ("2S 2S", "pile 2S 2S"), ("QC", None), ("QC 2S", None), ("QC QH QD", None)],
)
def test_two_of_a_rank_take_the_pile(held: str, action: str | None) -> None:
    found = pile_with(cards(held))
    assert (None if found is None else str(found)) == action


def test_the_leftmost_pair_that_fits_is_offered() -> None:
    hand = cards("4S 8H 8D 8C 2S")
    assert places_of_pair(hand, cards("8S")[0]) == (1, 2)
    assert places_of_pair(hand, cards("4C")[0]) == () == places_of_pair(hand, None)
