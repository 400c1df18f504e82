"""Weights that are known, for players and judges in tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.players.milebones.network import load_weights


def expecting(*outcomes: tuple[int, int]) -> dict[str, NDArray[np.floating]]:
    """The champion's, with a judge to whom each of these outcomes is as likely as the next.

    Each is points that the hand still brings to whoever is to act, and to the other one.
    """
    weights = load_weights("champion")
    groups = len(outcomes)
    layers = {"judge_out": np.zeros((len(weights["judge_out"]), groups)), "judge_out_bias": np.zeros(groups)}
    return weights | layers | {"outcomes": np.array(outcomes)[:, None]}
