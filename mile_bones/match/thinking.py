"""The answers of computer players in a match. If a player fails to answer, another one replaces it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from mile_bones.engine.game import Player
from mile_bones.players import level, levels, load_player
from mile_bones.players.level_spec import Cancel

Load = Callable[[str, str, Cancel], Player[Any, Any]]
"""A function that loads the player of a game and a level. The player stops thinking when the third argument returns
True.
"""


def load_in_time(game: str, level_name: str, cancel: Cancel) -> Player[Any, Any]:
    """Return a player for a person who waits: a player that may think long watches the clock."""
    return load_player(game, level_name, clock=time.monotonic, cancel=cancel)


def _never() -> bool:
    return False


class Question(NamedTuple):
    """The observation of the computer with this level in ``seat``, and the ply at which the computer is asked.

    ``Match.ply`` grows with each action, undo and redo.
    """

    game: str
    seat: int
    level: str
    observation: Any
    ply: int


class Answer(NamedTuple):
    """A legal action. ``level`` is the level that chose it. If every level failed, ``level`` is None and the action is
    the first legal one. ``trouble`` is the error of the level that was asked, or None if that level answered.
    """

    action: Any
    level: str | None
    trouble: Exception | None = None


class ComputerPlayer:
    """A player that gives the answers of one level of a game. The player of a level is loaded for the first answer that
    needs it.

    Raise NotationError if the game or level does not exist. This class is not thread-safe, because the players that it
    loads need not be.
    """

    def __init__(self, game: str, level_name: str, load: Load = load_in_time) -> None:
        self._level = level(game, level_name)
        self.game = game
        self.level = level_name
        self._load = load
        self._cancel: Cancel = _never
        self._players: dict[str, Player[Any, Any]] = {}

    def answers_at_once(self, observation: Any) -> bool:
        """Return True if an answer takes hardly any time: the level is quick, or there is only one legal action."""
        return self._level.quick or len(observation.legal_actions()) == 1

    def choose(self, observation: Any, cancel: Cancel = _never) -> Answer:
        """Return the level's choice, soon after ``cancel`` returns True.

        There is always an answer: if the player raises an error, the next weaker level chooses.
        """
        self._cancel = cancel
        legal = observation.legal_actions()
        if len(legal) == 1:
            return Answer(legal[0], self.level)
        trouble: Exception | None = None
        known = levels(self.game)
        for each in reversed(known[: known.index(self._level) + 1]):
            try:
                action = self._player(each.name).choose(observation)
                if action not in legal:
                    raise ValueError(f"{each.name} answered {action}, which is not legal here")
            except Exception as error:  # noqa: BLE001 - a player that fails must not end the game
                trouble = trouble or error
            else:
                return Answer(action, each.name, trouble)
        return Answer(legal[0], None, trouble)

    def _player(self, name: str) -> Player[Any, Any]:
        if name not in self._players:  # the player does not get the seed of the deals, which nobody at the table knows
            self._players[name] = self._load(self.game, name, self._is_cancelled)
        return self._players[name]

    def _is_cancelled(self) -> bool:
        return self._cancel()
