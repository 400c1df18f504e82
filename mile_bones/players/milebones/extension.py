"""The choice of the extension: is a race to 1000 worth more than the trip as it is?

The numbers come from extensions that were played out. In 30,000 hands every question was answered with yes. The change
of the difference in score, compared with the end of the trip, was then fitted to what the player could see at that
moment (least squares; ``docs/players.md`` has more).
"""

from __future__ import annotations

from mile_bones.games.milebones.cards import BATTLE_HAZARDS, DISTANCES, GUARD, MILES, Card
from mile_bones.players.milebones.table_facts import TableFacts
from mile_bones.players.milebones.weights import Weights

_SMALL_DISTANCES = DISTANCES[:4]


def extends(sight: TableFacts, style: Weights, spent: Card | None = None) -> bool:
    """Return True if an extension is worth calling. ``spent`` is the card that would end the trip if it is still in the
    hand.
    """
    gain = _driving(sight, spent) + _safety(sight) + _opponent(sight)
    return gain > style.extend_least


def _driving(sight: TableFacts, spent: Card | None) -> float:
    """Return the points for the time and the cards for three hundred more miles."""
    counts, own = sight.counts, sight.own
    miles = sum(MILES[card] * counts[card] for card in _SMALL_DISTANCES)
    two_hundreds = counts[Card.MILES_200]
    played_200s = own.two_hundreds
    if spent == Card.MILES_200:
        two_hundreds -= 1
        played_200s += 1
    elif spent is not None:
        miles -= MILES[spent]
    gain = -760.0 + 9.7 * sight.left + 2.0 * miles
    if played_200s < sight.observation.rules.most_200s:
        gain += 342 * two_hundreds
    if played_200s == 0:
        gain -= 131  # the Safe trip is at stake
    return gain


def _safety(sight: TableFacts) -> float:
    """Return the points for what can stop this seat and what protects it; a held safety may become a coup fourré."""
    own = sight.own
    gain = 102.0 * len(own.safeties) + 247.0 * sum(sight.counts[Card.EXTRA_TANK :])
    if own.limited:
        gain -= 400
    elif not sight.armed >> Card.RIGHT_OF_WAY & 1:
        gain -= 51 * sight.unseen[Card.SPEED_LIMIT]
    return gain


def _opponent(sight: TableFacts) -> float:
    """Return the points for how close the opponent is to driving on, and for what this seat can do about it."""
    other, counts = sight.other, sight.counts
    gain = 0.0
    if other.can_go:
        gain -= 304
    if other.miles == 0:
        gain -= 281  # the Shut-out is at stake
    if other.limited:
        gain += 213
    elif not other.safety_bits >> Card.RIGHT_OF_WAY & 1:
        gain += 89 * counts[Card.SPEED_LIMIT]
    return gain + 79 * sum(counts[hazard] for hazard in BATTLE_HAZARDS if not other.safety_bits >> GUARD[hazard] & 1)
