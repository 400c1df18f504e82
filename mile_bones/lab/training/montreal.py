"""Training of the expert of Mille: a network that corrects the estimate that the level strong makes of the table after
a turn.

The network learns from deals against strong. Its target for each table is a lambda-return (TD(lambda), R. Sutton): in
part the outcome of the deal, in part its own estimates of the tables after its later turns. The estimates have far less
chance in them than the outcome. Some of its turns are drawn at random from strong's proposals, so that it also learns
about turns that no player would choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.lab.training.montreal_deals import Side, machine_code
from mile_bones.players.montreal.expert_inputs import TOLD, WORTH
from mile_bones.players.montreal.judges import WEIGHTS
from mile_bones.players.montreal.network import LAYERS
from mile_bones.players.montreal.proposals import PROPOSALS

Weights = list[NDArray[np.float32]]

BATCH = 2048
"""Tables in a step of learning."""
PASSES = 3
"""The average number of times that the network learns from each table."""
REMEMBERED = 2_000_000
"""The number of latest tables that the network learns from."""
RATE, LAST_RATE = 2e-3, 1e-5
"""The learning rate of Adam decreases from the first to the second."""
DECAY = 0.5
"""Lambda: the weight of the following return in the target of a table, against the estimate of the next table. With 1,
the target is the outcome of the deal.
"""
AVERAGED = 0.5
"""The part at the end of the run over which the weights are averaged. This mean is kept."""


class Report(NamedTuple):
    """The progress of a run."""

    deals: int
    ahead: float
    """The learner's lead in the last round, in points a deal. Its random turns lower this lead."""
    loss: float
    """The mean squared error of the network, in squared hundreds of points."""


