"""The greedy player on rows makes the same choices as the level ``easy``."""

from __future__ import annotations

import numpy as np
import pytest

from lab.batch.side_by_side import SideBySide
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.hand import shuffled_deal
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab.batch import greedy
from mile_bones.lab.hands import play_hand
from mile_bones.players.milebones.easy import EasyPlayer

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


class SortedEasy:
    """``easy`` with its cards sorted. If several cards are equally useless, it discards the card with the lowest
    number.
    """

    def __init__(self) -> None:
        self.easy = EasyPlayer()

    def choose(self, observation: Observation) -> Action:
        return self.easy.choose(observation._replace(hand=tuple(sorted(observation.hand))))


@pytest.mark.slow
@rule_sets
def test_every_choice_equals_that_of_easy(rules: str) -> None:
    """Half of the actions are random, so that the player meets positions that it would avoid."""
    rng, chosen, easy = Rng(2), RULE_SETS[rules], SortedEasy()
    for number in range(80):
        pair = SideBySide(chosen, shuffled_deal(chosen, 11, number, number % 2))
        while not pair.over:
            observation = pair.observation()
            action = easy.choose(observation)
            assert int(greedy.choose(pair.row)) == pair.number(action), observation
            legal = observation.legal_actions()
            pair.apply(action if rng.below(2) else legal[rng.below(len(legal))])


@pytest.mark.slow
@rule_sets
def test_whole_hands_score_as_in_the_arena(rules: str) -> None:
    chosen = RULE_SETS[rules]
    for number in range(60):
        deal = shuffled_deal(chosen, 4, number, number % 2)
        pair = SideBySide(chosen, deal)
        scores = np.zeros((1, 2), np.int16)
        greedy.play_out_all(pair.rows, pair.decks, scores)
        assert tuple(scores[0].tolist()) == play_hand(deal, (SortedEasy(), SortedEasy()), chosen)
        assert pair.row[at.ENDED]


def test_the_same_seed_plays_the_same_hands() -> None:
    hands = greedy.play_hands(40, seed=5)
    assert hands.shape == (40, 2)
    assert np.array_equal(hands, greedy.play_hands(40, seed=5))
    assert not np.array_equal(hands, greedy.play_hands(40, seed=6))
    assert not np.array_equal(hands, greedy.play_hands(40, seed=5, rules="mille"))


def test_the_size_of_a_batch_does_not_change_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = greedy.play_hands(20, seed=5)
    monkeypatch.setattr(greedy, "TOGETHER", 8)
    assert np.array_equal(greedy.play_hands(20, seed=5), at_once)
