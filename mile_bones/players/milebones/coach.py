"""The worth of each choice, averaged over imagined worlds that agree with all that the player could know.

Each action is done in the same worlds, and then each world is played on for a few choices (`lookahead`). Two numbers
measure the outcome with all cards open: the lead of the seat in points, and the worth of the game (`judge`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.observation import Observation
from mile_bones.players.coach import LIMITS, Rating, Worth
from mile_bones.players.costs import costs_of, losses_of
from mile_bones.players.level_spec import Cancel
from mile_bones.players.milebones.judge import Judge
from mile_bones.players.milebones.lookahead import LAST_CARDS, Judged, Lookahead
from mile_bones.players.milebones.network import Network, load_weights
from mile_bones.players.milebones.policy import Policy, expert_policy
from mile_bones.players.milebones.stakes import Stakes, to_usual_target

PLIES = 7
PARTS: tuple[int, ...] = (60, 120, 200, 320, 500, 800, 1200, 1700)
"""The numbers of worlds after which the coach checks which actions are clear. A clear action is not tried in further
worlds, and when all are clear, the choice is rated.
"""
MOST_LOSS = 1.5
"""In points. An action is surely not the best if it would cost no more than this, on average over all that is still
possible, to take the best so far instead.
"""
MARKED_SURELY = 1.5
"""Standard errors by which the cost of a clear action must differ from each limit of a mark."""
NEAR, NEARLY = 12.0, 0.1
"""The standard error in points, or as a part of the cost, with which an action is clear even if its cost is near the
limit of a mark. More worlds than there are would be needed to tell on which side of the limit it is.
"""
AT_MOST = 0.2
"""The largest standard error of a clear action, as a part of its cost, if it is more than ``NEAR``."""

_BELL = NormalDist()


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

    def rate(
        self, observation: Observation, worlds: int, cancel: Cancel | None = None, chosen: Action | None = None
    ) -> Rating | None:
        """Rate each legal action for the seat that observes, in ``worlds`` worlds at most. Return None if ``cancel``
        stopped it.

        An action that is clear after some of the worlds is not tried in the others. Such an action is compared with the
        best action only in those worlds in which both were tried. ``chosen`` is an action whose cost must be reliable,
        because it was played; the costs of the others are then rough. Raise ValueError if it is not the turn of this
        seat, or if ``worlds`` is less than 2: the standard error needs a spread.
        """
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        if worlds < 2:
            raise ValueError("at least two worlds are needed")
        observation = to_usual_target(observation)
        luck = self.lookahead.luck(observation)
        found = np.full((len(actions), 2, worlds), np.nan)
        tried, done = list(range(len(actions))), 0
        for end in (*(number for number in PARTS if number < worlds), worlds):
            imagined = self.lookahead.imagined(observation, end - done, luck)
            some = self.lookahead.outcomes(observation, [actions[k] for k in tried], *imagined, cancel)
            if some is None:
                return None
            found[tried, :, done:end] = some
            done = end
            seen = found[:, :, :done]
            best, costs, errors = costs_of(self.stakes.mixed(seen[:, 0], seen[:, 1]))
            tried = _open(tried, int(best), costs, errors, None if chosen is None else actions.index(chosen))
            if len(tried) == 1:
                break
        return _rating(actions, found[:, :, :done], self.stakes, observation.rules.name)


def _open(
    tried: Sequence[int], best: int, costs: NDArray[np.float64], errors: NDArray[np.float64], chosen: int | None
) -> list[int]:
    """Return the best action and those of ``tried`` that need more worlds. If one was ``chosen``, these are the actions
    that may be the best, and the chosen one until nothing is open.
    """
    if chosen is None:
        return [k for k in tried if k == best or not _is_clear(costs[k], errors[k])]
    rivals = [k for k in tried if k not in (best, chosen) and _mean_loss(costs[k], errors[k]) > MOST_LOSS]
    if chosen != best and (rivals or not _is_clear(costs[chosen], errors[chosen])):
        rivals.append(chosen)
    return sorted([best, *rivals])


def _is_clear(cost: float, error: float) -> bool:
    """Return whether the cost of an action, with this standard error, is known well enough.

    Then the action is surely not the best, and its mark would hardly change in more worlds.
    """
    if _mean_loss(cost, error) > MOST_LOSS:
        return False
    if error <= max(NEAR, NEARLY * cost):
        return True
    return error <= AT_MOST * cost and all(
        abs(cost - limit.points) >= MARKED_SURELY * error for limit in LIMITS.values()
    )


def _mean_loss(cost: float, error: float) -> float:
    """Return what it would cost to take the best action so far instead of this one, on average over all that is still
    possible.
    """
    if error == 0:
        return 0.0
    far = cost / error
    return error * _BELL.pdf(far) - cost * (1 - _BELL.cdf(far))


def _rating(actions: Sequence[Action], found: NDArray[np.float64], stakes: Stakes, rules: str) -> Rating:
    mixed = stakes.mixed(found[:, 0], found[:, 1])
    best, costs, errors = costs_of(mixed)
    costs[best] = -np.inf  # The best action comes first, even if rounding gives an equal action the same cost.
    # An action that was not tried in all worlds is rated only by its difference to the best action in the same worlds.
    # In these few it may seem better, but then it is as good as the best one, not better.
    less = np.nanmean(found[best] - found, axis=2)
    less[costs <= 0] = 0
    points, game = (found[best].mean(axis=1) - less).T
    worths = stakes.mixed(points, game).tolist()
    chances = [stakes.chance(each, rules) for each in game.tolist()]
    losses = losses_of(found[:, 0], mixed).tolist()
    order = np.argsort(costs, kind="stable").tolist()
    return Rating(
        tuple(Worth(actions[k], float(points[k]), chances[k], worths[k], float(errors[k]), losses[k]) for k in order),
        found.shape[2],
    )


@cache
def load_coach(seed: int = 0) -> MileBonesCoach:
    """Return the coach with the weights that ship; it is loaded once for each seed."""
    return MileBonesCoach(expert_policy(), load_weights("champion"), seed)
