"""The errors that can happen in a game, with a class for each kind."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _


class MileBonesError(Exception):
    """The base class of every error that this program raises on purpose."""


class NotationError(MileBonesError, ValueError):
    """Raised for a text that is not an action, a card or a rule set of the game."""


class Refusal(NamedTuple):
    """The reason why an action is not legal now.

    ``code`` is a word from the game's own list of codes. ``values`` are the values that the sentence mentions (a card,
    a number of miles). The game's ``words`` module turns a refusal into a sentence for people.
    """

    code: str
    values: tuple[object, ...] = ()


class IllegalAction(MileBonesError, ValueError):
    """Raised for an action that the rules forbid now. The state has not changed. ``refusal`` gives the reason."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal.code}")
        self.action = action
        self.refusal = refusal


class RecordError(MileBonesError, ValueError):
    """Raised for a text that is not a record. ``line`` and ``column`` count from 1 and point at the first fault."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


class NewerVersion(RecordError):
    """Raised for a record in a later version of the format, which this program cannot read."""


class ReplayError(MileBonesError, ValueError):
    """Raised for a record whose cards, actions or scores break the rules.

    ``hand`` and ``action`` are the place of the fault and count from 1. ``action`` is None if the fault is in the deal
    or in the score. ``hand`` is None if the game has no hands. Both are None if the fault is in the record as a whole.
    ``in_deal`` is True if this game calls its rounds deals instead of hands.
    """

    in_deal = False

    def __init__(self, reason: str, hand: int | None = None, action: int | None = None) -> None:
        places = [f"{name} {number}" for name, number in (("hand", hand), ("action", action)) if number is not None]
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.hand = hand
        self.action = action


def no_such_game(name: str) -> str:
    """Return the message that this program does not have the game ``name``."""
    return _("there is no game called “{name}”").format(name=excerpt(name))
