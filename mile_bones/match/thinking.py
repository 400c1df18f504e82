"""Thinking for a seat: the player of a level, and who takes its place when it cannot answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from mile_bones.engine.game import Player
from mile_bones.players import level, levels, load_player
from mile_bones.players.level_spec import Cancel

Load = Callable[[str, str, Cancel], Player[Any, Any]]
"""Loads the player of a game and a level, who stops thinking once the third says so."""


def load_in_time(game: str, level_name: str, cancel: Cancel) -> Player[Any, Any]:
    """The player for somebody who waits: one that takes its time looks at the clock."""
    return load_player(game, level_name, clock=time.monotonic, cancel=cancel)


def _never() -> bool:
    return False


class Question(NamedTuple):
    """What the computer of this level in ``seat`` may know of its game, and the ply it is asked at: a number that grows
    with all that is done and undone."""

    game: str
    seat: int
    level: str
    observation: Any
    ply: int


class Answer(NamedTuple):
    """A legal action. ``level`` chose it; None: nobody could, and it is the first one that is legal.

    ``trouble`` is what went wrong with the level that was asked; None when it answered itself.
    """

    action: Any
    level: str | None
    trouble: Exception | None = None


class ComputerPlayer:
    """Answers for a level of a game. Its player is loaded for the first answer that needs one.

    NotationError for one that does not exist. One thread at a time may ask it: a player need not bear more.
    """

    def __init__(self, game: str, level_name: str, load: Load = load_in_time) -> None:
        self._level = level(game, level_name)
        self.game = game
        self.level = level_name
        self._load = load
        self._cancel: Cancel = _never
        self._players: dict[str, Player[Any, Any]] = {}

    def answers_at_once(self, observation: Any) -> bool:
        """It takes no time worth speaking of: the level is quick, or there is nothing to choose."""
        return self._level.quick or len(observation.legal_actions()) == 1

    def choose(self, observation: Any, cancel: Cancel = _never) -> Answer:
        """The level's choice; soon, once ``cancel`` says that nobody wants it any more.

        Whatever its player raises, there is an answer: then the level below chooses.
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
            except Exception as error:  # noqa: BLE001 - a player that fails must not take the game with it
                trouble = trouble or error
            else:
                return Answer(action, each.name, trouble)
        return Answer(legal[0], None, trouble)

    def _player(self, name: str) -> Player[Any, Any]:
        if name not in self._players:  # without the seed of the deals: nobody at the table knows it
            self._players[name] = self._load(self.game, name, self._is_cancelled)
        return self._players[name]

    def _is_cancelled(self) -> bool:
        return self._cancel()
