"""The themes of the daily puzzles ("coups"). Each title is a question, so that it does not give the answer away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import DISTANCES, HAZARDS, MILES, REMEDIES, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation
from mile_bones.i18n import pgettext

_FARTHEST = MILES[Card.MILES_200]


class CoupTheme(StrEnum):
    """The theme of a puzzle, which depends on the two actions between which a player hesitates."""

    EXTENSION = "extension"
    SAFETY_OR_MILES = "safety_or_miles"
    SAFETY = "safety"
    TWO_HUNDREDS = "two_hundreds"
    WHICH_HAZARD = "which_hazard"
    FINISH = "finish"
    HAZARD_OR_REMEDY = "hazard_or_remedy"
    HAZARD_OR_MILES = "hazard_or_miles"
    DISCARD = "discard"
    PLAY_OR_KEEP = "play_or_keep"


def coup_theme(observation: Observation, best: Action, tempting: Action) -> CoupTheme:
    """Return the first theme that fits a puzzle with this ``best`` action and this ``tempting`` one."""
    if best.kind is Kind.EXTEND:
        return CoupTheme.EXTENSION
    both = (best, tempting)
    played = [action.card for action in both if action.kind is Kind.PLAY]
    kinds = [_family(card) for card in played if card is not None]
    if SAFETIES in kinds:
        return CoupTheme.SAFETY_OR_MILES if DISTANCES in kinds else CoupTheme.SAFETY
    if any(action.card is Card.MILES_200 for action in both):
        return CoupTheme.TWO_HUNDREDS
    if kinds == [HAZARDS, HAZARDS]:
        return CoupTheme.WHICH_HAZARD
    is_near = observation.goal - observation.own.miles <= _FARTHEST
    if kinds == [DISTANCES, DISTANCES] or (DISTANCES in kinds and is_near):
        return CoupTheme.FINISH
    if HAZARDS in kinds and REMEDIES in kinds:
        return CoupTheme.HAZARD_OR_REMEDY
    if HAZARDS in kinds and DISTANCES in kinds:
        return CoupTheme.HAZARD_OR_MILES
    return CoupTheme.PLAY_OR_KEEP if kinds else CoupTheme.DISCARD


def _family(card: Card) -> tuple[Card, ...]:
    return next(family for family in (DISTANCES, HAZARDS, REMEDIES, SAFETIES) if card in family)


TITLES: Mapping[str, Callable[[], str]] = {
    CoupTheme.WHICH_HAZARD.value: lambda: pgettext("coup of the day", "Which hazard?"),
    CoupTheme.HAZARD_OR_REMEDY.value: lambda: pgettext("coup of the day", "A hazard or a remedy?"),
    CoupTheme.HAZARD_OR_MILES.value: lambda: pgettext("coup of the day", "A hazard or miles?"),
    CoupTheme.SAFETY.value: lambda: pgettext("coup of the day", "A safety, now or later?"),
    CoupTheme.SAFETY_OR_MILES.value: lambda: pgettext("coup of the day", "A safety or miles?"),
    CoupTheme.TWO_HUNDREDS.value: lambda: pgettext("coup of the day", "What to do with a 200?"),
    CoupTheme.FINISH.value: lambda: pgettext("coup of the day", "How to reach the goal?"),
    CoupTheme.DISCARD.value: lambda: pgettext("coup of the day", "What to throw away?"),
    CoupTheme.PLAY_OR_KEEP.value: lambda: pgettext("coup of the day", "Play it now, or keep it?"),
    CoupTheme.EXTENSION.value: lambda: pgettext("coup of the day", "To extend, or not?"),
}
"""The title of each theme that people see."""
