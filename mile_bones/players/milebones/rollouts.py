"""Many hands played on side by side, both seats by the expert's network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.engine import step
from mile_bones.games.milebones.batch.legality import legal, spread
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.batch_features import features
from mile_bones.players.milebones.network import Network

_NEVER = np.float32(-np.inf)


def choices(policy: Network, rows: Row) -> NDArray[np.intp]:
    """What the network likes best of what is legal; no hand is over."""
    said = policy.alike(features(rows))
    liked: NDArray[np.intp] = np.where(spread(legal(rows)), said, _NEVER).argmax(axis=1)
    return liked


def play_on(policy: Network, rows: Row, decks: Deck, plies: int) -> None:
    """So many choices more in each hand, of whoever has them; less where the hand is over before."""
    for _ply in range(plies):
        if not _one_more(policy, rows, decks, rows[:, at.ENDED] == 0):
            return


def play_out(policy: Network, rows: Row, decks: Deck, last_cards: int) -> None:
    """To its end each hand that has no more cards in its deck than so many."""
    chosen = rows[:, at.LEFT] <= last_cards
    while _one_more(policy, rows, decks, chosen & (rows[:, at.ENDED] == 0)):
        pass


def _one_more(policy: Network, rows: Row, decks: Deck, chosen: NDArray[np.bool_]) -> bool:
    """One choice in each of these hands; whether there were any."""
    which = np.flatnonzero(chosen)
    if which.size == len(rows):
        step(rows, decks, choices(policy, rows))
    elif which.size:
        part = rows.T[:, which].T
        step(part, decks[which], choices(policy, part))
        rows.T[:, which] = part.T
    return which.size > 0
