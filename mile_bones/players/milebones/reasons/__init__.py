"""The reasons why one action is better than another.

``find`` returns a fact that the player can see, and ``sentence`` puts it into words. A reason depends only on the
observation and the two actions. These functions do not rate the actions: the coach has already found out which action
is better. A reason is a true fact that makes a difference between the two actions. Of all such facts it is the most
telling. A coach uses this package as its ``Reasons``.
"""

from __future__ import annotations

from mile_bones.players.milebones.reasons.finding import find
from mile_bones.players.milebones.reasons.sentences import sentence

__all__ = ["find", "sentence"]
