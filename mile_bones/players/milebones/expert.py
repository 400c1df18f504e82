"""The level ``expert``: a network that learned the game by playing itself; ``docs/players.md`` tells how."""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.players.milebones.policy import Policy

_FACES = len(Card)
YES, NO, COUP, NO_COUP = range(2 * _FACES, 2 * _FACES + 4)
"""The places of the answers in what the network says; before them come the plays and the discards, by card."""


class ExpertPlayer:
    """Does what the network likes best of what is legal."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, observation: Observation) -> Action:
        """The choice follows from the observation alone."""
        actions = observation.legal_actions()
        if len(actions) == 1:
            return actions[0]
        said = self._policy(observation)
        return max(actions, key=lambda action: said[place(action, observation.phase)])


def place(action: Action, phase: Phase) -> int:
    """Where the network speaks of this action."""
    kind, card = action.kind, action.card
    if kind is Kind.DRAW:
        return NO_COUP
    if kind is Kind.EXTEND:
        return YES if action.yes else NO
    assert card is not None
    if phase is Phase.DRAW:
        return COUP
    return card if kind is Kind.PLAY else _FACES + card
