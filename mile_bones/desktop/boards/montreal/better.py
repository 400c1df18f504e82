"""What had better been done, as a ghost: the cards lie over the place where they would have gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.suggestion import places
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.model import BACK
from mile_bones.desktop.table.slot import Ghost
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import Card
from mile_bones.games.montreal.words import action_text
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext


class Better:
    """The ghost of one step on a table. ``hand``: the open hand in the order in which it lies.

    A new set of the far side has no place before it lies there, and no ghost.
    """

    def __init__(self, table: Board, hand: Callable[[], Sequence[Card]]) -> None:
        self._table = table
        self._hand = hand
        self._step: tuple[Action, int] | None = None

    def show(self, action: Action | None, seat: int) -> None:
        """The ghost of what this seat had better do; None: none any more."""
        if action is None and self._step is None:
            return
        self._step = None if action is None else (action, seat)
        self.follow()
        if action is None:
            self._mark(frozenset(), None, None)

    def follow(self) -> None:
        """The table was shown anew: stay with the cards, wherever they lie now."""
        if self._step is None:
            return
        action, seat = self._step
        near, held = seat == self._table.near_seat, [*self._hand()]
        is_open = near and all(held.count(card) >= action.cards.count(card) for card in action.cards)
        sources, end = places(action, held) if is_open else (frozenset[str](), _end(action))
        if action.kind is Kind.ADD and action.rank is not None and seat != self._table.observation.seat:
            end = slot_names.other_set(action.rank)
        hidden = end == slot_names.LAY and not near
        self._mark(sources, None if hidden else end, _ghost(action))

    def _mark(self, sources: frozenset[str], end: str | None, ghost: Ghost | None) -> None:
        for name, slot in self._table.slots.items():
            slot.mark(ghost=ghost if name == end else None, suggested=_("Better") if name in sources else "")
        self._table.describe()


def _end(action: Action) -> str:
    """Where it is done, whoever holds the cards."""
    return places(action, action.cards)[1]


def _ghost(action: Action) -> Ghost:
    faces = [ART[card] for card in action.cards] or [BACK]
    text = _("Better: {action}").format(action=action_text(action))
    return Ghost(faces[-1], pgettext("choice", "Better"), text, tuple(faces[:-1]))
