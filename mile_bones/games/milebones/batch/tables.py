"""The facts about cards and rules as arrays and plain numbers, taken from the scalar engine."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import cards as known
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, DISTANCES, SAFETIES, Card
from mile_bones.games.milebones.rules import MILE_BONES

Row: TypeAlias = NDArray[np.int16]
"""One hand ``[WIDTH]``, or several hands ``[n, WIDTH]``."""
Deck: TypeAlias = NDArray[np.int8]

MILES = np.array(known.MILES, np.int16)
CURE = np.array([known.CURE.get(card, -1) for card in Card], np.int16)
"""The remedy of each hazard, or -1 for any other card, by card."""
GUARD = np.array([known.GUARD.get(card, -1) for card in Card], np.int16)
"""The safety against each hazard, or -1 for any other card, by card."""
CURED_BY = np.array([next(hazard for hazard in known.GUARD if known.GUARD[hazard] == card) for card in SAFETIES[:3]])
"""The hazard that each safety except Right of Way removes, by safety."""
FULL_DECK = np.array(known.FULL_DECK, np.int16)

# Plain numbers, because the compiler does not accept enumerations.
MILES_50, MILES_200 = int(Card.MILES_50), int(Card.MILES_200)
FIRST_HAZARD, LIMIT, STOP = int(Card.OUT_OF_GAS), int(Card.SPEED_LIMIT), int(Card.STOP)
FIRST_REMEDY, END_OF_LIMIT, GO = int(Card.GASOLINE), int(Card.END_OF_LIMIT), int(Card.GO)
FIRST_SAFETY, RIGHT_OF_WAY = int(Card.EXTRA_TANK), int(Card.RIGHT_OF_WAY)
ROW_BIT = 1 << RIGHT_OF_WAY - FIRST_SAFETY
"""The bit of Right of Way in the field ``layout.SAFETIES``."""
SAFETY_BITS = 0b1111 << FIRST_SAFETY
"""The bits of the safeties in a set of faces."""

UNIT = int(MILES[Card.MILES_25])
"""The miles of the shortest distance. All distances are multiples of it."""
FAR = int(MILES[MILES_200]) // UNIT
"""The number of units to go at which every distance fits."""
DISTANCES_WITHIN = np.array([sum(1 << c for c in DISTANCES if MILES[c] <= units * UNIT) for units in range(FAR + 1)])
"""The distances, as bits, that fit into 0, 1, 2 ... ``FAR`` units to go."""
UNDER_LIMIT = (1 << MILES_50 + 1) - 1
"""The distances, as bits, that a player under a Speed Limit may drive."""

MOST_200S = MILE_BONES.most_200s

REMEDY_ON = np.array(
    [1 << (CURE[card] if CURE[card] >= 0 else GO) if card != GO else 0 for card in range(at.FACES)] + [1 << GO]
)
"""The remedies that fit on each top card of the Battle pile, as bits. The last item, which is found with the index -1,
is for the empty pile.
"""
ATTACKS_AGAINST = np.array(
    [
        sum(1 << hazard for hazard in BATTLE_HAZARDS if not safeties >> known.GUARD[hazard] - FIRST_SAFETY & 1)
        for safeties in range(1 << len(SAFETIES))
    ]
)
"""The battle hazards against which no safety has been played, as bits. The index is the four bits of
``layout.SAFETIES``.
"""

LIMIT_NEEDS_GOING = np.array([rules.limit_needs_going for rules in at.RULE_SETS])
"""The option ``limit_needs_going`` of ``Rules`` for each rule set, by its number. The next three arrays have other
options.
"""
SAFETIES_CAN_BE_DISCARDED = np.array([rules.safeties_can_be_discarded for rules in at.RULE_SETS])
ENDS_WHEN_USELESS = np.array([rules.ends_when_cards_are_useless for rules in at.RULE_SETS])
SHUT_OUT_NEEDS_TRIP = np.array([rules.shut_out_needs_trip for rules in at.RULE_SETS])
