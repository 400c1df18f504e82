"""Which cards go where when one table becomes another: worked out from the two alone, so that undo is nothing special.
No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.table.layout import Rect

HAND = "hand"
"""The zone of the open hand; the other zones are the places of sets and pile."""


class Lying(NamedTuple):
    """A card that lies open: in which place, which one of it, and where."""

    zone: str
    place: str
    number: int
    face: str
    rect: Rect


class Table(NamedTuple):
    """What lies on a table: the open cards, how many the opponent and the stock have, and where."""

    cards: tuple[Lying, ...]
    other_hand: int
    other_hand_rect: Rect
    left: int
    stock_rect: Rect
    reshuffled: bool


class Way(NamedTuple):
    """A card goes from one place to another.

    ``face``: None for one that nobody sees. ``target``: where it will lie open, None where it is hidden then.
    ``source``: the zone that it comes from, "stock" or "other.hand" for hidden ones.
    """

    face: str | None
    source: str
    start: Rect
    end: Rect
    target: Lying | None
    goal: str
    """The zone it goes to."""
    taken_up: str | None = None
    """The place of the hand that it left."""


def ways(before: Table, after: Table, *, near_acts: bool) -> list[Way]:
    """What moves, in the order in which it lies. ``near_acts``: it was the near seat that did it."""
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
            found.append(Way(card.face, card.zone, card.rect, target.rect, target, target.zone, _left(card)))
            continue
        to_stock = card.zone == HAND or (card.zone == slot_names.PILE and shuffled)
        goal = slot_names.STOCK if to_stock else slot_names.OTHER_HAND
        rect = after.stock_rect if to_stock else after.other_hand_rect
        found.append(Way(card.face, card.zone, card.rect, rect, None, goal, _left(card)))
    for card in waiting:
        from_stock = card.zone == HAND or (card.zone == slot_names.PILE and shuffled)
        if not from_stock and near_acts:
            continue  # the near hand is not seen: its cards are simply there
        source = slot_names.STOCK if from_stock else slot_names.OTHER_HAND
        rect = before.stock_rect if from_stock else before.other_hand_rect
        found.append(Way(card.face, source, rect, card.rect, card, card.zone))
    if not near_acts and not shuffled and abs(after.left - before.left) == 1:
        drawn = after.left < before.left
        ends = (before.stock_rect, after.other_hand_rect) if drawn else (before.other_hand_rect, after.stock_rect)
        names = (slot_names.STOCK, slot_names.OTHER_HAND) if drawn else (slot_names.OTHER_HAND, slot_names.STOCK)
        found.append(Way(None, names[0], *ends, None, names[1]))
    return found


def _left(card: Lying) -> str | None:
    return card.place if card.zone == HAND else None


def stayed(before: Table, after: Table) -> list[tuple[Lying, Lying]]:
    """The cards of the hand that lie there before and after it, as they lay and as they lie."""
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
    """Of each set that lies there before and after it the first card, as it lay and as it lies."""
    places = (*slot_names.OWN_SETS, *slot_names.OTHER_SETS)
    old = {card.place: card for card in before.cards if card.number == 0 and card.place in places}
    new = {card.place: card for card in after.cards if card.number == 0}
    return [(card, new[place]) for place, card in old.items() if place in new]


def _without(cards: Sequence[Lying], others: Sequence[Lying]) -> list[Lying]:
    """Those of ``cards`` that the others do not have in the same zone; of like ones the last."""
    left = [(card.zone, card.face) for card in others]
    found = []
    for card in cards:
        if (card.zone, card.face) in left:
            left.remove((card.zone, card.face))
        else:
            found.append(card)
    return found
