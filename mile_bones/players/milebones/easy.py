"""The level ``easy``: greedy. It plays what it can as soon as it can, hits whenever it can, and plans nothing."""

from __future__ import annotations

from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, PLAY, Action
from mile_bones.games.milebones.cards import CURE, DISTANCES, GUARD, HAZARDS, MILES, REMEDIES, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation, Phase

LATE = 12
"""With no more than this number of cards in the deck, a safety is played even if there is nothing to cure."""

_DISTANCE_BITS = sum(1 << card for card in DISTANCES)
_HAZARD_BITS = sum(1 << card for card in HAZARDS)
_REMEDY_BITS = sum(1 << card for card in REMEDIES)
_SAFETY_BITS = sum(1 << card for card in SAFETIES)
_GO_BIT = 1 << Card.GO
_RIGHT_OF_WAY_BIT = 1 << Card.RIGHT_OF_WAY

_SAFETY_AGAINST: dict[Card | None, int] = {hazard: 1 << guard for hazard, guard in GUARD.items()}
"""For each hazard, the bit of the safety that cures it."""

USE = (25, 50, 75, 100, 60, 80, 80, 80, 70, 75, 90, 90, 90, 85, 95, 999, 999, 999, 999)
"""The worth of a card that can still be useful, in points, by card number. The card with the fewest points is
discarded.
"""

_ANSWERS_TO = {
    **{CURE[hazard]: 1 << guard for hazard, guard in GUARD.items()},
    **{hazard: 1 << guard for hazard, guard in GUARD.items()},
}
"""For each remedy or hazard, the bit of the safety that makes it useless as soon as that safety is on the table."""


class EasyPlayer:
    """A player that plays a coup fourré, a cure, a hazard or the most miles, or else discards its least useful card."""

    def choose(self, observation: Observation) -> Action:
        """Return the legal action that comes first in a fixed order of priority."""
        if observation.phase is Phase.DRAW:
            coup = observation.coup
            return DRAW if coup is None else PLAY[coup]
        if observation.phase is Phase.EXTEND:
            return END_TRIP
        held = 0
        for card in observation.hand:
            held |= 1 << card
        if held & _SAFETY_BITS:
            safety = _safety(observation, held)
            if safety:
                return PLAY[safety.bit_length() - 1]
        playable = held & observation.playable_bits()
        remedies = playable & _REMEDY_BITS
        if observation.own.can_go:
            remedies &= ~_GO_BIT  # already going by Right of Way: a Go would be useless
        best = remedies or playable & _HAZARD_BITS
        if best:
            return PLAY[(best & -best).bit_length() - 1]
        distances = playable & _DISTANCE_BITS
        if distances:
            return PLAY[distances.bit_length() - 1]
        return DISCARD[_least_use(observation)]


def _safety(observation: Observation, held: int) -> int:
    """Return the safeties to play now, as bits: those that cure a shown hazard; or else all in the hand, but only near
    the end of the deck or if the hand has no other card.
    """
    own = observation.own
    cure = held & _SAFETY_AGAINST.get(own.battle, 0)
    if own.limited:
        cure |= held & _RIGHT_OF_WAY_BIT
    if cure:
        return cure
    if observation.left <= LATE or not held & ~_SAFETY_BITS:
        return held & _SAFETY_BITS
    return 0


def _least_use(observation: Observation) -> Card:
    """Return the card to discard: one that has become useless, or else the card with the least use.

    A card of which the hand has several copies counts half.
    """
    hand, own = observation.hand, observation.own
    farthest = observation.goal - own.miles
    if own.two_hundreds >= observation.rules.most_200s:
        farthest = min(farthest, MILES[Card.MILES_100])
    mine, theirs = own.safety_bits, observation.other.safety_bits
    worst, least = hand[0], 9999
    for card in hand:
        if card <= Card.MILES_200:
            use = 0 if MILES[card] > farthest else USE[card]
        else:
            guarded = theirs if card <= Card.STOP else mine
            use = 0 if guarded & _ANSWERS_TO.get(card, 0) else USE[card]
        if use < 100 and hand.count(card) > 1:
            use //= 2
        if use < least:
            worst, least = card, use
    return worst
