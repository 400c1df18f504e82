"""The level ``champion``: the expert, who looks again before a choice that is not clear.

It imagines cards that the opponent may hold and the deck may bring, does each likely action in all of these worlds,
plays on for a few turns as the expert would, and asks a second network, which has learned to judge open hands, what
they are worth then. The action that is best on average is played. It sees what every player sees; what it imagines is
drawn from luck of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import Action, Observation
from mile_bones.players.milebones.determinizations import imagine, rng_for
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.lookahead import Lookahead
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.stakes import Stakes

ROLLOUTS = 240
"""Rollouts for one choice, all actions together, so that every choice takes the same time."""
PLIES = 2
LIKELY = 0.02
"""An action that the expert finds less likely than this is not looked at."""


class ChampionPlayer:
    """The expert's network, those that guess cards and judge, and luck that follows from ``seed``."""

    def __init__(
        self,
        policy: Network,
        weights: Mapping[str, NDArray[np.floating]],
        seed: int,
        rollouts: int = ROLLOUTS,
        plies: int = PLIES,
    ) -> None:
        self._policy = policy
        self._guess = Network(weights, "guess_")
        self._lookahead = Lookahead(policy, Network(weights, "judge_"), Stakes.of_champion(weights), plies)
        self._seed = seed
        self._rollouts = rollouts

    def choose(self, observation: Observation) -> Action:
        """The same seed and observation always give the same answer."""
        actions = observation.legal_actions()
        if len(actions) == 1:
            return actions[0]
        row = features(observation)
        said = self._policy(row)[[place(action, observation.phase) for action in actions]]
        chances = np.exp(said - said.max())
        likely = [action for action, chance in zip(actions, chances / chances.sum(), strict=True) if chance > LIKELY]
        if len(likely) == 1:
            return likely[0]
        rng = rng_for(self._seed, row)
        determinizations = imagine(observation, self._guess(row), self._rollouts // len(likely), rng)
        return likely[int(self._lookahead.values(observation, likely, determinizations).argmax())]
