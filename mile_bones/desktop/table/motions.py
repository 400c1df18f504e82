"""Functions that make the motions of cards, such as slide, flip and put. Their durations are in ``durations``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import (
    COUP_MS,
    DRAW_MS,
    GIVE_MS,
    HEAVIER_MS,
    HOME_MS,
    KNOCK_MS,
    PART_MS,
    PLAY_MS,
    SHAKE_MS,
)

if TYPE_CHECKING:
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.view import TableView

_BELOW = 50.0
"""The z value of cards that only move aside, which is below cards that are played."""
_SHAKE_PX = 4
_LIFT, _LIFT_OF_WEIGHT = 0.03, 0.13
"""Two enlargements of a card in the air, as fractions of its size: for every card, and in addition for the heaviest
card.
"""
_FAR_AWAY = 0.4
"""The size of a card that is at a hidden hand, as a fraction of its full size."""
_TUMBLE = 70.0
_WAVES = (0, -1, 1, -1, 1, -1, 1, 0)


def slide(
    flight: FlyingCard,
    end: QPointF,
    *,
    length: float = HOME_MS,
    start: float = 0.0,
    landed: Callable[[], None] | None = None,
) -> Motion:
    """Return a straight motion to ``end``."""
    begin = flight.pos()
    return Motion(lambda part: flight.between(begin, end, part), length, start, landed=landed)


def put(
    flight: FlyingCard, end: QPointF, *, length: float | None = None, size: float = 1.0, weight: float = 0.0
) -> Motion:
    """Return a motion from a hand to a pile. ``size`` is the scale of the card at the start. The card grows to full
    size early on the way.

    ``weight`` is from 0 to 1: a heavy card is lifted higher, stays up longer, and then drops faster.
    """
    if length is None:
        length = PLAY_MS + HEAVIER_MS * weight
    begin, lift = flight.pos(), _LIFT + _LIFT_OF_WEIGHT * weight

    def go(part: float) -> None:
        flight.between(begin, end, part)
        time = 1 - (1 - part) ** (1 / 3)  # inverts the curve, because a falling card does not slow down
        over = lift * min(1.0, 5 * time) * (1 - time ** (2 + 5 * weight))
        flight.setScale(size + (1 - size) * min(1.0, part * 1.5) + over)

    return Motion(go, length, curve=QEasingCurve.Type.OutCubic, fade=flight.setOpacity)


def hit(flight: FlyingCard, end: QPointF, *, length: float, size: float = 1.0) -> Motion:
    """Return an accelerating motion down onto something at ``end``. ``size`` is the scale of the card at the start."""
    begin = flight.pos()

    def go(part: float) -> None:
        flight.between(begin, end, part)
        flight.setScale(size + (1 - size) * min(1.0, part * 1.5))

    return Motion(go, length, curve=QEasingCurve.Type.InCubic, fade=flight.setOpacity)


def knock_off(flight: FlyingCard, towards: QPointF, *, start: float) -> Motion:
    """Return the motion of a card that is hit by another card. It tumbles away and fades out. It is hidden until
    ``start``.
    """
    begin = flight.pos()
    flight.setVisible(False)

    def go(part: float) -> None:
        flight.setVisible(0 < part < 1)
        flight.between(begin, towards, part)
        flight.setRotation(_TUMBLE * part)
        flight.setOpacity(1 - part**2)

    return Motion(go, KNOCK_MS, start, QEasingCurve.Type.OutCubic)


def go_across(flight: FlyingCard, begin: QPointF, end: QPointF, size: float, *, start: float) -> list[Motion]:
    """Return motions from ``begin`` to ``end`` in which the card turns by 90° and becomes ``size`` times as large."""

    def go(part: float) -> None:
        if part > 0:
            flight.between(begin, end, part)

    way = Motion(go, COUP_MS, start, QEasingCurve.Type.InOutCubic)
    return [way, lay_across(flight, size, start=start)]


def grow(flight: FlyingCard, size: float, length: float, start: float = 0.0) -> Motion:
    """Return a motion in which the card's scale changes to ``size``."""
    begin = flight.scale()
    return Motion(lambda part: flight.setScale(begin + (size - begin) * part), length, start)


def shift(item: QGraphicsItem, begin: QPointF, end: QPointF, *, start: float = 0.0) -> Motion:
    """Return a motion of an item that stays on the table. ``begin`` and ``end`` are offsets from the item's own place.

    The item moves by whole pixels, so that its cached picture keeps its size and need not be repainted.
    """

    def go(part: float) -> None:
        item.setPos((begin + (end - begin) * part).toPoint())

    return Motion(go, PART_MS, start, QEasingCurve.Type.OutCubic)


