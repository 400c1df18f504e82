"""The level ``expert``: a network that learned the game by playing against itself, as ``docs/players.md`` describes."""

from __future__ import annotations

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.players.milebones.policy import Policy

_FACES = len(Card)
YES, NO, COUP, NO_COUP = range(2 * _FACES, 2 * _FACES + 4)
"""The indices of these four answers in the network's output. The lower indices are for plays, by card, and then for
discards, by card.
"""


class ExpertPlayer:
    """A player that chooses the legal action for which the network's output is highest."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, observation: Observation) -> Action:
        """Return the chosen action, which follows from the observation alone."""
        actions = observation.legal_actions()
        if len(actions) == 1:
            return actions[0]
        said = self._policy(observation)
        return max(actions, key=lambda action: said[place(action, observation.phase)])


def place(action: Action, phase: Phase) -> int:
    """Return the index of this action in the network's output."""
    kind, card = action.kind, action.card
    if kind is Kind.DRAW:
        return NO_COUP
    if kind is Kind.EXTEND:
        return YES if action.yes else NO
    assert card is not None
    if phase is Phase.DRAW:
        return COUP
    return card if kind is Kind.PLAY else _FACES + card
