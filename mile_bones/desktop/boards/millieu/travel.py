"""Pieces on their way back, when a step is taken back, and quickly on again, when it is done once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.table import MillieuTable
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import REWIND_MS
from mile_bones.games.millieu.events import Captured, Event, Placed, Slid
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece


def way(event: Event, near: int) -> tuple[Piece, str, str] | None:
    """The piece that this event moved, where from and where to; None where none was."""
    match event:
        case Placed(seat, piece, point):
            return piece, slot_names.hand(seat == near, piece), slot_names.point(point)
        case Slid(_seat, piece, origin, target):
            return piece, slot_names.point(origin), slot_names.point(target)
        case Captured(seat, piece, point):
            return piece, slot_names.point(point), slot_names.hand(seat == near, piece)
    return None


class Traveller:
    """Lets the pieces of one action travel in no time."""

    def __init__(self, table: MillieuTable) -> None:
        self._table = table

    def travel(self, events: Sequence[Event], end: Observation, done: Callable[[], None], *, back: bool) -> None:
        """Move what these events moved until the table shows ``end``; ``back``: to where it was before them."""
        table = self._table
        found = [one for event in events if (one := way(event, table.near_seat)) is not None]
        if back:
            found = [(piece, target, source) for piece, source, target in reversed(found)]
        table.show_observation(end)
        motions = [self._fly(*one, number * REWIND_MS) for number, one in enumerate(found)]

        def landed() -> None:
            table.show_observation(end)
            done()

        table.animator.run(motions, landed)

    def _fly(self, piece: Piece, source: str, target: str, start: float) -> Motion:
        table = self._table
        flight = table.fly(ART[piece], source)
        begin, goal = flight.pos(), table.slots[target].rect.center()
        size, grown = flight.scale(), table.size_at(target)
        table.slots[target].mark(hidden=True)

        def go(part: float) -> None:
            flight.between(begin, goal, part)
            flight.setScale(size + (grown - size) * part)

        def landed() -> None:
            flight.setVisible(False)
            table.slots[target].mark(hidden=False)

        return Motion(go, REWIND_MS, start, landed=landed)
