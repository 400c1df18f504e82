"""The names of the places of an open hand, and which of like cards is meant. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def hand(index: int) -> str:
    """A place of the hand, counted from 0."""
    return f"hand.{index + 1}"


def hand_index(place: str) -> int | None:
    """Which card of the hand lies in this place, counted from 0; None for places elsewhere."""
    row, _dot, number = place.partition(".")
    return int(number) - 1 if row == "hand" else None


def last_of(cards: Iterable[object], held: Sequence[object]) -> list[int]:
    """Return the index in the hand ``held`` of each of these cards that is in it.

    Of like cards it is the last: a card that comes is put behind the others.
    """
    free = dict(enumerate(held))
    found = []
    for card in cards:
        index = max((index for index, one in free.items() if one == card), default=None)
        if index is not None:
            del free[index]
            found.append(index)
    return found
