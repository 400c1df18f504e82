"""The computer thinks beside the window: on a thread of its own, whose answers come back as a signal."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from mile_bones.i18n import gettext as _
from mile_bones.match import Answer, ComputerPlayer, Load, Question
from mile_bones.match.thinking import load_in_time
from mile_bones.players import level as level_of

SWITCH_S = 0.0005
"""Seconds after which the thinking thread lets the window's have the interpreter. Python's own 0.005 costs the window
that much many times in a frame; decision 035 has the measurements."""
HELD_MS = 50
"""How often an answer that came under a dialog looks whether the dialog has gone."""

Job = tuple[ComputerPlayer, Question]


class Thinker(QObject):
    """Answers questions, the quick ones at once and the others later. One question is open at a time.

    The thread is a daemon: it never keeps the program from ending, however long a player thinks.
    """

    answered = Signal(object, object)
    """The answer to the open question (Question, Answer). Not for one that was forgotten."""
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.load: Load = load_in_time
        self._computer: ComputerPlayer | None = None
        self._open: Question | None = None
        self._jobs: SimpleQueue[Job | None] | None = None
        self._answers: SimpleQueue[tuple[Question, Answer]] = SimpleQueue()
        self._bell = _Bell(self._arrived.emit)
        self._held = QTimer(self, singleShot=True, interval=HELD_MS)
        self._held.timeout.connect(self._collect)
        self._arrived.connect(self._collect)

    @property
    def busy(self) -> bool:
        """A question is open."""
        return self._open is not None

    def ask(self, question: Question) -> None:
        """``answered`` tells what the level does; before this returns when that takes no time."""
        computer = self._computer
        if computer is None or (computer.game, computer.level) != (question.game, question.level):
            computer = self._computer = ComputerPlayer(question.game, question.level, self.load)
        self._open = question
        if computer.answers_at_once(question.observation):
            self._take(question, computer.choose(question.observation))
            return
        if self._jobs is None:
            self._jobs = SimpleQueue()
            work = (self._jobs, self._answers, self._bell.ring, self._is_forgotten)
            threading.Thread(target=_think, args=work, name="computer", daemon=True).start()
        self._jobs.put((computer, question))

    def wait(self, seconds: float) -> None:
        """Take the answer to the open question now if it comes within so many seconds."""
        with suppress(Empty):
            self._take(*self._answers.get(timeout=seconds))

    def forget(self) -> None:
        """Nobody wants the answer to the open question any more."""
        self._open = None

    def close(self) -> None:
        """No question comes any more: the thread ends when it has done thinking, and is not heard again."""
        self.forget()
        self._bell.silence()
        if self._jobs is not None:
            self._jobs.put(None)
            self._jobs = None

    def _is_forgotten(self, question: Question) -> bool:
        return question is not self._open

    def _collect(self) -> None:
        """Take what has arrived, once no dialog is open: the game does not go on behind the player's back."""
        if QApplication.activeModalWidget() is not None:
            self._held.start()
            return
        while not self._answers.empty():
            self._take(*self._answers.get())

    def _take(self, question: Question, answer: Answer) -> None:
        if question is self._open:
            self._open = None
            self.answered.emit(question, answer)


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


def _think(
    jobs: SimpleQueue[Job | None],
    answers: SimpleQueue[tuple[Question, Answer]],
    ring: Callable[[], None],
    is_forgotten: Callable[[Question], bool],
) -> None:
    """The thread: one question after another, until there are no more."""
    sys.setswitchinterval(SWITCH_S)
    # Before a player brings NumPy: on matrices as small as theirs a second thread gains nothing, and it takes the core
    # that the window wants.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    while (job := jobs.get()) is not None:
        computer, question = job
        if not is_forgotten(question):
            answers.put((question, computer.choose(question.observation, partial(is_forgotten, question))))
        ring()


def trouble_text(question: Question, answer: Answer) -> str:
    """For the player: the level that was asked could not answer, and who played instead."""
    asked = level_of(question.game, question.level).title()
    if answer.level is None:
        return _("{level} could not answer, so the first thing that is allowed was done.").format(level=asked)
    other = level_of(question.game, answer.level).title()
    return _("{level} could not answer, so {other} did this in its place.").format(level=asked, other=other)
