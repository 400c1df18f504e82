"""Known weights for players and judges in tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.players.milebones.network import load_weights


def expecting(*outcomes: tuple[int, int]) -> dict[str, NDArray[np.floating]]:
    """Return the champion's weights with a judge that expects each of ``outcomes`` with the same chance. An outcome is
    a pair: the points that the hand still brings to the player to act, and to the opponent.
    """
    weights = load_weights("champion")
    groups = len(outcomes)
    layers = {"judge_out": np.zeros((len(weights["judge_out"]), groups)), "judge_out_bias": np.zeros(groups)}
    return weights | layers | {"outcomes": np.array(outcomes)[:, None]}
