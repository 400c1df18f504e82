"""Base classes and functions for the dialogs at the end of a hand or a game."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, PaperButton, label
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.ending import Ending
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

SET_ASIDE = 2
"""The result of a dialog that closes because something else takes the table. It means neither acceptance nor
rejection.
"""
_ENDS_IT = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress)


def game_title(winner: int | None, names: Sequence[str], seat: int | None) -> str:
    """Return the result of the game as a title. `seat` is the seat called "you", or None."""
    if winner is None:
        return _("The game is drawn")
    return _("You win the game") if winner == seat else _("{name} wins the game").format(name=names[winner])


def way_on_text(winner: int | None, seat: int | None, *, placed: bool) -> str:
    """Return the label of the button that continues after a game, for the player in ``seat``. If the game was
    ``placed``, the button leads to the high scores.
    """
    if placed:
        return _("&Go on")
    return _("&Play again") if winner is not None and seat == 1 - winner else _("&New game")


class _Impatience(QObject):
    """Ends the animation in a dialog at the first key or click. This key or click has no other effect."""

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
    """Let the first key or click anywhere in the dialog end the motion of `animator`. This key or click has no other
    effect.
    """
    _Impatience(dialog, animator)


class EndingDialog(BaseDialog):
    """A dialog at the end of a hand or game. Its main button has the focus, and continues. The Return key does the
    same.
    """

    subtitle_stays = True
    counting: Animator | None = None
    """The animator that counts up, or None if the final numbers are shown at once."""
    _begun = False
    told = ""
    """The sentences that the program's own voice reads when the dialog opens. Screen readers read the labels."""
    ends_game = False
    """Whether the game is over. If it is over, Escape leaves the table as it is. Otherwise Escape continues, like the
    button.
    """

    #: Emitted when the button "Show both hands" was pressed.
    both_hands_requested = Signal()
    #: Emitted when the button "Review this game" was pressed.
    review_requested = Signal()
    #: Emitted when the button "Watch again" was pressed.
    scene_requested = Signal()

    def tell(self, *texts: str, unseen: str = "") -> None:
        """Set the texts that are read aloud when the dialog opens.

        A screen reader reads the labels itself. Therefore only the text `unseen`, which no label shows, becomes the
        description for screen readers. Other texts would be read twice.
        """
        self.told = " ".join(filter(None, (*texts, unseen)))
        self.setAccessibleDescription(unseen)

    def add_both_hands(self) -> None:
        """Add a button that asks for all cards of the hand or game that has ended."""
        self.both_hands = self.add_button(_("Show &both hands"))
        self.both_hands.clicked.connect(self.both_hands_requested)

    def add_way_on(self, text: str) -> None:
        """Add the main button, which continues. Call this method after the other buttons have been added."""
        self.go_on = self.add_button(text, "primary", default=True)
        self.go_on.clicked.connect(self.accept)
        self.go_on.setFocus()

    def offer_review(self) -> None:
        """Add a button before the main one that asks for a review of the game, which is over."""
        self.review = self._offer(_("&Review this game"))
        self.review.clicked.connect(self.review_requested)

    def offer_scene(self) -> None:
        """Add a button before the main one that asks for the scene of the end of the game again."""
        self.watch = self._offer(_("&Watch again"))
        self.watch.clicked.connect(self.scene_requested)

    def _offer(self, text: str) -> PaperButton:
        """Add a button before the main one, and return it."""
        button = PaperButton(text)
        button.setAutoDefault(True)
        self.buttons.insertWidget(self.buttons.indexOf(self.go_on), button)
        QWidget.setTabOrder(button, self.go_on)
        return button

    def reject(self) -> None:
        """Handle Escape and the closing of the dialog. For their effect see ``ends_game``."""
        if self.ends_game:
            super().reject()
        else:
            self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.go_on.setFocus()
        if not event.spontaneous() and not self._begun:
            self._begun = True
            self.begin()

    def begin(self) -> None:
        """Begin to count up, when the dialog is shown for the first time. Default: nothing."""

    def count_with(self, animator: Animator | None) -> None:
        """Count up with this animator from now on."""
        self.counting = animator
        if animator is not None:
            animator.setParent(self)

    def count(self, motions: list[Motion]) -> None:
        """Count up, until a key or a click shows the final numbers. Without an animator nothing moves."""
        if self.counting is not None and not self.counting.still:
            until_input(self, self.counting)
            self.counting.run(motions)


class GameEndDialog(EndingDialog):
    """Shows the winner of a game that is a single hand, the reason, and the number of games won by each side."""

    def __init__(
        self, ending: Ending, text: str, parent: QWidget | None, *, band: str, topic: str, lines: Sequence[str] = ()
    ) -> None:
        """`text` is a sentence about the end of the game. `lines` are further texts."""
        title = game_title(ending.events[-1].winner, ending.names, ending.you)
        super().__init__(parent, title=title, subtitle=text, band=band, topic=topic, width=500)
        self.setObjectName("end_dialog")
        told = (*lines, _games_text(ending))
        for line in told:
            self.body.addWidget(label(line, "text", wrap=True))
        self.tell(self.band.subtitle.text(), *told)
        self.add_way_on(way_on_text(ending.events[-1].winner, ending.you, placed=ending.placed))


def _games_text(ending: Ending) -> str:
    if ending.assisted:
        return _("An assisted game: it does not count.")
    first = ending.you or 0
    mine, theirs = (format_number(ending.games[seat]) for seat in (first, 1 - first))
    return _("Games won: {name} {own}, {other} {others}.").format(
        name=ending.names[first], own=mine, other=ending.names[1 - first], others=theirs
    )
