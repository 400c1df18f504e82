"""The room that the others of a row make for what is carried or marked among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mile_bones.desktop.table.drop_rules import Sources


class ArrangingBoard(Protocol):
    """What a board answers on which things may be put into another order."""

    def arranges(self, place: str) -> bool:
        """The thing there may be put elsewhere among its like."""
        ...

    def part(self, sources: Sources, place: str | None) -> None:
        """Show how their like would make room for them at ``place``; None: at home."""
        ...

    def beside(self, place: str, step: int) -> str | None:
        """The place of its like that is so many further on; None at the end of the row."""
        ...

    def rearrange(self, sources: Sources, place: str) -> bool:
        """What lay at ``sources`` was let go at home, at ``place``: True when it has been shown there."""
        ...


class Gap:
    """Asks the board to part only when the gap is elsewhere. ``place``: where it is; None: nowhere."""

    def __init__(self, board: ArrangingBoard) -> None:
        self._board = board
        self.place: str | None = None

    def show(self, sources: Sources, place: str | None) -> None:
        """Make room there for the things that lie at ``sources``; None: no more."""
        if sources == (place,) or not all(map(self._board.arranges, sources)):
            place = None
        if place != self.place:
            self.place = place
            self._board.part(sources, place)
