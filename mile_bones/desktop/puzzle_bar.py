"""The bar below the table while the player solves a position: the question, the value of the answer, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.look.theme import set_look
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.words_bar import WordsBar
from mile_bones.i18n import gettext as _


class PuzzleBar(WordsBar):
    """The bar. ``ask`` shows the question, ``refuse`` shows that the answer is wrong, and ``show_answer`` shows the
    solution. ``goes_on``: another position may follow.
    """

    show_requested = Signal()
    """Emitted when the player wants to see the solution without trying, or without trying again."""
    worths_requested = Signal()
    """Emitted when the player wants to see the values of all actions."""
    again_requested = Signal()
    """Emitted when the player wants to try the same position again."""
    next_requested = Signal()
    """Emitted when the player wants the next position."""
    copy_requested = Signal()
    """Emitted when the player wants to copy the answer as a line of text."""
    leave_requested = Signal()

    def __init__(
        self,
        title: str,
        said: Sequence[tuple[str, Sequence[str]]],
        parent: QWidget | None = None,
        *,
        goes_on: bool,
        topic: str,
    ) -> None:
        self.show_it = PaperButton(_("&Show me"))
        self.worths = PaperButton(_("&All values"))
        self.again = PaperButton(_("&Try again"))
        self.copy = PaperButton(_("&Copy"))
        self.next = PaperButton(_("&Next"))
        self.leave = PaperButton(_("&Leave"))
        self._goes_on = goes_on
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        onward = (self.next,) if goes_on else ()
        buttons = (self.show_it, self.worths, self.again, self.copy, *onward, self.leave)
        super().__init__(title, said, gap, buttons, parent, pinned=onward)
        self.setObjectName("puzzle_bar")
        self.setProperty("helpTopic", topic)
        set_tip(self.show_it, _("Look at the answer"))
        set_tip(self.worths, _("What each choice is worth"))
        set_tip(self.again, _("This position once more"))
        set_tip(self.copy, _("Copy a line for a friend, which does not give the answer away"))
        set_tip(self.next, _("The next position"))
        set_tip(self.leave, _("Back to your game"))
        self.show_it.clicked.connect(self.show_requested)
        self.worths.clicked.connect(self.worths_requested)
        self.again.clicked.connect(self.again_requested)
        self.copy.clicked.connect(self.copy_requested)
        self.next.clicked.connect(self.next_requested)
        self.leave.clicked.connect(self.leave_requested)

    def ask(self, place: str, question: str, note: str) -> None:
        """Show the question. ``place`` is the name of the position. ``note`` is a text about how to answer, or another
        remark.
        """
        self._say(place, question, note)
        self._offer(self.show_it)

    def refuse(self, place: str, words: str, note: str, *, copies: bool) -> None:
        """Show that the answer is wrong, without the solution. ``words`` are about the value of the answer. ``copies``:
        the player can copy a line about the first answer.
        """
        self._say(place, words, note)
        self._offer(self.show_it, *self._after_an_answer(copies))

    def show_answer(self, place: str, words: str, note: str, *, copies: bool, values: bool) -> None:
        """Show the solution. ``words`` are about the value of the answer. ``note`` is about the values of the other
        choices, or is another remark. ``copies``: the player can copy a line about the first answer. ``values``: the
        choices have values, which the player can see.
        """
        self._say(place, words, note)
        self._offer(*([self.worths] if values else []), *self._after_an_answer(copies))

    def _together(self) -> Sequence[PaperButton]:
        """Return the buttons after an answer. The answer and the values are never offered at the same time."""
        either = min(self.show_it, self.worths, key=lambda button: button.minimumSizeHint().width())
        return [button for button in self.buttons if button is not either]

    def _say(self, place: str, words: str, note: str) -> None:
        self._show_place(place)
        self._show_words(words, note)
        self._describe(_("{sentence}. {next_sentence}").format(sentence=place, next_sentence=words), words)

    def _after_an_answer(self, copies: bool) -> list[PaperButton]:
        """Return the buttons that are offered after every answer, except for ``leave``."""
        return [self.again, *([self.copy] if copies else []), *([self.next] if self._goes_on else [])]

    def _offer(self, *offered: PaperButton) -> None:
        """Show these buttons and ``leave``."""
        for button in self.buttons:
            button.setVisible(button in (*offered, self.leave))
        self._reserve()
        set_look(self.next, "kind", "primary")
