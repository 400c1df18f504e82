"""The reasons why one action is better than another. ``find`` returns a fact that the player can see, and ``sentence``
puts it into words.

A reason depends only on the observation and the two actions. It does not rate them: the coach has already found out
which action is better. A reason is true, makes a difference between the two actions, and is the most telling of such
facts.

A coach uses this package as its ``Reasons``.
"""

from __future__ import annotations

from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence

__all__ = ["find", "sentence"]
