"""Compiled machine code is reused only for the sources from which it was made."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mile_bones.lab import sources
from mile_bones.lab.batch import compiled


@pytest.fixture
def package(root: Path, tmp_path: Path) -> Path:
    """A copy of the package ``mile_bones``."""
    ignored = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(root / "mile_bones", tmp_path / "mile_bones", ignore=ignored))


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        "lab/batch/engine.py",
        "games/milebones/batch/layout.py",
        "games/milebones/cards.py",
        "players/milebones/features.py",
    ],
)
def test_a_changed_source_or_constant_needs_new_machine_code(package: Path, source: str) -> None:
    before = sources.digest(package, compiled.SOURCES)
    with (package / source).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert sources.digest(package, compiled.SOURCES) != before


def test_a_change_in_an_unrelated_file_keeps_the_machine_code(package: Path) -> None:
    before = sources.digest(package, compiled.SOURCES)
    with (package / "desktop" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert sources.digest(package, compiled.SOURCES) == before


def test_machine_code_of_older_sources_is_deleted_after_a_week(tmp_path: Path) -> None:
    long_ago = time.time() - 8 * 24 * 3600
    for name in ("compiled-old", "compiled-fresh"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "engine.step.nbi").touch()
    os.utime(tmp_path / "compiled-old", (long_ago, long_ago))
    mine = compiled.cache_folder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["compiled-fresh"]
    mine.mkdir()
    os.utime(mine, (long_ago, long_ago))
    assert compiled.cache_folder(tmp_path) == mine
    assert mine.is_dir()


@compiled.compiled_parallel
def square(numbers: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for place in compiled.prange(len(numbers)):
        out[place] = numbers[place] ** 2


def test_asking_for_more_cores_than_there_are_is_harmless() -> None:
    numbers, out = np.arange(100), np.zeros(100, np.int64)
    compiled.use_cores(10_000)
    square(numbers, out)
    assert (out == numbers**2).all()
