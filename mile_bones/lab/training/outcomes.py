"""The outcomes of hands for the judge, in groups of similar outcomes.

An outcome is two numbers: the points that a hand still brings to the player to act, and those that it brings to the
other player. Points that are safe on the table already are not included. ``players/milebones/judge.py`` uses the result
in the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.points import lasting_points
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.points import lasting_points as lasting
from mile_bones.lab.training.advantages import open_features, said
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.selfplay import Trajectories, scores
from mile_bones.lab.training.stakes import Stakes, worth_between
from mile_bones.players.milebones.stakes import UNIT

EXAMPLES = 8
"""The number of outcomes that represent a group, with equal probability."""
_SIDE = 200
"""The largest outcome, in units of 25 points: a hand cannot bring more."""
_LEAST = 1 / 500
"""The smallest share of all outcomes in a group."""
_NEGLIGIBLE = 1e-6

Rectangle: TypeAlias = tuple[slice, slice]


def still_to_come(course: Trajectories) -> NDArray[np.int64]:
    """Return the outcome after each choice of these hands, in units of 25 points: for the player who chose, and for the
    other player.
    """
    final = scores(course.ended).astype(np.int64)[course.hands]
    came = (final - lasting_points(course.rows).T) // UNIT
    return np.where(course.rows[:, at.PLAYER, None] == 0, came, came[:, ::-1])


class Groups:
    """Up to ``number`` groups of outcomes.

    The groups are rectangles. The rectangle whose cut brings the largest gain is cut in two, where the least variation
    is left, until there are enough groups or no gain is left.
    """

    def __init__(self, outcomes: NDArray[np.int64], number: int) -> None:
        self._counts = np.zeros((_SIDE, _SIDE))
        np.add.at(self._counts, tuple(outcomes.T), 1)
        least = len(outcomes) * _LEAST
        found = [(slice(0, _SIDE), slice(0, _SIDE))]
        cuts = [self._best_cut(found[0], least)]
        while len(found) < number:
            worst = max(range(len(found)), key=lambda group: cuts[group][0])
            gain, one, two = cuts[worst]
            if gain <= 0:
                break
            found[worst : worst + 1] = [one, two]
            cuts[worst : worst + 1] = [self._best_cut(each, least) for each in (one, two)]
        self._rectangles = found
        self._of = np.zeros((_SIDE, _SIDE), np.int64)
        for group, rectangle in enumerate(found):
            self._of[rectangle] = group

    def __len__(self) -> int:
        return len(self._rectangles)

    def of(self, outcomes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the group of each outcome."""
        numbers: NDArray[np.int64] = self._of[tuple(outcomes.T)]
        return numbers

    def shares(self) -> NDArray[np.float64]:
        """Return the share of the outcomes in each group."""
        return np.array([self._counts[each].sum() for each in self._rectangles]) / self._counts.sum()

    def examples(self) -> NDArray[np.int16]:
        """Return outcomes that represent the groups, in points, ``[groups, EXAMPLES, 2]``."""
        places = (np.arange(EXAMPLES) + 0.5) / EXAMPLES
        found = []
        for across, down in self._rectangles:
            mass = self._counts[across, down].cumsum()
            chosen = np.searchsorted(mass, places * mass[-1])
            own, other = np.unravel_index(chosen, (across.stop - across.start, down.stop - down.start))
            found.append(np.stack([own + across.start, other + down.start], axis=1))
        return (np.array(found) * UNIT).astype(np.int16)

    def _best_cut(self, rectangle: Rectangle, least: float) -> tuple[float, Rectangle, Rectangle]:
        """Return the best cut of a rectangle: the reduction in the sum of squared deviations from the mean, and the two
        parts.
        """
        part = self._counts[rectangle]
        own, other = np.ogrid[rectangle]
        weights = np.stack([part, part * own, part * other])
        best = (0.0, rectangle, rectangle)
        for axis in (0, 1):
            first = weights.sum(axis=2 - axis).cumsum(axis=1)
            last = first[:, -1:] - first
            number, rest = first[0], last[0]
            allowed = (number >= least) & (rest >= least) & (number > 0) & (rest > 0)
            squares = np.square(first[1:]).sum(axis=0) / number.clip(1) + np.square(last[1:]).sum(axis=0) / rest.clip(1)
            gains = np.where(allowed, squares - np.square(first[1:, -1]).sum() / max(number[-1], 1), 0)
            place = int(gains.argmax())
            if gains[place] > best[0]:
                cut, side = rectangle[axis].start + place + 1, rectangle[axis]
                parts = slice(side.start, cut), slice(cut, side.stop)
                one, two = ((each, rectangle[1]) if axis == 0 else (rectangle[0], each) for each in parts)
                best = (float(gains[place]), one, two)
        return best


