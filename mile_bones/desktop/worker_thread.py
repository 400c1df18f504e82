"""Work beside the window: on a thread of its own, whose results come back as a signal."""

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
"""Seconds after which the thread lets the window's have the interpreter. Python's own 0.005 costs the window that much
many times in a frame; decision 035 has the measurements."""
HELD_MS = 50
"""How often a result that came under a dialog looks whether the dialog has gone."""

IsForgotten = Callable[[], bool]
"""Whether nobody wants the result any more."""
Work = Callable[[IsForgotten], Any]
"""Run on the thread; it must raise nothing."""


class WorkerThread(QObject):
    """Does one thing at a time, in the order in which they were asked for. The last that was asked for is open.

    The thread is a daemon: it never keeps the program from ending, however long something takes.
    """

    answered = Signal(object, object)
    """What was asked for, and its result. Not for what was forgotten."""
    _arrived = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._open: object | None = None
        self._jobs: SimpleQueue[tuple[object, Work] | None] | None = None
        self._results: SimpleQueue[tuple[object, Any]] = SimpleQueue()
        self._bell = _Bell(self._arrived.emit)
        self.heard_in: QWidget | None = None
        """While this dialog is in front, results are taken all the same: it waits for them."""
        self._held = QTimer(self, singleShot=True, interval=HELD_MS)
        self._held.timeout.connect(self._collect)
        self._arrived.connect(self._collect)

    @property
    def asked_for(self) -> object | None:
        """The key of what is open."""
        return self._open

    @property
    def busy(self) -> bool:
        """Something is open."""
        return self._open is not None

    @property
    def held(self) -> bool:
        """A result is there, and waits until no dialog is open."""
        return self._held.isActive()

    def ask(self, key: object, work: Work) -> None:
        """``answered`` tells what ``work`` returns. ``key`` is whatever whoever asks knows it by."""
        self._open = key
        if self._jobs is None:
            self._jobs = SimpleQueue()
            parts = (self._jobs, self._results, self._bell.ring, self._is_forgotten)
            threading.Thread(target=_run, args=parts, name=self._name, daemon=True).start()
        self._jobs.put((key, work))

    def wait(self, seconds: float) -> None:
        """Take the result of what is open now if it comes within so many seconds."""
        with suppress(Empty):
            self._take(*self._results.get(timeout=seconds))

    def forget(self) -> None:
        """Nobody wants the result of what is open any more."""
        self._open = None

    def close(self) -> None:
        """Nothing is asked for any more: the thread ends when it is done, and is not heard again."""
        self.forget()
        self._bell.silence()
        if self._jobs is not None:
            self._jobs.put(None)
            self._jobs = None

    def _is_forgotten(self, key: object) -> bool:
        return key is not self._open

    def _collect(self) -> None:
        """Take what has arrived, once no dialog is open: nothing goes on behind the player's back."""
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
    """Rings in the window's thread until it is silenced: a signal must not be sent once its sender has gone."""

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
    """The thread: one thing after another, until there are no more."""
    sys.setswitchinterval(SWITCH_S)
    # Before a player brings NumPy: on matrices as small as theirs a second thread gains nothing, and it takes the core
    # that the window wants.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    while (job := jobs.get()) is not None:
        key, work = job
        if not is_forgotten(key):
            results.put((key, work(lambda key=key: is_forgotten(key))))  # type: ignore[misc]
        ring()
