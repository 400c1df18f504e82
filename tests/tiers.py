"""The tiers of the tests, from the quickest to the slowest, and the sample of a test's cases that each tier tries.

`pytest --make check` runs what `make check` runs. A test that asks for a window is marked `gui`; it belongs to the tier
of the slow tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

FAST, SLOW, GUI, PROOF, LONG = "fast", "slow", "gui", "proof", "long"
MARKED = (LONG, PROOF, SLOW, GUI)
"""The markers, the slowest tier first: the first marker that a test has is its tier."""
COMMANDS = {"check": {FAST}, "test": {FAST, SLOW, GUI}, "proof": {PROOF}, "long": {LONG}}
"""The tiers that each command of the Makefile runs."""
_SAMPLED = (FAST, SLOW, PROOF, LONG)
_RANKS = {tier: rank for rank, tier in enumerate(_SAMPLED)} | {GUI: 1}


def tier_of(item: pytest.Item) -> str:
    """Return the tier of a test."""
    marks = {mark.name for mark in item.iter_markers()}
    return next((tier for tier in MARKED if tier in marks), FAST)


def add_option(parser: pytest.Parser) -> None:
    """Add the option `--make`."""
    parser.addoption("--make", choices=COMMANDS, help="run only the tests that this command of the Makefile runs")


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that the command of `--make` does not run. `make long` also runs all properties."""
    command = config.getoption("make")
    if command is None:
        return
    chosen = [
        item for item in items if tier_of(item) in COMMANDS[command] or (command == "long" and _is_property(item))
    ]
    config.hook.pytest_deselected(items=list(set(items) - set(chosen)))
    items[:] = chosen


def _is_property(item: pytest.Item) -> bool:
    """Return True if Hypothesis tries examples of this test. The marker of Hypothesis cannot be used, because it is
    added too late.
    """
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def share_out(items: Iterable[pytest.Item]) -> None:
    """Mark the cases of each test that has the marker `sample`.

    `@pytest.mark.sample(slow=2, proof=10)` leaves two cases in `make test`, gives ten to `make proof`, and all others
    to the next tier, `make long`. The cases are drawn by the name of the test, so that each run draws the same cases. A
    case that has a marker of its own, from `pytest.param`, stays in the tier of that marker.
    """
    cases: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        own = {mark.name for mark in getattr(getattr(item, "callspec", None), "marks", ())}
        if item.get_closest_marker("sample") is not None and own.isdisjoint(MARKED):
            cases.setdefault((str(item.path), item.nodeid.partition("[")[0]), []).append(item)
    for (_path, name), same in cases.items():
        mark = same[0].get_closest_marker("sample")
        assert mark is not None
        tiers = _tiers(name, mark.kwargs)
        Random(name.rpartition("::")[2]).shuffle(same)
        for item, tier in zip(same, tiers, strict=False):
            if _RANKS[tier] > _RANKS[tier_of(item)]:
                item.add_marker(tier)


def _tiers(name: str, numbers: dict[str, int]) -> Iterator[str]:
    """Yield the tier of each case of a test. The iterator does not end."""
    if not numbers or not set(numbers) <= set(_SAMPLED[:-1]):
        raise pytest.UsageError(f"{name}: sample wants numbers of cases for some of {_SAMPLED[:-1]}, not {numbers}")
    places = sorted(_SAMPLED.index(tier) for tier in numbers)
    for place in places:
        yield from [_SAMPLED[place]] * numbers[_SAMPLED[place]]
    while True:
        yield _SAMPLED[places[-1] + 1]
