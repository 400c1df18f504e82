"""Millieu as a game of the house."""

from __future__ import annotations

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.rules import NAME
from mile_bones.games.millieu.state import MillieuState


class Millieu:
    """The game; it has one rule set."""

    name = NAME
    rules_name = NAME

    def new_state(self, seed: int | None = None, *, first: int = 0) -> MillieuState:
        """The start of a game, opened by ``first``. There is no luck in it: ``seed`` is what every game is asked."""
        return MillieuState(first)

    def parse_action(self, text: str) -> Action:
        """The action with this notation. NotationError for anything else."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MillieuState:
        """The state itself, since nothing is hidden; its log is empty. ValueError when the game is over."""
        return MillieuState.from_observation(observation)
