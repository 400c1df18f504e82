"""The moves of pieces that follow from events. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.table.card_move import CardMove, Spot
from mile_bones.games.millieu.events import Captured, Event, Placed, Slid


def moves(events: Sequence[Event], near: int) -> list[CardMove]:
    """Return the moves of pieces that ``events`` cause, in order. ``near`` is the seat on the near side."""
    found = []
    for event in events:
        match event:
            case Placed(seat, piece, point):
                ends = slot_names.hand(seat == near, piece), slot_names.point(point)
            case Slid(_seat, piece, origin, target):
                ends = slot_names.point(origin), slot_names.point(target)
            case Captured(seat, piece, point):
                ends = slot_names.point(point), slot_names.hand(seat == near, piece)
            case _:
                continue
        found.append(CardMove(ART[piece], Spot(ends[0]), Spot(ends[1])))
    return found
