"""The animations of undo and redo on the Mile Bones table: cards fly back to hands and piles or forward again, and cars
glide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mile_bones.desktop.boards.milebones import crosswise, slot_names
from mile_bones.desktop.boards.milebones.moves import in_hand
from mile_bones.desktop.boards.milebones.table import MileBonesTable
from mile_bones.desktop.table.card_move import UNSEEN, CardMove
from mile_bones.desktop.table.durations import REWIND_MS
from mile_bones.desktop.table.model import BACK
from mile_bones.desktop.table.motions import appear, flip, move_over, turned, vanish
from mile_bones.desktop.table.rewind import Rewind
from mile_bones.games.milebones.observation import Observation

if TYPE_CHECKING:
    from mile_bones.desktop.table.animator import Motion
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.layout import Rect


class MileBonesRewind(Rewind[MileBonesTable]):
    """Animates undo and redo of Mile Bones, where one hand is hidden and safeties may lie crosswise."""

    def motions(self, moves: Sequence[CardMove], seen: Observation) -> list[Motion]:
        table = self.table
        held = [face for place in slot_names.HAND if (face := self.before[place].face) is not None]
        hand = [face for place in slot_names.HAND if (face := table.slots[place].model.face) is not None]
        placed, stayed = in_hand(moves, held, hand)
        centres = [table.slots[slot_names.hand(before)].rect.center() for before, _now in stayed]
        over = move_over(table, [slot_names.hand(now) for _before, now in stayed], centres)
        for motion in over:
            motion.length = REWIND_MS
        self._drive(seen)
        return [*over, *super().motions(placed, seen)]

    def _drive(self, seen: Observation) -> None:
        """Let the cars glide to their new miles, without stopping in between."""
        end = self.table.observation
        for lane, miles in enumerate(((seen.own.miles, end.own.miles), (seen.other.miles, end.other.miles))):
            if miles[0] != miles[1]:
                self.table.lanes[lane].run([self.table.strip.glide(lane, *miles, REWIND_MS)])

    def hold_back(self, place: str) -> None:
        """Let a pile show its old top card until the flying card lands. The deck always shows the same back."""
        if slot_names.hand_index(place) is not None:
            super().hold_back(place)
        elif place not in (UNSEEN, slot_names.DRAW):
            self.table.slots[place].show_model(self.before[place])

    def middle(self, place: str) -> QPointF:
        if place == UNSEEN:
            return QPointF(*self._unseen.centre)
        return crosswise.middle(self.table, place) if self._turns(place) else super().middle(place)

    @property
    def _unseen(self) -> Rect:
        return self.table.at_plate(1 - self.table.near_seat)

    def _turns(self, place: str) -> bool:
        """Return True if a card of a coup fourré comes to or leaves ``place``. Such a card makes a quarter turn."""
        return place != UNSEEN and self.table.slots[place].model.crosswise != self.before[place].crosswise

    def take_up(self, move: CardMove) -> FlyingCard:
        place = move.source.place
        face = BACK if move.face is None or place == slot_names.DRAW else move.face
        flight = self.table.fly(face, self._unseen if place == UNSEEN else place)
        flight.setPos(self.middle(place))
        return flight

    def motion(self, move: CardMove, flight: FlyingCard) -> Motion:
        """Return the motion of the card. Hidden cards stay face down, and cards that lie open show their face."""
        source, target = move.source.place, move.target.place
        goal = self.middle(target)
        if target == UNSEEN:
            way = vanish(flight, goal)
        elif source == UNSEEN:
            way = appear(flight, goal)
        elif slot_names.DRAW in (source, target):
            way = flip(flight, str(move.face) if source == slot_names.DRAW else BACK, goal)
        else:
            way = super().motion(move, flight)
        if self._turns(source) or self._turns(target):
            way = turned(way, flight, crosswise.size(self.table), back=self._turns(source))
        return way
