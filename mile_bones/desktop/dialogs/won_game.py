"""A game is won: its picture, what is special about it, and the high scores, all on one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.ending import until_input
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.desktop.table.animator import Animator
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.achievements import Achievements
from mile_bones.storage.results import HighScores, Placement

_ROWS = (42, 38, 34, 30)
"""Heights of a row at scale 1 to be tried, the roomiest first."""


class WonGameDialog(HighScoresDialog):
    """``picture`` is the scene, made by the board of the game; ``texts`` are sentences about what is special about it.

    The button goes on to a new game.
    """

    #: The button "Review this game" was pressed.
    review_requested = Signal()

    def __init__(
        self,
        scores: HighScores,
        game: str,
        highlight: Placement | None,
        parent: QWidget | None,
        *,
        title: str,
        subtitle: str,
        picture: QWidget,
        texts: Sequence[str],
    ) -> None:
        self._picture = picture
        super().__init__(scores, game, highlight, parent, title=title, subtitle=subtitle)
        self.setObjectName("won_game_dialog")
        self.clear.hide()
        self.close_button.setText(_("&New game"))
        self.told = " ".join((subtitle, picture.accessibleName(), *texts))
        self.setAccessibleDescription(picture.accessibleName())  # the rest stands there as labels, which are read
        self.achievements = label(" ".join(texts), "text", wrap=True)
        self.achievements.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.achievements.setVisible(bool(texts))
        self.body.insertWidget(0, picture)
        self.body.insertWidget(1, self.achievements)
        for animator in picture.findChildren(Animator):
            until_input(self, animator)

    def offer_review(self) -> None:
        """A button that asks for the review of the game."""
        self.review = self.add_button(_("&Review this game"), leading=True)
        self.review.clicked.connect(self.review_requested)

    def fit(self) -> None:
        """The lists are as high as the window allows, so that the whole sheet is seen at once."""
        for row_height in _ROWS:
            for table in self.tables.values():
                table.measure(row_height)
            super().fit()
            if self.full_height <= self.room():
                break


def feat_texts(achievements: Achievements) -> list[str]:
    """What is special about the game, as sentences."""
    texts = []
    if achievements.streak > 1:
        texts.append(
            ngettext("{count} game won in a row.", "{count} games won in a row.", achievements.streak).format(
                count=format_number(achievements.streak)
            )
        )
    if achievements.best:
        texts.append(_("A record: your highest total so far."))
    elif achievements.widest:
        texts.append(_("A record: your widest win so far."))
    return texts
