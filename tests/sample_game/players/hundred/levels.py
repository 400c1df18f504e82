"""The levels of Hundred."""

from __future__ import annotations

from mile_bones.players.level_spec import Cancel, Clock, Level
from sample_game.games.hundred.state import Action, Observation


class Miser:
    """A player that keeps the low cards for the end."""

    def choose(self, observation: Observation) -> Action:
        return observation.legal_actions()[-1]


def _load(_seed: int, _clock: Clock | None, _cancel: Cancel | None) -> Miser:
    return Miser()


LEVELS = (
    Level("miser", lambda: "Miser", lambda: "Plays high cards first.", lambda: "Beats chance.", _load, quick=True),
)
USUAL = "miser"
HAS_COACH = False
