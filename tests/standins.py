"""Computer players for tests and benchmarks that are slow, stuck or broken."""

from __future__ import annotations

import threading
from time import perf_counter

from mile_bones.engine.rng import Rng
from mile_bones.games import load_game
from mile_bones.games.milebones.actions import Action
from mile_bones.games.milebones.observation import Observation
from mile_bones.players import load_player


class Ponderer:
    """A player like ``original`` that first spends ``seconds`` on plain Python: it plays on in imagined complete deals.

    It holds the interpreter's lock all the time. Nothing that a player can do is worse for a window in the same
    process.
    """

    def __init__(self, seconds: float = 0.05) -> None:
        self._seconds = seconds
        self._brain = load_player("mile-bones", "original")
        self._game = load_game("mile-bones")

    def choose(self, observation: Observation) -> Action:
        end, rng = perf_counter() + self._seconds, Rng(1)
        while perf_counter() < end:
            world = self._game.resample(observation, rng)
            for _ply in range(12):
                if world.current_player is not None:
                    world.apply_action(self._brain.choose(world.observation(world.current_player)))
        return self._brain.choose(observation)


class Waiter:
    """A player like ``easy`` whose answers wait until ``go`` is set. ``asked`` is set while the player thinks."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = threading.Event()
        self._brain = load_player("mile-bones", "easy")

    def choose(self, observation: Observation) -> Action:
        self.asked.set()
        self.go.wait()
        self.asked.clear()
        return self._brain.choose(observation)


class Broken:
    """A player that raises an error for every question."""

    def choose(self, observation: Observation) -> Action:
        raise ArithmeticError("a weight is missing")
