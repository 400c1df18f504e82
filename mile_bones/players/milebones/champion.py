"""The level ``champion``: the expert, who also looks one step ahead at every choice.

The champion imagines worlds: cards that the opponent may hold, and an order of the deck. In each of a few worlds it
tries every action, and then makes some more choices as the expert would. Then a second network, the judge, which has
learned to judge open hands, estimates the value of the position. Near the end of the deck the hands are played to their
end instead. As long as it is not clear which action is best, more worlds are imagined. The champion sees only what
every player sees; its worlds are drawn at random from its own seed, not from that of the deal.
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
"""The number of worlds in which every legal action is tried, however clear the choice seems to the expert."""
LIKELY = 0.1
"""If the expert gives an action a lower probability than this, the action remains a candidate only if it did better in
the first worlds than the likeliest action.
"""
HANDS = 1800
"""The total number of hands played on for one choice, all actions together. Fewer are played if one candidate is
left.
"""
EARLY_CARDS, EARLY_HANDS = 60, 1000
"""With more than this number of cards in the deck, fewer hands are played on, because more gain nothing."""
TRUST = 6.0
"""Points added to an action for every factor *e* by which the expert finds the action likelier.

The expert has learned from many more worlds than one choice can look at, and the judge is sometimes wrong by more than
these points.
"""
SECOND_LOOK = 0.4
"""The part of the hands after which actions that are surely worse than the best are dropped a second time. The first
time is after the first look.
"""
LAST_CARDS = 16
"""With no more than this number of cards in the deck, hands are played to their end, because the judge is wrong about
the last turns. Then every action remains a candidate, however unlikely the expert finds it.
"""
LAST_HANDS = 600
"""The value that replaces ``HANDS`` if the hands are played to their end."""
SURELY = 2.5
"""Standard errors by which an action must be worse than the best before it is dropped."""
PLIES = 4


class ChampionPlayer:
    """A player with the expert's network, a network that guesses cards, the judge's network, and random numbers from
    ``seed``.
    """

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
        """Return the chosen action. The same seed and observation always give the same answer."""
        actions = observation.legal_actions()
        return actions[0] if len(actions) == 1 else self._best(to_usual_target(observation), actions)

    def _best(self, observation: Observation, actions: Sequence[Action]) -> Action:
        is_last = observation.left <= self._last_cards
        is_early = observation.left > EARLY_CARDS
        luck, budget = self._ahead.luck(observation), LAST_HANDS if is_last else EARLY_HANDS if is_early else HANDS
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
        """Return the outcome of each action in each of ``worlds`` new worlds: ``[actions, worlds]``.

        All actions are tried in the same worlds.
        """
        lookahead = self._to_end if observation.left <= self._last_cards else self._ahead
        found = lookahead.outcomes(observation, actions, *lookahead.imagined(observation, worlds, luck))
        assert found is not None
        return found


def _in_question(said: NDArray[np.float32], found: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the numbers of the actions that remain candidates: those that the expert finds likely, and those that did
    better at the first look than the expert's favourite. ``said`` has the expert's output for each action.
    """
    chances = np.exp(said - said.max())
    means = found.mean(axis=1)
    return np.flatnonzero((chances > LIKELY * chances.sum()) | (means > means[said.argmax()]))
