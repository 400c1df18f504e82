"""Why one action is better than another, as a fact that its player can see: ``find`` it, and say it as a ``sentence``.

The reason depends on the observation and the two actions alone. It does not weigh: which action is better is known
before, from what the coach has reckoned; a reason is true, makes a difference between the two, and is the most telling
of those.
"""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.milebones import Action, Observation
from mile_bones.players.coach import Reader
from mile_bones.players.milebones.reasons.codes import Code, Reason, Theme
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import points_only, sentence
from mile_bones.players.milebones.reasons.themes import theme, theme_of_choice

__all__ = ["Code", "Reason", "Theme", "find", "reason", "sentence", "theme", "theme_of_choice"]


def reason(
    observation: Observation, better: Action, worse: Action, names: Sequence[str], reader: Reader = Reader.PLAYER
) -> str:
    """One sentence why ``better`` is better than ``worse``.

    ``names``: of the players, by seat. Where no reason is known it says what the points say, and no more.
    """
    found = find(observation, better, worse)
    return points_only() if found is None else sentence(found, names, reader)
