"""Work spread over processes: pieces go out, results come back in the order in which they are ready.

The processes are started afresh ("spawn"), so that this works alike on every system. They get pieces through pipes of
their own, and end when this process does, however that ends: none of them goes on calculating for nobody.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import connection, resource_tracker
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from mile_bones.engine.errors import MileBonesError
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

PATIENCE: Final = 1.0
"""Seconds of work ahead from which on it is worth while to start processes."""

_MOST_ON_WINDOWS = 60  # it waits for 63 things at once at most
ARITHMETIC: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
                    "VECLIB_MAXIMUM_THREADS")  # fmt: skip
"""What tells the libraries of arithmetic how many threads to use."""

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


class Spread(Protocol):
    """What does work elsewhere: every piece comes back with what ``work`` made of it, in whatever order."""

    def __call__(
        self, work: Callable[[Piece], Outcome], pieces: Iterable[Piece]
    ) -> Generator[tuple[Piece, Outcome], None, None]: ...


class WorkerDied(MileBonesError):
    """A process ended before its work was done; the text says how."""


def cores() -> int:
    """How many processor cores this process may use, at least 1."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def one_thread_each() -> None:
    """Keep the arithmetic of this process, and of those it starts, on one thread each; call it before NumPy is there.

    Sums that threads share out among each other come out differently by a hair, and the cores have their work already.
    """
    for name in ARITHMETIC:
        os.environ[name] = "1"


def spread(
    work: Callable[[Piece], Outcome], pieces: Iterable[Piece], jobs: int, patience: float = PATIENCE
) -> Generator[tuple[Piece, Outcome], None, None]:
    """Every piece with what ``work`` made of it, by at most ``jobs`` processes; ``work`` must be a thing to pickle.

    It begins in this process and goes over to others (with more than one job) when more than ``patience`` seconds of
    work seem to be left; with a patience of 0, at once. WorkerDied when one of them ends early; what it had to say
    stands on the standard error. Closing the iterator ends the processes.
    """
    waiting = deque(pieces)
    began, done = monotonic(), 0
    while waiting and (jobs == 1 or _seconds_left(began, done, len(waiting)) < patience):
        piece = waiting.popleft()
        yield piece, work(piece)
        done += 1
    if waiting:
        yield from _in_processes(work, waiting, jobs)


def _seconds_left(began: float, done: int, left: int) -> float:
    return (monotonic() - began) / done * left if done else 0.0


def _in_processes(
    work: Callable[[Piece], Outcome], waiting: deque[Piece], jobs: int
) -> Iterator[tuple[Piece, Outcome]]:
    jobs = min(jobs, len(waiting), _MOST_ON_WINDOWS if sys.platform == "win32" else jobs)
    context = multiprocessing.get_context("spawn")
    processes: dict[Connection[Any, Any], SpawnProcess] = {}
    busy: dict[Connection[Any, Any], Piece] = {}
    try:
        with _calm_start():
            for _number in range(jobs):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, work), daemon=True)
                process.start()
                theirs.close()
                processes[ours] = process
        for ours in processes:
            _give(ours, waiting, busy, processes)
        while busy:
            for ready in connection.wait(list(busy)):
                ours = cast("Connection[Any, Any]", ready)
                piece = busy.pop(ours)
                try:
                    outcome = ours.recv()
                except (EOFError, ConnectionError):
                    raise _died(processes[ours]) from None
                if waiting:
                    _give(ours, waiting, busy, processes)
                yield piece, outcome
    finally:
        for ours, process in processes.items():
            ours.close()
            process.terminate()
        for process in processes.values():
            process.join()
            process.close()


def _give(
    ours: Connection[Any, Any],
    waiting: deque[Piece],
    busy: dict[Connection[Any, Any], Piece],
    processes: dict[Connection[Any, Any], SpawnProcess],
) -> None:
    piece = waiting.popleft()
    busy[ours] = piece
    try:
        ours.send(piece)
    except ConnectionError:
        raise _died(processes[ours]) from None


def _died(process: SpawnProcess) -> WorkerDied:
    process.join()
    return WorkerDied(
        _("a process that was playing has ended before its time (exit status {status})").format(status=process.exitcode)
    )


@contextlib.contextmanager
def _calm_start() -> Iterator[None]:
    """While processes start: they inherit one thread each, and that Ctrl+C is not meant for them."""
    before = {name: os.environ.get(name) for name in ARITHMETIC}
    one_thread_each()
    try:
        with _interrupts_held_back():
            yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl+C waits, and processes that start now never hear of it. Windows cannot do that; there `_serve` is all."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # where it has to be started first, starting a process lets signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(theirs: Connection[Any, Any], work: Callable[[Any], object]) -> None:
    """The life of a process: piece by piece, until nobody has any more for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            theirs.send(work(theirs.recv()))


def _end_with_the_parent() -> None:
    """At once, and not when the piece is finished, which can take minutes."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
