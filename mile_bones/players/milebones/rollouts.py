"""Many hands played on side by side, both seats by the expert's network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.engine import step
from mile_bones.games.milebones.batch.legality import legal, spread
from mile_bones.games.milebones.batch.tables import Deck, Row
from mile_bones.players.milebones.policy import Policy

_NEVER = np.float32(-1e9)


def choices(policy: Policy, rows: Row) -> NDArray[np.intp]:
    """What the network likes best of what is legal; no hand is over."""
    said = policy.alike(rows)
    said += ~spread(legal(rows)) * _NEVER  # a third of the time of np.where
    liked: NDArray[np.intp] = said.argmax(axis=1)
    return liked


def ends(
    policy: Policy, worlds: Row, decks: Deck, places: Sequence[int], plies: int, last_cards: int
) -> tuple[Row, Deck]:
    """What comes of each of these choices in each world: all worlds of the first choice, then those of the next.

    After it ``plies`` choices more, of whoever has them; with no more than ``last_cards`` in the deck then, to the end
    of the hand. Without any ``places`` the worlds as they are are played on.
    """
    times = max(len(places), 1)
    rows, its_decks = np.tile(worlds.T, (1, times)).T, np.tile(decks, (times, 1))
    if places:
        step(rows, its_decks, np.repeat(places, len(worlds)))
    play_on(policy, rows, its_decks, plies)
    play_out(policy, rows, its_decks, last_cards)
    return rows, its_decks


def play_on(policy: Policy, rows: Row, decks: Deck, plies: int) -> None:
    """So many choices more in each hand, of whoever has them; less where the hand is over before."""
    for _ply in range(plies):
        if not one_more(policy, rows, decks):
            return


def play_out(policy: Policy, rows: Row, decks: Deck, last_cards: int) -> None:
    """To its end each hand that has no more cards in its deck than so many."""
    chosen = rows[:, at.LEFT] <= last_cards
    while one_more(policy, rows, decks, chosen):
        pass


def one_more(policy: Policy, rows: Row, decks: Deck, chosen: NDArray[np.bool_] | None = None) -> bool:
    """One choice in each of these hands, without ``chosen`` in all, that is not over; whether there were any."""
    goes_on = rows[:, at.ENDED] == 0
    which = np.flatnonzero(goes_on if chosen is None else chosen & goes_on)
    if which.size == len(rows):
        step(rows, decks, choices(policy, rows))
    elif which.size:
        part = rows.T[:, which].T
        step(part, decks[which], choices(policy, part))
        rows.T[:, which] = part.T
    return which.size > 0
