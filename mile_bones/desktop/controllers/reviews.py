"""Reviews of games: one at a time, in a process of its own, so that the window never waits for one."""

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
"""Reviews that are remembered: also those of games that are in no history."""
_GONE_MS = 2000
"""How long the window waits at its end for a process that has been killed."""


class ReviewState(StrEnum):
    """What is being done about a review."""

    RESTING = "resting"
    """Nothing: not asked for, stopped, or whole."""
    WAITING = "waiting"
    """Another game comes first."""
    RUNNING = "running"


class ReviewController(QObject):
    """Has games reviewed. Only for games whose kind has a coach, and whose records follow the rules.

    Each finished hand is kept with the history at once. The last game that was asked for comes first; the one before
    goes on when it is done. What is kept and what has come since is one: ``review_of`` tells it at any time.
    """

    choice_rated = Signal(object, object)
    """In the game with this record this Choice is known."""
    hand_reviewed = Signal(object, object)
    """In the game with this record this HandReview is whole."""
    state_changed = Signal(object)
    """With the review of the game with this record another thing is done now, see ``state_of``."""
    failed = Signal(object, str)
    """The review of the game with this record cannot go on: why, as a sentence."""

    def __init__(self, library: GameLibrary, parent: QObject | None = None, worlds: int | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.worlds = worlds
        """How many are imagined for each action of a choice; None: as many as usual. To be changed before the first
        review."""
        self._known: dict[bytes, Reviewing] = {}  # by digest, the one that was looked at last behind
        self._wanted: list[Reviewing] = []  # the last one runs
        self._process: QProcess | None = None
        self._killed: list[QProcess] = []  # that have not gone yet

    @cached_property
    def _reviews(self) -> Reviews:
        from mile_bones.library.reviews import Reviews

        return Reviews(self._library.history)

    # ------------------------------------------------------------------ what is known

    def review_of(self, record: Record) -> Review:
        """What is known by now: hands that are reviewed whole."""
        return self._of(record).review

    def choices_of(self, record: Record) -> list[Choice]:
        """All choices that are known by now, also of hands that are not reviewed whole."""
        return self._of(record).choices()

    def progress_of(self, record: Record) -> float:
        """How much of the review has been done, from 0 to 1."""
        return self._of(record).done

    def state_of(self, record: Record) -> ReviewState:
        """What is being done about it."""
        reviewing = self._of(record)
        if reviewing not in self._wanted:
            return ReviewState.RESTING
        return ReviewState.RUNNING if reviewing is self._wanted[-1] else ReviewState.WAITING

    def fault_of(self, record: Record) -> str | None:
        """Why it could not go on when it was tried last, as a sentence."""
        return self._of(record).fault

    # ------------------------------------------------------------------ what is asked for

    def begin(self, record: Record) -> None:
        """Begin the review of this game, or go on with it, before any other one. What is whole stays as it is."""
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
        """No more of this one for now; what is finished stays, and ``begin`` goes on from there."""
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
        """The window goes, and the process with it."""
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
        """The process for the last one that is wanted."""
        from PySide6.QtCore import QProcess

        from mile_bones.library.reviews import command

        reviewing = self._wanted[-1]
        reviewing.fault = None
        process = self._process = QProcess(self)
        # What goes wrong there stands where it stands when it goes wrong here.
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._not_started)
        program, *arguments = command()
        process.start(program, arguments)
        if self._process is process:
            process.write(reviewing.request)

    def _halt(self) -> None:
        """No process any more; it is not heard again."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            process.closeWriteChannel()
            process.kill()
            self._wanted[-1].stop()

    def _read(self) -> None:
        """Take in what has come. Who hears of it may stop the process."""
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
        """``finished`` does not come then."""
        from PySide6.QtCore import QProcess

        if error is QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self) -> None:
        """It is done, or something has befallen it."""
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
        """With the one that had to wait, unless somebody has begun another meanwhile."""
        if self._wanted and self._process is None:
            self._start()
            self.state_changed.emit(self._wanted[-1].record)


def _fault_sentence(reason: str | None, error: QProcess.ProcessError) -> str:
    """``reason``: what the process has said."""
    from PySide6.QtCore import QProcess

    if reason is not None:
        return _("This game cannot be reviewed: {reason}.").format(reason=reason)
    if error is QProcess.ProcessError.FailedToStart:
        return _("The review cannot begin: the program that makes it does not start.")
    return _("The review has broken off. What is finished is kept, and it can go on from there.")
