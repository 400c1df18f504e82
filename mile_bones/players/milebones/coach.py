"""The worth of each choice, averaged over imagined worlds that agree with all that the player could know.

Each action is done in the same worlds, and then each world is played on for a few choices (`lookahead`). Two numbers
measure the outcome with all cards open: the lead of the seat in points, and the worth of the game (`judge`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.coach import LIMITS, Mark, Rating, Worth
from mile_bones.players.costs import costs_of, losses_of
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.lookahead import LAST_CARDS, Judged, Lookahead
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy, expert_policy
from mile_bones.players.milebones.stakes import Stakes, to_usual_target

PLIES = 7
FIRST_PART, FIRST_LEAST = 1 / 5, 200
"""The part of the worlds in which all actions are tried, and the least number of these worlds. These are enough to show
which actions are surely blunders.
"""
SURELY = 4.0
"""Standard errors by which an action's cost must exceed the limit of a blunder before it is dropped."""


class MileBonesCoach:
    """A coach that plays on with the expert's network. For guessing cards and for judging it has the champion's
    networks.

    The imagined worlds follow from ``seed``.
    """

    def __init__(
        self,
        policy: Policy,
        weights: Mapping[str, NDArray[np.floating]],
        seed: int = 0,
        plies: int = PLIES,
        last_cards: int = LAST_CARDS,
    ) -> None:
        judge = Judge(weights)
        self.policy = policy
        self.stakes = judge.stakes
        self.lookahead = Lookahead(
            policy, Network(weights, "guess_"), judge.outlook, seed, plies, last_cards, Judged.TWICE
        )

    def rate(self, observation: Observation, worlds: int, cancel: Cancel | None = None) -> Rating | None:
        """Rate each legal action for the seat that observes. Return None if ``cancel`` stopped it.

        An action that is surely a blunder after the first worlds is not tried in the others. Such an action is compared
        with the best action only in those worlds in which both were tried. Raise ValueError if it is not the turn of
        this seat, or if ``worlds`` is less than 2: the standard error needs a spread.
        """
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        if worlds < 2:
            raise ValueError("at least two worlds are needed")
        observation = to_usual_target(observation)
        rows, decks = self.lookahead.imagined(observation, worlds)
        first = min(max(int(worlds * FIRST_PART), FIRST_LEAST), worlds)
        found = np.full((len(actions), 2, worlds), np.nan)
        tried = np.arange(len(actions))
        for part in (slice(0, first), slice(first, worlds))[: 1 + (first < worlds)]:
            some = self.lookahead.outcomes(observation, [actions[k] for k in tried], rows[part], decks[part], cancel)
            if some is None:
                return None
            found[tried, :, part] = some
            seen = found[:, :, : part.stop]
            _best, costs, errors = costs_of(self.stakes.mixed(seen[:, 0], seen[:, 1]))
            tried = np.flatnonzero(costs - SURELY * errors < LIMITS[Mark.BLUNDER].points)
        return _rating(actions, found, self.stakes, observation.rules.name)


def _rating(actions: Sequence[Action], found: NDArray[np.float64], stakes: Stakes, rules: str) -> Rating:
    best, costs, errors = costs_of(stakes.mixed(found[:, 0], found[:, 1]))
    costs[best] = -np.inf  # The best action comes first, even if rounding gives an equal action the same cost.
    # An action that was not tried in all worlds is rated only by its difference to the best action in the same
    # worlds.
    points, game = (found[best].mean(axis=1) - np.nanmean(found[best] - found, axis=2)).T
    worths = stakes.mixed(points, game).tolist()
    chances = [stakes.chance(each, rules) for each in game.tolist()]
    losses = losses_of(found[:, 0], stakes.mixed(found[:, 0], found[:, 1])).tolist()
    order = np.argsort(costs, kind="stable").tolist()
    return Rating(
        tuple(Worth(actions[k], float(points[k]), chances[k], worths[k], float(errors[k]), losses[k]) for k in order),
        found.shape[2],
    )


@cache
def load_coach() -> MileBonesCoach:
    """Return the coach with the weights that ship; it is loaded once."""
    return MileBonesCoach(expert_policy(), load_weights("champion"))
