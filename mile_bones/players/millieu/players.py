"""The levels: how each of them weighs whole turns."""

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
from mile_bones.players.millieu.plans import Plans, Steps, is_opening
from mile_bones.players.millieu.search import WON, Limits, Position, search, weigh
from mile_bones.players.millieu.solve import Memory, candidates, loses
from mile_bones.players.millieu.symmetry import different

Worth = NDArray[np.float64]
Clock = Callable[[], float]

SECONDS = 0.7
"""So long may a turn be searched, by the clock that a player is given; an endgame takes a quarter more."""
FEW = 2
DEEPEST = 8
"""An endgame is followed for so many turns."""


class MillieuPlayer:
    """What all levels share: the turn is planned once and then played step by step.

    The same level, seed and observation give the same answer, unless a ``clock`` (in seconds) ends the thinking. When
    ``cancel`` says so the player answers at once, with what it knows by then.
    """

    def __init__(self, seed: int = 0, clock: Clock | None = None, cancel: Callable[[], bool] | None = None) -> None:
        self._seed = seed
        self._clock = clock
        self._cancel = cancel
        self._plan: tuple[Observation, Steps] | None = None
        """What was planned, and the observation before its next step."""

    def choose(self, observation: Observation) -> Action:
        """The next step of the turn that is worth most; of equal ones, by luck."""
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
        """What each legal step is worth: that of the best turn that begins with it.

        The unit is a piece: by so many the player is ahead in the race to have the last one, as far as this level sees.
        100 is a win for certain, -100 a loss.
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
        """What is left of the plan, if the last planned step is the one that has led here."""
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

    def _limits(self, positions: int, seconds: float) -> Limits:
        return Limits(positions, self._clock, seconds, self._cancel)

    def _worth(self, plans: Plans) -> Worth:
        raise NotImplementedError


class EasyPlayer(MillieuPlayer):
    """Looks one turn ahead, its own: it takes what it can get."""

    def _worth(self, plans: Plans) -> Worth:
        own: Worth = plans.turns.hands.sum(axis=0).astype(np.float64)
        return own - float(plans.other.sum())


class StrongPlayer(MillieuPlayer):
    """Also looks at what the other player can take then."""

    def _worth(self, plans: Plans) -> Worth:
        return weigh(plans.turns, plans.other).lead


class ChampionPlayer(MillieuPlayer):
    """Searches five turns deep where it is promising, and plays the last turns without a fault."""

    widths = (60, 10, 12, 3, 8)
    positions = 450
    """So many positions are looked at for a turn, at most."""
    endgame_positions = 150
    """And so many more when nobody has more than ``FEW`` pieces."""

    def _worth(self, plans: Plans) -> Worth:
        position = weigh(plans.turns, plans.other)
        lost: list[int] = []
        if max(plans.own.sum(), plans.other.sum()) <= FEW:
            limits = self._limits(self.endgame_positions, SECONDS / 4)
            winning, lost = solved(position, limits)
            if winning is not None:
                worth = np.where(np.arange(len(plans)) == winning, WON, 0.0)
                worth[lost] = -WON
                return worth
        limits = self._limits(self.positions, SECONDS)
        among = different(plans.turns, plans.board, plans.own, plans.other) if plans.is_whole else None
        looked_at = search(position, self.widths, limits, among)
        worth = position.promise
        if looked_at:  # then one of these it shall be
            worth = np.minimum(worth, max(looked_at.values()) - 0.01)
            for turn, value in looked_at.items():
                worth[turn] = value
        if len(lost) < len(plans):
            worth[lost] = -WON
        return worth


def solved(position: Position, limits: Limits) -> tuple[int | None, list[int]]:
    """A turn that wins for certain, if one was found within the limits; and the turns that lose for certain."""
    known: Memory = {}
    likely = candidates(position)
    lost = sorted(set(range(len(position.lead))) - set(likely))
    # Straight into the depth. In steps, as ``winner`` goes, the few positions are used up before a win is seen: as the
    # first player against strong that won none of five games, this four from the same openings.
    for turn in likely:
        answer = loses(position, turn, DEEPEST, limits, known)
        if answer is False:
            return turn, lost
        if answer:
            lost.append(turn)
    return None, lost
