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
from mile_bones.players.millieu.plans import Plans, Steps, is_opening
from mile_bones.players.millieu.search import WON, Limits, Position, search, weigh
from mile_bones.players.millieu.solve import Memory, candidates, loses
from mile_bones.players.millieu.symmetry import different

Worth = NDArray[np.float64]
Clock = Callable[[], float]

SECONDS = 0.95
"""The longest time for a turn, in seconds of the clock that a player is given."""
ENDGAME_SECONDS, SEARCH_SECONDS = 0.18, 0.7
"""The parts of it after which the search of an endgame ends, and the search of any other turn."""
FEW = 2
"""The most pieces in each hand with which the game is played out to its end."""
IN_DANGER, CROWDED = 3, 60
"""A player with at most three pieces in the hand, or with at most sixty turns, may lose within two turns."""
IN_TWO_TURNS = 3
"""The number of turns of both players in which a player who moves can make two turns."""
DEEPEST = 8
"""The number of turns that the search of an endgame looks ahead."""


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

    def _limits(self, positions: int, seconds: float) -> Limits:
        return Limits(positions, self._clock, seconds, self._cancel)

    def _worth(self, plans: Plans) -> Worth:
        raise NotImplementedError


class EasyPlayer(MillieuPlayer):
    """A player that looks only at its own next turn, and takes what it can get."""

    def _worth(self, plans: Plans) -> Worth:
        own: Worth = plans.turns.hands.sum(axis=0).astype(np.float64)
        return own - float(plans.other.sum())


class StrongPlayer(MillieuPlayer):
    """A player that also looks at what the other player can capture next."""

    def _worth(self, plans: Plans) -> Worth:
        return weigh(plans.turns, plans.other).lead


class ChampionPlayer(MillieuPlayer):
    """A player that searches promising turns five turns deep, plays the last turns without a fault, and makes no turn
    after which the other player wins within two turns if another turn prevents that.
    """

    widths = (60, 10, 12, 3, 8)
    positions = 450
    """The most positions that are searched for a turn."""
    endgame_positions = 150
    """The most positions that are searched in addition if no player has more than ``FEW`` pieces."""
    checked_positions = 4000
    """The most positions that are searched in addition to find out whether the best turns lose within two turns."""

    def _worth(self, plans: Plans) -> Worth:
        end = self._time() + SECONDS
        position = weigh(plans.turns, plans.other)
        worth = self._searched(plans, position)
        if len(worth) > 1 and (min(plans.own.sum(), plans.other.sum()) <= IN_DANGER or len(worth) <= CROWDED):
            worth = without_losses(position, worth, self._limits(self.checked_positions, end - self._time()))
        return worth

    def _time(self) -> float:
        return 0.0 if self._clock is None else self._clock()

    def _searched(self, plans: Plans, position: Position) -> Worth:
        """Return the worths of all turns by a search, of which the best is exact as far as the search sees."""
        lost: list[int] = []
        if max(plans.own.sum(), plans.other.sum()) <= FEW:
            limits = self._limits(self.endgame_positions, ENDGAME_SECONDS)
            winning, lost = solved(position, limits)
            if winning is not None:
                worth = np.where(np.arange(len(plans)) == winning, WON, 0.0)
                worth[lost] = -WON
                return worth
        limits = self._limits(self.positions, SEARCH_SECONDS)
        among = different(plans.turns, plans.board, plans.own, plans.other) if plans.is_whole else None
        looked_at = search(position, self.widths, limits, among)
        worth = position.promise
        if looked_at:  # the best turn is then one of those that were searched
            worth = np.minimum(worth, max(looked_at.values()) - 0.01)
            for turn, value in looked_at.items():
                worth[turn] = value
        if len(lost) < len(plans):
            worth[lost] = -WON
        return worth


def solved(position: Position, limits: Limits) -> tuple[int | None, list[int]]:
    """Return two things: a turn that surely wins, and the turns that surely lose. The first is None if no such turn was
    found within the limits.
    """
    known: Memory = {}
    likely = candidates(position)
    lost = sorted(set(range(len(position.lead))) - set(likely))
    # Search at full depth at once. ``winner`` lets the depth grow step by step; here that would use up the few
    # positions before a win is seen. As the first player against strong, a search with growing depth won none of
    # five games, while this search won four from the same openings.
    for turn in likely:
        answer = loses(position, turn, DEEPEST, limits, known)
        if answer is False:
            return turn, lost
        if answer:
            lost.append(turn)
    return None, lost


def without_losses(position: Position, worth: Worth, limits: Limits) -> Worth:
    """Return the worths of the turns, with ``-WON`` for turns that would be the best and surely lose within two turns
    of the other player. If no turn is known that does not lose, the worths stay as they are.
    """
    known: Memory = {}
    checked = worth.copy()
    while -WON < checked.max() < WON:
        best = int(checked.argmax())
        if not loses(position, best, IN_TWO_TURNS, limits, known):
            return checked
        checked[best] = -WON
    return checked if checked.max() == WON else worth
