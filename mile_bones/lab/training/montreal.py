"""How the expert of Mille learns: from deals against itself, what the table after a turn is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.lab.training.montreal_deals import MOST_TURNS, machine_code
from mile_bones.players.montreal.features import INPUTS
from mile_bones.players.montreal.network import LAYERS, SCALE
from mile_bones.players.montreal.situation import SORTS

Weights = list[NDArray[np.float32]]

BATCH = 512
"""Tables that the network learns from at a time."""
REMEMBERED = 150_000
"""So many tables, the latest, it learns from."""
NOISES = (0.0, 5.0, 5.0, 20.0)
"""By how many points, as a standard deviation, each worth is off in the deals of one round after the other."""
FADE = 0.8
"""See ``fade_back``."""
ONLY_OUTCOMES = 0.1
"""In so early a part of the run the network knows too little to learn from itself."""
RATE, LAST_RATE = 1e-3, 1e-5
"""The steps of Adam become smaller from the one to the other."""


class Report(NamedTuple):
    """How far the run is."""

    deals: int
    loss: float
    """The mean square of what the network is off, in hundreds of points."""


@dataclass
class Learner:
    """A network that learns. ``deals`` are played in rounds of ``deals_a_round``; the same numbers give the same player
    with the same versions of everything on the same kind of processor."""

    seed: int
    deals: int
    deals_a_round: int = 250
    hidden: tuple[int, int] = (64, 32)
    weights: Weights = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        first, second = self.hidden
        for rows, columns, size in ((INPUTS, first, 0.08), (first, second, 0.15), (second, 1, 0.1)):
            self.weights.append(self._rng.normal(0, size, (rows, columns)).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self._moments = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._steps = 0
        self._rows = np.zeros((REMEMBERED, INPUTS), np.float16)
        self._targets = np.zeros(REMEMBERED, np.float32)
        self._known = self._next = 0

    def run(self, tell: Callable[[Report], None]) -> None:
        """Play and learn to the end of the plan."""
        code = machine_code()
        flat = np.zeros((SORTS + 1) * INPUTS, np.float32)
        room = self.deals_a_round * 60 + MOST_TURNS
        rows, whose = np.zeros(room * INPUTS, np.float32), np.zeros(room, np.int64)
        outcomes, targets, ahead = np.zeros(room), np.zeros(room), np.zeros(self.deals_a_round)
        done, number = 0, 0
        while done < self.deals:
            tools = (flat, *self.weights, NOISES[number % len(NOISES)])
            judge = code["judge_by_network"]
            seed = int(self._rng.integers(1 << 31))
            filled = code["play_deals"](
                self.deals_a_round, seed, judge, tools, judge, tools, rows, whose, outcomes, ahead
            )
            done, number = done + self.deals_a_round, number + 1
            told = rows[: filled * INPUTS].reshape(filled, INPUTS)
            part = done / self.deals
            fade = 1.0 if part < ONLY_OUTCOMES else FADE
            code["fade_back"](fade, filled, self.judge(told), whose, outcomes, targets)
            self.remember(told, targets[:filled])
            tell(Report(done, self.learn(max(8, 2 * filled // BATCH), RATE * (1 - part) + LAST_RATE)))

    def judge(self, told: NDArray[np.float32]) -> NDArray[np.float64]:
        """What the network says of these tables, in hundreds of points."""
        one, one_bias, two, two_bias, out, out_bias = self.weights
        hidden = np.maximum(np.maximum(told @ one + one_bias, 0) @ two + two_bias, 0)
        worths: NDArray[np.float64] = (hidden @ out + out_bias)[:, 0].astype(np.float64)
        return worths

    def save(self, path: Path) -> None:
        """Write the weights as the player reads them."""
        halves: dict[str, Any] = {
            name: each.astype(np.float16) for name, each in zip(LAYERS, self.weights, strict=True)
        }
        np.savez_compressed(path, **halves)

    def remember(self, told: NDArray[np.float32], targets: NDArray[np.float64]) -> None:
        """Keep these tables, with what the network shall say of them."""
        places = (self._next + np.arange(len(told))) % REMEMBERED
        self._rows[places], self._targets[places] = told, targets
        self._next = int(self._next + len(told)) % REMEMBERED
        self._known = min(REMEMBERED, self._known + len(told))

    def learn(self, steps: int, rate: float) -> float:
        """So many steps of Adam on remembered tables; the mean loss."""
        total = 0.0
        for _step in range(steps):
            chosen = self._rng.integers(0, self._known, BATCH)
            total += self._step(self._rows[chosen].astype(np.float32), self._targets[chosen], rate)
        return total / steps

    def _step(self, told: NDArray[np.float32], targets: NDArray[np.float32], rate: float) -> float:
        one, one_bias, two, two_bias, out, out_bias = self.weights
        first = np.maximum(told @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        error = (second @ out + out_bias)[:, 0] - targets
        slope = (np.clip(error, -4, 4) / len(targets))[:, None].astype(np.float32)  # Huber's loss
        down = (slope @ out.T) * (second > 0)
        lower = (down @ two.T) * (first > 0)
        gradients = (told.T @ lower, lower.sum(0), first.T @ down, down.sum(0), second.T @ slope, slope.sum(0))
        self._steps += 1
        even, odd = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for weight, gradient, moment, square in zip(self.weights, gradients, self._moments, self._squares, strict=True):
            moment += 0.1 * (gradient - moment)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * (moment / even) / (np.sqrt(square / odd) + 1e-8)
        return float((error**2).mean())


def compare(
    code: dict[str, Any], one: tuple[Any, Any], other: tuple[Any, Any], deals: int, seed: int
) -> tuple[float, float]:
    """By how many points the one judge (compiled, and its tools) is ahead of the other in a deal, and the standard
    error; over mirrored deals, an even number."""
    ahead = np.zeros(deals)
    space = np.zeros(MOST_TURNS * INPUTS, np.float32), np.zeros(MOST_TURNS, np.int64), np.zeros(MOST_TURNS)
    code["play_deals"](deals, seed, *one, *other, *space, ahead)
    pairs = ahead.reshape(-1, 2).mean(axis=1)
    return float(pairs.mean()), float(pairs.std(ddof=1) / np.sqrt(len(pairs)))


def judge_and_tools(code: dict[str, Any], weights: Weights) -> tuple[Any, Any]:
    """A network as ``compare`` wants it."""
    return code["judge_by_network"], (np.zeros((SORTS + 1) * INPUTS, np.float32), *weights, 0.0)


assert SCALE == 100, "outcomes are told in hundreds of points"
