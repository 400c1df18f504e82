"""Two conversions: of an observation to the situation that a player plans with, and of a plan to its steps."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.games.montreal.actions import ADD, DISCARD, LAY, Action
from mile_bones.games.montreal.cards import FACES, RANKS, TWO, Card, Counts, parse_card
from mile_bones.games.montreal.observation import Observation
from mile_bones.players.montreal import situation as here
from mile_bones.players.montreal.turns import THROW, TO_WILD

Steps = tuple[Action, ...]

_DEAR = {parse_card("JD"): here.DEAR_JACK, parse_card("QS"): here.DEAR_QUEEN}
SORT_OF = tuple(_DEAR.get(card, card >> 2) for card in FACES)
"""The sort of each card."""


def situation_of(observation: Observation) -> list[int]:
    """Return the situation of this seat as a row."""
    row = [0] * here.SIZE
    own, other = observation.sets
    for part, counts in (
        (here.HAND, observation.hand),
        (here.KNOWN, observation.known[1]),
        (here.UNSEEN, observation.unseen()),
    ):
        for card, count in enumerate(counts):
            if count:
                _put(row, part, card, count)
    for card in observation.pile:
        _put(row, here.PILE, card, 1)
    for naturals, wilds, sets in ((here.OWN, here.WILDS, own), (here.THEIRS, here.THEIR_WILDS, other)):
        for rank in RANKS:
            row[naturals + rank] = sum(sets.naturals[4 * rank : 4 * rank + 4])
            row[wilds + rank] = sum(sets.wilds[4 * rank : 4 * rank + 4])
    for rank in RANKS:
        row[here.THROWN + rank] = sum(observation.discarded[1][4 * rank : 4 * rank + 4])
    row[here.POINTS], row[here.THEIR_POINTS] = own.value, other.value
    row[here.THEIR_CARDS] = observation.other_cards
    row[here.STOCK] = observation.left
    row[here.RESHUFFLED] = int(observation.reshuffled)
    row[here.TOP] = -1 if observation.top is None else SORT_OF[observation.top]
    return row


def likeness(action: Action) -> tuple[object, ...]:
    """Return what this step has in common with all steps that differ from it only in equivalent cards."""
    return (action.kind, action.rank, *sorted(SORT_OF[card] for card in action.cards))


def _put(row: list[int], part: int, card: Card, count: int) -> None:
    row[part + (card >> 2)] += count
    if SORT_OF[card] >= here.RANKS:
        row[part + SORT_OF[card]] += count


def steps_of(observation: Observation, plan: Sequence[int]) -> Steps:
    """Return the actions of a plan. Among cards of equal value, those that the opponent already knows are played
    first.
    """
    steps: list[Action] = []
    hand = _Hand(observation)
    for rank in RANKS:
        cards, wilds = plan[rank], plan[TO_WILD + rank]
        if not cards and not wilds:
            continue
        naturals, twos = hand.take(rank, cards), hand.take(TWO, wilds)
        if not observation.own.has(rank):
            first, naturals = naturals[:3], naturals[3:]
            wild, twos = twos[: 3 - len(first)], twos[3 - len(first) :]
            steps.append(LAY[(*sorted(first), *sorted(wild))])
        steps += [ADD[card, rank] for card in (*naturals, *twos)]
    if plan[THROW] >= 0:
        steps.append(DISCARD[hand.take_sort(plan[THROW])])
    return tuple(steps)


class _Hand:
    """The cards of a hand, ordered so that within each rank the cards to play first come first."""

    def __init__(self, observation: Observation) -> None:
        self._cards = _listed(observation.hand, observation.known[0])

    def take(self, rank: int, number: int) -> list[Card]:
        """Remove and return ``number`` cards of a rank; the dear cards are taken first."""
        there = [card for card in self._cards if card >> 2 == rank]
        there.sort(key=lambda card: SORT_OF[card] < here.RANKS)
        for card in there[:number]:
            self._cards.remove(card)
        return there[:number]

    def take_sort(self, sort: int) -> Card:
        """Return one card of this sort."""
        return next(card for card in self._cards if SORT_OF[card] == sort)


def _listed(hand: Counts, known: Counts) -> list[Card]:
    """Return the cards one by one. Those that the opponent knows come first."""
    seen = [card for card in FACES for _copy in range(min(hand[card], known[card]))]
    hidden = [card for card in FACES for _copy in range(hand[card] - min(hand[card], known[card]))]
    return seen + hidden
