"""The costs of choices that were tried in imagined worlds, for the coaches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def costs_of(worths: NDArray[np.float64]) -> tuple[np.intp, NDArray[np.float64], NDArray[np.float64]]:
    """Return the best choice, the cost of each choice, and the standard error of each cost.

    A cost is measured over the worlds in which both its choice and the best one were tried. ``worths`` is
    ``[choices, worlds]``, NaN where a choice was not tried.
    """
    best = np.where(np.isnan(worths).any(axis=1), -np.inf, worths.mean(axis=1)).argmax()
    less = worths[best] - worths
    number = np.sum(~np.isnan(less), axis=1)
    return best, np.nanmean(less, axis=1), np.nanstd(less, axis=1, ddof=1) / np.sqrt(number)
