"""A second implementation of Mille's rules for sets and legal actions, as plain as the rules page.

It shares nothing with the game. Cards are texts, a hand is a plain list of cards, and every possibility is tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["S", "H", "D", "C"]


def rank(card: str) -> str:
    return card[:-1]


def in_order(card: str) -> tuple[int, int]:
    return RANKS.index(rank(card)), SUITS.index(card[-1])


def is_set(cards: Sequence[str], of: str) -> bool:
    """Return True if ``cards`` are a set of rank ``of``: three or more cards of one rank, with 2s in place of any card.

    A set needs at least one natural card, or consists of 2s only.
    """
    if of == "2":
        return len(cards) >= 3 and all(rank(card) == "2" for card in cards)
    return (
        len(cards) >= 3 and all(rank(card) in (of, "2") for card in cards) and any(rank(card) == of for card in cards)
    )


def lay_downs(hand: Sequence[str], sets: Mapping[str, Sequence[str]]) -> set[str]:
    """Return every new set of three cards from ``hand``. Equal cards are not distinguished."""
    found = set()
    for three in {tuple(sorted(three)) for three in combinations(hand, 3)}:
        for of in RANKS:
            if of in sets or not is_set(three, of):
                continue
            naturals = sorted((card for card in three if rank(card) == of), key=in_order)
            wilds = sorted((card for card in three if rank(card) != of), key=in_order)
            found.add("lay " + " ".join(naturals + wilds))
    return found


def additions(hand: Sequence[str], sets: Mapping[str, Sequence[str]]) -> set[str]:
    return {f"add {card} {of}" for card in hand for of in sets if is_set([*sets[of], card], of)}


def takes(hand: Sequence[str], pile: Sequence[str], *, first_turn: bool) -> set[str]:
    top = pile[-1]
    found = set()
    for pair in combinations(sorted(hand, key=in_order), 2):
        if {rank(card) for card in pair} == {rank(top)}:
            found.add("pile " + " ".join(pair))
    if first_turn and rank(top) == "2":
        found.add("turned")
    return found


def legal(
    hand: Sequence[str],
    sets: Mapping[str, Sequence[str]],
    pile: Sequence[str],
    stock: int,
    *,
    drawn: bool,
    first_turn: bool,
    reshuffled: bool,
) -> set[str]:
    """Return the actions of the player to move."""
    if drawn:
        return lay_downs(hand, sets) | additions(hand, sets) | {f"discard {card}" for card in hand}
    can_draw = stock > 0 or (len(pile) > 1 and not reshuffled)
    return ({"draw"} if can_draw else set()) | takes(hand, pile, first_turn=first_turn)


def whole_lay_downs(hand: Sequence[str], sets: Mapping[str, Sequence[str]], known: set[object] | None = None) -> int:
    """Return the number of tables that can be reached by laying down and adding, including the table as it is."""
    known = set() if known is None else known
    state = (tuple(sorted(hand)), tuple(sorted((of, tuple(sorted(cards))) for of, cards in sets.items())))
    if state in known:
        return 0
    known.add(state)
    count = 1
    for text in sorted(lay_downs(hand, sets)):
        cards = text.split()[1:]
        naturals = [rank(card) for card in cards if rank(card) != "2"]
        count += whole_lay_downs(_without(hand, cards), {**sets, naturals[0] if naturals else "2": cards}, known)
    for text in sorted(additions(hand, sets)):
        _verb, card, of = text.split()
        count += whole_lay_downs(_without(hand, [card]), {**sets, of: [*sets[of], card]}, known)
    return count


def _without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


VALUES = {"QS": 100, "JD": 50}
BY_RANK = {"2": 20, "A": 15, "10": 10, "J": 10, "Q": 10, "K": 10}


def worth(cards: Sequence[str]) -> int:
    return sum(VALUES.get(card, BY_RANK.get(rank(card), 5)) for card in cards)


def score(sets: Mapping[str, Sequence[str]], hand: Sequence[str], *, out: bool) -> tuple[int, int]:
    """Return the points and stars of a player."""
    points = stars = 0
    for of, cards in sets.items():
        natural = len(cards) == 8 and all(rank(card) == of for card in cards)
        points += worth(cards) * (2 if natural else 1)
        stars += natural
    if out:
        wild = any(rank(card) == "2" and of != "2" for of, cards in sets.items() for card in cards)
        return (points, stars) if wild else (2 * points, stars + 1)
    return points - worth(hand), stars
