"""What was dragged and comes to nothing goes back to where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from mile_bones.desktop.table import moves
from mile_bones.desktop.table.durations import REFUSED_MS

if TYPE_CHECKING:
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.view import TableView


def send_home(table: TableView, dropped: Mapping[str, FlyingCard | None], *, refused: bool = False) -> None:
    """What was dropped, by the places that it came from; None: it lies there still. ``refused``: it shakes first, and
    where it cannot, its place is ringed for a moment."""
    motions, flights = [], {}
    for place, flight in dropped.items():
        shakes = refused and flight is not None and not table.animator.still
        if refused and not shakes:
            _ring(table, place)
        if flight is None:
            continue
        shake = moves.shake(flight) if shakes else None
        motions += [shake] if shake else []
        home = table.slots[place].rect.center()
        motions.append(moves.slide(flight, home, start=shake.length if shake else 0.0))
        flights[place] = flight

    def landed() -> None:
        for place, flight in flights.items():
            table.land(flight)
            table.slots[place].mark(hidden=False)

    if motions:
        table.animator.run(motions, landed)


def _ring(table: TableView, place: str) -> None:
    slot = table.slots[place]
    slot.mark(refused=True)
    QTimer.singleShot(REFUSED_MS, table, lambda: slot.mark(refused=False))
