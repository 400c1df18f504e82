"""What measured numbers are worth: a mean with its standard error and interval, a share with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, sqrt
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054
"""So many standard errors on each side hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of independent values, and how far it may be from the truth."""

    mean: float
    se: float
    """Standard error of ``mean`` in the same unit; 0 for a single value, which has no spread."""
    n: int
    """How many values."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the truth lies with a confidence of 95%, from the normal distribution (fair from some 30 values on).

        A single value says nothing about that: the whole line.
        """
        if self.n < 2:
            return -inf, inf
        return self.mean - Z_95 * self.se, self.mean + Z_95 * self.se


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent ``values`` and its standard error. ValueError when there are none."""
    n = len(values)
    if n == 0:
        raise ValueError("no values, so no mean")
    mean = fsum(values) / n
    if n == 1:
        return Estimate(mean, 0.0, 1)
    variance = fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Estimate(mean, sqrt(variance / n), n)


def share_interval(share: float, n: int) -> tuple[float, float]:
    """The 95% interval of a share (0 to 1) that was found in ``n`` independent cases. ValueError when n is 0.

    Wilson's (E. B. Wilson: "Probable inference, the law of succession, and statistical inference", JASA 1927): it never
    leaves 0 to 1, and is no lie where all was won.
    """
    if n == 0:
        raise ValueError("no cases, so no share")
    square = Z_95 * Z_95
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z_95 * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    # What was found is in it, also when the last digits of the reckoning say otherwise.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


class Tally(NamedTuple):
    """Games by how they came out."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self)

    @property
    def share(self) -> float | None:
        """The part of the games that were won, a drawn game counted half; None when there were none."""
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where ``share`` lies with a confidence of 95% (Wilson's), the games taken for independent; None when there
        were none."""
        share = self.share
        return None if share is None else share_interval(share, self.games)


def tally(outcomes: Sequence[int]) -> Tally:
    """Games that are 1 when won, -1 when lost, 0 when drawn."""
    return Tally(outcomes.count(1), outcomes.count(-1), outcomes.count(0))
