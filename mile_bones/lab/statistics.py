"""The uncertainty of measured numbers: a mean with its standard error and interval, a share with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054
"""The number of standard errors on each side that contain 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of independent values, and its uncertainty."""

    mean: float
    se: float
    """Standard error of ``mean`` in the same unit; 0 for a single value, which has no spread."""
    n: int
    """The number of values."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval from the normal distribution (fair from about 30 values on).

        For a single value, it is the whole real line.
        """
        if self.n < 2:
            return -inf, inf
        return self.mean - Z_95 * self.se, self.mean + Z_95 * self.se


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent ``values`` and its standard error. Raise ValueError if there are none."""
    n = len(values)
    if n == 0:
        raise ValueError("the mean of no values")
    mean = fsum(values) / n
    if n == 1:
        return Estimate(mean, 0.0, 1)
    variance = fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Estimate(mean, sqrt(variance / n), n)


def share_interval(share: float, n: int) -> tuple[float, float]:
    """Return the 95% interval of a share (0 to 1) that was found in ``n`` independent cases. Raise ValueError if ``n``
    is 0.

    It is Wilson's interval (E. B. Wilson: "Probable inference, the law of succession, and statistical inference", JASA
    1927): it never leaves 0 to 1, and is still right if all cases were won.
    """
    if n == 0:
        raise ValueError("the share of no cases")
    square = Z_95 * Z_95
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z_95 * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    # Rounding errors must not put the observed share outside its interval.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


class Tally(NamedTuple):
    """Numbers of games by result."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(self)

    @property
    def share(self) -> float | None:
        """The share of the games that were won, a drawn game counted half, or None if there are none."""
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval (Wilson's) of ``share`` if the games are independent, or None if there are
        none.
        """
        share = self.share
        return None if share is None else share_interval(share, self.games)


def tally(outcomes: Sequence[int]) -> Tally:
    """Return the tally of ``outcomes``, in which a won game is 1, a lost one -1, a drawn one 0."""
    return Tally(outcomes.count(1), outcomes.count(-1), outcomes.count(0))
