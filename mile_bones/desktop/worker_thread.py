"""Runs work on a separate thread, so that the window stays responsive. The results are passed back by a signal."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

SWITCH_S = 0.0005
"""The time in seconds after which this thread yields the interpreter to the window's thread.

With Python's default of 0.005, the window would be delayed by that time, and many times in a frame. Decision 035 has
the measurements.
"""
HELD_MS = 50
"""The time in milliseconds between two checks whether a dialog that delays a result has been closed."""

IsForgotten = Callable[[], bool]
"""A function that returns True if the result is not wanted any more."""
Work = Callable[[IsForgotten], Any]
"""A function that runs on the thread. The function must not raise an exception."""


class WorkerThread(QObject):
    """Runs one job at a time, in the order of the calls. Only the result of the last job is wanted. That job is called
    open.

    The thread is a daemon, so that it never keeps the program from ending, no matter how long a job takes.
    """

    answered = Signal(object, object)
    """Emitted with the key and the result of a job. Not emitted for forgotten jobs."""
    _arrived = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._open: object | None = None
        self._jobs: SimpleQueue[tuple[object, Work] | None] | None = None
        self._results: SimpleQueue[tuple[object, Any]] = SimpleQueue()
        self._bell = _Bell(self._arrived.emit)
        self.heard_in: QWidget | None = None
        """A dialog that waits for results, or None. Results are delivered even while this dialog is in front."""
        self._held = QTimer(self, singleShot=True, interval=HELD_MS)
        self._held.timeout.connect(self._collect)
        self._arrived.connect(self._collect)

    @property
    def asked_for(self) -> object | None:
        """The key of the open job, or None if no job is open."""
        return self._open

    @property
    def busy(self) -> bool:
        """Whether a job is open."""
        return self._open is not None

    @property
    def held(self) -> bool:
        """Whether a result has arrived and waits until no dialog is open."""
        return self._held.isActive()

    def ask(self, key: object, work: Work) -> None:
        """Run ``work`` on the thread. ``answered`` carries its result with ``key``, which can be anything."""
        self._open = key
        if self._jobs is None:
            self._jobs = SimpleQueue()
            parts = (self._jobs, self._results, self._bell.ring, self._is_forgotten)
            threading.Thread(target=_run, args=parts, name=self._name, daemon=True).start()
        self._jobs.put((key, work))

    def wait(self, seconds: float) -> None:
        """Deliver the result of the open job now if the result arrives within ``seconds``."""
        with suppress(Empty):
            self._take(*self._results.get(timeout=seconds))

    def forget(self) -> None:
        """Forget the open job, because its result is not wanted any more."""
        self._open = None

    def close(self) -> None:
        """End the thread when its current job is done. No more results are delivered."""
        self.forget()
        self._bell.silence()
        if self._jobs is not None:
            self._jobs.put(None)
            self._jobs = None

    def _is_forgotten(self, key: object) -> bool:
        return key is not self._open

    def _collect(self) -> None:
        """Deliver the results that have arrived, but later if a dialog is open.

        The game must not change behind a dialog while the player is busy with it.
        """
        if QApplication.activeModalWidget() not in (None, self.heard_in):
            self._held.start()
            return
        while not self._results.empty():
            self._take(*self._results.get())

    def _take(self, key: object, result: Any) -> None:
        if key is self._open:
            self._open = None
            self.answered.emit(key, result)


class _Bell:
    """Calls ``ring`` until it is silenced. The silence is needed because a signal must not be emitted after its sender
    was deleted.
    """

    def __init__(self, ring: Callable[[], None]) -> None:
        self._lock = threading.Lock()
        self._ring: Callable[[], None] | None = ring

    def ring(self) -> None:
        with self._lock:
            if self._ring is not None:
                self._ring()

    def silence(self) -> None:
        with self._lock:
            self._ring = None


def _run(
    jobs: SimpleQueue[tuple[object, Work] | None],
    results: SimpleQueue[tuple[object, Any]],
    ring: Callable[[], None],
    is_forgotten: Callable[[object], bool],
) -> None:
    """Run the thread: do one job after another until a job is None."""
    sys.setswitchinterval(SWITCH_S)
    # Set before a player imports NumPy. With matrices as small as those of the players, a second thread has no
    # advantage, and it would take the core that the window needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    while (job := jobs.get()) is not None:
        key, work = job
        if not is_forgotten(key):
            results.put((key, work(lambda key=key: is_forgotten(key))))  # type: ignore[misc]
        ring()
