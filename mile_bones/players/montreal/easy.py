"""The level ``easy``, which plays what it can: it takes, lays down and adds whenever that is possible."""

from __future__ import annotations

from zlib import crc32

from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import TWO, VALUES, rank_of, value
from mile_bones.games.montreal.observation import Observation

_KEPT = 60
"""An extra cost, in points, of discarding a 2 or a card of a pair. Such a card is discarded before another card only if
it is dearer by more than this.
"""


class EasyPlayer:
    """A player that looks only at the score the deal would have if it ended now.

    The same ``seed`` and observation always give the same answer.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, observation: Observation) -> Action:
        """Return one of the legal actions that are worth most, at random."""
        worths = self.rate(observation)
        if not worths:
            raise ValueError("it is not the turn of this seat")
        most = max(worths.values())
        best = [action for action, worth in worths.items() if worth == most]
        luck = Rng.for_deal(self._seed, crc32(observation.hand + bytes([observation.turn & 255])))
        return best[luck.below(len(best))]

    def rate(self, observation: Observation) -> dict[Action, float]:
        """Return the worth of each legal action: the lead of this seat in points if the deal ended after it.

        The cards of the pile count as if they could be laid down. Discarding a card that may still be useful counts as
        a loss.
        """
        now = observation.own.value - value(observation.hand) - observation.other.value
        return {action: now + _gain(observation, action) for action in observation.legal_actions()}


def _gain(observation: Observation, action: Action) -> float:
    points = sum(VALUES[card] for card in action.cards)
    if action.kind is Kind.DRAW:
        return 0
    if action.kind is Kind.PILE:
        return 2 * points + sum(VALUES[card] for card in observation.pile)
    if action.kind is Kind.TURNED:
        return VALUES[observation.pile[-1]]
    if action.kind is not Kind.DISCARD:
        return 2 * points + _KEPT
    (card,) = action.cards
    rank = rank_of(card)
    is_useful = rank == TWO or sum(observation.hand[4 * rank : 4 * rank + 4]) > 1
    return points - _KEPT * is_useful
