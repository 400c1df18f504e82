"""The end of a deal of Mille on the table: the sets of who went out stand up, and their points drive a car."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.items import FanItem
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import POINTS_MS
from mile_bones.desktop.table.flying_points import flying_points
from mile_bones.desktop.table.lights import Lights
from mile_bones.desktop.table.motions import shift
from mile_bones.games.montreal.cards import VALUES, Rank

if TYPE_CHECKING:
    from mile_bones.desktop.boards.montreal.table import MontrealTable
    from mile_bones.games.montreal.events import HandEnded

_STEP_MS, _STEPS_MS = 60, 360
"""The delay from one set to the next, and the maximum sum of these delays."""
_AWAY_MS = 300
"""The time after which the cars drive. By then the first points are near the strip."""
_HIGHER = 8.0
"""The height to which a set stands up, in pixels at scale 1."""
_POINTS_PX = 22
_MOST_LIGHTS = 4


def earned(ended: HandEnded) -> list[tuple[Rank | None, int]]:
    """Return the points that the player who went out earns with each set. The rank None stands for the points of a deal
    without wilds. The sum is the player's score.
    """
    assert ended.out is not None, "nobody counts the sets of a deal that ends with the stock"
    sets, score = ended.sets[ended.out], ended.scores[ended.out]
    items: list[tuple[Rank | None, int]] = []
    for rank in sets.ranks:
        points = sum(VALUES[card] for card in sets.cards(rank))
        items.append((rank, 2 * points if sets.is_natural(rank) else points))
    return [*items, (None, score.clean)] if score.clean else items


def motions_of(table: MontrealTable, ended: HandEnded, were: tuple[float, float]) -> list[Motion]:
    """Return the motions in which the deal is counted. ``were`` are the points at which the cars stand.

    The sets of the player who went out stand up from left to right, and those with all eight cards of a rank light up.
    The points of each set fly to the player's car, or to the score panel if there is no strip, and both cars drive.
    """
    assert ended.out is not None
    side, k = int(ended.out != table.near_seat), table.frame_now.k
    place_of = slot_names.own_set if side == 0 else slot_names.other_set
    starts = {rank: table.slots[slot_names.PILE if rank is None else place_of(rank)] for rank, _points in earned(ended)}
    counted = sorted(earned(ended), key=lambda item: (item[0] is None, starts[item[0]].rect.center().x()))
    step = min(_STEP_MS, _STEPS_MS / len(counted))
    goal = table.strip.car_centre(side) if table.strip.isVisible() else table.panel.rect.center()
    motions, shining = [], []
    for number, (rank, points) in enumerate(counted):
        slot = starts[rank]
        motions.append(_flight(table, points, slot.rect.center(), goal, mine=side == 0, start_ms=number * step))
        if rank is not None:
            motions.append(shift(slot, QPointF(), QPointF(0, -_HIGHER * k), start=number * step))
            if ended.sets[ended.out].is_natural(rank) and isinstance(slot, FanItem):
                shining.append(_cards(slot).translated(0, -_HIGHER * k))
    if shining:
        lights = Lights(shining[:_MOST_LIGHTS], k, table.theme.amber)
        table.scene().addItem(lights)
        motions.append(lights.motion())
    drive = table.strip.drive(were)
    drive.start = _AWAY_MS
    return [*motions, drive]


def _cards(slot: FanItem) -> QRectF:
    """Return the rectangle around all cards of a set."""
    whole = QRectF()
    for number in range(len(slot.model.cards)):
        whole = whole.united(paint.qrect(slot.card_rect(number)))
    return whole


def _flight(table: MontrealTable, points: int, start: QPointF, goal: QPointF, *, mine: bool, start_ms: float) -> Motion:
    """Return the motion in which the points of a set fly from ``start`` to ``goal``."""
    words = flying_points(table, points, _POINTS_PX * table.frame_now.k, mine=mine)
    words.between(start, goal, 0.0)

    def arrived() -> None:
        table.land(words)

    return Motion(
        lambda part: words.between(start, goal, part), POINTS_MS, start_ms, fade=words.setOpacity, landed=arrived
    )
