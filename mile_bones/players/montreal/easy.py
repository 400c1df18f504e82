"""The level that plays what it can: it takes, lays down and adds whenever that is possible, and discards at random."""

from __future__ import annotations

from mile_bones.engine import Rng
from mile_bones.games.montreal import Action, Kind, Observation


class EasyPlayer:
    """See above. The same ``seed`` and observation always give the same answer."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        actions = observation.legal_actions()
        gains = [action for action in actions if action.kind not in (Kind.DRAW, Kind.DISCARD)]
        chosen = gains or actions
        luck = Rng(self._seed ^ int.from_bytes(observation.hand, "little") % (1 << 61) ^ observation.turn)
        return chosen[luck.below(len(chosen))]
