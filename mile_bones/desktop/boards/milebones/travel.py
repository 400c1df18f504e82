"""Cards on their way back, when a move is taken back, and quickly on again, when it is done once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mile_bones.desktop.boards.milebones import crosswise, slot_names
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.milebones.target import target_of
from mile_bones.desktop.table import motions as made
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.durations import REWIND_MS
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.model import BACK
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Discarded, Drawn, Event, Played
from mile_bones.games.milebones.observation import Observation

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.table.animator import Motion
    from mile_bones.desktop.table.flying_card import FlyingCard

HAND, PLATE = "hand", "plate"
"""The open hand, in which a card has yet to be found; and the plate of the other player, whose hand is not seen."""


class Way(NamedTuple):
    """A card goes from one slot to another, or from or to the plate; None: a card that nobody sees."""

    card: Card | None
    source: str
    target: str


def ways(events: Sequence[Event], near: int, table: Observation, *, back: bool) -> list[Way]:
    """What these events moved, in order; ``back``: the other way round. ``table``: as it stands after them."""
    found = []
    for event in events:
        if not isinstance(event, (Drawn, Played, Discarded)):
            continue
        place = HAND if event.seat == near else PLATE
        if isinstance(event, Drawn):
            found.append(Way(event.card if event.seat == near else None, slot_names.DRAW, place))
        else:
            found.append(Way(event.card, place, target_of(event, table)))
    return [Way(card, target, source) for card, source, target in reversed(found)] if back else found


class Traveller:
    """Lets the cards of one action travel in no time, those of one action after another."""

    def __init__(self, table: MileBonesTable) -> None:
        self._table = table

    def travel(self, events: Sequence[Event], end: Observation, done: Callable[[], None], *, back: bool) -> None:
        """Move what these events moved until the table shows ``end``; ``back``: to where it was before them."""
        table = self._table
        before, held = table.observation, table.order.cards
        found = ways(events, table.near_seat, before if back else end, back=back)
        covered = {way.target: table.slots[way.target].model for way in found if _is_pile(way.target)}
        turned = {place for place, slot in table.slots.items() if slot.model.crosswise}
        table.show_observation(end)
        turned ^= {place for place, slot in table.slots.items() if slot.model.crosswise}  # what is turned on its way
        left, stayed = _find(held, [way.card for way in found if way.source == HAND])
        came, stay = _find(table.order.cards, [way.card for way in found if way.target == HAND])
        centres = [table.slots[slot_names.hand(index)].rect.center() for index in stayed]
        motions = made.move_over(table, [slot_names.hand(index) for index in stay], centres)
        for motion in motions:
            motion.length = REWIND_MS
        for number, way in enumerate(found):
            source = slot_names.hand(left.pop(0)) if way.source == HAND else way.source
            target = slot_names.hand(came.pop(0)) if way.target == HAND else way.target
            motions.append(self._fly(Way(way.card, source, target), number * REWIND_MS, turned))
        for place, model in covered.items():
            table.slots[place].show_model(model)  # until the card lies there
        self._drive(before, end)

        def landed() -> None:
            table.show_observation(end)
            done()

        table.animator.run(motions, landed)

    def _fly(self, way: Way, start: float, turned: set[str]) -> Motion:
        """``turned``: the places on whose cards a quarter turn is made or taken back."""
        table, goal = self._table, paint.qrect(self._rect(way.target)).center()
        face = BACK if way.card is None or way.source == slot_names.DRAW else ART[way.card]
        flight = table.fly(face, self._rect(way.source))
        if way.source in turned:
            flight.setPos(crosswise.middle(table, way.source))
            motion = made.turned(self._motion(way, flight, goal), flight, crosswise.size(table), back=True)
        elif way.target in turned:
            motion = self._motion(way, flight, crosswise.middle(table, way.target))
            motion = made.turned(motion, flight, crosswise.size(table))
        else:
            motion = self._motion(way, flight, goal)
        motion.start, motion.length = start, REWIND_MS
        slot = table.slots.get(way.target)
        model = None if slot is None else slot.model
        if slot is not None and slot_names.hand_index(way.target) is not None:
            slot.mark(hidden=True)

        def landed() -> None:
            flight.setVisible(False)
            if slot is not None and model is not None:
                slot.mark(hidden=False)
                slot.show_model(model)

        motion.landed = landed
        return motion

    @staticmethod
    def _motion(way: Way, flight: FlyingCard, goal) -> Motion:
        """Hidden cards stay hidden, and the others show their face where they lie open."""
        if way.target == PLATE:
            return made.vanish(flight, goal)
        if way.source == PLATE:
            return made.appear(flight, goal)
        if way.card is None or slot_names.DRAW not in (way.source, way.target):
            return made.slide(flight, goal)
        return made.flip(flight, ART[way.card] if way.source == slot_names.DRAW else BACK, goal)

    def _rect(self, place: str) -> Rect:
        table = self._table
        if place != PLATE:
            return table.layout_now.slots[place]
        size, centre = table.layout_now.card, table.plates[table.side_of(1 - table.near_seat)].rect.center()
        return Rect(centre.x() - size.w / 2, centre.y() - size.h / 2, size.w, size.h)

    def _drive(self, before: Observation, end: Observation) -> None:
        """The cars go along, without a stop."""
        miles = ((before.own.miles, end.own.miles), (before.other.miles, end.other.miles))
        for lane, way in enumerate(miles):
            if way[0] != way[1]:
                self._table.lanes[lane].run([self._table.strip.glide(lane, *way, REWIND_MS)])


def _is_pile(place: str) -> bool:
    """What lies there is seen until another card covers it; of the deck only a back is."""
    return place not in (HAND, PLATE, slot_names.DRAW)


def _find(held: Sequence[Card], travelling: Sequence[Card | None]) -> tuple[list[int], list[int]]:
    """Where these cards lie among those that are held, of like ones the last; and where the others lie."""
    others = list(range(len(held)))
    found = []
    for card in travelling:
        index = max(index for index in others if held[index] == card)
        others.remove(index)
        found.append(index)
    return found, others
