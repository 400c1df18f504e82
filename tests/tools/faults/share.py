"""How many of the faults of a whole run happened."""

from __future__ import annotations

from collections.abc import Iterable

TRIED, INJECTED = "tried", "injected"
"""Names of the properties of a test's report with the number of faults that were asked for, and that happened."""
_ENOUGH = 500
"""A run in which fewer faults were tried says too little about their share."""


class Share:
    """The share of faults that happened, over all operations of a run. Threads differ, so a few never happen."""

    def __init__(self) -> None:
        self._sums = dict.fromkeys((TRIED, INJECTED), 0)

    def add(self, properties: Iterable[tuple[str, object]]) -> None:
        """Count the properties of a test's report."""
        for name, number in properties:
            if name in self._sums:
                assert isinstance(number, int)
                self._sums[name] += number

    def complaint(self) -> str:
        """Return a sentence if too few of the faults happened, otherwise an empty text."""
        tried, injected = self._sums[TRIED], self._sums[INJECTED]
        if tried < _ENOUGH or injected > 0.7 * tried:
            return ""
        return f"Only {injected} of {tried} faults happened: the harness no longer finds the calls it means to fail."
