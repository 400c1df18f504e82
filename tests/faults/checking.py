"""How tests run the harness: in a process of its own, with the library that it needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from faults.runner import Sample
from faults.shim import build, can_build, run


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Call it for the library, which is built once."""
    built: list[Path] = []

    def get() -> Path:
        if not built:
            built.append(build(tmp_path_factory.mktemp("faults")))
        return built[0]

    return get


def require_nothing_lost(
    library: Callable[[], Path], need_tools: Callable[..., None], name: str, sample: Sample
) -> None:
    """Run these operations with this sample; whatever was broken is an assertion."""
    if not can_build():
        pytest.skip("the system forbids it: this needs Linux with GNU's C library")
    need_tools("cc")
    done = run(library(), [name, "--json", "--sample", *map(str, sample)], capture=True)
    assert done.stdout, done.stderr
    outcomes = json.loads(done.stdout)
    assert all(outcome["injected"] == outcome["tried"] > 0 and outcome["losses"] for outcome in outcomes), outcomes
    broken = [f"{outcome['name']}: {text}: {case}" for outcome in outcomes for text, case in outcome["failures"]]
    assert not broken, f"{len(broken)} promises broken\n" + "\n".join(broken[:20])
