"""The controller of the page with a game's review. The game may be on the table, past or replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from mile_bones.desktop.controllers.reviews import ReviewState
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from mile_bones.desktop.controllers.reviews import ReviewController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.dialogs.review import ReviewDialog
    from mile_bones.engine.record import Record
    from mile_bones.match.review import Choice

_SHOWN_MS = 150
"""The shortest time in milliseconds between two updates of the page while results arrive."""


class ReviewPageController(QObject):
    """Shows the results of a review as they arrive, and lets the player begin, stop and resume the review."""

    choice_requested = Signal(object, int, int)
    """Emitted with a record, a hand and an action (both counted from 1), to show that choice in a replay."""

    def __init__(self, reviews: ReviewController, dialogs: DialogStack) -> None:
        super().__init__(dialogs.parent)
        self._reviews = reviews
        self._dialogs = dialogs
        self._record: Record | None = None
        self._digest = b""
        self._dialog: ReviewDialog | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._soon.timeout.connect(self._refresh)
        reviews.choice_rated.connect(self._changed)
        reviews.hand_reviewed.connect(self._changed)
        reviews.state_changed.connect(lambda record: self._changed(record, at_once=True))

    def show(self, record: Record) -> BaseDialog:
        """Open the page of this game over any dialog that is open, and start the missing part of the review.

        If no hand of the game was played to its end, open a message about that instead. Return the dialog.
        """
        from mile_bones.desktop.dialogs.question import MessageDialog
        from mile_bones.desktop.dialogs.review import ReviewDialog
        from mile_bones.desktop.dialogs.review_figures import ReviewFigures

        figures, review = ReviewFigures(record), self._reviews.review_of(record)
        below = self._dialogs.dialogs[-1] if self._dialogs.dialogs else None
        parent = below or self._dialogs.parent
        if not review.of:
            title, text = _("Review of the game"), figures.progress(review)
            return self._open(MessageDialog(title, text, parent, topic="review"), below)
        dialog = ReviewDialog(figures, review, parent)
        self._record, self._digest, self._dialog = record, record.digest(), dialog
        dialog.begin_requested.connect(lambda: self._reviews.begin(record))
        dialog.stop_requested.connect(lambda: self._reviews.stop(record))
        dialog.choice_chosen.connect(lambda choice: self._show_choice(record, choice))
        dialog.finished.connect(self._closed)
        self._reviews.begin(record)  # this also reports the state of the review immediately
        return self._open(dialog, below)

    def _open(self, dialog: BaseDialog, below: QWidget | None) -> BaseDialog:
        if below is not None:
            dialog.finished.connect(lambda _result: below.activateWindow())  # the keyboard returns to `below`
        self._dialogs.open(dialog)
        return dialog

    def _changed(self, record: Record, *_what: object, at_once: bool = False) -> None:
        if self._dialog is None or record.digest() != self._digest:
            return
        if at_once:
            self._refresh()
        elif not self._soon.isActive():
            self._soon.start()

    def _refresh(self) -> None:
        dialog, record = self._dialog, self._record
        if dialog is None or record is None:
            return
        dialog.show_review(self._reviews.review_of(record), self._reviews.choices_of(record))
        state = self._reviews.state_of(record)
        dialog.show_state(
            self._reviews.progress_of(record),
            running=state is ReviewState.RUNNING,
            waiting=state is ReviewState.WAITING,
            fault=self._reviews.fault_of(record),
        )

    def _show_choice(self, record: Record, choice: Choice) -> None:
        """Close all dialogs, and show this choice in a replay on the table.

        The dialogs may be shown again when the replay is left.
        """
        from mile_bones.desktop.dialogs.ending import SET_ASIDE

        for dialog in reversed(self._dialogs.dialogs[:]):
            dialog.done(SET_ASIDE)
        self.choice_requested.emit(record, choice.hand, choice.action)

    def _closed(self) -> None:
        self._soon.stop()
        self._dialog = self._record = None
