"""The level ``expert``: legal, loaded only when it plays, and aware of the game as well as of the hand."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

from mile_bones import resources
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.players import load_player
from mile_bones.players.milebones.completion import INPUTS
from mile_bones.players.milebones.expert import COUP, NO, NO_COUP, YES, place
from mile_bones.players.milebones.network import Network, load_weights
from players.milebones.positions import answer, position, questions

EXPERT = load_player("mile-bones", "expert")


def extension_questions(hands: int, rules: str) -> list[Observation]:
    """Return the expert's observations at 700 miles, while it plays against itself."""
    return [seen for seed in range(hands) for seen in questions("expert", rules, seed) if seen.phase is Phase.EXTEND]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_expert_extends_less_often_when_the_trip_wins_the_game(rules: str) -> None:
    asked = extension_questions(60, rules)
    assert len(asked) > 30

    def share(own: int, other: int) -> float:
        return sum(EXPERT.choose(seen._replace(totals=(own, other))) is EXTEND for seen in asked) / len(asked)

    assert share(0, 0) > 0.3
    assert share(4400, 4400) < 0.7 * share(0, 0)


@pytest.mark.slow
def test_totals_of_4800_and_3000_change_some_choices_of_the_expert() -> None:
    """The score of the game changes at least one choice in thirty. All choices stay legal."""
    asked = [seen for seed in range(20) for seen in questions("expert", "mile-bones", seed)]
    changed = [seen for seen in asked if EXPERT.choose(seen) != EXPERT.choose(seen._replace(totals=(4800, 3000)))]
    assert len(changed) > len(asked) / 30


def test_the_expert_plays_the_obvious_actions() -> None:
    assert answer(
        EXPERT, position("PUNCTURE_PROOF 25 100", own="GO 100 FLAT_TIRE", coup_hazard="FLAT_TIRE", phase=Phase.DRAW)
    ) == ("play PUNCTURE_PROOF")
    assert answer(EXPERT, position("GO 100 100 75 25 25 50")) == "play GO"
    assert answer(EXPERT, position("100 100 75 25 25 50 50", own="GO", other="SPEED_LIMIT")).startswith("play ")


def test_the_outputs_have_the_order_of_the_training() -> None:
    assert [place(action, Phase.PLAY) for action in (*PLAY, *DISCARD)] == list(range(38))
    assert place(EXTEND, Phase.EXTEND) == YES == 38
    assert place(END_TRIP, Phase.EXTEND) == NO == 39
    assert place(PLAY[Card.EXTRA_TANK], Phase.DRAW) == COUP == 40
    assert place(DRAW, Phase.DRAW) == NO_COUP == 41


def test_a_network_has_two_hidden_layers_of_relu() -> None:
    layers = {
        "one": np.array([[1.0, -1.0], [2.0, 0.0]]),
        "one_bias": np.array([0.5, 0.0]),
        "two": np.array([[1.0, 1.0], [1.0, -1.0]]),
        "two_bias": np.array([0.0, -1.0]),
        "out": np.array([[2.0], [3.0]]),
        "out_bias": np.array([0.25]),
    }
    network = Network(layers)
    assert network([1, 1]).tolist() == [2 * 3.5 + 3 * 2.5 + 0.25]  # hidden layers: 3.5 and 0, then 3.5 and 2.5
    assert network(np.array([[1, 1], [-1, 0]], np.float32))[:, 0].tolist() == [14.75, 2 * 1.0 + 0.25]
    prefixed = Network({f"judge_{name}": layer for name, layer in layers.items()}, "judge_")
    assert prefixed([1, 1]).tolist() == network([1, 1]).tolist()


def test_the_shipped_weights_fit_the_features() -> None:
    weights = load_weights("expert")
    assert weights["one"].shape[0] == INPUTS
    assert weights["out"].shape[1] == 42
    assert all(np.isfinite(layer).all() for layer in weights.values())
    with pytest.raises(resources.ResourceError):
        load_weights("nobody")


@pytest.mark.slow
def test_numpy_is_first_loaded_by_the_expert() -> None:
    program = (
        "import sys, mile_bones.players as p, mile_bones.match\n"
        "p.load_player('mile-bones', 'easy'); p.level('mile-bones', 'expert').strength()\n"
        "assert 'numpy' not in sys.modules\n"
        "p.load_player('mile-bones', 'expert')\n"
        "assert 'numpy' in sys.modules and 'torch' not in sys.modules and 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_pickled_action_keeps_its_place_among_the_outputs() -> None:
    """An action from another process or from a file equals the action here, but is a different object."""
    for action in (*PLAY, *DISCARD, EXTEND, END_TRIP):
        assert place(pickle.loads(pickle.dumps(action)), Phase.PLAY) == place(action, Phase.PLAY)
