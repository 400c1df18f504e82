"""How events look on the Mile Bones table: cards that fly, turn and land, and cars that drive."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.cues import cues
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.milebones.table import MileBonesTable
from mile_bones.desktop.boards.milebones.target import target_of
from mile_bones.desktop.table import moves, paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import CAR_MS, COMPUTER_MS, DEAL_STEP_MS, PLAY_MS, REST_MS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.hand_order import newcomer
from mile_bones.desktop.table.layout import CARD_RATIO, Rect
from mile_bones.desktop.table.model import BACK
from mile_bones.games.milebones import (
    DISTANCES,
    Answered,
    Card,
    Discarded,
    Drawn,
    Event,
    Observation,
    Played,
    TableauView,
)

Step = Callable[[Callable[[], None]], None]
"""One act: it begins, and calls what it was given when it is over."""


class EventAnimator:
    """Plays the events of one action on the table, then makes the scene equal to the observation."""

    def __init__(self, table: MileBonesTable) -> None:
        self._table = table

    def play(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Show what happened, one event after another; at last the table shows ``end`` and ``done`` is called."""
        steps = [step for event in events if (step := self._step(event, end)) is not None]
        self._table.invite(None)

        def act() -> None:
            if steps:
                steps.pop(0)(act)
            else:
                self._table.show_observation(end)
                done()

        act()

    def deal(self, observation: Observation, done: Callable[[], None]) -> None:
        """A new hand: the own cards come from the deck one after another."""
        table = self._table
        table.show_last_move(None)
        table.invite(None)
        table.show_observation(observation)
        motions = []
        for index, card in enumerate(table.order.cards):
            place = slot_names.hand(index)
            table.slots[place].mark(hidden=True)
            flight = table.fly(BACK, slot_names.DRAW)
            flight.setVisible(False)
            end = table.slots[place].rect.center()
            motions.append(moves.flip(flight, ART[card], end, start=index * DEAL_STEP_MS))

        def landed() -> None:
            table.show_observation(observation)
            done()

        table.animator.run(motions, landed)

    def _step(self, event: Event, end: Observation) -> Step | None:
        match event:
            case Drawn(seat=seat) if seat == self._table.near_seat:
                return lambda over: self._draw(event, over)
            case Drawn():
                return lambda over: self._draw_unseen(event, over)
            case Played() | Discarded():
                return lambda over: self._put(event, end, over)
            case Answered():
                return lambda over: self._answer(event, end, over)
        return None

    # ------------------------------------------------------------------ the acts

    def _sound(self, event: Event, table: Observation) -> None:
        """This is the moment at which the event is heard."""
        self._table.cued.emit(cues(event, self._table.near_seat, table))

    def _answer(self, event: Answered, end: Observation, over: Callable[[], None]) -> None:
        """Nothing moves."""
        self._sound(event, end)
        over()

    def _draw(self, event: Drawn, over: Callable[[], None]) -> None:
        table = self._table
        self._sound(event, table.observation)
        assert event.card is not None
        before = self._hand_places()
        held = table.order.cards
        table.order.match((*held, event.card))
        index = newcomer(held, table.order.cards)
        self._show_hand(skip=index)
        flight = table.fly(BACK, slot_names.DRAW)
        end = table.slots[slot_names.hand(index)].rect.center()
        motions = [moves.flip(flight, ART[event.card], end), *self._slides(before, skip=index)]

        def landed() -> None:
            flight.setVisible(False)  # a second card may come, and move this one over
            self._show_hand()
            over()

        table.animator.run(motions, landed)

    def _draw_unseen(self, event: Drawn, over: Callable[[], None]) -> None:
        table = self._table
        self._sound(event, table.observation)
        flight = table.fly(BACK, slot_names.DRAW)
        table.animator.run([moves.vanish(flight, table.plates[table.side_of(event.seat)].rect.center())], over)

    def _put(self, event: Played | Discarded, end: Observation, over: Callable[[], None]) -> None:
        """A card goes from a hand to a pile and stays there."""
        table, card = self._table, event.card
        target = target_of(event, end)
        crosswise = isinstance(event, Played) and event.coup
        near = event.seat == table.near_seat
        source = table.card_drag.take_source() if near else None
        slides: list[Motion] = []
        if near:
            place, flight = source or (slot_names.hand(table.order.cards.index(card)), None)
            index = slot_names.hand_index(place)
            assert index is not None
            if flight is None:
                flight = table.fly(ART[card], place)
            before = self._hand_places()
            del before[index]
            table.order.take(index)
            self._show_hand()
            slides = self._slides(before)
        else:
            flight = self._from_plate(card, event.seat)
            table.show_last_move(None)  # what lies there now is not it
        length, size = (PLAY_MS, 1.0) if near else (COMPUTER_MS, 0.4)
        motions = [moves.put(flight, _landing(table, target, crosswise), length=length, size=size), *slides]
        if crosswise:
            width = table.layout_now.card.w
            across = paint.crosswise_length(width) / CARD_RATIO / width
            motions.append(moves.lay_across(flight, across, start=length))

        def landed() -> None:
            flight.setVisible(False)
            table.slots[target].show_model(table.models(end)[target])
            self._follow(card, event.seat, end)
            self._sound(event, end)
            if near:
                if table.last_move == target:
                    table.show_last_move(None)  # the opponent's card lies under this one now
                over()
            else:
                table.show_last_move(target)
                table.animator.run([], over, rest=REST_MS)

        table.animator.run(motions, landed)
        if card in DISTANCES:
            self._drive(event.seat, end)

    def _follow(self, card: Card, seat: int, end: Observation) -> None:
        """What changes besides the pile itself: a safety or a hazard may change other piles of its side."""
        table = self._table
        models = table.models(end)
        for side in (True, False):
            for place in (slot_names.battle(side), slot_names.speed(side)):
                table.slots[place].show_model(models[place])
        if card in DISTANCES:
            table.strip.head_for(table.side_of(seat), _side(end, seat).miles)

    def _from_plate(self, card: Card, seat: int) -> FlyingCard:
        """A card of the hidden hand comes from the name plate, where that hand is thought to be."""
        size = self._table.layout_now.card
        centre = self._table.plates[self._table.side_of(seat)].rect.center()
        start = Rect(centre.x() - size.w / 2, centre.y() - size.h / 2, size.w, size.h)
        return self._table.fly(ART[card], start)

    def _drive(self, seat: int, end: Observation) -> None:
        table = self._table
        lane, miles = table.side_of(seat), _side(end, seat).miles
        start = table.strip.start_from(lane)
        table.ambience.run([Motion(lambda part: table.strip.drive(lane, start + (miles - start) * part), CAR_MS)])

    # ------------------------------------------------------------------ the hand while it changes

    def _hand_places(self) -> list[QPointF]:
        """Where each card of the hand lies."""
        table = self._table
        return [table.slots[slot_names.hand(index)].rect.center() for index in range(len(table.order.cards))]

    def _show_hand(self, skip: int | None = None) -> None:
        """The hand in its present order; the place ``skip`` waits for its card."""
        table = self._table
        assert table.observation is not None
        models = table.models(table.observation, table.order.cards)
        for index, place in enumerate(slot_names.HAND):
            table.slots[place].show_model(models[place])
            table.slots[place].mark(hidden=index == skip, marked=False)

    def _slides(self, before: list[QPointF], skip: int | None = None) -> list[Motion]:
        """The cards that have to move over for another one. ``before``: where they lay, in their order."""
        count = len(self._table.order.cards)
        places = [slot_names.hand(index) for index in range(count) if index != skip]
        return moves.move_over(self._table, places, before)


def _side(end: Observation, seat: int) -> TableauView:
    return end.own if seat == end.seat else end.other


def _landing(table: MileBonesTable, target: str, crosswise: bool) -> QPointF:
    rect = table.slots[target].rect
    if not crosswise:
        return rect.center()
    return QPointF(rect.center().x(), rect.y() + rect.width() * 0.63)
