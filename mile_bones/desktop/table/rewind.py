"""The animations of undo and redo: the cards that an action moved go back quickly, or forward again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import REWIND_MS
from mile_bones.desktop.table.model import BACK

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from mile_bones.desktop.table.card_move import CardMove
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.model import SlotModel
    from mile_bones.desktop.table.view import TableView

Table = TypeVar("Table", bound="TableView")


class Rewind(Generic[Table]):
    """Animates moves of cards, which fly one after another over a table that already shows the result. A board
    overrides the methods that must differ for its game.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.before: dict[str, SlotModel] = {}
        """The models of the slots before the undo or redo."""

    def run(self, moves: Sequence[CardMove], seen: Any, show: Callable[[], None], done: Callable[[], None]) -> None:
        """Show the end by calling ``show``, and animate ``moves``. Call ``done`` when all cards have landed.

        ``seen``: the observation before the moves.
        """
        self.before = {place: slot.model for place, slot in self.table.slots.items()}
        show()

        def landed() -> None:
            show()
            done()

        self.table.animator.run(self.motions(moves, seen), landed)

    def motions(self, moves: Sequence[CardMove], seen: Any) -> list[Motion]:
        """Return a motion for each of the moves. ``seen``: the observation before the moves."""
        motions = [self._fly(move, number * REWIND_MS) for number, move in enumerate(moves)]
        for move in moves:
            self.hold_back(move.target.place)
        return motions

    def hold_back(self, place: str) -> None:
        """Hide the content of ``place`` until its card has landed."""
        self.table.slots[place].mark(hidden=True)

    def middle(self, place: str) -> QPointF:
        """Return the centre of a card at ``place``."""
        return self.table.slots[place].rect.center()

    def take_up(self, move: CardMove) -> FlyingCard:
        """Return a flying card for ``move`` at the place that it leaves."""
        return self.table.fly(move.face or BACK, move.source.place)

    def motion(self, move: CardMove, flight: FlyingCard) -> Motion:
        """Return the motion of ``flight`` to the target of ``move``. The card grows or shrinks to the size of cards at
        the target.
        """
        begin, goal, size = flight.pos(), self.middle(move.target.place), flight.scale()
        growth = self.table.size_at(move.target.place) - size

        def go(part: float) -> None:
            flight.between(begin, goal, part)
            flight.setScale(size + growth * part)

        return Motion(go, REWIND_MS)

    def _fly(self, move: CardMove, start: float) -> Motion:
        flight = self.take_up(move)
        motion = self.motion(move, flight)
        motion.start, motion.length = start, REWIND_MS
        slot = self.table.slots.get(move.target.place)
        model = None if slot is None else slot.model

        def landed() -> None:
            flight.setVisible(False)
            if slot is not None and model is not None:
                slot.mark(hidden=False)
                slot.show_model(model)

        motion.landed = landed
        return motion
