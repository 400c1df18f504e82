"""The ``Game`` of Millieu."""

from __future__ import annotations

from mile_bones.engine.rng import Rng
from mile_bones.games.millieu.actions import Action, parse_action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.rules import NAME
from mile_bones.games.millieu.state import MillieuState


class Millieu:
    """The game, which has one rule set."""

    name = NAME
    rules_name = NAME

    def new_state(self, seed: int | None = None, *, first: int = 0) -> MillieuState:
        """Return the start of a game, in which ``first`` makes the first move.

        ``seed`` is ignored: there is no luck in it.
        """
        return MillieuState(first)

    def parse_action(self, text: str) -> Action:
        """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
        return parse_action(text)

    def resample(self, observation: Observation, rng: Rng) -> MillieuState:
        """Return the state that ``observation`` shows, with an empty log. Nothing is hidden, so ``rng`` is not needed.

        Raise ValueError if the game is over.
        """
        return MillieuState.from_observation(observation)
