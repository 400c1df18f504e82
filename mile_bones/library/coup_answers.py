"""What somebody has answered to the coups of the day: remembered, and not counted, so that there is nothing to lose.

Kept as facts of the history, as what was solved of one's own mistakes is.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.storage.history import History

_KEY = "coup "
"""How the facts begin; the day follows."""


class CoupAnswers:
    """The first answer to the coup of each day, as its notation; "" where it was shown without a try."""

    def __init__(self, history: History) -> None:
        self._history = history

    def all(self) -> dict[date, str]:
        """Those of all days on which there was one."""
        found = {}
        for day, answer in self._history.facts(_KEY).items():
            with suppress(ValueError):
                found[date.fromisoformat(day)] = answer
        return found

    def of(self, day: date) -> str | None:
        """That of one day; None: there was none."""
        return self._history.fact(_KEY + day.isoformat())

    def keep(self, day: date, answer: str) -> None:
        """Remember it. What was answered first stays."""
        if self.of(day) is None:
            self._history.set_fact(_KEY + day.isoformat(), answer)
