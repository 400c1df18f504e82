"""What a player may remember of a hand: the opponent's last choices, one after the other.

Players that ship keep no memory. This is for measuring what one would gain: a best response may use whatever it can.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at

CHOICES = 6
LENGTH = CHOICES * at.ACTIONS
"""Numbers in a row: for each of the last choices, the latest first, a place for every action."""


class Memory:
    """Of so many hands, for both sides."""

    def __init__(self, hands: int) -> None:
        self._last = np.full((hands, 2, CHOICES), -1, np.int8)

    def note(self, hands: NDArray[np.int64], players: NDArray[np.integer], choices: NDArray[np.int64]) -> None:
        """In the hands with these numbers these players have made these choices."""
        self._last[hands, players, 1:] = self._last[hands, players, :-1]
        self._last[hands, players, 0] = choices

    def seen(self, hands: NDArray[np.int64], players: NDArray[np.integer]) -> NDArray[np.int8]:
        """What these players remember of the opponent, ``[n, LENGTH]``."""
        last = self._last[hands, 1 - players]
        return (last[:, :, None] == np.arange(at.ACTIONS)).reshape(len(hands), LENGTH).astype(np.int8)
