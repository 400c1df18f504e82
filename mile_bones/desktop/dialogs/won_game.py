"""The dialog about a won game, with a picture, texts about what is special about the game, and the high scores on one
sheet.
"""

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
"""The row heights to try, in pixels at scale 1, the largest first."""


class WonGameDialog(HighScoresDialog):
    """Shows a won game, with a button for a new game. ``picture`` is a scene from the board of the game. ``texts`` are
    sentences about special results.
    """

    #: Emitted when the button "Review this game" was pressed.
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
        self.setAccessibleDescription(picture.accessibleName())  # the other texts are labels, which are read
        self.achievements = label(" ".join(texts), "text", wrap=True)
        self.achievements.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.achievements.setVisible(bool(texts))
        self.body.insertWidget(0, picture)
        self.body.insertWidget(1, self.achievements)
        for animator in picture.findChildren(Animator):
            until_input(self, animator)

    def offer_review(self) -> None:
        """Add a button that asks for a review of the game."""
        self.review = self.add_button(_("&Review this game"), leading=True)
        self.review.clicked.connect(self.review_requested)

    def fit(self) -> None:
        """Make the lists as high as the window allows, so that the whole sheet is visible."""
        for row_height in _ROWS:
            for table in self.tables.values():
                table.measure(row_height)
            super().fit()
            if self.full_height <= self.room():
                break


def feat_texts(achievements: Achievements) -> list[str]:
    """Return sentences about special achievements in the game."""
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
