"""The place that a held card would go to. It depends on the area of the card more than on the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.layout import Rect

LEAST_SHARE = 0.25
"""The share of a held card that must lie over a place, so that the card may be meant for the place. If the pointer is
over the place, no such share is needed.
"""
PULL = 40.0
"""The distance in logical pixels from its target within which a held card is gently drawn towards the target."""


def covered(card: Rect, pointer: Point, places: Mapping[str, Rect]) -> tuple[str, ...]:
    """Return the places that the card may be meant for: the most covered place first, and of equally covered places the
    upper one first.
    """
    near = [(name, rect) for name, rect in places.items() if rect.meets(card) or rect.holds(*pointer)]
    shares = {
        name: share
        for name, rect in reversed(near)
        if (share := _overlap(card, rect) / (card.w * card.h)) >= LEAST_SHARE or rect.holds(*pointer)
    }
    return tuple(sorted(shares, key=shares.__getitem__, reverse=True))


def pulled(centre: Point, target: Point) -> Point:
    """Return the point at which to draw the centre of a held card. The card is held at ``centre``, over a place whose
    centre is ``target``.
    """
    dx, dy = centre[0] - target[0], centre[1] - target[1]
    part = min(1.0, (dx * dx + dy * dy) ** 0.5 / PULL)
    return target[0] + dx * part, target[1] + dy * part


def _overlap(one: Rect, other: Rect) -> float:
    width = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    height = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)
