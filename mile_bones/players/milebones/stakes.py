"""The worth of a position between hands: partly its points, partly the chance that these give to win the game.

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
"""The number of units of a total that a caller may ask about. A judge considers it possible, if unlikely, that a hand
whose lasting points are all on the table still brings as many points as a whole hand can.
"""


class Stakes:
    """The worth of a game, computed from the chances to win of the player who begins the next hand.

    ``chances`` is ``[rule set, own units, other's units]``. ``slopes`` has for each rule set the chance that one point
    is worth at the start of a game. ``game_part`` is the weight of the game against the points, 0 to 1.
    """

    def __init__(self, chances: NDArray[np.floating], slopes: NDArray[np.floating], game_part: float) -> None:
        own, other = np.indices((_LENGTH, _LENGTH))
        last = chances.shape[1] - 1
        here, there = np.minimum(own, last), np.minimum(other, last)
        begins = chances.astype(np.float64)[:, here, there]
        waits = 1 - chances.astype(np.float64)[:, there, here]
        is_over = np.maximum(own, other) >= _TARGET // UNIT
        chance = np.where(is_over, np.sign(own - other) / 2 + 0.5, np.stack([waits, begins], axis=1))
        # flattened from the axes: rule set, whether this seat begins the next hand, and both totals
        self._games = ((chance - 0.5) / slopes.astype(np.float64)[:, None, None, None]).ravel()
        self._slopes = dict(zip(RULE_SETS, slopes.tolist(), strict=True))
        self._game_part = game_part

    @classmethod
    def of_champion(cls, weights: Mapping[str, NDArray[np.floating]]) -> Stakes:
        """Return the stakes that ship with the champion."""
        return cls(weights["chances"], weights["slopes"], float(weights["game_part"]))

    def standing(self, rows: Row, seat: int) -> NDArray[np.float64]:
        """Return the lead in points and the worth of the game for ``seat``, in many hands that are over.

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
        """Return the indices of standings in the table of ``games``, ``[n]``: by both totals, in units, by the rule
        set, and by whether the seat ``begins`` the next hand.

        A total below 0, as at the start of a game to more than the usual target, counts as 0.
        """
        own, other = (np.maximum(total, 0).astype(np.intp) for total in (mine, theirs))
        return (2 * rules.astype(np.intp) + begins) * _LENGTH**2 + further(own, other)

    def games(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the worth of the game between two hands, in points."""
        worth: NDArray[np.float64] = self._games.take(places)
        return worth

    def mixed(self, points: NDArray[np.float64], game: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the worth that mixes the two lines of ``standing``."""
        return (1 - self._game_part) * points + self._game_part * game

    def chance(self, game: float, rules: str) -> float:
        """Return the chance to win the game, 0 to 1, for a worth of the game in points."""
        return float(min(max(0.5 + game * self._slopes[rules], 0.0), 1.0))


def further(own: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the offset between two places in the table of ``games`` whose totals differ by ``own`` and ``other``
    units.
    """
    return own * _LENGTH + other


def to_usual_target(observation: Observation) -> Observation:
    """Return the observation as of a game to the usual target, with as many points missing: only these count."""
    missing = MILE_BONES.target - observation.rules.target
    if not missing:
        return observation
    own, other = observation.totals
    rules = replace(observation.rules, target=MILE_BONES.target)
    return observation._replace(rules=rules, totals=(own + missing, other + missing))