def give_way(item: QGraphicsItem, offset: QPointF, *, start: float) -> Motion:
    """Return a motion of an item that stays on the table. It moves by ``offset``, in whole pixels, and comes back."""

    def go(part: float) -> None:
        item.setPos((offset * math.sin(math.pi * part)).toPoint())

    return Motion(go, GIVE_MS, start, QEasingCurve.Type.OutQuad)


def flip(flight: FlyingCard, face: str, end: QPointF, *, start: float = 0.0) -> Motion:
    """Return a motion to ``end`` during which the card turns over to show ``face``."""
    begin = flight.pos()
    turned = False

    def go(part: float) -> None:
        nonlocal turned
        flight.setVisible(True)
        flight.between(begin, end, part)
        if part >= 0.5 and not turned:
            turned = True
            here = flight.pos()
            flight.turn_to(face)
            flight.setPos(here)
        across = max(0.04, abs(1 - 2 * part))
        flight.setTransform(flight.transform().fromScale(across, 1))

    return Motion(go, DRAW_MS, start, QEasingCurve.Type.OutCubic, fade=flight.setOpacity)


def lay_across(flight: FlyingCard, size: float, *, start: float = 0.0) -> Motion:
    """Return a motion in which the card turns by 90° where it is and becomes ``size`` times as large."""

    def go(part: float) -> None:
        flight.setRotation(90 * part)
        if part > 0:
            flight.setScale(1 + (size - 1) * part)

    return Motion(go, COUP_MS, start, QEasingCurve.Type.OutBack)


def turned(way: Motion, flight: FlyingCard, size: float, *, back: bool = False) -> Motion:
    """Add a turn by 90° to the motion ``way``, while the card becomes ``size`` times as large. Return ``way``.

    If ``back``, the card is crosswise at first and turns upright.
    """
    apply = way.apply

    def go(part: float) -> None:
        flight.setScale(1.0)
        apply(part)  # may change the size as well
        across = 1 - part if back else part
        flight.setRotation(90 * across)
        flight.setScale(flight.scale() * (1 + (size - 1) * across))

    way.apply = go
    return way


def vanish(flight: FlyingCard, end: QPointF) -> Motion:
    """Return a motion to a hidden hand, in which the card shrinks and fades out."""
    begin = flight.pos()

    def go(part: float) -> None:
        flight.between(begin, end, part)
        flight.setScale(1 + (_FAR_AWAY - 1) * part)
        flight.setOpacity(1 - part**3)

    return Motion(go, DRAW_MS, curve=QEasingCurve.Type.OutCubic)


def appear(flight: FlyingCard, end: QPointF) -> Motion:
    """Return a motion from a hidden hand, in which the card grows and fades in."""
    begin = flight.pos()

    def go(part: float) -> None:
        flight.between(begin, end, part)
        flight.setScale(_FAR_AWAY + (1 - _FAR_AWAY) * part)
        flight.setOpacity(1 - (1 - part) ** 3)

    return Motion(go, DRAW_MS, curve=QEasingCurve.Type.OutCubic)


def shake(flight: FlyingCard) -> Motion:
    """Return a motion that shakes the card sideways where it is, as a sign of refusal."""
    here = flight.pos()

    def go(part: float) -> None:
        step = min(int(part * len(_WAVES)), len(_WAVES) - 1)
        flight.setPos(here.x() + _SHAKE_PX * _WAVES[step], here.y())

    return Motion(go, SHAKE_MS)


def move_over(table: TableView, places: Sequence[str], before: Sequence[QPointF]) -> list[Motion]:
    """Return motions of the cards in ``places`` from the positions ``before``. Cards that have not moved get none."""
    motions = []
    for place, begin in zip(places, before, strict=False):
        end = table.slots[place].rect.center()
        if end != begin:
            motions.append(_over(table, place, begin, end))
    return motions


def _over(table: TableView, place: str, begin: QPointF, end: QPointF) -> Motion:
    slot = table.slots[place]
    assert slot.model.face is not None
    flight = table.fly(slot.model.face, place)
    flight.setZValue(_BELOW)
    flight.setPos(begin)
    slot.mark(hidden=True)

    def landed() -> None:
        flight.setVisible(False)
        slot.mark(hidden=False)

    return slide(flight, end, landed=landed)
