"""Everything that can go wrong in a game, each kind of wrong with a class of its own."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _


class MileBonesError(Exception):
    """Base of every error that this program raises on purpose."""


class NotationError(MileBonesError, ValueError):
    """A text that is not an action, a card or a rule set of the game."""


class Refusal(NamedTuple):
    """Why an action may not be taken now.

    ``code`` is one word out of the game's own list; ``values`` are what the words need (a card, a number of miles).
    The game's ``words`` module turns a refusal into a sentence for people.
    """

    code: str
    values: tuple[object, ...] = ()


class IllegalAction(MileBonesError, ValueError):
    """An action that the rules forbid now; the state has not changed. ``refusal`` says why."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal.code}")
        self.action = action
        self.refusal = refusal


class RecordError(MileBonesError, ValueError):
    """A text that is not a record. ``line`` and ``column`` count from 1 and point at the first fault."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


class NewerVersion(RecordError):
    """A record of a version that this program does not know yet."""


class ReplayError(MileBonesError, ValueError):
    """A record whose cards, actions or scores break the rules.

    ``hand`` and ``action`` count from 1. ``action`` is None where the fault is in the deal or in the score, ``hand``
    where a game knows no hands, and both where the fault is in the record as a whole. ``in_deal``: what is counted so
    is called a deal in this game.
    """

    in_deal = False

    def __init__(self, reason: str, hand: int | None = None, action: int | None = None) -> None:
        places = [f"{name} {number}" for name, number in (("hand", hand), ("action", action)) if number is not None]
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.hand = hand
        self.action = action


def no_such_game(name: str) -> str:
    """What people are told of a game that this program does not have."""
    return _("there is no game called “{name}”").format(name=excerpt(name))
