"""Why one action is better than another, as a fact that its player can see: ``find`` it, and say it as a ``sentence``.

The reason depends on the observation and the two actions alone. It does not weigh: which action is better is known
before, from what the coach has reckoned; a reason is true, makes a difference between the two, and is the most telling
of those.

The package is what a coach calls its ``Reasons``.
"""

from __future__ import annotations

from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence

__all__ = ["find", "sentence"]
