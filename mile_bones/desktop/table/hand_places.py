"""The names of the places of an open hand."""

from __future__ import annotations


def hand(index: int) -> str:
    """A place of the hand, counted from 0."""
    return f"hand.{index + 1}"


def hand_index(place: str) -> int | None:
    """Which card of the hand lies in this place, counted from 0; None for places elsewhere."""
    row, _dot, number = place.partition(".")
    return int(number) - 1 if row == "hand" else None
