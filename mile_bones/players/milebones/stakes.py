"""The worth of a position between hands: a mix of its points and of the chance of winning the game with them.

At 4,800 to 3,000, for example, any small score wins. The chances were computed from many hands of equally strong
players (``lab/training/stakes.py``), and ship with the champion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones import scoring
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch import points as batch_points
from mile_bones.games.milebones.batch.tables import Row
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.rules import MILE_BONES, RULE_SETS

UNIT = 25
"""All scores are multiples of 25 points."""
_TARGET = at.RULE_SETS[0].target
_MOST_LASTING = MILE_BONES.extended_goal + 4 * (scoring.SAFETY + scoring.COUP_FOURRE) + scoring.ALL_SAFETIES
_MOST = (
    _MOST_LASTING
    + scoring.TRIP_COMPLETED
    + scoring.SAFE_TRIP
    + scoring.DELAYED_ACTION
    + scoring.EXTENSION
    + scoring.SHUT_OUT
)
_LENGTH = (_TARGET + _MOST_LASTING + _MOST) // UNIT
"""The number of different totals, in units, that the table of chances covers.

The judge considers it possible, if unlikely, that a hand whose lasting points are all on the table still brings as many
points as a whole hand can.
"""


class Stakes:
    """The worth of a game, computed from the chances of winning of the player who begins the next hand.

    ``chances`` is ``[rule set, own units, other's units]``. ``slopes`` has for each rule set the chance of winning that
    one point is worth at the start of a game. ``game_part`` is the weight of the game against the points, 0 to 1.
    """

    def __init__(self, chances: NDArray[np.floating], slopes: NDArray[np.floating], game_part: float) -> None:
        own, other = np.indices((_LENGTH, _LENGTH))
        last = chances.shape[1] - 1
        here, there = np.minimum(own, last), np.minimum(other, last)
        begins = chances.astype(np.float64)[:, here, there]
        waits = 1 - chances.astype(np.float64)[:, there, here]
        is_over = np.maximum(own, other) >= _TARGET // UNIT
        chance = np.where(is_over, np.sign(own - other) / 2 + 0.5, np.stack([waits, begins], axis=1))
        # flattened array with the axes: rule set, whether this seat begins the next hand, own total, other's
        # total
        self._games = ((chance - 0.5) / slopes.astype(np.float64)[:, None, None, None]).ravel()
        self._slopes = dict(zip(RULE_SETS, slopes.tolist(), strict=True))
        self._game_part = game_part

    @classmethod
    def of_champion(cls, weights: Mapping[str, NDArray[np.floating]]) -> Stakes:
        """Return the stakes that ship with the champion."""
        return cls(weights["chances"], weights["slopes"], float(weights["game_part"]))

    def standing(self, rows: Row, seat: int) -> NDArray[np.float64]:
        """Return two lines for ``seat`` in many hands that are over: the lead in points, and the worth of the game.

        The shape is ``[2, n]``. The worth of the game is in points as well.
        """
        points = batch_points.score(rows)
        totals = rows.T[at.TOTALS : at.TOTALS + 2] + points
        mine, theirs = totals[seat] // UNIT, totals[1 - seat] // UNIT
        places = self.places(mine, theirs, rows[:, at.RULES], rows[:, at.FIRST] != seat)
        return np.stack([points[seat] - points[1 - seat], self.games(places)])

    def places(
        self,
        mine: NDArray[np.integer],
        theirs: NDArray[np.integer],
        rules: NDArray[np.integer],
        begins: NDArray[np.bool_],
    ) -> NDArray[np.intp]:
        """Return the indices of standings in the table that ``games`` reads, ``[n]``. An index depends on both totals
        (in units), on the rule set, and on whether the seat ``begins`` the next hand.

        A total below 0 counts as 0. Totals are below 0 at the start of a game to more than the usual target.
        """
        own, other = (np.maximum(total, 0).astype(np.intp) for total in (mine, theirs))
        return (2 * rules.astype(np.intp) + begins) * _LENGTH**2 + further(own, other)

    def games(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the worth of the game, in points, for each of ``places``: indices from the method ``places``."""
        worth: NDArray[np.float64] = self._games.take(places)
        return worth

    def mixed(self, points: NDArray[np.float64], game: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weighted mean of ``points`` and ``game``, the two lines of ``standing``."""
        return (1 - self._game_part) * points + self._game_part * game

    def chance(self, game: float, rules: str) -> float:
        """Return the chance of winning the game, 0 to 1, that corresponds to the worth ``game`` in points."""
        return float(min(max(0.5 + game * self._slopes[rules], 0.0), 1.0))


def further(own: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the offset between two indices in the table that ``games`` reads. The totals differ by ``own`` and
    ``other`` units.
    """
    return own * _LENGTH + other


def to_usual_target(observation: Observation) -> Observation:
    """Return the observation as if the game were to the usual target. The number of points that are still missing stays
    the same, because nothing else counts.
    """
    missing = MILE_BONES.target - observation.rules.target
    if not missing:
        return observation
    own, other = observation.totals
    rules = replace(observation.rules, target=MILE_BONES.target)
    return observation._replace(rules=rules, totals=(own + missing, other + missing))
