"""The computer players of Millieu. Each level has its own way of rating whole turns."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import Action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import SET_SIZE
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.millieu.deepening import STEP, Deepening
from mile_bones.players.millieu.plans import Plans, Steps, is_opening
from mile_bones.players.millieu.search import WON, Limits
from mile_bones.players.millieu.symmetry import different

Worth = NDArray[np.float64]
Clock = Callable[[], float]

DEEPEST = 24
"""The number of turns that a search looks ahead at most."""


class MillieuPlayer:
    """The base class of all levels: a turn is planned once and then played step by step.

    The same level, seed and observation give the same answer, unless a ``clock`` (in seconds) ends the thinking. When
    ``cancel`` returns True, the player answers at once with what it has found so far.
    """

    def __init__(self, seed: int = 0, clock: Clock | None = None, cancel: Callable[[], bool] | None = None) -> None:
        self._seed = seed
        self._clock = clock
        self._cancel = cancel
        self._plan: tuple[Observation, Steps] | None = None
        """The plan, and the observation before its next step."""

    def choose(self, observation: Observation) -> Action:
        """Return the next step of the best turn. Among equal turns the choice is random."""
        actions = observation.legal_actions()
        if not actions:
            raise ValueError("it is not the turn of this seat")
        rng = self._rng(observation)
        if is_opening(observation):
            return actions[rng.below(len(actions))]
        steps = self._planned(observation)
        if steps is None:
            plans = Plans(observation)
            worth = self._worth(plans)
            best = np.flatnonzero(worth == worth.max())
            steps = plans.steps(int(best[rng.below(len(best))]))
        self._plan = (observation, steps)
        return steps[0]

    def rate(self, observation: Observation) -> dict[Action, float]:
        """Return the worth of each legal step, which is that of the best turn that begins with the step.

        The worth is the player's lead, in pieces, in the race to have the last piece, as far as this level sees. 100 is
        a certain win, -100 a certain loss.
        """
        actions = observation.legal_actions()
        if is_opening(observation):
            return dict.fromkeys(actions, 0.0)
        found = dict.fromkeys(actions, -WON)
        if actions:
            plans = Plans(observation)
            for step, worth in zip(plans.first_steps(), self._worth(plans).tolist(), strict=True):
                found[step] = max(found[step], worth)
        return found

    def _planned(self, observation: Observation) -> Steps | None:
        """Return the rest of the plan if playing its last step led to this observation, or else None."""
        if self._plan is None or observation.placed is None:
            return None
        before, steps = self._plan
        if (before.seat, before.turn) != (observation.seat, observation.turn) or len(steps) < 2:
            return None
        state = MillieuState.from_observation(before)
        state.apply_action(steps[0])
        return steps[1:] if state.observation(observation.seat) == observation else None

    def _rng(self, observation: Observation) -> Rng:
        numbers = [SET_SIZE if piece is None else int(piece) for piece in observation.board]
        return Rng.for_deal(self._seed, crc32(bytes([*numbers, *observation.hands[0], *observation.hands[1]])))

    def _worth(self, plans: Plans) -> Worth:
        raise NotImplementedError


class EasyPlayer(MillieuPlayer):
    """A player that looks only at its own next turn, and takes what it can get."""

    def _worth(self, plans: Plans) -> Worth:
        own: Worth = plans.turns.hands.sum(axis=0).astype(np.float64)
        return own - float(plans.other.sum())


class CarefulPlayer(MillieuPlayer):
    """A player that also looks at what the other player can capture next.

    It was the first level ``strong``. Today it grades the puzzles.
    """

    def _worth(self, plans: Plans) -> Worth:
        return plans.weighed().lead


class SearchingPlayer(MillieuPlayer):
    """The base class of the levels that search the promising turns deeper and deeper.

    They never miss a win within two turns, and never make a turn after which the other player wins within two turns if
    another turn prevents that.
    """

    positions: int
    """The most positions that are looked at for a turn."""
    seconds: float
    """The longest time for a turn, in seconds of the clock that the player is given."""

    def _worth(self, plans: Plans) -> Worth:
        limits = Limits(self.positions, self._clock, self.seconds, self._cancel)
        position = plans.weighed()
        worth = position.promise
        if len(worth) < 2:
            return worth
        among = different(plans.turns, plans.board, plans.own, plans.other) if plans.is_whole else np.arange(len(plans))
        order = among.tolist()
        self._rng(plans.observation).shuffle(order)
        found = Deepening(position, limits).search(np.array(order), DEEPEST)
        if not found:
            return worth
        worth = np.minimum(worth, max(found.values()) - STEP)
        worth[list(found)] = list(found.values())
        return np.clip(worth, -WON, WON)


class StrongPlayer(SearchingPlayer):
    """A player that searches for an eighth of the champion's time."""

    positions = 1000
    seconds = 0.25


class ChampionPlayer(SearchingPlayer):
    """A player that searches for a second."""

    positions = 8000
    seconds = 0.92