@dataclass(frozen=True)
class OpenJudge:
    """The judge of open hands: predicts how they may end."""

    tower: Tower
    """A network from a critic's inputs to a number for each group: its log-probability, up to a constant."""
    examples: NDArray[np.int16]
    """The outcomes by group, as in ``Groups.examples``."""

    def worths(self, rows: Row, decks: Deck, stakes: Stakes, game_part: float) -> NDArray[np.float32]:
        """Return the values of unfinished hands to the player to act, in points."""
        result = np.empty(len(rows), np.float32)
        with torch.no_grad():
            chances = torch.softmax(said(self.tower, open_features(rows, decks, None), torch.device("cpu")), 1)
        _worths(rows, chances.numpy(), self.examples, stakes.tables, stakes.slopes, game_part, result)
        return result

    def each_worth(self, rows: Row, stakes: Stakes, game_part: float) -> NDArray[np.float32]:
        """Return the values that the hands would have with each group of outcomes, ``[n, groups]``."""
        result = np.empty((len(rows), len(self.examples)), np.float32)
        _each_worth(rows, self.examples, stakes.tables, stakes.slopes, game_part, result)
        return result


@compiled_parallel
def _each_worth(
    rows: Row,
    examples: NDArray[np.int16],
    tables: NDArray[np.float32],
    slopes: NDArray[np.float64],
    game_part: float,
    out: NDArray[np.float32],
) -> None:
    for number in prange(len(rows)):
        standing, rules = _standing(rows[number]), rows[number, at.RULES]
        for group in range(len(examples)):
            out[number, group] = _mean(examples[group], standing, tables[rules], slopes[rules], game_part)


@compiled_parallel
def _worths(
    rows: Row,
    chances: NDArray[np.float32],
    examples: NDArray[np.int16],
    tables: NDArray[np.float32],
    slopes: NDArray[np.float64],
    game_part: float,
    out: NDArray[np.float32],
) -> None:
    for number in prange(len(rows)):
        standing, rules = _standing(rows[number]), rows[number, at.RULES]
        worth = 0.0
        for group in range(len(examples)):
            chance = chances[number, group]
            if chance > _NEGLIGIBLE:
                worth += chance * _mean(examples[group], standing, tables[rules], slopes[rules], game_part)
        out[number] = worth


@compiled
def _standing(row: NDArray[np.int16]) -> tuple[int, int, int, bool]:
    """Return the lead in the hand, both totals, and whether the player to act begins the next hand.

    All are from the side of the player to act, and include the points that are safe on the table.
    """
    player = row[at.PLAYER]
    mine, theirs = int(lasting(row, player)), int(lasting(row, 1 - player))
    total, other = int(row[at.TOTALS + player]) + mine, int(row[at.TOTALS + 1 - player]) + theirs
    return mine - theirs, total, other, row[at.FIRST] != player


@compiled
def _mean(
    examples: NDArray[np.int16],
    standing: tuple[int, int, int, bool],
    table: NDArray[np.float32],
    slope: float,
    game_part: float,
) -> float:
    """Return the mean value of ``examples``."""
    lead, total, other, begins = standing
    worth = 0.0
    for example in range(len(examples)):
        own, their = int(examples[example, 0]), int(examples[example, 1])
        worth += worth_between(lead + own - their, total + own, other + their, begins, table, slope, game_part)
    return worth / len(examples)
