"""What open hands are worth as they stand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.batch_features import open_features
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.stakes import Stakes

POINTS = 500.0
"""The unit in which the judging network speaks."""


def judged(network: Network, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
    """What the network says of hands, to ``seat`` and in points, ``[outputs, n]``: nothing where a hand is over."""
    going = np.flatnonzero(rows[:, at.ENDED] == 0)
    part = rows.T[:, going].T
    signs = np.where(part[:, at.PLAYER] == seat, POINTS, -POINTS)
    said = network.alike(open_features(part, decks[going])).T * signs if going.size else np.zeros((1, 0))
    result = np.zeros((len(said), len(rows)))
    result[:, going] = said
    return result


class Judge:
    """The champion's: the exact worth of what is over, and what its network says of the rest."""

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self._network = Network(weights, "judge_")
        self._stakes = Stakes.of_champion(weights)

    def worths(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """To ``seat``, in points, ``[n]``."""
        worths = self._stakes.mixed(*self._stakes.standing(rows, seat))
        worths += judged(self._network, rows, decks, seat)[0]
        return worths
