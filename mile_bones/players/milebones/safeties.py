"""The choice of safeties: when to hold one back for a coup fourré, and when to lay it down."""

from __future__ import annotations

from mile_bones.games.milebones.cards import CURE, GUARD, SAFETIES, Card
from mile_bones.players.milebones.table_facts import THREATS, TableFacts
from mile_bones.players.milebones.weights import Weights

_SAFETY_CARDS = slice(Card.EXTRA_TANK, None)


def safety_to_play(sight: TableFacts, style: Weights) -> Card | None:
    """Return a safety of the hand to lay down now, or None if each is worth holding back."""
    for safety in SAFETIES:
        if sight.counts[safety] and _should_be_played(sight, safety, style):
            return safety
    return None


def any_safety(sight: TableFacts) -> Card | None:
    """Return a safety of the hand, for the end of the hand: one that is not played is 100 points lost."""
    return next((safety for safety in SAFETIES if sight.counts[safety]), None)


def coup_chance(sight: TableFacts, safety: Card, style: Weights) -> float:
    """Return the chance of a coup fourré with this safety if it is held back."""
    hazards = sum(sight.unseen[hazard] for hazard in THREATS[safety])
    if not hazards:
        return 0.0
    theirs = sight.observation.other_cards
    coming = theirs + min(sight.left / 2, sight.to_go / 30 + 4)  # cards that the opponent has or will draw
    rate = style.coup_rate * min(1.0, coming / (sight.left + theirs))
    return 1.0 - (1.0 - rate) ** hazards


def _should_be_played(sight: TableFacts, safety: Card, style: Weights) -> bool:
    own = sight.own
    if own.battle in THREATS[safety] and not sight.counts[CURE[own.battle]]:
        return True
    if safety == Card.RIGHT_OF_WAY:
        least = style.hold_least_row
        cures = own.limited or not own.can_go
    else:
        least = style.hold_least
        cures = own.battle is not None and GUARD.get(own.battle) == safety
    if cures:
        least += style.cure_bonus
    least += style.hold_more * (sum(sight.counts[_SAFETY_CARDS]) - 1)
    if sight.their_to_go <= 200 and sight.other.can_go:
        least += style.finish_risk
    return coup_chance(sight, safety, style) * style.coup_gain < least
