"""What the dialogs at the end of a hand or a game share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, PaperButton, label
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.ending import Ending
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

SET_ASIDE = 2
"""The result of a dialog that goes because something else comes to the table: nothing follows from it."""
_ENDS_IT = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress)


def winner_of(points: Sequence[float]) -> int | None:
    """The seat with more points; None where both have the same."""
    return None if points[0] == points[1] else int(points[1] > points[0])


def game_title(winner: int | None, names: Sequence[str], seat: int | None) -> str:
    """The result of the game, to head what tells of its end."""
    if winner is None:
        return _("The game is drawn")
    return _("You win the game") if winner == seat else _("{name} wins the game").format(name=names[winner])


class _Impatience(QObject):
    """The first key or click ends what moves in a dialog, and does nothing else."""

    def __init__(self, dialog: BaseDialog, animator: Animator) -> None:
        super().__init__(dialog)
        self._animator = animator
        for widget in (dialog, *dialog.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _ENDS_IT or not self._animator.running:
            return False
        self._animator.finish()
        return True


def until_input(dialog: BaseDialog, animator: Animator) -> None:
    """The first key or click, wherever in the dialog, only ends what this animator moves."""
    _Impatience(dialog, animator)


class EndingDialog(BaseDialog):
    """Something is over, and there is one way on: by its button, which has the focus, and by Return."""

    told = ""
    """The sentences that the program's own voice reads when the dialog opens; screen readers read its labels."""
    ends_game = False
    """Escape leaves the table as it stands at the end of a game; at the end of a hand it goes on as the button does."""

    #: The button "Show both hands" was pressed.
    both_hands_requested = Signal()
    #: The button "Review this game" was pressed.
    review_requested = Signal()

    def tell(self, *texts: str, unseen: str = "") -> None:
        """Say this when it comes up. A screen reader reads the labels by itself, so that only what is ``unseen`` may be
        a description, else it would say the rest twice."""
        self.told = " ".join(filter(None, (*texts, unseen)))
        self.setAccessibleDescription(unseen)

    def add_both_hands(self) -> None:
        """A button that asks for all the cards of what is over."""
        self.both_hands = self.add_button(_("Show &both hands"))
        self.both_hands.clicked.connect(self.both_hands_requested)

    def add_way_on(self, text: str) -> None:
        """The last of the buttons, to be added when the others are there."""
        self.go_on = self.add_button(text, "primary", default=True)
        self.go_on.clicked.connect(self.accept)
        self.go_on.setFocus()

    def offer_review(self) -> None:
        """A button before the way on that asks for the review of the game, which is over."""
        self.review = PaperButton(_("&Review this game"))
        self.review.setAutoDefault(True)
        self.buttons.insertWidget(self.buttons.indexOf(self.go_on), self.review)
        QWidget.setTabOrder(self.review, self.go_on)
        self.review.clicked.connect(self.review_requested)

    def reject(self) -> None:
        """Escape was pressed, or the dialog closed; see ``ends_game``."""
        if self.ends_game:
            super().reject()
        else:
            self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.go_on.setFocus()


class GameEndDialog(EndingDialog):
    """Who has won a game that is a single hand, and why; and how many games each has won by now."""

    def __init__(
        self, ending: Ending, text: str, parent: QWidget | None, *, band: str, topic: str, lines: Sequence[str] = ()
    ) -> None:
        """``text``: how it has ended, in a sentence. ``lines``: what else there is to say."""
        title = game_title(ending.events[-1].winner, ending.names, ending.you)
        super().__init__(parent, title=title, subtitle=text, band=band, topic=topic, width=500)
        self.setObjectName("end_dialog")
        told = (*lines, _games_text(ending))
        for line in told:
            self.body.addWidget(label(line, "text", wrap=True))
        self.tell(self.band.subtitle.text(), *told)
        self.add_way_on(_("&New game"))


def _games_text(ending: Ending) -> str:
    if ending.assisted:
        return _("An assisted game: it does not count.")
    first = ending.you or 0
    mine, theirs = (format_number(ending.games[seat]) for seat in (first, 1 - first))
    return _("Games won: {name} {own}, {other} {others}.").format(
        name=ending.names[first], own=mine, other=ending.names[1 - first], others=theirs
    )
