"""Why one action is better than another, as a fact that its player can see: ``find`` it, and say it as a ``sentence``.

The reason depends on the observation and the two actions alone. It does not weigh: which action is better is known
before, from what the coach has reckoned; a reason is true, makes a difference between the two, and is the most telling
of those.
"""

from __future__ import annotations

from mile_bones.players.milebones.reasons.codes import Code, Reason, Theme
from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence
from mile_bones.players.milebones.reasons.themes import theme, theme_of_choice

__all__ = ["Code", "Reason", "Theme", "find", "sentence", "theme", "theme_of_choice"]
