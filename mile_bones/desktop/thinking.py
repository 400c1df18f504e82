"""Lets the computer players think on a thread of their own, so that the window stays responsive."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QObject

from mile_bones.desktop.worker_thread import WorkerThread
from mile_bones.i18n import gettext as _
from mile_bones.match.thinking import Answer, ComputerPlayer, Load, Question, load_in_time
from mile_bones.players import level as level_of


class Thinking(Protocol):
    """The interface of an object that answers for the computer players. See `Thinker`."""

    answered: Any

    @property
    def busy(self) -> bool: ...
    def ask_computer(self, question: Question) -> None: ...
    def wait(self, seconds: float) -> None: ...
    def forget(self) -> None: ...
    def close(self) -> None: ...


class Thinker(WorkerThread):
    """Answers questions for the computer players: quick ones immediately, others later. ``answered`` carries the
    Question and the Answer.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("computer", parent)
        self.load: Load = load_in_time
        self._computer: ComputerPlayer | None = None

    def ask_computer(self, question: Question) -> None:
        """Emit ``answered`` with the choice of the level in ``question``. If the choice takes no time, emit it before
        returning.
        """
        computer = self._computer
        if computer is None or (computer.game, computer.level) != (question.game, question.level):
            computer = self._computer = ComputerPlayer(question.game, question.level, self.load)
        if computer.answers_at_once(question.observation):
            self.forget()
            self.answered.emit(question, computer.choose(question.observation))
        else:
            self.ask(question, lambda forgotten: computer.choose(question.observation, forgotten))


def trouble_text(question: Question, answer: Answer) -> str:
    """Return a sentence for the player. It says that the level in ``question`` could not answer, and which level played
    in its place.
    """
    asked = level_of(question.game, question.level).title()
    if answer.level is None:
        return _("{level} could not answer, so the first thing that is allowed was done.").format(level=asked)
    other = level_of(question.game, answer.level).title()
    return _("{level} could not answer, so {other} did this in its place.").format(level=asked, other=other)
