"""The value of points: the chance to win the game, for every pair of totals between two hands.

Points alone do not decide a hand's value: at 4,800 to 3,000 any small score wins, and an extension is a needless risk.
The table here has the chance to win for each pair of totals if both sides play equally well. It is computed backwards
from 5,000, with the scores of hands that were really played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import Row
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.points import lasting_points, score
from mile_bones.players.milebones.stakes import UNIT

TARGET = at.RULE_SETS[0].target
CELLS = TARGET // UNIT

_FAR = 500
"""The number of points over which the slope at the start of a game is measured."""


def chances(outcomes: NDArray[np.int16]) -> NDArray[np.float32]:
    """Return the chance of the player who begins the next hand to win the game, by both totals in units: ``[beginner,
    other]``.

    ``outcomes`` are the scores of hands that were played, in two columns: of the player who began, and of the other.
    """
    pairs, counts = np.unique(outcomes // UNIT, axis=0, return_counts=True)
    scored = pairs.sum(axis=1) > 0  # a hand without any points changes only who begins
    weights = counts[scored] / counts[scored].sum()
    table = np.full((CELLS, CELLS), 0.5, np.float64)
    _fill(table, np.ascontiguousarray(pairs[scored]).astype(np.int64), weights)
    return table.astype(np.float32)


def slope(table: NDArray[np.float32]) -> float:
    """Return the value of a point at the start of a game, as a chance to win."""
    ahead, behind = float(table[_FAR // UNIT, 0]), float(table[0, _FAR // UNIT])
    return (ahead - behind) / (2 * _FAR)


@dataclass(frozen=True)
class Stakes:
    """The ``chances`` and the ``slope`` of each rule set, in order."""

    tables: NDArray[np.float32]
    slopes: NDArray[np.float64]

    @classmethod
    def of(cls, tables: Sequence[NDArray[np.float32]]) -> Stakes:
        """Return the stakes for ``tables``, which has one table for each rule set."""
        return cls(np.stack(tables), np.array([slope(table) for table in tables]))

    def worths(self, rows: Row, game_part: float) -> NDArray[np.float32]:
        """Return the ``worth`` of every row."""
        result = np.empty(len(rows), np.float32)
        _worth_all(rows, self.tables, self.slopes, game_part, result)
        return result


@compiled
def _fill(table: NDArray[np.float64], pairs: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
    for total in range(2 * CELLS - 2, -1, -1):  # backwards, because every hand leads to a higher sum
        for mine in range(max(0, total - CELLS + 1), min(total, CELLS - 1) + 1):
            theirs = total - mine
            chance = 0.0
            for number in range(len(pairs)):
                after, others = mine + pairs[number, 0], theirs + pairs[number, 1]
                if after >= CELLS or others >= CELLS:
                    won = 1.0 if after > others else 0.5 if after == others else 0.0
                else:
                    won = 1 - table[others, after]  # the other player begins the next hand
                chance += weights[number] * won
            table[mine, theirs] = chance


@compiled
def worth_between(
    lead: int, total: int, other: int, begins: bool, table: NDArray[np.float32], slope: float, game_part: float
) -> float:
    """Return the value of a standing in points.

    ``lead`` is the lead in the current hand, ``total`` and ``other`` are the totals after the hand, and ``begins`` is
    True if the player begins the next hand.
    """
    if total >= TARGET or other >= TARGET:
        chance = 1.0 if total > other else 0.5 if total == other else 0.0
    elif begins:
        chance = float(table[total // UNIT, other // UNIT])
    else:
        chance = 1 - float(table[other // UNIT, total // UNIT])
    return (1 - game_part) * lead + game_part * (chance - 0.5) / slope


@compiled
def worth(row: Row, tables: NDArray[np.float32], slopes: NDArray[np.float64], game_part: float) -> float:
    """Return the value of the hand to seat 0, in points.

    It is a weighted mean of two parts. One part is the difference in points. The other, of weight ``game_part`` (0 to
    1), is the chance to win the game, scaled to equal points at the start of a game. In the middle of a hand only the
    points that are safe on the table count; at the end of the hand the value is exact. ``tables`` and ``slopes`` are by
    rule set, as ``chances`` and ``slope`` return them.
    """
    if row[at.ENDED]:
        mine, theirs = score(row, 0), score(row, 1)
    else:
        mine, theirs = lasting_points(row, 0), lasting_points(row, 1)
    total, other = row[at.TOTALS] + mine, row[at.TOTALS + 1] + theirs
    rules = row[at.RULES]
    begins = row[at.FIRST] != 0
    result: float = worth_between(mine - theirs, total, other, begins, tables[rules], slopes[rules], game_part)
    return result


@compiled_parallel
def _worth_all(
    rows: Row, tables: NDArray[np.float32], slopes: NDArray[np.float64], game_part: float, out: NDArray[np.float32]
) -> None:
    for number in prange(len(rows)):
        out[number] = worth(rows[number], tables, slopes, game_part)
