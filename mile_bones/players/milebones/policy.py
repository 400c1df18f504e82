"""A network that chooses: what it is told, and what it says of every action."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch.tables import Row
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.milebones import batch_features
from mile_bones.players.milebones.completion import INPUTS, completions
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.network import Network, load_weights


@cache
def expert_policy() -> Policy:
    """The expert's, as it ships; it is the same for all who ask."""
    return Policy(load_weights("expert"))


class Policy:
    """Answers are by action, as ``expert.place`` numbers them: the higher, the better it likes the action.

    Weights with as many inputs as ``features`` has numbers are told no more than that, as the first expert was.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self._network = Network(weights)
        self._is_told_completions = self._network.inputs == INPUTS

    def __call__(self, observation: Observation) -> NDArray[np.float32]:
        """``[actions]``."""
        row = features(observation)
        if self._is_told_completions:
            row += completions(np.array([row], np.int8))[0].tolist()
        return self._network(row)

    def alike(self, rows: Row) -> NDArray[np.float32]:
        """``[n, actions]``, for the players to act in hands that have much in common."""
        told = batch_features.policy_features if self._is_told_completions else batch_features.features
        return self._network.alike(told(rows))
