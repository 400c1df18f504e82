"""The luck network learns from examples: the hands as they were played, and the luck as the game will compute it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch

from mile_bones import resources
from mile_bones.games.milebones.actions import DRAW, Action
from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import deals
from mile_bones.lab.training import luck
from mile_bones.lab.training.export import layers, tower
from mile_bones.players import load_player
from mile_bones.players.milebones.luck import LuckJudge
from mile_bones.players.milebones.network import load_weights

SEED, HANDS = 4, 10
PAIRS = (("original", "expert"), ("expert", "original"), ("original", "easy"), ("easy", "original"), ("original",) * 2)


def test_training_and_game_compute_the_same_luck() -> None:
    """Recorded hands are replayed twice: as rows, and in the game. The results and the luck of each draw must agree."""
    network = luck.from_critic(load_weights("champion"))
    judge = LuckJudge(layers(network) | {"fair": np.zeros((2, 3, 3))})
    tables = luck.replayed(luck.record(HANDS, SEED), np.arange(HANDS))
    inputs = tables.inputs()
    with torch.no_grad():
        said = network(inputs)[:, 0].double().numpy()
        expected, came = luck._expected(tables, inputs, network)
    checked = 0
    for number, (levels, rules) in enumerate(product(PAIRS, RULE_SETS.values())):
        deal = deals.deal(rules, SEED, number, number // 2 % 2)
        hand, actions = Hand(rules, deal), list[Action]()
        while hand.ended is None:
            seat = hand.player
            player = load_player("mile-bones", levels[seat])
            action = DRAW if hand.draw_is_forced() else player.choose(hand.observation(seat))
            actions.append(action)
            hand.apply(action)
        first, second = hand.score()
        assert tables.results[number] == first.total - second.total
        lines = np.nonzero((tables.hands == number) & (came >= 0))[0]
        learned = [abs(said[line] - expected[line]) * 500 for line in lines]
        draws = {action: abs(points) for action, _seat, points in judge.luck(rules, deal, actions, levels).draws}
        reckoned = list(draws.values())  # of the two cards of a coup fourré, this keeps the second
        assert learned == pytest.approx(reckoned[: len(learned)], abs=2)
        checked += len(learned)
    assert checked > 400


def test_the_number_of_tables_in_a_step_does_not_change_the_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluated alone, a table with an empty deck has no card that might have come."""
    network = luck.from_critic(load_weights("champion"))
    tables = luck.replayed(luck.record(HANDS, 5), np.arange(HANDS))
    inputs = tables.inputs()
    with torch.no_grad():
        expected, came = luck._expected(tables, inputs, network)
        monkeypatch.setattr(luck, "_TABLES", 1)
        alone, _came = luck._expected(tables, inputs, network)
    assert (came < 0).any(), "some table has an empty deck"
    assert alone == pytest.approx(expected, abs=0.05)


def test_training_yields_a_mean_value_of_a_deal_by_rules_and_levels() -> None:
    told: list[str] = []
    torch.manual_seed(1)
    start, player = luck.from_critic(load_weights("champion")), tower(resources.path("players/expert.npz"))
    rng = np.random.default_rng(1)
    trained = luck.train(start, player, luck.record(10, 1), 2, rng, told.append, hands=64, epochs=1)
    assert [line.split(":")[0] for line in told] == ["1/2", "2/2"]
    fair = luck.fair(layers(trained), 1, rng)
    assert fair.shape == (2, 3, 3)
    assert (abs(fair) < 300).all()
