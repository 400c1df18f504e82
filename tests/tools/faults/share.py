"""The share of the faults of a whole run that really happened."""

from __future__ import annotations

from collections.abc import Iterable

TRIED, INJECTED = "tried", "injected"
"""The names of two properties of a test's report: the number of faults that were tried, and the number that
happened.
"""
_ENOUGH = 500
"""The least number of faults that must be tried in a run to give their share a meaning."""


class Share:
    """The share of faults that happened, over all operations of a run. A few faults never happen, because threads
    differ from run to run.
    """

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
