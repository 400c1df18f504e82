"""Work spread over processes: pieces go out, and results come back in the order in which they are ready.

The processes start with "spawn", which works the same on every system. They get pieces through separate pipes. They end
when this process ends for any reason, so that none of them continues without purpose.
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
"""The number of seconds. Starting processes pays if more work than this is left."""

_MOST_ON_WINDOWS = 60  # Windows waits for 63 things at most
ARITHMETIC: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS",
                    "VECLIB_MAXIMUM_THREADS")  # fmt: skip
"""Environment variables that set the number of threads in numerical libraries."""

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


class Spread(Protocol):
    """A function that does work elsewhere: yields every piece with the result of ``work``, in any order."""

    def __call__(
        self, work: Callable[[Piece], Outcome], pieces: Iterable[Piece]
    ) -> Generator[tuple[Piece, Outcome], None, None]: ...


class WorkerDied(MileBonesError):
    """Raised if a process ends before its work is done; the message says how."""


def cores() -> int:
    """Return the number of processor cores that this process may use, at least 1."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def one_thread_each() -> None:
    """Keep the arithmetic of this process and of those it starts on one thread each. Call it before importing NumPy.

    Sums that several threads share have slightly different results, and the cores have enough work already.
    """
    for name in ARITHMETIC:
        os.environ[name] = "1"


def spread(
    work: Callable[[Piece], Outcome], pieces: Iterable[Piece], jobs: int, patience: float = PATIENCE
) -> Generator[tuple[Piece, Outcome], None, None]:
    """Yield every piece with the result of ``work``, from at most ``jobs`` processes. ``work`` must support pickling.

    The work begins in this process. If ``jobs`` is more than 1, it moves to other processes when more than ``patience``
    seconds of work seem to be left, or at once if ``patience`` is 0. Raise WorkerDied if a process ends early; that
    process has written its own message to the standard error. Closing the iterator ends the processes.
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
    """While processes start, let them inherit one thread each, and keep Ctrl+C from them."""
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
    """Block Ctrl+C in this process. Processes that start meanwhile inherit the block and never receive Ctrl+C.

    Windows cannot block it; only `_serve` ignores Ctrl+C there.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # starting it later, together with a process, would unblock signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(theirs: Connection[Any, Any], work: Callable[[Any], object]) -> None:
    """Do piece after piece, until the parent has no more. This is the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            theirs.send(work(theirs.recv()))


def _end_with_the_parent() -> None:
    """End this process as soon as the parent ends. The current piece is not finished, because that can take minutes."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
