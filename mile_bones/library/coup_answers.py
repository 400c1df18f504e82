"""The user's answers to the coups of the day of each game. They are remembered but not counted, so that the user
cannot lose anything. They are stored as facts of the history, like the solutions of one's own mistakes.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from mile_bones.games import GAMES

if TYPE_CHECKING:
    from mile_bones.storage.history import History

_KEY = "coup "
"""The prefix of the keys of the facts. The day follows; before it comes the name of the game, except for the first
game, which once was the only one with coups.
"""


class CoupAnswers:
    """The first answer to a game's coup of each day, in its notation, or "" if the solution was shown without an
    attempt.
    """

    def __init__(self, history: History, game: str = GAMES[0]) -> None:
        self._history = history
        self._key = _KEY if game == GAMES[0] else f"{_KEY}{game} "

    def all(self) -> dict[date, str]:
        """Return the answers of all days that have one."""
        found = {}
        for day, answer in self._history.facts(self._key).items():
            with suppress(ValueError):
                found[date.fromisoformat(day)] = answer
        return found

    def of(self, day: date) -> str | None:
        """Return the answer of one day, or None if there is none."""
        return self._history.fact(self._key + day.isoformat())

    def keep(self, day: date, answer: str) -> None:
        """Store the answer, unless the day has one already: the first answer stays."""
        if self.of(day) is None:
            self._history.set_fact(self._key + day.isoformat(), answer)
