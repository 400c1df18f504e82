"""Where a suggested action of Mile Bones is marked."""

from __future__ import annotations

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.drop_rules import destination
from mile_bones.desktop.table.suggestion import Suggestion
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.observation import Phase
from mile_bones.i18n import gettext as _


class CardSuggestion(Suggestion):
    """Drawing and a coup fourré are no matter for it: the deck and the safety call by themselves."""

    def places(self, action: Action) -> tuple[frozenset[str], str] | None:
        observation = self._table.observation
        if action.card is None or observation.phase is not Phase.PLAY:
            return None
        source = frozenset({slot_names.hand(self._hand().index(action.card))})
        if action.kind is Kind.DISCARD:
            return source, slot_names.DISCARD
        return source, destination(action.card, len(observation.own.safeties))

    def goes_here(self) -> str:
        return _("The suggested card goes here")
