"""The policy: a network that rates every action of an observation."""

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
    """Return the expert's policy with the weights that ship; all callers share it."""
    return Policy(load_weights("expert"))


class Policy:
    """A network with one output for each action, numbered as by ``expert.place``. A higher output means a better
    action.

    If the weights have only as many inputs as ``features`` has numbers, as those of the first expert had, the network
    gets no ``completions``.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self._network = Network(weights)
        self._is_told_completions = self._network.inputs == INPUTS

    def __call__(self, observation: Observation) -> NDArray[np.float32]:
        """Return the outputs for one observation, ``[actions]``."""
        row = features(observation)
        if self._is_told_completions:
            row += completions(np.array([row], np.int8))[0].tolist()
        return self._network(row)

    def alike(self, rows: Row) -> NDArray[np.float32]:
        """Return the outputs for the players to act in hands that have much in common, ``[n, actions]``."""
        told = batch_features.policy_features if self._is_told_completions else batch_features.features
        return self._network.alike(told(rows))
