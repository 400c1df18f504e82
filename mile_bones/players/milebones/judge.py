"""What open hands are worth as they stand.

A network says how likely each outcome of the hand is: how many points it still brings to either side, in a few hundred
groups of outcomes that are alike. What an outcome is worth follows from the totals and the chances to win; near the end
of a game these bend so sharply that no network would know them by heart.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.points import lasting_points
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.batch_features import open_features
from mile_bones.players.milebones.network import Network
from mile_bones.players.milebones.stakes import UNIT, Stakes, further


class Judge:
    """What ships with the champion; ``weights`` are those of its file."""

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self.stakes = Stakes.of_champion(weights)
        self._network = Network(weights, "judge_")
        # [groups, examples]: points that a hand still brought to the player to act, and to the other one
        own, other = np.moveaxis(weights["outcomes"].astype(np.intp), 2, 0)
        self._leads = (own - other).mean(axis=1).astype(np.float32)
        self._further = further(own // UNIT, other // UNIT)

    def outlook(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """To ``seat``, in points: the lead at the end of the hand, and what the game is worth then, ``[2, n]``.

        Exact where a hand is over.
        """
        result = np.empty((2, len(rows)))
        is_over = rows[:, at.ENDED] != 0
        result[:, is_over] = self.stakes.standing(rows.T[:, is_over].T, seat)
        going = np.flatnonzero(~is_over)
        if going.size:
            part = rows.T[:, going].T
            signs = np.where(part[:, at.PLAYER] == seat, 1, -1)
            result[:, going] = self._to_the_player(part, decks[going]) * signs
        return result

    def worths(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """Both in one, ``[n]``."""
        return self.stakes.mixed(*self.outlook(rows, decks, seat))

    def _to_the_player(self, rows: Row, decks: Deck) -> NDArray[np.float64]:
        """The same to whoever is to act, for hands that go on."""
        chances = self._network.alike(open_features(rows, decks))
        chances -= chances.max(axis=1, keepdims=True)
        np.exp(chances, out=chances)
        chances /= chances.sum(axis=1, keepdims=True)
        seats = rows[:, at.PLAYER]
        points = lasting_points(rows)
        lead = (points[0] - points[1]) * (1 - 2 * seats) + chances @ self._leads
        totals = rows.T[at.TOTALS : at.TOTALS + 2] + points
        mine, theirs = np.where(seats, totals[::-1], totals) // UNIT
        places = self.stakes.places(mine, theirs, rows[:, at.RULES], rows[:, at.FIRST] != seats)
        standings, which = np.unique(places, return_inverse=True)  # many worlds have the same
        games = self.stakes.games(standings[:, None, None] + self._further)
        after = games.mean(axis=2).astype(np.float32)[which]
        return np.stack([lead, np.einsum("nk,nk->n", chances, after)])
