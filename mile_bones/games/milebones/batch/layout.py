"""The layout of a row, which is a hand as an ``int16`` vector of ``WIDTH`` numbers.

The constants from ``RULES`` to ``DISCARDS`` are the indices of fields. -1 stands for None. Counts of cards take 19
places, by card number. The fields from ``SIDE`` exist for both seats: for seat 1, add ``SEAT`` to the index.
"""

from __future__ import annotations

from mile_bones.games.milebones.cards import FULL_DECK, Card
from mile_bones.games.milebones.rules import MILE_BONES, MILLE

FACES = len(Card)
DECK = sum(FULL_DECK) - 2 * MILE_BONES.hand_size
"""The number of cards in the deck after the deal. Decks are ``int8`` vectors of this length, the next card first."""

RULE_SETS = (MILE_BONES, MILLE)
"""The rule sets, by the number in the field ``RULES``."""

RULES = 0
PLAYER = 1
PHASE = 2
COUP_HAZARD = 3
GOAL = 4
EXTENDED_BY = 5
COMPLETED_BY = 6
ENDED = 7
"""``BY_TRIP`` or ``BY_CARDS`` if the hand is over, else 0."""
FIRST = 8
LEFT = 9
TOTALS = 10
"""The points of earlier hands, two places."""
EXPOSED = 12

SIDE = EXPOSED + FACES
BATTLE = SIDE
SPEED = SIDE + 1
SAFETIES = SIDE + 2
"""Safeties played, as bits: 1 Extra Tank, 2 Puncture Proof, 4 Driving Ace, 8 Right of Way."""
COUPS = SIDE + 3
"""The safeties that were coups fourrés, with the same bits as ``SAFETIES``."""
MILES = SIDE + 4
TWO_HUNDREDS = SIDE + 5
CAN_GO = SIDE + 6
LIMITED = SIDE + 7
HELD = SIDE + 8
"""The number of cards in the hand."""
LAST_DISCARD = SIDE + 9
HAND = SIDE + 10
DISCARDS = HAND + FACES
"""The number of cards of each face that this seat has discarded."""

SEAT = 10 + 2 * FACES
WIDTH = SIDE + 2 * SEAT

DRAW_OR_COUP, PLAY_PHASE, EXTEND_PHASE = 0, 1, 2
BY_TRIP, BY_CARDS = 1, 2

ACTIONS = 2 * FACES + 4
"""The number of choices: 19 plays, 19 discards, extend, end the trip, play a coup fourré before the draw, draw without
a coup fourré.
"""
PLAYS, DISCARDING = 0, FACES
YES, NO, COUP, NO_COUP = range(2 * FACES, ACTIONS)
