"""The points of a row."""

from __future__ import annotations

from mile_bones.games.milebones import scoring
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Row
from mile_bones.lab.batch.compiled import compiled

_SAFETY, _ALL_SAFETIES, _COUP_FOURRE = scoring.SAFETY, scoring.ALL_SAFETIES, scoring.COUP_FOURRE
_TRIP, _SAFE_TRIP, _DELAYED = scoring.TRIP_COMPLETED, scoring.SAFE_TRIP, scoring.DELAYED_ACTION
_EXTENSION, _SHUT_OUT = scoring.EXTENSION, scoring.SHUT_OUT


@compiled
def lasting_points(row: Row, seat: int) -> int:
    """Return the points that the seat has on the table and keeps, however the hand ends."""
    base = seat * at.SEAT
    safeties, coups = row[base + at.SAFETIES], row[base + at.COUPS]
    total = int(row[base + at.MILES])
    for number in range(4):
        if safeties >> number & 1:
            total += _SAFETY
        if coups >> number & 1:
            total += _COUP_FOURRE
    return total + _ALL_SAFETIES if safeties == 0b1111 else total


@compiled
def score(row: Row, seat: int) -> int:
    """Return the points of the seat for a hand that is over."""
    base, other = seat * at.SEAT, (1 - seat) * at.SEAT
    total = lasting_points(row, seat)
    completed = row[at.COMPLETED_BY] == seat
    if completed:
        total += _TRIP
        if row[base + at.TWO_HUNDREDS] == 0:
            total += _SAFE_TRIP
        if row[at.LEFT] == 0:
            total += _DELAYED
        if row[at.EXTENDED_BY] >= 0:
            total += _EXTENSION
    paid = completed if tables.SHUT_OUT_NEEDS_TRIP[row[at.RULES]] else row[base + at.MILES] > 0
    return total + _SHUT_OUT if paid and row[other + at.MILES] == 0 else total
