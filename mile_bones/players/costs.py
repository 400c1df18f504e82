"""The costs of choices that were tried in imagined worlds, for the coaches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PARTS = 5
"""The parts of the worlds in which the best choice is compared. With fewer parts it is found in fewer worlds, and a
choice as good as the best seems to lose less than nothing.
"""


def costs_of(
    worths: NDArray[np.float64], among: NDArray[np.intp] | None = None
) -> tuple[np.intp, NDArray[np.float64], NDArray[np.float64]]:
    """Return the best choice, the cost of each choice, and the standard error of each cost.

    A cost is measured over the worlds in which both its choice and the best one were tried. ``worths`` is
    ``[choices, worlds]``, NaN where a choice was not tried. If ``among`` is given, only these choices can be the best.
    """
    best = best_of(worths) if among is None else among[best_of(worths[among])]
    less = worths[best] - worths
    number = np.sum(~np.isnan(less), axis=1)
    return best, np.nanmean(less, axis=1), np.nanstd(less, axis=1, ddof=1) / np.sqrt(number)


def best_of(worths: NDArray[np.float64]) -> np.intp:
    """Return the choice with the highest mean worth among those that were tried in all worlds. ``worths`` is
    ``[choices, worlds]``, NaN where a choice was not tried.
    """
    best: np.intp = np.where(np.isnan(worths).any(axis=1), -np.inf, worths.mean(axis=1)).argmax()
    return best


def losses_of(points: NDArray[np.float64], worths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points that each choice loses against the best one, without the noise of finding the best.

    Both arrays are ``[choices, worlds]``, NaN where a choice was not tried. The best choice of four fifths of the
    worlds is compared in the other fifth, and so on in turn. A choice loses the points that it has less, but no more
    than it has less worth, and nothing if it has more worth: so a lead that no longer matters does not count, and a
    choice for the game's sake is no error.
    """
    part = np.arange(worths.shape[1]) % PARTS
    best = np.array([best_of(worths[:, part != number]) for number in range(min(PARTS, len(part)))])[part]
    every = np.arange(len(part))
    less_points, less_worth = (np.nanmean(each[best, every] - each, axis=1) for each in (points, worths))
    losses: NDArray[np.float64] = np.clip(less_points, np.minimum(less_worth, 0), np.maximum(less_worth, 0))
    return losses
