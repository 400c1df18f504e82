"""How a coach gives its reasons, in any game that finds them as facts and has a sentence for each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

from mile_bones.i18n import gettext as _
from mile_bones.players.coach import Luck, Reader

POINTS_ONLY = "points_only"
"""The code where no reason is known but the points."""


class Reason(Protocol):
    """A fact that makes one action better than another."""

    @property
    def code(self) -> StrEnum:
        """Reviews keep it, so that none may change."""
        ...


class Reasons(Protocol):
    """A game's module of reasons."""

    def find(self, observation: Any, better: Any, worse: Any) -> Any | None:
        """The reason (``Reason``); None where nothing of what can be seen says so."""
        ...

    def sentence(self, reason: Any, names: Sequence[str], reader: Reader = Reader.PLAYER) -> str:
        """The reason as a sentence."""
        ...


class Reasoned:
    """The part of a ``players.coach.Coach`` that is alike in all games; where a game knows luck, it says so itself."""

    @property
    def reasons(self) -> Reasons:
        """Those of this game; imported when somebody asks."""
        raise NotImplementedError

    def luck(self, start: Any, actions: Sequence[Any]) -> Luck | None:
        """None: nobody sees what the cards did."""
        return None

    def code(self, observation: Any, better: Any, worse: Any) -> str:
        """The name of the reason, one of the game's codes or ``POINTS_ONLY``."""
        found: Reason | None = self.reasons.find(observation, better, worse)
        return POINTS_ONLY if found is None else found.code.value

    def reason(
        self, observation: Any, better: Any, worse: Any, names: Sequence[str], reader: Reader = Reader.PLAYER
    ) -> str:
        """The same as a sentence. Where no reason is known it says what the points say, and no more."""
        found = self.reasons.find(observation, better, worse)
        if found is None:
            return _("By the points it is the better move.")
        return self.reasons.sentence(found, names, reader)
