"""The part of a coach that gives reasons. It works for any game that finds reasons as facts and has a sentence for
each.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

from mile_bones.i18n import gettext as _
from mile_bones.players.coach import Cause, Luck

POINTS_ONLY = "points_only"
"""The code of a choice for which no reason is known except the points."""


class Reason(Protocol):
    """A fact that makes one action better than another."""

    @property
    def code(self) -> StrEnum:
        """The name of the kind of reason. It must never change, because reviews keep it."""
        ...


class Reasons(Protocol):
    """The functions that a game's module of reasons has."""

    def find(self, observation: Any, better: Any, worse: Any) -> Any | None:
        """Return the reason (a ``Reason``), or None if nothing that the observation shows explains the choice."""
        ...

    def sentence(self, reason: Any) -> str:
        """Return the reason as a sentence."""
        ...


class Reasoned:
    """The part of a ``players.coach.Coach`` that is the same in all games. A coach that can judge luck overrides
    ``luck``.
    """

    @property
    def reasons(self) -> Reasons:
        """The module of this game's reasons, imported on first use."""
        raise NotImplementedError

    def luck(self, start: Any, actions: Sequence[Any]) -> Luck | None:
        """Return None, because this coach cannot judge luck."""
        return None

    def code(self, observation: Any, better: Any, worse: Any) -> str:
        """Return the name of the reason: one of the game's codes, or ``POINTS_ONLY``."""
        found: Reason | None = self.reasons.find(observation, better, worse)
        return POINTS_ONLY if found is None else found.code.value

    def cause(self, observation: Any, better: Any, worse: Any) -> Cause | None:
        """Return None, because this coach measures no causes."""
        return None

    def cause_text(self, cause: Cause) -> str:
        """Return the cause as a sentence, or "" if it is the cause of another coach."""
        return ""

    def verdict(self) -> str:
        """Return the sentence that is said if no reason is known."""
        return _("By the points it is the better move.")

    def reason(self, observation: Any, better: Any, worse: Any, cause: Cause | None = None) -> str:
        """Return the reason as ``players.coach.Coach.reason`` describes it."""
        found = self.reasons.find(observation, better, worse)
        why = "" if cause is None else self.cause_text(cause)
        if found is None:
            return why or self.verdict()
        text = self.reasons.sentence(found)
        return _("{sentence} {next_sentence}").format(sentence=text, next_sentence=why) if why else text
