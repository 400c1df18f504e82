"""The bar below the table while the tutor objects to a choice: what is better, and two ways to continue."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.words_bar import WordsBar
from mile_bones.i18n import gettext as _


class TutorBar(WordsBar):
    """The bar. ``words`` are the tutor's objection to the choice."""

    play_requested = Signal()
    """Emitted when the player wants to play the choice anyway."""
    think_requested = Signal()
    """Emitted when the player wants to choose again."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        title = _("Play it anyway?")
        self.play = PaperButton(_("Pla&y it"))
        self.think = PaperButton(_("&Think again"), "primary")
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        super().__init__(title, [(words, ("",))], gap, (self.play, self.think), parent, pinned=(self.play,))
        self.setObjectName("tutor_bar")
        self.setProperty("helpTopic", "hint")
        set_tip(self.play, _("Your choice, as you made it"))
        set_tip(self.think, _("The card or piece stays with you, and you choose again"))
        self._show_place(title)
        self.words.setText(words)
        self._describe(words, words)
        self.play.clicked.connect(self.play_requested)
        self.think.clicked.connect(self.think_requested)

    def apply_style(self) -> None:
        super().apply_style()
        self.note.hide()  # the bar has no note
        self._place_below.hide()  # in little room the buttons say enough
        self._reserve()

    @property
    def spoken(self) -> str:
        """The text for screen readers: the objection and the question."""
        return _("{sentence} {next_sentence}").format(sentence=self.words.text(), next_sentence=self.place.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape mean "Think again"."""
        if event.key() == Qt.Key.Key_Escape:
            self.think_requested.emit()
        else:
            super().keyPressEvent(event)
