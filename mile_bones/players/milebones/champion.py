"""The level ``champion``: the expert, who looks one step ahead at every choice.

It imagines cards that the opponent may hold and the deck may bring, does every action in a few of these worlds, plays
on for some choices as the expert would, and asks a second network, which has learned to judge open hands, what they are
worth then; near the end of the deck the hands are played to their end. As long as it is not clear what is best, more
worlds are imagined. It sees what every player sees; what it imagines is drawn from luck of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.lookahead import Judged, Lookahead
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.policy import Policy
from mile_bones.players.milebones.stakes import to_usual_target

FIRST_LOOK = 32
"""In so many worlds every legal action is tried, however clear the choice seems to the expert."""
LIKELY = 0.1
"""An action that the expert finds less likely stays in question only if it has done better there than the likeliest."""
HANDS = 2000
"""So many hands are played on for one choice, all actions together, as long as more than one is in question."""
TRUST = 6.0
"""Points by which an action is better for every factor *e* by which the expert finds it likelier: he has learned from
many more worlds than can be looked at in one choice, and the judge is wrong by more than that now and then."""
SECOND_LOOK = 0.4
"""The part of the hands after which what is surely worse than the best is left out, as after the first look."""
LAST_CARDS = 16
"""With no more cards in the deck than this, hands are played on to their end: the judge is wrong about the last turns.
Then every action is tried further, however unlikely the expert finds it."""
LAST_HANDS = 1000
"""So many instead of ``HANDS`` where they are played to their end."""
SURELY = 2.5
"""Standard errors."""
PLIES = 4


class ChampionPlayer:
    """The expert's network, those that guess cards and judge, and luck that follows from ``seed``."""

    def __init__(
        self,
        policy: Policy,
        weights: Mapping[str, NDArray[np.floating]],
        seed: int,
        plies: int = PLIES,
        last_cards: int = LAST_CARDS,
        trust: float = TRUST,
    ) -> None:
        guess = Network(weights, "guess_")
        worths = Judge(weights).worths
        self._policy = policy
        self._ahead = Lookahead(policy, guess, worths, seed, plies, last_cards=-1, judged=Judged.BY_TURNS)
        self._to_end = Lookahead(policy, guess, worths, seed, plies=0, last_cards=at.DECK)
        self._last_cards = last_cards
        self._trust = trust

    def choose(self, observation: Observation) -> Action:
        """The same seed and observation always give the same answer."""
        actions = observation.legal_actions()
        return actions[0] if len(actions) == 1 else self._best(to_usual_target(observation), actions)

    def _best(self, observation: Observation, actions: Sequence[Action]) -> Action:
        is_last = observation.left <= self._last_cards
        luck, budget = self._ahead.luck(observation), LAST_HANDS if is_last else HANDS
        said = self._policy(observation)[[place(action, observation.phase) for action in actions]]
        trust = self._trust * (said - said.max())[:, None]
        found = self._tried(observation, actions, FIRST_LOOK, luck) + trust
        played = found.size
        tried = np.arange(len(actions)) if is_last else _in_question(said, found)
        found = found[tried]
        for part in (1.0,) if is_last else (SECOND_LOOK, 1.0):
            less = found[found.mean(axis=1).argmax()] - found
            keeps = less.mean(axis=1) <= SURELY * less.std(axis=1) / found.shape[1] ** 0.5
            tried, found = tried[keeps], found[keeps]
            more = (int(part * budget) - played) // len(tried)
            if len(tried) == 1 or more < 1:
                break
            came = self._tried(observation, [actions[number] for number in tried], more, luck)
            found = np.concatenate([found, came + trust[tried]], axis=1)
            played += came.size
        return actions[int(tried[found.mean(axis=1).argmax()])]

    def _tried(
        self, observation: Observation, actions: Sequence[Action], worlds: int, luck: np.random.Generator
    ) -> NDArray[np.float64]:
        """What comes of the actions in so many new worlds, the same for all of them: ``[actions, worlds]``."""
        lookahead = self._to_end if observation.left <= self._last_cards else self._ahead
        found = lookahead.outcomes(observation, actions, *lookahead.imagined(observation, worlds, luck))
        assert found is not None
        return found


def _in_question(said: NDArray[np.float32], found: NDArray[np.float64]) -> NDArray[np.intp]:
    """The numbers of the actions that the expert, who has said so much for each, finds likely; and of those that have
    done better than his favourite at the first look."""
    chances = np.exp(said - said.max())
    means = found.mean(axis=1)
    return np.flatnonzero((chances > LIKELY * chances.sum()) | (means > means[said.argmax()]))
