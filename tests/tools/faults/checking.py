"""Fixtures that run the harness in a separate process, with the library that it needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import FORBIDDEN
from faults.runner import Sample
from faults.share import INJECTED, TRIED
from faults.shim import build, can_build, run


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return a function that builds the library once, and returns its path."""
    built: list[Path] = []

    def get() -> Path:
        if not built:
            built.append(build(tmp_path_factory.mktemp("faults")))
        return built[0]

    return get


@pytest.fixture
def outcome_of(
    library: Callable[[], Path], need_tools: Callable[..., None], record_property: Callable[[str, object], None]
) -> Callable[[str, Sample], tuple[dict[str, int], list[str]]]:
    """Return a function that runs an operation with a sample, and returns the numbers and the broken promises."""

    def try_it(name: str, sample: Sample) -> tuple[dict[str, int], list[str]]:
        if not can_build():
            pytest.skip(f"{FORBIDDEN} here: it takes Linux with GNU's C library")
        need_tools("cc")
        done = run(library(), [name, "--json", "--sample", *map(str, sample)], capture=True)
        assert done.stdout, done.stderr
        (outcome,) = json.loads(done.stdout)
        for number in (TRIED, INJECTED):
            record_property(number, outcome[number])
        return outcome, [f"{text}: {case}" for text, case in outcome.pop("failures")]

    return try_it


def require_nothing_lost(outcome: dict[str, int], broken: list[str]) -> None:
    """Assert that faults were tried and losses of power replayed, and that no promise was broken."""
    assert outcome[INJECTED] > 0
    assert outcome["losses"] > 0
    assert not broken, f"{len(broken)} promises broken\n" + "\n".join(broken[:20])
