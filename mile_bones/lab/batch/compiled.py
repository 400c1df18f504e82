"""Numba where it is installed (the extra ``lab``); without it the same functions run as plain Python.

Plain Python is about eighty times slower, which is enough for the tests: what is tested is then what is compiled.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from mile_bones.lab import sources

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numba
except ImportError:
    numba = None

IS_COMPILED = numba is not None
"""The batched engine runs as machine code."""

SOURCES: Final = ("lab/batch/*.py", "lab/training/*.py", "games/milebones/**/*.py", "players/milebones/*.py")
"""Where compiled functions, and the numbers that they were compiled with, come from."""
_SURELY_DONE = 7 * 24 * 3600  # seconds


def cache_folder(parent: Path) -> Path:
    """Where in ``parent`` machine code of these very sources is kept; that of older ones is thrown away one day.

    Numba by itself looks at the one file in which a function stands. A function whose callees or constants have changed
    in another file would run on as it was. Not at once: a training run that began before the change may still be at
    work, and would fail when it wants to keep one more function there.
    """
    folder = parent / f"compiled-{sources.digest(sources.PACKAGE, SOURCES)}"
    if not folder.exists():
        for old in parent.glob("compiled-*"):
            with contextlib.suppress(OSError):  # somebody else throws it away just now
                if time.time() - old.stat().st_mtime > _SURELY_DONE:
                    shutil.rmtree(old, ignore_errors=True)
    return folder


def _jit(function: F, *, parallel: bool) -> F:
    kept = numba.config.CACHE_DIR
    # What somebody chose with NUMBA_CACHE_DIR holds; where our folder cannot be written Numba looks for another one.
    numba.config.CACHE_DIR = kept or _FOLDER
    try:
        return cast(F, numba.njit(cache=True, parallel=parallel)(function))
    finally:
        numba.config.CACHE_DIR = kept


def compiled(function: F) -> F:
    """The function as machine code, made at the first call and kept on disk for the next run."""
    return function if numba is None else _jit(function, parallel=False)


def compiled_parallel(function: F) -> F:
    """The same for a function whose ``prange`` loop may run on all cores."""
    return function if numba is None else _jit(function, parallel=True)


_FOLDER = "" if numba is None else str(cache_folder(Path(__file__).resolve().parent / "__pycache__"))

prange: Callable[[int], range] = range if numba is None else numba.prange
"""A loop whose rounds do not depend on each other."""


def use_cores(number: int) -> None:
    """How many cores ``compiled_parallel`` functions may use from now on."""
    if numba is not None:
        numba.set_num_threads(min(number, numba.config.NUMBA_NUM_THREADS))
