"""The names of the places of an open hand, and the choice between equal cards. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def hand(index: int) -> str:
    """Return the name of a place of the hand, counted from 0."""
    return f"hand.{index + 1}"


def hand_index(place: str) -> int | None:
    """Return the index of the card at ``place``, counted from 0, or None if ``place`` is not in the hand."""
    row, _dot, number = place.partition(".")
    return int(number) - 1 if row == "hand" else None


def last_of(cards: Iterable[object], held: Sequence[object]) -> list[int]:
    """Return the index in the hand ``held`` of each of ``cards`` that is in it.

    Of equal cards take the last, because new cards are appended.
    """
    free = dict(enumerate(held))
    found = []
    for card in cards:
        index = max((index for index, one in free.items() if one == card), default=None)
        if index is not None:
            del free[index]
            found.append(index)
    return found
