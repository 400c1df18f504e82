"""The level ``easy`` over rows: plays greedy hands in bulk to measure the speed of the engine.

The choices are those of ``players/milebones/easy.py``, with one difference. ``easy`` discards the first of the least
useful cards in its hand; a row does not store the order of the cards, so here the card with the lowest number goes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.games.milebones.cards import CURE, DISTANCES, GUARD, HAZARDS, REMEDIES, Card
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.engine import deal, shuffle_decks, step
from mile_bones.lab.batch.legality import held_faces, playable
from mile_bones.lab.batch.points import score
from mile_bones.players.milebones.easy import LATE, USE

TOGETHER = 1024
"""The number of hands, even, that are played at a time, so that their rows stay in the processor's cache."""

_DISTANCES = sum(1 << card for card in DISTANCES)
_HAZARDS = sum(1 << card for card in HAZARDS)
_REMEDIES = sum(1 << card for card in REMEDIES)
_GO_BIT, _RIGHT_OF_WAY_BIT = 1 << tables.GO, 1 << tables.RIGHT_OF_WAY

_USE = np.array(USE)
_NO_USE_WITHOUT_200S = int(tables.MILES[Card.MILES_100])
"""The largest number of miles that one card gives when no more 200s may be played."""

_GUARD_BIT = {hazard: 1 << guard - tables.FIRST_SAFETY for hazard, guard in GUARD.items()}
_ANSWERS_TO = np.array([{CURE[hazard]: bit for hazard, bit in _GUARD_BIT.items()}.get(card, 0) for card in Card])
_ANSWERS_TO += np.array([_GUARD_BIT.get(card, 0) for card in Card])
"""For each remedy and hazard, the bit (as in ``layout.SAFETIES``) of the safety that makes the card useless. 0 for
other cards.
"""


@compiled
def choose(row: Row) -> int:
    """Return the choice of ``easy`` in this row, whose hand is not over."""
    if row[at.PHASE] == at.DRAW_OR_COUP:
        return at.COUP
    if row[at.PHASE] == at.EXTEND_PHASE:
        return at.NO
    seat = int(row[at.PLAYER])
    base = seat * at.SEAT
    held = held_faces(row, seat)
    if held & tables.SAFETY_BITS:
        safeties = _safeties(row, base, held)
        if safeties:
            return _highest(safeties)
    bits = held & playable(row, seat)
    best = bits & _REMEDIES
    if row[base + at.CAN_GO]:
        best &= ~_GO_BIT
    if not best:
        best = bits & _HAZARDS
    if best:
        return _highest(best & -best)
    if bits & _DISTANCES:
        return _highest(bits & _DISTANCES)
    return at.DISCARDING + _least_use(row, seat)


@compiled
def play_out(row: Row, deck: Deck) -> None:
    """Play a hand to its end, with greedy choices on both sides."""
    while not row[at.ENDED]:
        step(row, deck, choose(row))


@compiled_parallel
def play_out_all(rows: Row, decks: Deck, scores: NDArray[np.int16]) -> None:
    """Call ``play_out`` for all hands and write the points of both seats into ``scores``, a line for each hand."""
    for hand in prange(len(rows)):
        play_out(rows[hand], decks[hand])
        for seat in range(2):
            scores[hand, seat] = score(rows[hand], seat)


def play_hands(number: int, seed: int, rules: str = "mile-bones") -> NDArray[np.int16]:
    """Play ``number`` greedy hands from 0 to 0 and return the points of both seats, a line each.

    The seats take turns in beginning. The deals come from NumPy's generator with this seed, and are not the arena's.
    """
    rng = np.random.default_rng(seed)
    cards = np.empty((TOGETHER, int(tables.FULL_DECK.sum())), np.int8)
    rows, decks = np.empty((TOGETHER, at.WIDTH), np.int16), np.empty((TOGETHER, at.DECK), np.int8)
    rule_sets = np.full(TOGETHER, at.RULE_SETS.index(RULE_SETS[rules]), np.int8)
    first = (np.arange(TOGETHER) % 2).astype(np.int8)
    totals = np.zeros((TOGETHER, 2), np.int16)
    scores = np.empty((number, 2), np.int16)
    for begin in range(0, number, TOGETHER):
        part = scores[begin : begin + TOGETHER]
        size = len(part)
        shuffle_decks(cards[:size], rng.random((size, cards.shape[1])))
        deal(rows[:size], decks[:size], cards[:size], rule_sets[:size], first[:size], totals[:size])
        play_out_all(rows[:size], decks[:size], part)
    return scores


@compiled
def _highest(bits: int) -> int:
    card = at.FACES - 1
    while not bits >> card & 1:
        card -= 1
    return card


@compiled
def _safeties(row: Row, base: int, held: int) -> int:
    """Return the safeties to play now. If some of them cure a hazard on the table, return these. Otherwise return all
    of them if it is late in the hand or nothing else is held, else none.
    """
    battle = row[base + at.BATTLE]
    cures = 0
    if tables.FIRST_HAZARD <= battle <= tables.STOP:
        cures = held & 1 << int(tables.GUARD[battle])
    if row[base + at.LIMITED]:
        cures |= held & _RIGHT_OF_WAY_BIT
    if cures:
        return cures
    if row[at.LEFT] <= LATE or not held & ~tables.SAFETY_BITS:
        return held & tables.SAFETY_BITS
    return 0


@compiled
def _least_use(row: Row, seat: int) -> int:
    """Return the card to discard: the one with the smallest use.

    A useless card has the use 0, and a double below 100 has half its use.
    """
    own, other = seat * at.SEAT, (1 - seat) * at.SEAT
    farthest = row[at.GOAL] - row[own + at.MILES]
    if row[own + at.TWO_HUNDREDS] >= tables.MOST_200S:
        farthest = min(farthest, _NO_USE_WITHOUT_200S)
    worst, least = 0, 9999
    for card in range(at.FACES):
        count = row[own + at.HAND + card]
        if not count:
            continue
        guarded = row[(other if card <= tables.STOP else own) + at.SAFETIES]
        use = 0 if tables.MILES[card] > farthest or guarded & _ANSWERS_TO[card] else int(_USE[card])
        if use < 100 and count > 1:
            use //= 2
        if use < least:
            worst, least = card, use
    return worst
