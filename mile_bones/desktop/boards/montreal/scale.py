"""The scale of the strip over the Mille table: how far it reaches, and where its ticks are. Pure arithmetic, no Qt."""

from __future__ import annotations

from typing import NamedTuple

_MOST_STEPS = 12
"""Ticks up to the target; a few come behind it."""


class Scale(NamedTuple):
    """From 0 to ``end`` points, with a tick at every ``step``."""

    target: int
    step: int
    end: int

    @property
    def ticks(self) -> tuple[int, ...]:
        """Where they are, 0 among them."""
        return tuple(range(0, self.end + 1, self.step))

    def part(self, points: float) -> float:
        """Which part of the way that is. Who has less than nothing stands at the beginning."""
        return min(1.0, max(0.0, points / self.end))

    def labels(self, room: float, widest: float) -> tuple[int, ...]:
        """The ticks that have a figure, for ``room`` pixels of which a figure takes so many: the target always, the
        others as far as they do not come near it or each other."""
        every = next((n for n in (1, 2, 4, 5) if room * n * self.step / self.end >= widest), len(self.ticks))
        near = widest * self.end / room if room > 0 else self.end
        ticks = [tick for tick in self.ticks[::every] if abs(tick - self.target) >= near or tick == self.target]
        return tuple(sorted({*ticks, self.target}))


def scale_to(target: int) -> Scale:
    """The scale for a game to so many points: a little further than the target, in round steps."""
    step = next(
        size * 10**power
        for power in range(len(str(target)) + 1)
        for size in (1, 2, 5)
        if size * 10**power * _MOST_STEPS >= target
    )
    return Scale(target, step, (target // step + 2) * step)
