"""Compiles functions with Numba if Numba is installed (the extra ``lab``). Without Numba the same functions run as
plain Python.

Plain Python is about eighty times slower. That is fast enough for the tests, which therefore test the same source that
is compiled.
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
"""Whether the batched engine runs as machine code."""

SOURCES: Final = ("lab/batch/*.py", "lab/training/*.py", "games/milebones/**/*.py", "players/milebones/*.py")
"""The sources of the compiled functions and of the constants that are compiled into them."""
_SURELY_DONE = 7 * 24 * 3600  # seconds


def cache_folder(parent: Path) -> Path:
    """Return the folder in ``parent`` for the machine code of exactly these sources. Delete other such folders after a
    week.

    Numba on its own checks only the file that contains the function. If a callee or constant in another file has
    changed, Numba would run the old machine code. Older folders are not deleted at once, because a training run that
    began before the change may still be at work. That run would fail when it stores one more function in its folder.
    """
    folder = parent / f"compiled-{sources.digest(sources.PACKAGE, SOURCES)}"
    if not folder.exists():
        for old in parent.glob("compiled-*"):
            with contextlib.suppress(OSError):  # another process deletes it at the same time
                if time.time() - old.stat().st_mtime > _SURELY_DONE:
                    shutil.rmtree(old, ignore_errors=True)
    return folder


def _jit(function: F, *, parallel: bool) -> F:
    kept = numba.config.CACHE_DIR
    # NUMBA_CACHE_DIR of the user takes precedence. If our folder is not writable, Numba looks for another one.
    numba.config.CACHE_DIR = kept or _FOLDER
    try:
        return cast(F, numba.njit(cache=True, parallel=parallel)(function))
    finally:
        numba.config.CACHE_DIR = kept


def compiled(function: F) -> F:
    """Return the function as machine code, compiled at the first call and kept on disk for the next run."""
    return function if numba is None else _jit(function, parallel=False)


def compiled_parallel(function: F) -> F:
    """Like ``compiled``, for a function with a ``prange`` loop that may run on all cores."""
    return function if numba is None else _jit(function, parallel=True)


_FOLDER = "" if numba is None else str(cache_folder(Path(__file__).resolve().parent / "__pycache__"))

prange: Callable[[int], range] = range if numba is None else numba.prange
"""The ``range`` of a loop whose iterations do not depend on each other."""


def use_cores(number: int) -> None:
    """Set the number of cores that ``compiled_parallel`` functions may use from now on."""
    if numba is not None:
        numba.set_num_threads(min(number, numba.config.NUMBA_NUM_THREADS))
