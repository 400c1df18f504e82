"""What is known of cards and rules as arrays and plain numbers, out of the scalar engine."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import cards as known
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, DISTANCES, SAFETIES, Card
from mile_bones.games.milebones.rules import MILE_BONES

Row: TypeAlias = NDArray[np.int16]
"""One hand, or several of them one under the other."""
Deck: TypeAlias = NDArray[np.int8]

MILES = np.array(known.MILES, np.int16)
CURE = np.array([known.CURE.get(card, -1) for card in Card], np.int16)
"""Hazard to remedy; -1 for any other card."""
GUARD = np.array([known.GUARD.get(card, -1) for card in Card], np.int16)
"""Hazard to safety; -1 for any other card."""
CURED_BY = np.array([next(hazard for hazard in known.GUARD if known.GUARD[hazard] == card) for card in SAFETIES[:3]])
"""By safety, but for Right of Way: the hazard that it takes away."""
FULL_DECK = np.array(known.FULL_DECK, np.int16)

# Plain numbers: the compiler takes no enumerations.
MILES_50, MILES_200 = int(Card.MILES_50), int(Card.MILES_200)
FIRST_HAZARD, LIMIT, STOP = int(Card.OUT_OF_GAS), int(Card.SPEED_LIMIT), int(Card.STOP)
FIRST_REMEDY, END_OF_LIMIT, GO = int(Card.GASOLINE), int(Card.END_OF_LIMIT), int(Card.GO)
FIRST_SAFETY, RIGHT_OF_WAY = int(Card.EXTRA_TANK), int(Card.RIGHT_OF_WAY)
ROW_BIT = 1 << RIGHT_OF_WAY - FIRST_SAFETY
"""Right of Way in the four bits at ``layout.SAFETIES``."""
SAFETY_BITS = 0b1111 << FIRST_SAFETY
"""The safeties in a set of faces."""

UNIT = int(MILES[Card.MILES_25])
"""All distances are multiples of it, in miles."""
FAR = int(MILES[MILES_200]) // UNIT
"""From so many units to go on, every distance fits."""
DISTANCES_WITHIN = np.array([sum(1 << c for c in DISTANCES if MILES[c] <= units * UNIT) for units in range(FAR + 1)])
"""The distances, as bits, that fit into 0, 1, 2 ... ``FAR`` units to go."""
UNDER_LIMIT = (1 << MILES_50 + 1) - 1
"""The distances, as bits, that a limited player may drive."""

MOST_200S = MILE_BONES.most_200s

REMEDY_ON = np.array(
    [1 << (CURE[card] if CURE[card] >= 0 else GO) if card != GO else 0 for card in range(at.FACES)] + [1 << GO]
)
"""What shows on the Battle pile to the remedies, as bits, that fit on it; -1, nothing, is the last."""
ATTACKS_AGAINST = np.array(
    [
        sum(1 << hazard for hazard in BATTLE_HAZARDS if not safeties >> known.GUARD[hazard] - FIRST_SAFETY & 1)
        for safeties in range(1 << len(SAFETIES))
    ]
)
"""The battle hazards, as bits, that the four bits at ``layout.SAFETIES`` leave open."""

LIMIT_NEEDS_GOING = np.array([rules.limit_needs_going for rules in at.RULE_SETS])
"""By rule set, as those below: what the options of `Rules` mean."""
SAFETIES_CAN_BE_DISCARDED = np.array([rules.safeties_can_be_discarded for rules in at.RULE_SETS])
ENDS_WHEN_USELESS = np.array([rules.ends_when_cards_are_useless for rules in at.RULE_SETS])
SHUT_OUT_NEEDS_TRIP = np.array([rules.shut_out_needs_trip for rules in at.RULE_SETS])
