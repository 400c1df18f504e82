"""The share of the faults of a whole run that happened."""

from __future__ import annotations

from collections.abc import Iterable

TRIED, INJECTED = "tried", "injected"
"""The names of the properties of a test's report with the numbers of faults that were tried, and that happened."""
_ENOUGH = 500
"""The least number of faults tried in a run for their share to mean something."""


class Share:
    """The share of faults that happened, over all operations of a run. Threads differ from run to run, so a few never
    happen.
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
