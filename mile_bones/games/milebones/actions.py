"""The choices of a player. Each action exists once: in ``PLAY`` and ``DISCARD``, by card, or as ``DRAW``, ``EXTEND``
(extend the trip) or ``END_TRIP``.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.games.milebones.cards import Card, parse_card
from mile_bones.i18n import gettext as _


class Kind(Enum):
    """The kind of an action. Its value is the first word of the action's notation."""

    DRAW = "draw"
    PLAY = "play"
    DISCARD = "discard"
    EXTEND = "extend"


class Action(NamedTuple):
    """A choice of a player. ``card`` belongs to playing and discarding, ``yes`` to the answer about the extension."""

    kind: Kind
    card: Card | None = None
    yes: bool | None = None

    def __str__(self) -> str:
        if self.card is not None:
            return f"{self.kind.value} {self.card.notation}"
        if self.yes is not None:
            return f"{self.kind.value} {'yes' if self.yes else 'no'}"
        return self.kind.value


DRAW = Action(Kind.DRAW)
PLAY = tuple(Action(Kind.PLAY, card) for card in Card)
DISCARD = tuple(Action(Kind.DISCARD, card) for card in Card)
EXTEND = Action(Kind.EXTEND, yes=True)
END_TRIP = Action(Kind.EXTEND, yes=False)

_PLAIN = {str(action): action for action in (DRAW, EXTEND, END_TRIP)}


def parse_action(text: str) -> Action:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    if text in _PLAIN:
        return _PLAIN[text]
    verb, _space, name = text.partition(" ")
    if verb == Kind.PLAY.value:
        return PLAY[parse_card(name)]
    if verb == Kind.DISCARD.value:
        return DISCARD[parse_card(name)]
    raise NotationError(_("“{text}” is not an action").format(text=excerpt(text)))
