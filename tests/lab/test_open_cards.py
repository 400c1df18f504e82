"""The expert against a player that sees all cards."""

from __future__ import annotations

import pytest

from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.games.milebones.rules import MILE_BONES, MILLE, Rules
from mile_bones.lab.open_cards import DEALS, best_in_open_cards, block_of_pairs, play_hands
from mile_bones.players import load_player

pytestmark = pytest.mark.slow


def at_first_choice(rules: Rules, number: int) -> Hand:
    """Return a hand in which seat 0 begins and has drawn."""
    hand = Hand(rules, shuffled_deal(rules, 5, number, 0))
    while hand.draw_is_forced():
        hand.apply(DRAW)
    return hand


def ahead(hand: Hand, seat: int) -> int:
    scores = hand.score()
    return scores[seat].total - scores[1 - seat].total


@pytest.mark.parametrize("rules", [MILE_BONES, MILLE])
def test_the_expected_lead_comes_if_both_sides_play_as_the_expert(rules: Rules) -> None:
    expert, hand = load_player("mile-bones", "expert"), at_first_choice(rules, 0)
    ((best, expected),) = best_in_open_cards([hand])
    found = {}
    for action in hand.observation(0).legal_actions():
        one = hand.clone()
        one.apply(action)
        while one.ended is None:
            one.apply(DRAW if one.draw_is_forced() else expert.choose(one.observation(one.player)))
        found[action] = ahead(one, 0)
    assert expected == max(found.values()) == found[best]


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize("rules", [MILE_BONES, MILLE])
def test_the_hand_ends_at_least_as_well_as_expected_at_first(rules: Rules) -> None:
    """In every later choice, the player that sees all cards can still follow its first plan, and its opponent plays as
    expected.
    """
    hands = [at_first_choice(rules, number) for number in range(4)]
    expected = [points for _action, points in best_in_open_cards(hands)]
    play_hands(hands, [0] * len(hands))
    assert all(hand.ended for hand in hands)
    assert [ahead(hand, 0) >= points for hand, points in zip(hands, expected, strict=True)] == [True] * 4


@pytest.mark.long
def test_seeing_all_cards_wins_and_the_result_is_reproducible() -> None:
    pairs = block_of_pairs("mille", 3, 1)
    assert pairs == block_of_pairs("mille", 3, 1)
    assert len(pairs) == DEALS
    assert sum(here + there for here, there in pairs) / (2 * DEALS) > 300


def test_a_hand_is_played_the_same_alone_and_beside_others() -> None:
    hands = [at_first_choice(MILE_BONES, number) for number in range(3)]
    together = best_in_open_cards(hands)
    assert together == [best_in_open_cards([hand])[0] for hand in hands]
