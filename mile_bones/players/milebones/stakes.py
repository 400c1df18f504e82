"""What a hand is worth as it stands: partly its points, partly the chance that they give to win the game.

At 4,800 to 3,000 any small score wins. The chances were reckoned from many hands of players that are alike
(``lab/training/stakes.py``), and ship with the champion.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.games.milebones.scoring import lasting_points

UNIT = 25
"""All scores are multiples of 25 points."""


class Stakes:
    """The chance to win of whoever begins the next hand, ``[rule set, own units, other's units]``, put to use.

    ``slopes`` is what a point is worth at the start of a game, in chance; ``game_part`` how much the game counts beside
    the points.
    """

    def __init__(self, chances: NDArray[np.floating], slopes: NDArray[np.floating], game_part: float) -> None:
        self._chances = dict(zip(RULE_SETS, chances.astype(np.float64), strict=True))
        self._slopes = dict(zip(RULE_SETS, slopes.tolist(), strict=True))
        self._game_part = game_part

    def worth(self, hand: Hand, totals: tuple[int, int], seat: int) -> float:
        """In points, to ``seat``: exact at the end of the hand, before that what lies on the table.

        ``totals``: the points of earlier hands, by seat.
        """
        if hand.ended is None:
            points = [lasting_points(side).total for side in hand.sides]
        else:
            points = [score.total for score in hand.score()]
        other = 1 - seat
        mine, theirs = totals[seat] + points[seat], totals[other] + points[other]
        rules = hand.rules
        if max(mine, theirs) >= rules.target:
            chance = 0.5 if mine == theirs else float(mine > theirs)
        elif hand.first == other:  # so this seat begins the next hand
            chance = self._chances[rules.name][mine // UNIT, theirs // UNIT]
        else:
            chance = 1 - self._chances[rules.name][theirs // UNIT, mine // UNIT]
        in_game = (chance - 0.5) / self._slopes[rules.name]
        return float((1 - self._game_part) * (points[seat] - points[other]) + self._game_part * in_game)
