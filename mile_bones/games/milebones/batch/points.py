"""The points of the hands in rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import scoring
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import tables
from mile_bones.games.milebones.batch.tables import Row
from mile_bones.games.milebones.cards import SAFETIES

_SETS = range(1 << len(SAFETIES))
_FOR_SAFETIES = np.array(
    [scoring.SAFETY * bits.bit_count() + scoring.ALL_SAFETIES * (bits == _SETS[-1]) for bits in _SETS], np.int16
)
"""The points for safeties, by the four bits of ``layout.SAFETIES``.

``_FOR_COUPS`` has the points for coups fourrés, by the four bits of ``layout.COUPS``.
"""
_FOR_COUPS = np.array([scoring.COUP_FOURRE * bits.bit_count() for bits in _SETS], np.int16)


def lasting_points(rows: Row) -> NDArray[np.int16]:
    """Return the points ``[2, n]`` that the seats already have and keep, however the hand ends."""
    return np.stack([_lasting(rows, seat) for seat in (0, 1)])


def score(rows: Row) -> NDArray[np.int16]:
    """Return the points ``[2, n]`` of both seats, for hands that are over."""
    points: NDArray[np.int16] = items(rows).sum(axis=0, dtype=np.int16)
    return points


def items(rows: Row) -> NDArray[np.int16]:
    """Return the points of both seats for each item of the score sheet, for hands that are over: ``[items, 2, n]``. The
    items are in the order of ``scoring.ITEMS``.
    """
    return np.stack([_items(rows, seat) for seat in (0, 1)], axis=1)


def _items(rows: Row, seat: int) -> NDArray[np.int16]:
    base, other = seat * at.SEAT, (1 - seat) * at.SEAT
    all_safeties = scoring.ALL_SAFETIES * (rows[:, base + at.SAFETIES] == _SETS[-1])
    completed = rows[:, at.COMPLETED_BY] == seat
    drives = np.where(tables.SHUT_OUT_NEEDS_TRIP[rows[:, at.RULES]], completed, rows[:, base + at.MILES] > 0)
    found = (
        rows[:, base + at.MILES],
        _FOR_SAFETIES[rows[:, base + at.SAFETIES]] - all_safeties,
        all_safeties,
        _FOR_COUPS[rows[:, base + at.COUPS]],
        scoring.TRIP_COMPLETED * completed,
        scoring.SAFE_TRIP * (completed & (rows[:, base + at.TWO_HUNDREDS] == 0)),
        scoring.DELAYED_ACTION * (completed & (rows[:, at.LEFT] == 0)),
        scoring.EXTENSION * (completed & (rows[:, at.EXTENDED_BY] >= 0)),
        scoring.SHUT_OUT * (drives & (rows[:, other + at.MILES] == 0)),
    )
    return np.stack(found).astype(np.int16)


def _lasting(rows: Row, seat: int) -> NDArray[np.int16]:
    base = seat * at.SEAT
    points: NDArray[np.int16] = rows[:, base + at.MILES] + _FOR_SAFETIES[rows[:, base + at.SAFETIES]]
    points += _FOR_COUPS[rows[:, base + at.COUPS]]
    return points
