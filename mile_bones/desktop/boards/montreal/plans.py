"""Which actions lay down, add or take what a player has gathered: a gesture has many cards, an action few. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.montreal.actions import ADD, LAY, PILE, Action
from mile_bones.games.montreal.cards import TWO, Card, Rank, rank_of
from mile_bones.games.montreal.sets import Sets

SET_SIZE = 3
"""So many cards make a new set; more are added one by one."""


def rank_meant(cards: Sequence[Card]) -> Rank | None:
    """Of which rank a set of these cards would be; None where they are of several ranks, or none."""
    ranks = {rank_of(card) for card in cards}
    if len(ranks) == 1:
        return ranks.pop()
    ranks.discard(TWO)
    return ranks.pop() if len(ranks) == 1 else None


def new_set(cards: Sequence[Card]) -> tuple[Action, ...]:
    """Lay down a new set of all these, three cards first and the others one by one; empty where they make none."""
    rank = rank_meant(cards)
    if rank is None or len(cards) < SET_SIZE:
        return ()
    naturals = sorted(card for card in cards if rank_of(card) == rank)
    wilds = sorted(card for card in cards if rank_of(card) != rank)
    own = min(len(naturals), SET_SIZE)
    first = (*naturals[:own], *wilds[: SET_SIZE - own])
    return LAY[first], *additions((*naturals[own:], *wilds[SET_SIZE - own :]), rank)


def additions(cards: Sequence[Card], rank: Rank) -> tuple[Action, ...]:
    """Add all these to the set of this rank, naturals first; empty where one of them does not go there."""
    if any(rank_of(card) not in (rank, TWO) for card in cards):
        return ()
    naturals_first = sorted(cards, key=lambda card: (rank_of(card) != rank, card))
    return tuple(ADD[card, rank] for card in naturals_first)


def laid(cards: Sequence[Card], sets: Sets) -> tuple[Action, ...]:
    """Lay these down: added to the set of their rank, if there is one, else as a new one."""
    rank = rank_meant(cards)
    return additions(cards, rank) if rank is not None and sets.has(rank) else new_set(cards)


def pile_with(cards: Sequence[Card]) -> Action | None:
    """Take the pile with these; None where they are no two of one rank."""
    return PILE.get(tuple(sorted(cards)))


def places_of_pair(hand: Sequence[Card], top: Card | None) -> tuple[int, ...]:
    """Which two cards of the hand take a pile with this top card: the first that fit; empty where there are none."""
    fitting = [index for index, card in enumerate(hand) if top is not None and rank_of(card) == rank_of(top)]
    return tuple(fitting[:2]) if len(fitting) > 1 else ()
