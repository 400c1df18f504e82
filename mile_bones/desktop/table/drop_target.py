"""The place that a held card would go to. The card's area decides, rather than the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.layout import Rect

LEAST_SHARE = 0.25
"""A place is meant if it is covered by at least this share of the card, or if the pointer is on it."""
PULL = 40.0
"""Within this many logical pixels of its target, a held card is gently drawn towards the target."""


def covered(card: Rect, pointer: Point, places: Mapping[str, Rect]) -> tuple[str, ...]:
    """Return the places that the card means, the most covered first, and among equals the upper one first."""
    near = [(name, rect) for name, rect in places.items() if rect.meets(card) or rect.holds(*pointer)]
    shares = {
        name: share
        for name, rect in reversed(near)
        if (share := _overlap(card, rect) / (card.w * card.h)) >= LEAST_SHARE or rect.holds(*pointer)
    }
    return tuple(sorted(shares, key=shares.__getitem__, reverse=True))


def pulled(centre: Point, target: Point) -> Point:
    """Return where to draw the centre of a card that is held at ``centre`` over a place whose centre is ``target``."""
    dx, dy = centre[0] - target[0], centre[1] - target[1]
    part = min(1.0, (dx * dx + dy * dy) ** 0.5 / PULL)
    return target[0] + dx * part, target[1] + dy * part


def _overlap(one: Rect, other: Rect) -> float:
    width = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    height = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)
