"""What had better been done, as a ghost: the card lies over the place where it would have gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import destination
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.table.model import BACK
from mile_bones.desktop.table.slot import Ghost
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from mile_bones.desktop.table.board import Board


class Better:
    """The ghost of one action on a table. ``hand``: the open hand in the order in which it lies.

    The answer about an extension has no card and no ghost.
    """

    def __init__(self, table: Board, hand: Callable[[], Sequence[Card]]) -> None:
        self._table = table
        self._hand = hand
        self._shown = False

    def show(self, action: Action | None, seat: int) -> None:
        """The ghost of what this seat had better do; None: none any more."""
        if action is None and not self._shown:
            return
        self._shown = action is not None
        place = self._place(action, seat)
        source = self._source(action, seat)
        for name, slot in self._table.slots.items():
            ghost = _ghost(action) if action is not None and name == place else None
            slot.mark(ghost=ghost, suggested=_("Better") if name == source else "")
        self._table.describe()

    def _place(self, action: Action | None, seat: int) -> str | None:
        if action is None or action.kind is Kind.EXTEND:
            return None
        if action.card is None:
            return slot_names.DRAW
        if action.kind is Kind.DISCARD:
            return slot_names.DISCARD
        observation = self._table.observation
        mine = seat == observation.seat
        side = observation.own if mine else observation.other
        return destination(action.card, len(side.safeties), mine=mine)

    def _source(self, action: Action | None, seat: int) -> str | None:
        """Where its card lies, if that hand is open."""
        card = None if action is None else action.card
        held = self._hand()
        if card is None or seat != self._table.near_seat or card not in held:
            return None
        return slot_names.hand(list(held).index(card))


def _ghost(action: Action) -> Ghost:
    word = pgettext("choice", "Better")
    if action.card is None:
        return Ghost(BACK, word, _("Better: draw a card"))
    return Ghost(ART[action.card], word, _("Better: {card} here").format(card=card_name(action.card)))
