"""The moves of cards that turn one table into another. The moves, including those of undo, are found by comparing the
two tables. No Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.table.card_move import CardMove, Spot
from mile_bones.desktop.table.layout import Rect

HAND = "hand"
"""The zone of the open hand. The other zones are sets and piles, each with the name of its place."""


class Lying(NamedTuple):
    """A card that lies open, with its place."""

    spot: Spot
    face: str
    rect: Rect

    @property
    def zone(self) -> str:
        return _zone(self.spot)


class Table(NamedTuple):
    """The contents of a table: the open cards, the size of the opponent's hand, the size of the stock, and the
    rectangles of the places.
    """

    cards: tuple[Lying, ...]
    other_hand: int
    other_hand_rect: Rect
    left: int
    stock_rect: Rect
    reshuffled: bool


class Way(NamedTuple):
    """The way of a card from one rectangle to another. Hidden cards lie in the stock or in the opponent's hand."""

    move: CardMove
    start: Rect
    end: Rect

    @property
    def source(self) -> str:
        """The zone that the card comes from."""
        return _zone(self.move.source)

    @property
    def goal(self) -> str:
        """The zone that the card goes to."""
        return _zone(self.move.target)

    @property
    def opens(self) -> bool:
        """Whether the card lies face up at the end of its way."""
        return self.goal not in (slot_names.STOCK, slot_names.OTHER_HAND)


def _zone(spot: Spot) -> str:
    return spot.place if slot_names.hand_index(spot.place) is None else HAND


def ways(before: Table, after: Table, *, near_acts: bool) -> list[Way]:
    """Return the ways of the cards that turn ``before`` into ``after``, in the order in which the cards lie.

    ``near_acts``: the player in the near seat has caused the change.
    """
    gone = _without(before.cards, after.cards)
    came = _without(after.cards, before.cards)
    shuffled = before.reshuffled != after.reshuffled
    found = []
    waiting = list(came)
    for card in gone:
        target = None
        if not (shuffled and card.zone == slot_names.PILE):
            target = next((one for one in waiting if one.face == card.face), None)
        if target is not None:
            waiting.remove(target)
            found.append(Way(CardMove(card.face, card.spot, target.spot), card.rect, target.rect))
            continue
        to_stock = card.zone == HAND or (card.zone == slot_names.PILE and shuffled)
        goal = slot_names.STOCK if to_stock else slot_names.OTHER_HAND
        rect = after.stock_rect if to_stock else after.other_hand_rect
        found.append(Way(CardMove(card.face, card.spot, Spot(goal)), card.rect, rect))
    for card in waiting:
        from_stock = card.zone == HAND or (card.zone == slot_names.PILE and shuffled)
        if not from_stock and near_acts:
            continue  # the near hand is hidden, so its cards simply appear
        source = slot_names.STOCK if from_stock else slot_names.OTHER_HAND
        rect = before.stock_rect if from_stock else before.other_hand_rect
        found.append(Way(CardMove(card.face, Spot(source), card.spot), rect, card.rect))
    if not near_acts and not shuffled and abs(after.left - before.left) == 1:
        move = CardMove(None, Spot(slot_names.STOCK), Spot(slot_names.OTHER_HAND))
        if after.left < before.left:
            found.append(Way(move, before.stock_rect, after.other_hand_rect))
        else:
            found.append(Way(move.back(), before.other_hand_rect, after.stock_rect))
    return found


def stayed(before: Table, after: Table) -> list[tuple[Lying, Lying]]:
    """Return the cards that stay in the hand, each as a pair: where it lay before, and where it lies after."""
    old = [card for card in before.cards if card.zone == HAND]
    gone = _without(before.cards, after.cards)
    kept = [card for card in old if card not in gone]
    new = [card for card in after.cards if card.zone == HAND]
    pairs = []
    for card in kept:
        match = next((one for one in new if one.face == card.face), None)
        if match is not None:
            new.remove(match)
            pairs.append((card, match))
    return pairs


def sets_that_stayed(before: Table, after: Table) -> list[tuple[Lying, Lying]]:
    """Return the first card of each set that stays on the table, as a pair: where the card lay before, and where it
    lies after.
    """
    places = (*slot_names.OWN_SETS, *slot_names.OTHER_SETS)
    old = {card.spot: card for card in before.cards if card.spot.number == 0 and card.spot.place in places}
    new = {card.spot: card for card in after.cards}
    return [(card, new[spot]) for spot, card in old.items() if spot in new]


def _without(cards: Sequence[Lying], others: Sequence[Lying]) -> list[Lying]:
    """Return the ``cards`` that are not among the ``others`` of the same zone. Of identical cards, return the last
    ones.
    """
    left = [(card.zone, card.face) for card in others]
    found = []
    for card in cards:
        if (card.zone, card.face) in left:
            left.remove((card.zone, card.face))
        else:
            found.append(card)
    return found
