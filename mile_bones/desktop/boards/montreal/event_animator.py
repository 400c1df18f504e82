"""Animations of the Mille table: every card moves from its place before the events to its place after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEasingCurve, QPointF

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.cues import cues
from mile_bones.desktop.boards.montreal.going_out import motions_of
from mile_bones.desktop.boards.montreal.items import FanItem
from mile_bones.desktop.boards.montreal.last_move import place_of
from mile_bones.desktop.boards.montreal.models import hidden_cards
from mile_bones.desktop.boards.montreal.moves import HAND, Lying, Table, Way, sets_that_stayed, stayed, ways
from mile_bones.desktop.boards.montreal.table import MontrealTable
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.card_move import Spot
from mile_bones.desktop.table.durations import (
    COMPUTER_MS,
    DRAW_MS,
    FAN_MOST_MS,
    FAN_STEP_MS,
    HOLD_MS,
    PLAY_MS,
    POINTS_MS,
    RESHUFFLE_MS,
    REST_MS,
    REWIND_MS,
    SET_MS,
    SORT_MS,
)
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.model import BACK
from mile_bones.desktop.table.motions import flip, grow, shift
from mile_bones.games.montreal.events import (
    Added,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.observation import Observation
from mile_bones.i18n import gettext as _

_DONE = (Reshuffled, Drawn, PileTaken, TurnedTaken, Laid, Added, Discarded)
_HEARD_AT_LAST = (PileTaken, Laid, Added, Discarded)
"""Events whose sound is played when their cards have landed. The sound of a draw is played when the card begins to
move.
"""
_PRAISE_PX = 30
_SET_STEP_MS = 40
"""The time between the starts of two cards that go to a set."""


class EventAnimator:
    """Animates the events of one action on the table. Afterwards the scene equals the observation."""

    def __init__(self, table: MontrealTable) -> None:
        self._table = table
        self._afloat: list[tuple[str, QPointF]] = []  # dropped cards that wait for their action

    def play(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Animate the events. At the end show ``end`` on the table and call ``done``."""
        table = self._table
        near_acts = near_acted(events, table.near_seat)
        ended = _went_out(events)
        were = table.strip.shown
        landing = [event for event in events if isinstance(event, _HEARD_AT_LAST)]
        for event in events:
            if event not in landing:
                table.play_at(cues(event, table.near_seat), slot_names.STOCK)

        def landed() -> None:
            for event in landing:
                table.play_at(cues(event, table.near_seat), place_of(event, table))
            natural = next((event for event in landing if getattr(event, "natural", False)), None)
            place = None if natural is None else place_of(natural, table)
            if place is None:
                count()
            else:
                self._praise(place, count)

        def count() -> None:
            if ended is None:
                done()
            else:
                table.animator.run(motions_of(table, ended, were), counted)

        def counted() -> None:
            table.show_observation(end)  # the sets lie down again
            done()

        looked_at = not near_acts and any(isinstance(event, (Laid, PileTaken, Discarded)) for event in events)
        self._go(end, landed, near_acts=near_acts, rest=REST_MS if looked_at else 0.0, drives=ended is None)

    def _praise(self, place: str, over: Callable[[], None]) -> None:
        """Celebrate a natural: a word flies to the score, and everything pauses for a moment."""
        table = self._table
        px = _PRAISE_PX * table.frame_now.k
        theme = table.theme
        # Translators: a short cry over a set of all eight cards of a rank
        words = FlyingWords(_("Natural!"), px, theme.coup_tag, theme.coup_tag_ink, table.devicePixelRatioF())
        table.scene().addItem(words)
        start, goal = table.slots[place].rect.center(), table.panel.rect.center()

        def arrived() -> None:
            table.land(words)
            table.animator.run([], over, rest=HOLD_MS)

        way = Motion(lambda part: words.between(start, goal, part), POINTS_MS, fade=words.setOpacity)
        table.animator.run([way], arrived)

    def travel(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Animate undo or redo: move everything to its place quickly."""
        near_acts = near_acted(events, self._table.near_seat)
        self._go(end, done, near_acts=near_acts, hurried=True)

    def deal(self, observation: Observation, done: Callable[[], None]) -> None:
        """Animate a new deal: the viewer's cards come from the stock one after another."""
        self._table.deal_from(slot_names.STOCK, observation, done)

    def _go(
        self,
        end: Observation,
        done: Callable[[], None],
        *,
        near_acts: bool,
        rest: float = 0.0,
        hurried: bool = False,
        drives: bool = True,
    ) -> None:
        """Move every card to its place at the ``end``. If ``drives`` is false, the cars stay where they are."""
        table = self._table
        table.invite(None)
        before = lying(table)
        dropped = [flight for flight in table.drag.take_dropped().values() if flight is not None]
        held = [*self._afloat, *((flight.face, flight.pos()) for flight in dropped)]
        were = table.strip.shown
        table.show_observation(end)
        after = lying(table)
        motions = self._slides(before, after, hurried=hurried)
        if not drives:
            table.strip.show_at(were)
        elif table.strip.shown != were:
            motions.append(table.strip.drive(were))
        found = ways(before, after, near_acts=near_acts)
        for number, way in enumerate(found):
            motions += self._fly(way, number, found, held, hurried=hurried, near=near_acts)
        self._leave_out(found)
        self._afloat = held if table.drag.going_on else []
        self._float()

        def landed() -> None:
            table.show_observation(end)
            self._float()
            done()

        if not motions:
            landed()
        else:
            table.animator.run(motions, landed, rest=rest)

    def give_back(self) -> bool:
        """Drop the cards that wait in the air. Return True if there were any, because the table must then be shown
        again.
        """
        waited, self._afloat = bool(self._afloat), []
        return waited

    def _float(self) -> None:
        """Keep the waiting cards in the air where they were dropped, and hide them in the hand meanwhile."""
        table = self._table
        for face, at in self._afloat:
            places = [slot_names.hand(index) for index in range(len(table.order.cards))]
            slots = [table.slots[place] for place in places]
            slot = next((slot for slot in slots if slot.model.face == face and not slot.marks.hidden), None)
            if slot is None:
                continue
            slot.mark(hidden=True)
            flight = table.fly(face, slot.place)
            flight.setPos(at)
            flight.setScale(1.0)

    # ------------------------------------------------------------------ one card

    def _fly(
        self,
        way: Way,
        number: int,
        found: Sequence[Way],
        held: list[tuple[str, QPointF]],
        *,
        hurried: bool,
        near: bool,
    ) -> list[Motion]:
        table = self._table
        seen = way.move.face
        flight = table.fly(BACK if seen is None or way.source == slot_names.STOCK else seen, way.start)
        face = seen if way.source in (HAND, slot_names.PILE) else None
        if way.source == slot_names.STOCK and way.goal == HAND:
            face = BACK
        dropped = next((one for one in held if one[0] == face), None)
        if dropped is not None:
            held.remove(dropped)
            flight.setPos(dropped[1])
            flight.setScale(1.0)
        flight.setZValue(100 + number / 100)
        start, length = _times(way, number, found, near=near)
        if hurried:
            start, length = 0.0, REWIND_MS
        if way.goal == HAND and way.source == slot_names.STOCK:
            motion = flip(flight, str(seen), _middle(way.end), start=start)
            motion.length = length
        elif way.goal == slot_names.STOCK and seen is not None:
            motion = flip(flight, BACK, _middle(way.end), start=start)
            motion.length = length
        else:
            motion = _glide(flight, _middle(way.end), length, start)
        flight.setVisible(True)
        motion.landed = lambda: self._landed(flight, way, heard=way.goal == HAND and not hurried)
        return [motion, grow(flight, way.end.w / table.card_size()[0], length, start)]

    def _landed(self, flight: FlyingCard, way: Way, *, heard: bool) -> None:
        """Hide the flying card, and show it in its place. If ``heard``, it lands with a sound."""
        flight.setVisible(False)
        if not way.opens:
            return
        place, number = way.move.target
        if heard:
            self._table.handled("landed", place)
        slot = self._table.slots[place]
        if isinstance(slot, FanItem):
            slot.leave_out(slot.absent - {number})
        else:
            slot.mark(hidden=False)

    def _leave_out(self, found: Sequence[Way]) -> None:
        """Hide the cards of ``found`` at their targets, because these cards are still on their way."""
        absent: dict[str, set[int]] = {}
        for way in found:
            if way.opens:
                absent.setdefault(way.move.target.place, set()).add(way.move.target.number)
        for place, indices in absent.items():
            slot = self._table.slots[place]
            if isinstance(slot, FanItem):
                slot.leave_out(frozenset(indices))
            else:
                slot.mark(hidden=True)

    def _slides(self, before: Table, after: Table, *, hurried: bool) -> list[Motion]:
        """Return the motions of cards of the hand and of whole sets whose places have changed."""
        motions = []
        for old, new in (*stayed(before, after), *sets_that_stayed(before, after)):
            offset = _middle(old.rect) - _middle(new.rect)
            if abs(offset.x()) + abs(offset.y()) > 0.5:
                motion = shift(self._table.slots[new.spot.place], offset, QPointF())
                motion.length = REWIND_MS if hurried else SORT_MS
                motions.append(motion)
        return motions


def _went_out(events: Sequence[Event]) -> HandEnded | None:
    """Return the end of a deal in which a player went out, or None if there is none. If the game ends as well, a scene
    follows, and the deal is not counted on the table.
    """
    if any(isinstance(event, GameEnded) for event in events):
        return None
    return next((event for event in events if isinstance(event, HandEnded) and event.out is not None), None)


def near_acted(events: Sequence[Event], near: int) -> bool:
    """Return True if the player in the near seat has caused these events."""
    return any(isinstance(event, _DONE) and event.seat == near for event in events)


def _times(way: Way, number: int, found: Sequence[Way], *, near: bool) -> tuple[float, float]:
    """Return the time at which a card begins to move, and the length of its motion."""
    sets = [one for one in found if one.goal not in (HAND, slot_names.PILE, slot_names.STOCK, slot_names.OTHER_HAND)]
    if way in sets:
        return sets.index(way) * _SET_STEP_MS, SET_MS if near else COMPUTER_MS
    if way.goal == slot_names.PILE:
        return 0.0, PLAY_MS if near else COMPUTER_MS
    if way.goal == slot_names.STOCK and way.source == slot_names.PILE:
        return 0.0, RESHUFFLE_MS
    fanned = [one for one in found if one.goal == way.goal and one.source == slot_names.PILE]
    if way in fanned:
        step = min(FAN_STEP_MS, FAN_MOST_MS / len(fanned))
        return (SET_MS if sets else 0.0) + fanned.index(way) * step, DRAW_MS
    shuffled = any(one.goal == slot_names.STOCK and one.source == slot_names.PILE for one in found)
    return (RESHUFFLE_MS if shuffled else 0.0), DRAW_MS


def _glide(flight: FlyingCard, end: QPointF, length: float, start: float) -> Motion:
    begin = flight.pos()
    return Motion(
        lambda part: flight.between(begin, end, part), length, start, QEasingCurve.Type.OutCubic, fade=flight.setOpacity
    )


def lying(table: MontrealTable) -> Table:
    """Return what lies on the table now, with its places."""
    cards = []
    for index, card in enumerate(table.order.cards):
        place = slot_names.hand(index)
        cards.append(Lying(Spot(place), ART[card], table.places_now.slots[place]))
    for place in table.places_now.fans:
        slot = table.slots[place]
        if isinstance(slot, FanItem) and place != slot_names.OTHER_HAND:
            for index, face in enumerate(slot.model.cards):
                cards.append(Lying(Spot(place, index), face, slot.card_rect(index)))
    seen = table.observation
    return Table(
        tuple(cards),
        hidden_cards(seen, table.near_seat),
        table.card_rect(slot_names.OTHER_HAND),
        seen.left,
        table.places_now.slots[slot_names.STOCK],
        seen.reshuffled,
    )


def _middle(rect: Rect) -> QPointF:
    return QPointF(*rect.centre)
