"""The cards that can be played on the table of a row, and the legal choices of its player to act."""

from __future__ import annotations

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Row
from mile_bones.lab.batch.compiled import compiled

_LIMIT_BIT, _END_OF_LIMIT_BIT, _200_BIT = 1 << tables.LIMIT, 1 << tables.END_OF_LIMIT, 1 << tables.MILES_200


@compiled
def playable(row: Row, seat: int) -> int:
    """Return the faces that ``seat`` could play if it were to act, as bits ``1 << card``. The seat need not hold these
    faces.
    """
    own, other = seat * at.SEAT, (1 - seat) * at.SEAT
    bits = tables.SAFETY_BITS | int(tables.REMEDY_ON[row[own + at.BATTLE]])
    if row[own + at.CAN_GO]:
        units = (row[at.GOAL] - row[own + at.MILES]) // tables.UNIT
        distances = int(tables.DISTANCES_WITHIN[min(units, tables.FAR)])
        if row[own + at.TWO_HUNDREDS] >= tables.MOST_200S:
            distances &= ~_200_BIT
        if row[own + at.LIMITED]:
            distances &= tables.UNDER_LIMIT
        bits |= distances
    if row[own + at.LIMITED]:
        bits |= _END_OF_LIMIT_BIT
    guarded, can_go = row[other + at.SAFETIES], row[other + at.CAN_GO]
    if can_go:
        bits |= int(tables.ATTACKS_AGAINST[guarded])
    if (
        not row[other + at.LIMITED]
        and not guarded & tables.ROW_BIT
        and (can_go or not tables.LIMIT_NEEDS_GOING[row[at.RULES]])
    ):
        bits |= _LIMIT_BIT
    return bits


@compiled
def held_faces(row: Row, seat: int) -> int:
    """Return the faces in the hand of ``seat``, as bits ``1 << card``."""
    hand = seat * at.SEAT + at.HAND
    bits = 0
    for card in range(at.FACES):
        if row[hand + card]:
            bits |= 1 << card
    return bits


@compiled
def legal(row: Row) -> int:
    """Return the legal choices of the player to act, as bits ``1 << choice``; 0 if the hand is over."""
    if row[at.ENDED]:
        return 0
    if row[at.PHASE] == at.DRAW_OR_COUP:
        return 1 << at.COUP | 1 << at.NO_COUP
    if row[at.PHASE] == at.EXTEND_PHASE:
        return 1 << at.YES | 1 << at.NO
    seat = int(row[at.PLAYER])
    held = held_faces(row, seat)
    thrown = held if tables.SAFETIES_CAN_BE_DISCARDED[row[at.RULES]] else held & ~tables.SAFETY_BITS
    return held & playable(row, seat) | thrown << at.DISCARDING
