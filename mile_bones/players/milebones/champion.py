"""The level ``champion``: the expert, who looks again before a choice that is not clear.

It imagines cards that the opponent may hold and the deck may bring, does each likely action in all of these worlds,
plays on for a few turns as the expert would, and asks a second network, which has learned to judge open hands, what
they are worth then. The action that is best on average is played. It sees what every player sees; what it imagines is
drawn from luck of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import Action, Observation, Phase
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.batch_features import open_features
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import features
from mile_bones.players.milebones.lookahead import LAST_CARDS, POINTS, Lookahead
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.stakes import Stakes, to_usual_target

HANDS = 2000
"""So many hands are played on for one choice, all actions together, so that every choice takes about as long."""
LAST_HANDS = 600
"""The same where they are played to their end."""
PLIES = 4
LIKELY = 0.005
"""An action that the expert finds less likely than this is not looked at, but at the end of a deck all are."""
PARTS = (0.25, 0.75)
"""After each of these parts of the hands, what is surely worse than the best is left out."""
SURELY = 2.5
"""Standard errors."""


class ChampionPlayer:
    """The expert's network, those that guess cards and judge, and luck that follows from ``seed``."""

    def __init__(
        self,
        policy: Network,
        weights: Mapping[str, NDArray[np.floating]],
        seed: int,
        hands: int = HANDS,
        last_hands: int = LAST_HANDS,
        plies: int = PLIES,
        last_cards: int = LAST_CARDS,
    ) -> None:
        self._policy = policy
        self._judge = Network(weights, "judge_")
        self._stakes = Stakes.of_champion(weights)
        self._lookahead = Lookahead(policy, Network(weights, "guess_"), self._worths, seed, plies, last_cards)
        self._hands = hands
        self._last_hands = last_hands
        self._plies, self._last_cards = plies, last_cards

    def choose(self, observation: Observation) -> Action:
        """The same seed and observation always give the same answer."""
        actions = self.in_question(observation)
        return actions[0] if len(actions) == 1 else self._best(to_usual_target(observation), actions)

    def in_question(self, observation: Observation) -> Sequence[Action]:
        """The legal actions that are worth a look; where it is one, that is played."""
        actions = observation.legal_actions()
        if len(actions) == 1 or self._is_near_end(observation) or observation.phase is Phase.EXTEND:
            return actions
        said = self._policy(features(observation))[[place(action, observation.phase) for action in actions]]
        chances = np.exp(said - said.max())
        chances /= chances.sum()
        return [action for action, chance in zip(actions, chances.tolist(), strict=True) if chance > LIKELY]

    def _best(self, observation: Observation, actions: Sequence[Action]) -> Action:
        budget = self._last_hands if self._is_near_end(observation) else self._hands
        rows, decks = self._lookahead.imagined(observation, budget // 2)
        tried = list(actions)
        found = np.empty((len(actions), 0))
        for part in PARTS:
            done = found.shape[1]
            some = slice(done, done + int(part * budget) // len(tried))
            came = self._lookahead.outcomes(observation, tried, rows[some], decks[some])
            assert came is not None
            found = np.concatenate([found, came], axis=1)
            less = found[found.mean(axis=1).argmax()] - found
            keeps = np.flatnonzero(less.mean(axis=1) <= SURELY * less.std(axis=1) / found.shape[1] ** 0.5)
            tried, found = [tried[number] for number in keeps], found[keeps]
            if len(tried) == 1:
                break
        return tried[int(found.mean(axis=1).argmax())]

    def _is_near_end(self, observation: Observation) -> bool:
        """Every hand will be played to its end."""
        return observation.left <= self._last_cards + self._plies

    def _worths(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """To ``seat``, in points: exact where a hand is over, otherwise what the judge says of it."""
        worths = self._stakes.mixed(*self._stakes.standing(rows, seat))
        going = np.flatnonzero(rows[:, at.ENDED] == 0)
        if going.size:
            part = rows.T[:, going].T
            signs = np.where(part[:, at.PLAYER] == seat, POINTS, -POINTS)
            worths[going] += self._judge.alike(open_features(part, decks[going]))[:, 0] * signs
        return worths
