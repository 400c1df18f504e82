"""The choice of remedies: the worth of a cure, and which remedies to keep."""

from __future__ import annotations

from mile_bones.games.milebones.cards import CURE, GUARD, Card
from mile_bones.players.milebones.table_facts import TableFacts
from mile_bones.players.milebones.weights import Weights

_CURES = {remedy: hazard for hazard, remedy in CURE.items()}


def remedy_value(sight: TableFacts, remedy: Card, style: Weights) -> float:
    """Return the points for playing this legal remedy."""
    if remedy == Card.GO:
        return style.go_in_vain if sight.own.can_go else style.go
    if remedy == Card.END_OF_LIMIT:
        counts = sight.counts
        fast, slow = counts[Card.MILES_75] + counts[Card.MILES_100], counts[Card.MILES_25] + counts[Card.MILES_50]
        return style.end_limit + style.end_limit_fast * (fast - slow)
    return style.cure


def keep_remedy(sight: TableFacts, remedy: Card, style: Weights) -> float:
    """Return the points for keeping the last held copy of this remedy: 0 if the own safety is on the table."""
    hazard = _CURES[remedy]
    guard = GUARD[hazard]
    if sight.own.safety_bits >> guard & 1:
        return 0.0
    copies = sight.counts[remedy]
    armed = style.keep_armed if sight.armed >> guard & 1 else 1.0  # the safety in the hand can cure instead
    if remedy == Card.GO:
        worth = (style.keep_go, style.keep_go_second, style.keep_go_third)[min(copies, 3) - 1]
        return armed * (worth + style.keep_go_stop * (sight.unseen[Card.STOP] - 2) / copies)
    first = 1.0 if copies == 1 else style.keep_second
    worth = style.keep_end_limit if remedy == Card.END_OF_LIMIT else style.keep_remedy
    return armed * first * worth * min(1.0, sight.unseen[hazard] / 2)
