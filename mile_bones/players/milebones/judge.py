"""The judge: an estimate of the worth of open hands that are not over.

A network gives the probability of each outcome of the hand. An outcome is a pair of numbers: the points that the hand
still brings to each side. Similar outcomes form a few hundred groups. The worth of an outcome follows from the totals
and the chances of winning. Near the end of a game these chances change so sharply with the totals that no network would
learn them by heart.
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
    """The judge that ships with the champion. ``weights`` are the arrays of the champion's file."""

    def __init__(self, weights: Mapping[str, NDArray[np.floating]]) -> None:
        self.stakes = Stakes.of_champion(weights)
        self._network = Network(weights, "judge_")
        # [groups, examples]: the points that a hand still brought to the player to act (``own``) and to the
        # opponent (``other``)
        own, other = np.moveaxis(weights["outcomes"].astype(np.intp), 2, 0)
        self._leads = (own - other).mean(axis=1).astype(np.float32)
        self._further = further(own // UNIT, other // UNIT)

    def outlook(self, rows: Row, decks: Deck, seat: int) -> NDArray[np.float64]:
        """Return two lines for ``seat``, in points: the lead at the end of the hand, and the worth of the game after
        the hand. The shape is ``[2, n]``.

        Both are exact if a hand is over.
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
        """Return the two lines of ``outlook`` combined in one, ``[n]``."""
        return self.stakes.mixed(*self.outlook(rows, decks, seat))

    def _to_the_player(self, rows: Row, decks: Deck) -> NDArray[np.float64]:
        """Return the two lines of ``outlook`` for hands that are not over, from the view of the player to act."""
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
        standings, which = np.unique(places, return_inverse=True)  # many worlds have the same standings
        games = self.stakes.games(standings[:, None, None] + self._further)
        after = games.mean(axis=2).astype(np.float32)[which]
        return np.stack([lead, np.einsum("nk,nk->n", chances, after)])
