"""The features that tell the expert how its hand can complete the trip."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from mile_bones.games.milebones.cards import DISTANCES, MILES, Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.milebones.completion import (
    BESIDES,
    LENGTH,
    LONGER,
    WITHIN,
    WITHIN_AFTER,
    WITHIN_LONGER,
    completions,
)
from mile_bones.players.milebones.features import SIZE, UNIT, features
from players.milebones.positions import position, questions

NEVER = 99


def told(observation: Observation) -> list[int]:
    return [int(number) for number in completions(np.array([features(observation)], np.int8))[0]]


def fewest(cards: tuple[Card, ...], miles: int, most_200s: int) -> int:
    """Return the fewest of these cards that make exactly ``miles``, found by trying every selection."""
    found = [
        sum(chosen)
        for chosen in product((0, 1), repeat=len(cards))
        if sum(MILES[card] for card, takes in zip(cards, chosen, strict=True) if takes) == miles
        and sum(card is Card.MILES_200 for card, takes in zip(cards, chosen, strict=True) if takes) <= most_200s
    ]
    return min(found, default=NEVER)


def expected(observation: Observation) -> list[int]:
    """Return the expected row, computed in another way."""
    held = tuple(card for card in observation.hand if card in DISTANCES)
    missing, may = observation.goal - observation.own.miles, 2 - observation.own.two_hundreds
    row = [fewest(held, missing, may) <= most for most in WITHIN]
    for card in DISTANCES:
        after = NEVER
        if card in held and (card is not Card.MILES_200 or may):
            rest = list(held)
            rest.remove(card)
            after = fewest(tuple(rest), missing - MILES[card], may - (card is Card.MILES_200))
        row += [after <= most for most in WITHIN_AFTER]
    row += [fewest(held, missing + LONGER * UNIT, may) <= most for most in WITHIN_LONGER]
    playable_200s = min(held.count(Card.MILES_200), may)
    brought = sum(MILES[card] for card in held if card is not Card.MILES_200) + playable_200s * MILES[Card.MILES_200]
    row += [brought >= missing + besides * UNIT for besides in BESIDES]
    return [int(value) for value in row]


@pytest.mark.parametrize(
    ("hand", "miles", "cards"),
    [
        ("100", 600, 1),
        ("75 25 GO", 600, 2),
        ("75 50 GO", 600, NEVER),
        ("25 25 25 25", 625, 3),
        ("200 100", 400, 2),
        ("", 600, NEVER),
    ],
)
def test_the_features_count_the_fewest_cards_to_the_goal(hand: str, miles: int, cards: int) -> None:
    driven = {600: "200 200 200", 625: "200 200 200 25", 400: "200 200"}[miles].replace("200", "100 100")
    row = told(position(hand, own=f"GO {driven}"))
    assert row[: len(WITHIN)] == [cards <= most for most in WITHIN]


def test_a_200_does_not_count_after_two_were_played() -> None:
    assert told(position("200", own="GO 200 100"))[: len(WITHIN)] == [0] * len(WITHIN)
    assert told(position("200 200", own="GO 200 100"))[-len(BESIDES) :] == [0, 0, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["mile-bones", "mille"])
def test_the_features_agree_with_trying_every_selection_of_cards(rules: str) -> None:
    seen = [each for seed in range(6) for each in questions("original", rules, seed)]
    seen = [each for each in seen if max((each.hand.count(card) for card in DISTANCES), default=0) <= 3]
    assert len(seen) > 100
    for observation in seen:
        assert told(observation) == expected(observation)


def test_longer_rows_give_the_same_features() -> None:
    row = np.array([features(position("75 25"))], np.int8)
    longer = np.concatenate([row, np.ones((1, 9), np.int8)], axis=1)
    assert row.shape == (1, SIZE)
    assert completions(row).shape == (1, LENGTH)
    assert (completions(longer) == completions(row)).all()
