"""The memory that a player may have of a hand: the opponent's last choices, one after the other.

The players that are shipped have no memory. The memory here serves to measure how much a player could gain by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at

CHOICES = 6
LENGTH = CHOICES * at.ACTIONS
"""The length of a row. It has a place for every action, for each of the last choices, the latest choice first."""


class Memory:
    """The last choices of both sides in ``hands`` hands."""

    def __init__(self, hands: int) -> None:
        self._last = np.full((hands, 2, CHOICES), -1, np.int8)

    def note(self, hands: NDArray[np.int64], players: NDArray[np.integer], choices: NDArray[np.int64]) -> None:
        """Add the choices of these players in the hands with these numbers."""
        self._last[hands, players, 1:] = self._last[hands, players, :-1]
        self._last[hands, players, 0] = choices

    def seen(self, hands: NDArray[np.int64], players: NDArray[np.integer]) -> NDArray[np.int8]:
        """Return what these players remember about the opponent, one-hot, ``[n, LENGTH]``."""
        last = self._last[hands, 1 - players]
        return (last[:, :, None] == np.arange(at.ACTIONS)).reshape(len(hands), LENGTH).astype(np.int8)
