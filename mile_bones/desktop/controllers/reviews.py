"""The controller of the reviews of games. Only one review runs at a time. It runs in a separate process, so that the
window never waits.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from PySide6.QtCore import QProcess

    from mile_bones.engine.record import Record
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.library.reviews import Reviewing, Reviews
    from mile_bones.match.review import Choice, Review

_KNOWN = 8
"""The number of reviews that are kept in memory in addition to the wanted ones. The games of such reviews need not be
in the history.
"""
_GONE_MS = 2000
"""The time in milliseconds that the closing window waits for a killed process to end."""


class ReviewState(StrEnum):
    """The state of a review."""

    RESTING = "resting"
    """The review is not running: it was not requested, it was stopped, or it is complete."""
    WAITING = "waiting"
    """The review waits until that of another game is finished."""
    RUNNING = "running"


class ReviewController(QObject):
    """Runs the reviews of games. The game must have a coach, and the record must follow the rules.

    Each finished hand is stored with the history immediately. The game that was requested last is reviewed first. After
    that, the review of the game before it is resumed. ``review_of`` always returns the stored and the new results
    together.
    """

    choice_rated = Signal(object, object)
    """Emitted with a record and a Choice of its game when the choice has been rated."""
    hand_reviewed = Signal(object, object)
    """Emitted with a record and a HandReview of its game when the review of this hand is complete."""
    state_changed = Signal(object)
    """Emitted with the record of a game when the state of its review has changed. See ``state_of``."""
    failed = Signal(object, str)
    """Emitted with the record of a game whose review cannot continue, and with a sentence about the reason."""

    def __init__(self, library: GameLibrary, parent: QObject | None = None, worlds: int | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.worlds = worlds
        """The number of worlds (imagined complete deals) for each action, or None for the usual number.

        Change it only before the first review.
        """
        self._known: dict[bytes, Reviewing] = {}  # reviews by digest, the most recently used last
        self._wanted: list[Reviewing] = []  # wanted reviews, of which the last one runs
        self._process: QProcess | None = None
        self._killed: list[QProcess] = []  # processes that were killed, but have not ended yet

    @cached_property
    def _reviews(self) -> Reviews:
        from mile_bones.library.reviews import Reviews

        return Reviews(self._library.history)

    # ------------------------------------------------------------------ results and states

    def review_of(self, record: Record) -> Review:
        """Return the part of the review that is known: the hands that are completely reviewed."""
        return self._of(record).review

    def choices_of(self, record: Record) -> list[Choice]:
        """Return all choices that have been rated so far, including choices in hands that are not completely
        reviewed.
        """
        return self._of(record).choices()

    def progress_of(self, record: Record) -> float:
        """Return the fraction of the review that is done, from 0 to 1."""
        return self._of(record).done

    def state_of(self, record: Record) -> ReviewState:
        """Return the state of the review of this game."""
        reviewing = self._of(record)
        if reviewing not in self._wanted:
            return ReviewState.RESTING
        return ReviewState.RUNNING if reviewing is self._wanted[-1] else ReviewState.WAITING

    def fault_of(self, record: Record) -> str | None:
        """Return a sentence about why the review could not continue when it last ran, or None."""
        return self._of(record).fault

    # ------------------------------------------------------------------ beginning and stopping

    def begin(self, record: Record) -> None:
        """Begin or resume the review of this game, before the review of any other game. Do nothing if the review is
        complete.
        """
        reviewing = self._of(record)
        if not reviewing.review.is_whole:
            reviewing.look()
        if reviewing.review.is_whole or self._is_running(reviewing):
            self.state_changed.emit(record)
            return
        before = self._wanted[-1] if self._wanted else None
        self._halt()
        if reviewing in self._wanted:
            self._wanted.remove(reviewing)
        self._wanted.append(reviewing)
        self._start()
        if before is not None:
            self.state_changed.emit(before.record)
        self.state_changed.emit(record)

    def stop(self, record: Record) -> None:
        """Stop the review of this game. Finished hands are kept, and ``begin`` continues after them."""
        reviewing = self._of(record)
        if reviewing not in self._wanted:
            return
        running = self._is_running(reviewing)
        if running:
            self._halt()
        self._wanted.remove(reviewing)
        self.state_changed.emit(record)
        if running:
            self._go_on()

    def close(self) -> None:
        """Stop everything, because the window closes, and wait for the processes to end."""
        self._halt()
        self._wanted.clear()
        for process in self._killed[:]:
            process.waitForFinished(_GONE_MS)

    # ------------------------------------------------------------------ the process

    def _of(self, record: Record) -> Reviewing:
        from mile_bones.library.reviews import Reviewing
        from mile_bones.match.review import WORLDS

        digest = record.digest()
        reviewing = self._known.pop(digest, None)
        if reviewing is None:
            reviewing = Reviewing(self._reviews, record, WORLDS if self.worlds is None else self.worlds)
        self._known[digest] = reviewing
        for old in [old for old, one in self._known.items() if one not in self._wanted][:-_KNOWN]:
            del self._known[old]
        return reviewing

    def _is_running(self, reviewing: Reviewing) -> bool:
        return bool(self._wanted) and reviewing is self._wanted[-1]

    def _start(self) -> None:
        """Start the process for the wanted review that comes first."""
        from PySide6.QtCore import QProcess

        from mile_bones.library.reviews import command

        reviewing = self._wanted[-1]
        reviewing.fault = None
        process = self._process = QProcess(self)
        # The process writes its errors to the same place as this program.
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._not_started)
        program, *arguments = command()
        process.start(program, arguments)
        if self._process is process:
            process.write(reviewing.request)

    def _halt(self) -> None:
        """Kill the process, and ignore its further results."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            process.closeWriteChannel()
            process.kill()
            self._wanted[-1].stop()

    def _read(self) -> None:
        """Take in the lines that the process has written. A slot that is called meanwhile may stop the process."""
        from mile_bones.match.review import Choice

        process = self._process
        while process is not None and process is self._process and process.canReadLine():
            reviewing = self._wanted[-1]
            piece = reviewing.heard(bytes(process.readLine().data()))
            if isinstance(piece, Choice):
                self.choice_rated.emit(reviewing.record, piece)
            elif piece is not None:
                self.hand_reviewed.emit(reviewing.record, piece)

    def _not_started(self, error: QProcess.ProcessError) -> None:
        """Treat a process that could not start as ended, because Qt does not emit ``finished`` for it."""
        from PySide6.QtCore import QProcess

        if error is QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self) -> None:
        """Take in the last results of the process, which has ended or crashed. Then start the next review."""
        from PySide6.QtCore import QProcess

        process = self.sender()
        assert isinstance(process, QProcess)
        process.deleteLater()
        if process in self._killed:
            self._killed.remove(process)
            return
        self._read()
        if process is not self._process:
            return
        self._process = None
        reviewing = self._wanted.pop()
        reviewing.stop()
        if not reviewing.review.is_whole:
            reviewing.fault = _fault_sentence(reviewing.fault, process.error())
        self.state_changed.emit(reviewing.record)
        if reviewing.fault is not None:
            self.failed.emit(reviewing.record, reviewing.fault)
        self._go_on()

    def _go_on(self) -> None:
        """Start the process for the next wanted review, unless a process was started meanwhile."""
        if self._wanted and self._process is None:
            self._start()
            self.state_changed.emit(self._wanted[-1].record)


def _fault_sentence(reason: str | None, error: QProcess.ProcessError) -> str:
    """Return the sentence about a fault. `reason` is the reason that the process has reported, or None."""
    from PySide6.QtCore import QProcess

    if reason is not None:
        return _("This game cannot be reviewed: {reason}.").format(reason=reason)
    if error is QProcess.ProcessError.FailedToStart:
        return _("The review cannot begin: the program that makes it does not start.")
    return _("The review has broken off. What is finished is kept, and it can be continued from there.")
