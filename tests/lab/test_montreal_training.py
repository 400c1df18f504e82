"""The expert of the game Mille learns from deals. These follow the rules of the game and are played as the players of
the game play.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mile_bones.games.montreal.deal import Deal
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.lab.training.montreal import Learner, compare, mean_of, side, strong
from mile_bones.lab.training.montreal_deals import DECK, MOST_TURNS, Side, machine_code
from mile_bones.players import load_player
from mile_bones.players.montreal.conversion import SORT_OF
from mile_bones.players.montreal.expert_inputs import TOLD, WORTH
from mile_bones.players.montreal.network import LAYERS, network_tools
from mile_bones.players.montreal.proposals import new_proposals
from mile_bones.players.montreal.turns import new_space

pytestmark = pytest.mark.slow


def cards_of(deck: list[int]) -> list[int]:
    """Return cards of the given sorts."""
    left = {sort: [card for card in range(52) if SORT_OF[card] == sort] * 2 for sort in range(15)}
    return [left[sort].pop() for sort in deck]


def expert(code: dict[str, Any]) -> Side:
    _flat, _matrix, *weights = network_tools()
    return side(code, "turn_of_expert", weights)


@pytest.mark.sample(slow=2, proof=2)
@pytest.mark.slow
@pytest.mark.parametrize("levels", [("strong", "strong"), ("expert", "strong")], ids=" and ".join)
@pytest.mark.parametrize("seed", range(4))
def test_a_deal_ends_with_the_same_result_as_in_the_game(seed: int, levels: tuple[str, str]) -> None:
    deck = np.random.default_rng(seed).permutation(DECK)
    cards, first = cards_of(deck.tolist()), seed % 2
    hands = tuple(cards[0:30:2]), tuple(cards[1:30:2])
    deal = Deal(first, hands if first == 0 else hands[::-1], cards[30], tuple(cards[31:]), 1)
    state, players = (
        MontrealMille().new_state(1, deal=deal),
        [load_player("montreal-mille", name) for name in levels],
    )
    while not state.needs_deal and not state.is_terminal():
        seat = state.current_player
        state.apply_action(players[seat].choose(state.observation(seat)), deal=False)
    assert not state.round.reshuffled, "a reshuffle would add chance"
    rows = np.zeros(MOST_TURNS * TOLD, np.float32)
    code = machine_code()
    sides = [expert(code) if name == "expert" else strong(code) for name in levels]
    one, other, out, number = code["play_deal"](deck, first, 0, (new_space(), new_proposals()), *sides, rows)
    assert (one, other) == state.totals
    assert out == state.round.out
    own_turns = (state.round.turn + (first == 0)) // 2
    assert number in (own_turns - 1, own_turns)
    told = rows.reshape(-1, TOLD)[:, WORTH]
    assert told[:number].all() and not told[number:].any()


@pytest.mark.proof
def test_every_position_of_a_deal_comes_with_the_deals_result() -> None:
    rows, outcomes, ahead, last = np.zeros(60 * TOLD, np.float32), np.zeros(60), np.zeros(2), np.ones(60, np.bool_)
    code = machine_code()
    filled = code["play_deals"](
        2, 7, side(code, "turn_of_learner", Learner(1, 0).weights), strong(code), rows, outcomes, ahead, last
    )
    came = outcomes[:filled].tolist()
    first = came.count(came[0])
    assert came == [ahead[0] / 100] * first + [ahead[1] / 100] * (filled - first)
    assert 2 < first < filled and ahead[0] != ahead[1]
    assert np.flatnonzero(last[:filled]).tolist() == [first - 1, filled - 1]


@pytest.mark.parametrize("decay", [0.0, 0.5, 1.0])
def test_the_target_of_a_table_mixes_later_estimates_with_the_outcome(decay: float) -> None:
    learner = Learner(1, 0, hidden=(4, 3), remembered=1, decay=decay)
    told = np.random.default_rng(5).random((5, TOLD)).astype(np.float32)
    last = np.array([False, False, True, False, True])
    found = learner.returns(told, np.array([2.0, 2.0, 2.0, -1.0, -1.0]), last)
    estimates = learner.judge(told)
    second = (1 - decay) * estimates[2] + decay * 2.0
    first = (1 - decay) * estimates[1] + decay * second
    expected = [first, second, 2.0, (1 - decay) * estimates[4] + decay * -1.0, -1.0]
    assert found == pytest.approx(expected)


@pytest.mark.proof
def test_a_network_learns_reproducibly_from_its_seed(tmp_path: Path) -> None:
    told = np.random.default_rng(5).random((200, TOLD)).astype(np.float32)
    outcomes = (told[:, WORTH] + told[:, 0] - told[:, 1]).astype(np.float64)

    def learned(seed: int) -> tuple[Learner, list[float]]:
        learner = Learner(seed, 0, hidden=(8, 4), remembered=1000)
        learner.remember(told, outcomes)
        return learner, [learner.learn(20, 1e-2) for _round in range(5)]

    (learner, losses), (_twin, again), (_other, others) = learned(1), learned(1), learned(2)
    assert losses[-1] < 0.5 * losses[0]
    assert losses == again != others
    assert float(((learner.judge(told) - outcomes) ** 2).mean()) < losses[0]
    learner.save(tmp_path / "player.npz")
    with np.load(tmp_path / "player.npz") as file:
        assert set(file.files) == set(LAYERS)
        assert file["one"].shape == (TOLD, 8)


def test_the_saved_network_is_the_mean_of_the_last_part_of_the_run(tmp_path: Path) -> None:
    learner, seen = Learner(1, 4, deals_a_round=1, hidden=(2, 2), remembered=1000), []
    learner.run(lambda _report: seen.append(learner.weights[0].copy()))
    learner.save(tmp_path / "player.npz")
    with np.load(tmp_path / "player.npz") as file:
        kept = file["one"].astype(np.float32)
    assert np.abs(kept - np.mean(seen[1:], axis=0)).max() < 1e-4 < np.abs(kept - seen[-1]).max()


def test_the_mean_of_networks_is_a_network_with_their_mean_output() -> None:
    told = np.random.default_rng(5).random((20, TOLD)).astype(np.float32)
    some = [Learner(seed, 0, hidden=size, remembered=1) for seed, size in enumerate([(8, 4), (6, 3), (5, 7)])]
    some[0].weights[1][:], some[1].weights[3][:], some[2].weights[5][:] = 0.3, -0.2, 0.1
    together = Learner(3, 0, remembered=1)
    together.weights = mean_of([one.weights for one in some])
    said = [one.judge(told) for one in some]
    assert together.judge(told) == pytest.approx(np.mean(said, axis=0), rel=1e-4)
    assert not np.allclose(said[0], said[1], rtol=1e-3) and not np.allclose(said[1], said[2], rtol=1e-3)


@pytest.mark.slow
def test_equal_players_score_zero_over_mirrored_deals() -> None:
    code = machine_code()
    assert compare(code, strong(code), strong(code), 4, 1) == (0, 0)
