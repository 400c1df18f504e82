"""The places that are ringed on the table: the opponent's last moves, or the cards that came to the hand in this turn.
No Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.table.hand_places import last_of
from mile_bones.games.montreal.cards import Card, rank_of
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)

if TYPE_CHECKING:
    from mile_bones.desktop.boards.montreal.table import MontrealTable


def place_of(event: Event, table: MontrealTable) -> str | None:
    """Return the place of the card that this event moved, or None if that card has no place on the table."""
    match event:
        case Discarded():
            return slot_names.PILE
        case Laid(seat=seat, rank=rank) | Added(seat=seat, rank=rank):
            return _set(seat, rank, table)
        case PileTaken(seat=seat, top=top):
            return _set(seat, rank_of(top), table)
        case Drawn(seat=seat, card=card) | TurnedTaken(seat=seat, card=card):
            places = _held((card,), table) if seat == table.near_seat and card is not None else ()
            return places[0] if places else None
    return None


def ringed_after(event: Event, table: MontrealTable, ringed: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the places to ring after ``event``. ``ringed`` are the places that were ringed before the event.

    If the opponent has moved, return all places of the present turn. If the near player has moved, return the places of
    the cards that came to the hand.
    """
    if isinstance(event, (Dealt, HandEnded, GameEnded)):
        return frozenset()
    if event.seat == table.near_seat:
        return _came(event, table)
    begins = isinstance(event, (Reshuffled, Drawn, PileTaken, TurnedTaken))
    place = place_of(event, table)
    before = frozenset() if begins else ringed & frozenset(slot_names.OTHER_SETS)
    return before if place is None else before | {place}


def _came(event: Event, table: MontrealTable) -> frozenset[str]:
    match event:
        case Drawn(card=card) if card is not None:
            return frozenset(_held((card,), table))
        case TurnedTaken(card=card):
            return frozenset(_held((card,), table))
        case PileTaken(rest=rest):
            return frozenset(_held(rest, table))
    return frozenset()


def _held(cards: Sequence[Card], table: MontrealTable) -> tuple[str, ...]:
    """Return the places of these cards in the hand."""
    return tuple(slot_names.hand(index) for index in last_of(cards, table.order.cards))


def _set(seat: int, rank: int, table: MontrealTable) -> str:
    return slot_names.own_set(rank) if seat == table.observation.seat else slot_names.other_set(rank)
