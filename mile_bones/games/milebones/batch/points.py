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
    return np.stack([_score(rows, seat) for seat in (0, 1)])


def _lasting(rows: Row, seat: int) -> NDArray[np.int16]:
    base = seat * at.SEAT
    points: NDArray[np.int16] = rows[:, base + at.MILES] + _FOR_SAFETIES[rows[:, base + at.SAFETIES]]
    points += _FOR_COUPS[rows[:, base + at.COUPS]]
    return points


def _score(rows: Row, seat: int) -> NDArray[np.int16]:
    base, other = seat * at.SEAT, (1 - seat) * at.SEAT
    completed = rows[:, at.COMPLETED_BY] == seat
    bonus = scoring.TRIP_COMPLETED + scoring.SAFE_TRIP * (rows[:, base + at.TWO_HUNDREDS] == 0)
    bonus += scoring.DELAYED_ACTION * (rows[:, at.LEFT] == 0)
    bonus += scoring.EXTENSION * (rows[:, at.EXTENDED_BY] >= 0)
    shut_out = np.where(tables.SHUT_OUT_NEEDS_TRIP[rows[:, at.RULES]], completed, rows[:, base + at.MILES] > 0)
    shut_out &= rows[:, other + at.MILES] == 0
    points = _lasting(rows, seat)
    points += (completed * bonus + scoring.SHUT_OUT * shut_out).astype(np.int16)
    return points
