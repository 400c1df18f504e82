"""Thinking for a seat: the player of a level, and who takes its place when it cannot answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mile_bones.games.milebones import Action, Observation
from mile_bones.players import LEVELS, QUICK, Player, level_name, load_player

Load = Callable[[str], Player]
"""Loads the player of a level."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the computer of this level in ``seat`` may know, and the ply it is asked at: a number that grows with all
    that is done and undone."""

    seat: int
    level: str
    observation: Observation
    ply: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal action. ``level`` chose it; None: nobody could, and it is the first one that is legal.

    ``trouble`` is what went wrong with the level that was asked; None when it answered itself.
    """

    action: Action
    level: str | None
    trouble: Exception | None = None


class ComputerPlayer:
    """Answers for a level. Its player is loaded for the first answer that needs one.

    NotationError for a level that does not exist. One thread at a time may ask it: a player need not bear more.
    """

    def __init__(self, level: str, load: Load = load_player) -> None:
        level_name(level)  # which refuses one that does not exist
        self.level = level
        self._load = load
        self._players: dict[str, Player] = {}

    def answers_at_once(self, observation: Observation) -> bool:
        """It takes no time worth speaking of: the level is quick, or there is nothing to choose."""
        return self.level in QUICK or len(observation.legal_actions()) == 1

    def choose(self, observation: Observation) -> Answer:
        """The level's choice. Whatever its player raises, there is an answer: then the level below chooses."""
        legal = observation.legal_actions()
        if len(legal) == 1:
            return Answer(legal[0], self.level)
        trouble: Exception | None = None
        for level in reversed(LEVELS[: LEVELS.index(self.level) + 1]):
            try:
                action = self._player(level).choose(observation)
                if action not in legal:
                    raise ValueError(f"{level} answered {action}, which is not legal here")
            except Exception as error:  # noqa: BLE001 - a player that fails must not take the game with it
                trouble = trouble or error
            else:
                return Answer(action, level, trouble)
        return Answer(legal[0], None, trouble)

    def _player(self, level: str) -> Player:
        if level not in self._players:
            self._players[level] = self._load(level)  # without the seed of the deals: nobody at the table knows it
        return self._players[level]
