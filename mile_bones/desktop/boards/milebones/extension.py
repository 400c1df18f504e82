"""The question at the end of a trip of 700 miles: stop here, or go on to 1,000?"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QWidget

from mile_bones.desktop.dialogs.base import FRAME, BaseDialog, label
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _

_BELOW_THE_PILES, _BELOW_THE_HAND = 0.47, 0.684
"""The fractions of the window's height above which the player's own piles and the hand lie."""
_LEAST = 110
"""The least height that the question needs to be readable, in pixels at scale 1."""


class ExtensionDialog(BaseDialog):
    """The dialog that asks about the extension. `accepted` extends the trip, `rejected` ends it.

    Only the two buttons answer, Escape does not. `opponent` is the other player's name, `left` the number of cards in
    the deck, `totals` the scores before this hand, the viewer's first. `game_end` is the sentence about the end of the
    game if the answer "no" ends the game, or "" if another hand follows. The dialog covers nothing that the player
    needs to see in order to answer.
    """

    def __init__(
        self,
        opponent: str,
        parent: QWidget | None = None,
        *,
        goal: int = 700,
        extended_goal: int = 1000,
        left: int = 0,
        totals: tuple[int, int] = (0, 0),
        game_end: str = "",
    ) -> None:
        near, far = format_number(goal), format_number(extended_goal)
        super().__init__(
            parent,
            title=_("You made it!"),
            subtitle=_("You have driven {near} miles. Go on to {far}?").format(near=near, far=far),
            band="green",
            topic="extension",
            width=640,
        )
        self.setObjectName("extension_dialog")
        self.setWindowFlag(Qt.WindowType.WindowCloseButtonHint, False)
        own, other = map(format_number, totals)
        end_here = _("End here: the 400 points for the trip are yours, and the hand is over.")
        if game_end:
            end_here = _("End here: the 400 points for the trip are yours, and the game is over. {sentence}")
            end_here = end_here.format(sentence=game_end)
        paragraphs = (
            end_here,
            _(
                "Go on: they are at risk, for {name} plays on as well. Whoever is first at {miles} miles wins them, and"
                " 200 for the extension. If nobody gets there, nobody gets them."
            ).format(name=opponent, miles=far),
            ngettext("{count} card is left in the deck.", "{count} cards are left in the deck.", left).format(
                count=format_number(left)
            )
            + " "
            + _("Before this hand you have {own} points, {name} {other}.").format(own=own, name=opponent, other=other),
            _("The game waits for your answer."),
        )
        for text in paragraphs[:-1]:
            self.body.addWidget(label(text, "text", wrap=True))
        self.body.setSpacing(self.px(4))
        self._waits = label(paragraphs[-1], "muted")
        self.buttons.insertWidget(0, self._waits)
        self.setAccessibleDescription(" ".join((self.band.subtitle.text(), *paragraphs)))
        self.yes = self.add_button(_("&Yes, go on"))
        self.no = self.add_button(_("&No, end here"), "primary", default=True)
        self.yes.clicked.connect(self.accept)
        self.no.clicked.connect(self._stop)
        self.no.setFocus()

    def fold(self, narrow: bool) -> None:
        """Hide the note about waiting if the window is ``narrow``, to leave the room to the question and its
        buttons.
        """
        self._waits.setVisible(not narrow)

    def _screen_room(self) -> QSize:
        """Return the room below the player's own piles, or the usual room if there is too little."""
        room, window = super()._screen_room(), self.game_window()
        if window is not None:
            table, screen = window.geometry(), self.available()
            lowest = max(screen.bottom(), table.bottom()) - FRAME
            below = lowest - table.top() - round(_BELOW_THE_PILES * table.height())
            if self.px(_LEAST) <= below < room.height():
                room.setHeight(below)
        return room

    def _place(self) -> None:
        """Put the dialog into the lower corner of the table, over the opponent's piles.

        In this corner the dialog covers neither the hand nor the score, nor your Battle pile and safeties, on which the
        answer depends.
        """
        super()._place()
        window = self.game_window()
        if window is not None:
            table, screen = window.geometry(), self.available()
            below = table.top() + round(_BELOW_THE_HAND * table.height())  # may extend beyond the window
            y = max(below, table.bottom() - self.px(16) - self.height())
            x = table.left() + self.px(12)
            if self.isRightToLeft():  # on a mirrored table the score is at the left
                x = table.right() - self.px(12) - self.width()
            x = max(screen.left(), min(x, max(screen.right(), table.right()) - self.width() - self.px(3)))
            lowest = max(screen.bottom(), table.bottom()) - self.height() - self.px(3)
            corner = QPoint(x, max(screen.top(), min(y, lowest)))
            self.move(corner)
            self.windowHandle().setFramePosition(corner)

    def reject(self) -> None:
        """Ignore Escape, because the game cannot continue without an answer."""

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the dialog open if the window system closes it. The program itself may close the dialog when the program
        ends.
        """
        if event.spontaneous():
            event.ignore()
        else:
            event.accept()

    def _stop(self) -> None:
        self.done(QDialog.DialogCode.Rejected)
