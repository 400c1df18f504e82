"""The deals from which the expert of Mille learns are those of the game, played as the players play them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mile_bones.games.montreal import Deal, MontrealMille
from mile_bones.lab.training.montreal import Learner, compare
from mile_bones.lab.training.montreal_deals import DECK, MOST_TURNS, machine_code
from mile_bones.players import load_player
from mile_bones.players.montreal.features import INPUTS
from mile_bones.players.montreal.judges import WEIGHTS
from mile_bones.players.montreal.network import LAYERS
from mile_bones.players.montreal.turns import new_space
from mile_bones.players.montreal.views import SORT_OF

pytestmark = pytest.mark.slow


def cards_of(deck: list[int]) -> list[int]:
    """Cards of these sorts."""
    left = {sort: [card for card in range(52) if SORT_OF[card] == sort] * 2 for sort in range(15)}
    return [left[sort].pop() for sort in deck]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_deal_comes_out_as_in_the_game(seed: int) -> None:
    deck = np.random.default_rng(seed).permutation(DECK)
    cards, first = cards_of(deck.tolist()), seed % 2
    hands = tuple(cards[0:30:2]), tuple(cards[1:30:2])
    deal = Deal(first, hands if first == 0 else hands[::-1], cards[30], tuple(cards[31:]), 1)
    state, players = (
        MontrealMille().new_state(1, deal=deal),
        [load_player("montreal-mille", "strong") for _seat in "01"],
    )
    while not state.needs_deal and not state.is_terminal():
        seat = state.current_player
        state.apply_action(players[seat].choose(state.observation(seat)), deal=False)
    assert not state.round.reshuffled, "then the luck of the reshuffle would count as well"
    rows, whose = np.zeros(MOST_TURNS * INPUTS, np.float32), np.zeros(MOST_TURNS, np.int64)
    code = machine_code()
    judge = code["judge_strongly"], np.array(WEIGHTS)
    one, other, out, number = code["play_deal"](deck, first, 0, new_space(), *judge, *judge, rows, whose)
    assert (one, other) == state.totals
    assert out == state.round.out
    turns = state.round.turn
    assert number in (turns - 1, turns)
    assert set(whose[:number].tolist()) == {0, 1}


def test_targets_fade_from_the_outcome_to_what_is_thought_by_now() -> None:
    whose, outcomes = np.array([0, 1, 0, 1, 0]), np.array([3.0, -3.0, 3.0, -3.0, 3.0])
    worths, targets = np.array([0.0, 0.0, 1.0, -1.0, 2.0]), np.zeros(5)
    machine_code()["fade_back"](0.5, 5, worths, whose, outcomes, targets)
    assert targets.tolist() == [0.5 * 2.5 + 0.5 * 1, 0.5 * -3 + 0.5 * -1, 0.5 * 3 + 0.5 * 2, -3, 3]


def test_a_network_learns_and_the_same_from_the_same_seed(tmp_path: Path) -> None:
    told = np.random.default_rng(5).random((200, INPUTS)).astype(np.float32)
    targets = told[:, 0] - told[:, 1]

    def learned(seed: int) -> tuple[Learner, list[float]]:
        learner = Learner(seed, 0, hidden=(8, 4))
        learner.remember(told, targets)
        return learner, [learner.learn(20, 1e-2) for _round in range(5)]

    (learner, losses), (_twin, again), (_other, others) = learned(1), learned(1), learned(2)
    assert losses[-1] < 0.5 * losses[0]
    assert losses == again != others
    assert learner.judge(told[:3]).shape == (3,)
    learner.save(tmp_path / "player.npz")
    with np.load(tmp_path / "player.npz") as file:
        assert set(file.files) == set(LAYERS)
        assert file["one"].shape == (INPUTS, 8)


@pytest.mark.slow
def test_equal_judges_are_equal_over_mirrored_deals() -> None:
    code = machine_code()
    judge = code["judge_strongly"], np.array(WEIGHTS)
    assert compare(code, judge, judge, 4, 1) == (0, 0)
