"""Dialogs for a question with two answers, and for a message."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.table.ending import Inquiry
from mile_bones.i18n import gettext as _


class QuestionDialog(BaseDialog):
    """A question with the answers `accepted` and `rejected`.

    `accept` and `reject` are the texts of the buttons, with their access keys. `kind` is the kind of the first button:
    "primary", or "secondary" for something that cannot be undone. If it is "secondary", Enter gives the safe answer.
    """

    def __init__(
        self,
        title: str,
        text: str,
        accept: str,
        reject: str,
        kind: str = "primary",
        parent: QWidget | None = None,
        *,
        topic: str = "contents",
    ) -> None:
        dangerous = kind == "secondary"
        super().__init__(parent, title=title, band="red" if dangerous else "green", topic=topic, width=440)
        self.setObjectName("question_dialog")
        self.setAccessibleDescription(text)
        self.text = paragraphs(text)
        self.body.addWidget(self.text)
        self.yes = self.add_button(accept, kind, default=not dangerous)
        self.no = self.add_button(reject, "primary" if dangerous else "plain", default=dangerous)
        self.yes.clicked.connect(self.accept)
        self.no.clicked.connect(self.reject)
        (self.no if dangerous else self.yes).setFocus()


def ask_over(
    dialog: BaseDialog, title: str, text: str, accept: str, reject: str, accepted: Callable[[], object]
) -> QuestionDialog:
    """Ask for confirmation over ``dialog`` before something that cannot be undone.

    ``accepted`` does it. Afterwards the keyboard returns to ``dialog``.
    """
    question = QuestionDialog(title, text, accept, reject, "secondary", dialog, topic=dialog.property("helpTopic"))
    question.help_requested.connect(dialog.help_requested)
    question.accepted.connect(accepted)
    question.finished.connect(lambda _result: dialog.activateWindow())
    question.finished.connect(question.deleteLater)
    question.open()
    return question


def inquire(title: str, text: str, accept: str, reject: str, action: Any, topic: str) -> Inquiry:
    """Return a question of a game. If the player accepts, ``action`` is done, otherwise nothing is done."""

    def ask(parent: QWidget) -> QuestionDialog:
        return QuestionDialog(title, text, accept, reject, parent=parent, topic=topic)

    return Inquiry(ask, action, None)


def discard_doubt(card: str, action: Any, topic: str) -> Inquiry:
    """Return the question whether to discard a card. ``card`` is the name of the card, as in "Discard {card}?"."""
    title = _("Discard {card}?").format(card=card)
    text = _("It goes to the discard pile, and your turn is over.")
    return inquire(title, text, _("&Discard"), _("&Keep it"), action, topic)


def paragraphs(text: str) -> PlainLabel:
    """Return a label with this text. A long file name in the text may be broken anywhere, because otherwise it would
    widen the dialog.
    """
    shown = label(re.sub(r"\S{30,}", lambda word: "\u200b".join(word[0]), text), "text", wrap=True)
    shown.setAccessibleName(text)
    return shown


class MessageDialog(BaseDialog):
    """A message with a button to close it."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None, *, topic: str = "contents") -> None:
        super().__init__(parent, title=title, band="navy", topic=topic, width=440)
        self.setObjectName("message_dialog")
        self.setAccessibleDescription(text)
        self.text = paragraphs(text)
        self.body.addWidget(self.text)
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)
        self.close_button.setFocus()


class UndoableDialog(MessageDialog):
    """A message about something that was done, with a button to undo it."""

    undo_requested = Signal()

    def __init__(self, title: str, text: str, parent: QWidget | None = None, *, topic: str = "contents") -> None:
        super().__init__(title, text, parent, topic=topic)
        self.setObjectName("undoable_dialog")
        self.undo = self.add_button(_("&Undo"), leading=True)
        self.undo.clicked.connect(self.accept)
        self.undo.clicked.connect(self.undo_requested)