@dataclass
class Learner:
    """A network that learns. ``deals`` are played in rounds of ``deals_a_round``.

    The same numbers give the same player, with the same versions of everything on the same kind of processor.
    """

    seed: int
    deals: int
    deals_a_round: int = 2000
    hidden: tuple[int, int] = (64, 32)
    remembered: int = REMEMBERED
    decay: float = DECAY
    weights: Weights = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        first, second = self.hidden
        for rows, columns, size in ((TOLD, first, 0.05), (first, second, 0.1), (second, 1, 0.01)):
            self.weights.append(self._rng.normal(0, size, (rows, columns)).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self._moments = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._mean: Weights = []
        self._steps = self._averaged = 0
        self._rows = np.zeros((self.remembered, TOLD), np.float16)
        self._outcomes = np.zeros(self.remembered, np.float32)
        self._known = self._next = 0

    def run(self, tell: Callable[[Report], None]) -> None:
        """Play and learn to the end of the plan."""
        code = machine_code()
        room = self.deals_a_round * 15
        rows, outcomes, ahead = np.zeros(room * TOLD, np.float32), np.zeros(room), np.zeros(self.deals_a_round)
        last = np.zeros(room, np.bool_)
        done = 0
        while done < self.deals:
            learner = side(code, "turn_of_learner", self.weights)
            seed = int(self._rng.integers(1 << 31))
            filled = code["play_deals"](self.deals_a_round, seed, learner, strong(code), rows, outcomes, ahead, last)
            done += self.deals_a_round
            part = min(1.0, done / self.deals)
            told = rows[: filled * TOLD].reshape(filled, TOLD)
            self.remember(told, self.returns(told, outcomes[:filled], last[:filled]))
            loss = self.learn(max(1, PASSES * filled // BATCH), RATE * (1 - part) + LAST_RATE)
            if part >= 1 - AVERAGED:
                self._average()
            tell(Report(done, float(ahead.mean()), loss))

    def save(self, path: Path) -> None:
        """Write the weights that are kept, in the form that the player reads."""
        write_weights(self._mean or self.weights, path)

    def judge(self, told: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's estimates of these tables, in hundreds of points."""
        first, second = self._layers(told)
        return self._out(told, second) if len(first) else np.zeros(0, np.float32)

    def returns(
        self, told: NDArray[np.float32], outcomes: NDArray[np.float64], last: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the target of each of these tables, in hundreds of points. ``outcomes`` are those of their deals.
        ``last`` is True for the last table of each deal.
        """
        estimates = self.judge(told)
        found = outcomes.copy()
        for table in range(len(found) - 2, -1, -1):
            if not last[table]:
                found[table] = (1 - self.decay) * estimates[table + 1] + self.decay * found[table + 1]
        return found

    def remember(self, told: NDArray[np.float32], outcomes: NDArray[np.float64]) -> None:
        """Keep these tables with their targets."""
        places = (self._next + np.arange(len(told))) % self.remembered
        self._rows[places], self._outcomes[places] = told, outcomes
        self._next = int(self._next + len(told)) % self.remembered
        self._known = min(self.remembered, self._known + len(told))

    def learn(self, steps: int, rate: float) -> float:
        """Do ``steps`` steps of Adam on remembered tables and return the mean loss."""
        total = 0.0
        for _step in range(steps):
            chosen = self._rng.integers(0, self._known, BATCH)
            total += self._step(self._rows[chosen].astype(np.float32), self._outcomes[chosen], rate)
        return total / steps

    def _layers(self, told: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        one, one_bias, two, two_bias, _out, _out_bias = self.weights
        first = np.maximum(told @ one + one_bias, 0)
        return first, np.maximum(first @ two + two_bias, 0)

    def _out(self, told: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
        worths: NDArray[np.float32] = told[:, WORTH] + (second @ self.weights[4] + self.weights[5])[:, 0]
        return worths

    def _step(self, told: NDArray[np.float32], outcomes: NDArray[np.float32], rate: float) -> float:
        _one, _one_bias, two, _two_bias, out, _out_bias = self.weights
        first, second = self._layers(told)
        error = self._out(told, second) - outcomes
        slope = (2 * error / len(outcomes))[:, None].astype(np.float32)
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

    def _average(self) -> None:
        self._averaged += 1
        if not self._mean:
            self._mean = [each.copy() for each in self.weights]
        for mean, weight in zip(self._mean, self.weights, strict=True):
            mean += (weight - mean) / self._averaged


def mean_of(networks: Sequence[Weights]) -> Weights:
    """Return one network whose output is the mean of the outputs of ``networks``. It has the units of all of them side
    by side.
    """
    one, one_bias, two, two_bias, out, out_bias = zip(*networks, strict=True)
    number = len(networks)
    joined = [np.hstack(one), np.hstack(one_bias), _apart(two), np.hstack(two_bias)]
    joined += [np.vstack(out) / number, np.sum(out_bias, axis=0) / number]
    return [np.ascontiguousarray(each, np.float32) for each in joined]


def _apart(blocks: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return a matrix with these blocks along its diagonal, and zeros elsewhere."""
    whole = np.zeros(np.sum([block.shape for block in blocks], axis=0), np.float32)
    row = column = 0
    for block in blocks:
        rows, columns = block.shape
        whole[row : row + rows, column : column + columns] = block
        row, column = row + rows, column + columns
    return whole


def write_weights(weights: Weights, path: Path) -> None:
    """Write the weights in the form that the player reads."""
    halves: dict[str, Any] = {name: each.astype(np.float16) for name, each in zip(LAYERS, weights, strict=True)}
    np.savez_compressed(path, **halves)


def compare(code: dict[str, Any], one: Side, other: Side, deals: int, seed: int) -> tuple[float, float]:
    """Return the lead of ``one`` over ``other`` in points a deal, and its standard error.

    ``deals`` is even, because the deals are mirrored.
    """
    ahead = np.zeros(deals)
    code["play_deals"](deals, seed, one, other, np.zeros(0, np.float32), np.zeros(0), ahead, np.zeros(0, np.bool_))
    pairs = ahead.reshape(-1, 2).mean(axis=1)
    return float(pairs.mean()), float(pairs.std(ddof=1) / np.sqrt(len(pairs)))


def strong(code: dict[str, Any]) -> Side:
    """Return the level strong as a ``Side`` for ``compare``."""
    return code["turn_of_judge"], code["judge_strongly"], np.array(WEIGHTS), 0


def side(code: dict[str, Any], turn: str, weights: Weights) -> Side:
    """Return a ``Side`` with a network that chooses among strong's proposals."""
    network = (np.zeros(PROPOSALS * TOLD, np.float32), *weights)
    return code[turn], code["judge_strongly"], np.array(WEIGHTS), network
