"""Where a suggested step of Mille is marked."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.table.suggestion import Suggestion
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.cards import Card
from mile_bones.i18n import gettext as _


def places(action: Action, hand: Sequence[Card]) -> tuple[frozenset[str], str]:
    """Where the cards of an action lie in the ``hand``, and where it is done."""
    left: list[Card | None] = [*hand]
    sources = []
    for card in action.cards:
        index = left.index(card)
        left[index] = None
        sources.append(slot_names.hand(index))
    if action.kind is Kind.ADD:
        assert action.rank is not None
        return frozenset(sources), slot_names.own_set(action.rank)
    ends = {Kind.DRAW: slot_names.STOCK, Kind.LAY: slot_names.LAY}
    return frozenset(sources), ends.get(action.kind, slot_names.PILE)


class StepSuggestion(Suggestion):
    """One step, of which several may make a turn."""

    def places(self, action: Action) -> tuple[frozenset[str], str]:
        return places(action, self._hand())

    def goes_here(self) -> str:
        return _("The suggested cards go here")
