"""Animations of the events on the Mile Bones table: cards fly, flip and land, and cars drive."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from mile_bones.desktop.boards.milebones import crosswise, slot_names
from mile_bones.desktop.boards.milebones.cues import cues
from mile_bones.desktop.boards.milebones.impact import Impact
from mile_bones.desktop.boards.milebones.models import ART, car_states
from mile_bones.desktop.boards.milebones.moves import target_of
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import (
    COMPUTER_MS,
    HEAVIER_MS,
    HOLD_MS,
    KNOCK_MS,
    PLAY_MS,
    POINTS_MS,
    REST_MS,
)
from mile_bones.desktop.table.flying_points import flying_points
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.hand_order import newcomer
from mile_bones.desktop.table.lights import Lights
from mile_bones.desktop.table.model import BACK
from mile_bones.desktop.table.motions import flip, give_way, go_across, hit, knock_off, move_over, put, vanish
from mile_bones.games.milebones.cards import DISTANCES, MILES, Card
from mile_bones.games.milebones.events import Answered, Discarded, Drawn, Event, HandEnded, Played
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.scoring import COUP_POINTS
from mile_bones.games.milebones.tableau import TableauView

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.table.flying_card import FlyingCard

_USUAL = 75
"""A card without miles is as heavy as a card with this number of miles."""
_IMPACT = 0.35
"""The fraction of the hazard's way after which the safety starts to move to its own place."""
_GIVING_PX, _GIVING_REACH = 5.0, 420.0
"""The distance by which the nearest pile gives way to the blow of a coup fourré, and the distance at which piles no
longer give way, in pixels at scale 1.
"""
_POINTS_PX = 30
_BONUS_STEP_MS = 120
"""The time between the starts of two bonuses at the end of a hand, and for which they stand at the score."""
_FAR = 0.4
"""The size at which a card leaves the hidden hand, as a fraction of its full size."""

Step = Callable[[Callable[[], None]], None]
"""One step of an animation: a function that takes a callback, which it calls when the step is over."""


class EventAnimator:
    """Animates the events of one action on the table, then makes the scene equal to the observation."""

    def __init__(self, table: MileBonesTable) -> None:
        self._table = table

    def play(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Animate the events one after another. At the end show ``end`` on the table and call ``done``."""
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
        """Animate a new hand: the viewer's cards come from the deck one after another."""
        self._table.deal_from(slot_names.DRAW, observation, done)

    def _step(self, event: Event, end: Observation) -> Step | None:
        match event:
            case Drawn(seat=seat) if seat == self._table.near_seat:
                return lambda over: self._draw(event, over)
            case Drawn():
                return lambda over: self._draw_unseen(event, over)
            case Played(coup=True):
                return lambda over: self._coup(event, end, over)
            case Played() | Discarded():
                return lambda over: self._put(event, end, over)
            case Answered():
                return lambda over: self._answer(event, end, over)
            case HandEnded(completed_by=None):
                return self._coast
            case HandEnded(completed_by=seat) if seat == self._table.near_seat:
                return lambda over: self._count_bonuses(event, over)
        return None

    # ------------------------------------------------------------------ the acts

    def _sound(self, event: Event, table: Observation, place: str | None = None) -> None:
        """Play the sound of the event now, so that it is heard from ``place``."""
        self._table.play_at(cues(event, self._table.near_seat, table), place)

    def _answer(self, event: Answered, end: Observation, over: Callable[[], None]) -> None:
        self._sound(event, end)
        if event.yes:
            self._extend(over)
        else:
            over()

    def _draw(self, event: Drawn, over: Callable[[], None]) -> None:
        table = self._table
        self._sound(event, table.observation, slot_names.DRAW)
        assert event.card is not None
        before = self._hand_places()
        held = table.order.cards
        table.order.match((*held, event.card))
        index = newcomer(held, table.order.cards)
        self._show_hand(skip=index)
        flight = table.fly(BACK, slot_names.DRAW)
        end = table.slots[slot_names.hand(index)].rect.center()
        motions = [flip(flight, ART[event.card], end), *self._slides(before, skip=index)]

        def landed() -> None:
            flight.setVisible(False)  # a second card may be drawn, which moves the slot of the first card
            self._show_hand()
            table.handled("landed", slot_names.hand(index))
            over()

        table.animator.run(motions, landed)

    def _draw_unseen(self, event: Drawn, over: Callable[[], None]) -> None:
        table = self._table
        self._sound(event, table.observation, slot_names.DRAW)
        flight = table.fly(BACK, slot_names.DRAW)
        table.animator.run([vanish(flight, table.plates[table.side_of(event.seat)].rect.center())], over)

    def _put(self, event: Played | Discarded, end: Observation, over: Callable[[], None]) -> None:
        """Move a card from a hand to the pile where it stays."""
        table, card = self._table, event.card
        target = target_of(event, end)
        near = event.seat == table.near_seat
        flight, slides = self._take_up(card, event.seat)
        length, size = (None, 1.0) if near else (COMPUTER_MS, _FAR)
        motion = put(flight, table.slots[target].rect.center(), length=length, size=size, weight=_weight(card))

        def landed() -> None:
            flight.setVisible(False)
            self._move_last_move(event, target, end)
            self._show_sides(end)
            table.slots[target].show_model(table.models(end)[target])
            self._sound(event, end, target)
            go_on = over if near else lambda: table.animator.run([], over, rest=REST_MS)
            if card in DISTANCES:
                self._drive(event.seat, end, go_on)
            else:
                go_on()

        table.animator.run([motion, *slides], landed)

    def _coup(self, event: Played, end: Observation, over: Callable[[], None]) -> None:
        """Let the safety knock the hazard off its pile, turn sideways and land. Then the points of the coup fly to the
        score.
        """
        table, card = self._table, event.card
        near = event.seat == table.near_seat
        mine = event.seat == end.seat
        struck, target = self._struck(mine, end), target_of(event, end)
        flight, slides = self._take_up(card, event.seat)
        hazard = table.slots[struck].model.face
        pile, landing = table.slots[struck].rect.center(), crosswise.middle(table, target)
        length = PLAY_MS + HEAVIER_MS if near else COMPUTER_MS
        width = table.layout_now.card.w
        strike = hit(flight, pile, length=length, size=1.0 if near else _FAR)

        def landed_on_it() -> None:
            if near:
                self._move_last_move(event, target, end)
            self._show_sides(end)
            self._sound(event, end, struck)

        strike.landed = landed_on_it
        impact = Impact(pile, table.layout_now.k, table.theme.coup)
        table.scene().addItem(impact)
        motions = [
            strike,
            impact.motion(length),
            *self._give_way(pile, struck, start=length),
            *go_across(flight, pile, landing, crosswise.size(table), start=length + _IMPACT * KNOCK_MS),
            *slides,
        ]
        if hazard is not None:
            knocked = table.fly(hazard, struck)
            knocked.setZValue(flight.zValue() - 1)
            away = QPointF(-1.1 if table.mirrored else 1.1, 0.45) * width
            motions.append(knock_off(knocked, pile + away, start=length))

        def landed() -> None:
            flight.setVisible(False)
            table.slots[target].show_model(table.models(end)[target])
            if not near:
                self._move_last_move(event, target, end)
            self._fly_points(landing, mine, end, over)

        table.animator.run(motions, landed)

    def _give_way(self, blow: QPointF, struck: str, *, start: float) -> list[Motion]:
        """Return the motions of the piles around the blow, which give way from it and come back. The nearest piles move
        farthest.
        """
        table, k = self._table, self._table.layout_now.k
        motions = []
        for place, slot in table.slots.items():
            away = slot.rect.center() - blow
            far = math.hypot(away.x(), away.y())
            if place != struck and slot_names.hand_index(place) is None and 0 < far < _GIVING_REACH * k:
                push = _GIVING_PX * k * (1 - far / (_GIVING_REACH * k))
                motions.append(give_way(slot, away * (push / far), start=start))
        return motions

    def _fly_points(self, start: QPointF, mine: bool, end: Observation, over: Callable[[], None]) -> None:
        """Let the points of the coup fly to the score panel, update the score there, and pause for a moment."""
        table = self._table
        words, way = self._points(COUP_POINTS, start, mine=mine)

        def arrived() -> None:
            table.show_scores(end)
            table.animator.run([], gone, rest=HOLD_MS)

        def gone() -> None:
            words.setVisible(False)
            over()

        table.animator.run([way], arrived)

    def _count_bonuses(self, event: HandEnded, over: Callable[[], None]) -> None:
        """Let the points for the trip, for all four safeties and for a shut-out fly to the score, each from the place
        on the table where it was earned.
        """
        table, score = self._table, event.scores[self._table.near_seat]
        places = [slot_names.miles(True), slot_names.safety(True, 1), slot_names.miles(False)]
        trip, crests, lane = (table.slots[place].rect.center() for place in places)
        if table.strip.isVisible():
            trip, lane = table.strip.flag.sceneBoundingRect().center(), table.strip.cars[1].sceneBoundingRect().center()
        lights = []
        if score.all_safeties:
            rects = [table.slots[slot_names.safety(True, index)].rect for index in range(slot_names.SAFETY_PLACES)]
            light = Lights(rects, table.layout_now.k, table.theme.amber, joined=True)
            table.scene().addItem(light)
            lights.append(light.motion())
        if score.shut_out:
            lights.append(table.strip.empty_lane(1))
        earned = ((score.trip_completed, trip), (score.all_safeties, crests), (score.shut_out, lane))
        flights = [self._points(points, place, mine=True) for points, place in earned if points]
        for number, (_words, way) in enumerate(flights):
            way.start = number * _BONUS_STEP_MS

        def arrived() -> None:
            for words, _way in flights:
                words.setVisible(False)
            over()

        table.animator.run([*(way for _words, way in flights), *lights], arrived, rest=_BONUS_STEP_MS)

    def _coast(self, over: Callable[[], None]) -> None:
        """Let both cars roll to a stop, because nobody finishes the trip. A car that waits at zero stays there."""
        table = self._table
        cars = [lane for lane in (0, 1) if table.strip.isVisible() and table.strip.miles[lane]]
        table.animator.run([table.strip.coast(lane) for lane in cars], over)

    def _points(self, points: int, start: QPointF, *, mine: bool) -> tuple[FlyingWords, Motion]:
        """Return words with these points, and the motion in which they fly from ``start`` to the score panel."""
        table = self._table
        words = flying_points(table, points, _POINTS_PX * table.layout_now.k, mine=mine)
        panel = table.panel.rect
        goal = QPointF(panel.center().x(), panel.y())  # do not cover the figures of the panel
        return words, Motion(lambda part: words.between(start, goal, part), POINTS_MS, fade=words.setOpacity)

    def _take_up(self, card: Card, seat: int) -> tuple[FlyingCard, list[Motion]]:
        """Take the card out of its hand. Return the flying card, and the motions with which an open hand closes up.

        A card that was dragged flies from where it was dropped. Any other card flies from its place in the hand.
        """
        table = self._table
        if seat != table.near_seat or card not in table.order.cards:  # the hand is hidden
            table.show_last_move(None)  # the card that is marked now is no longer the last move
            return table.fly(ART[card], table.at_plate(seat)), []
        dropped = table.drag.take_dropped()
        place = next(iter(dropped), slot_names.hand(table.order.cards.index(card)))
        index = slot_names.hand_index(place)
        assert index is not None
        flight = dropped.get(place)
        if flight is None:
            flight = table.fly(ART[card], place)
        before = self._hand_places()
        del before[index]
        table.order.take(index)
        self._show_hand()
        return flight, self._slides(before)

    def _struck(self, mine: bool, end: Observation) -> str:
        """Return the pile from which a coup fourré takes the hazard: the pile whose top card changes. ``mine``: the
        viewer played the coup.
        """
        speed = slot_names.speed(mine)
        changes = self._table.slots[speed].model.face != self._table.models(end)[speed].face
        return speed if changes else slot_names.battle(mine)

    def _move_last_move(self, event: Played | Discarded, target: str, end: Observation) -> None:
        """Mark the opponent's card that comes to ``target`` as the last move.

        A card of the viewer removes the mark if it covers the marked card or takes it away. The check works because the
        piles on the table still show the cards from before the event.
        """
        table, last = self._table, self._table.last_move
        if event.seat != table.near_seat:
            table.show_last_move(target)
        elif last is not None and (last == target or table.models(end)[last].face != table.slots[last].model.face):
            table.show_last_move(None)

    def _show_sides(self, end: Observation) -> None:
        """Show what changes in addition to the target pile: the Battle and Speed Limit piles that a safety or a hazard
        affects, the texts about both sides, and the cars.
        """
        table = self._table
        table.show_sides(end)
        models = table.models(end)
        for side in (True, False):
            for place in (slot_names.battle(side), slot_names.speed(side)):
                table.slots[place].show_model(models[place])
        for lane, state in enumerate(car_states(end)):
            before = table.strip.cars[lane].state
            table.strip.show_state(lane, state)
            if state.trouble is not None and before.trouble is None:
                table.lanes[lane].run([table.strip.brake(lane)])
            elif state.going and not before.going:
                table.lanes[lane].run([table.strip.start(lane)])

    def _drive(self, seat: int, end: Observation, over: Callable[[], None]) -> None:
        """Let the car drive while the game continues. The game waits only for a car that reaches the goal."""
        table = self._table
        lane, miles = table.side_of(seat), _side(end, seat).miles
        motions = table.strip.drive(lane, miles)
        if miles == end.goal:
            table.animator.run(motions, over)
        else:
            table.lanes[lane].run(motions)
            over()

    def _extend(self, over: Callable[[], None]) -> None:
        self._table.animator.run(self._table.strip.extend(), over)

    # ------------------------------------------------------------------ the changing hand

    def _hand_places(self) -> list[QPointF]:
        """Return the centre of each card of the hand, in the hand's order."""
        table = self._table
        return [table.slots[slot_names.hand(index)].rect.center() for index in range(len(table.order.cards))]

    def _show_hand(self, skip: int | None = None) -> None:
        """Show the hand in its present order. The place ``skip`` stays empty, because its card is still in the air."""
        table = self._table
        assert table.observation is not None
        models = table.models(table.observation, table.order.cards)
        for index, place in enumerate(slot_names.HAND):
            table.slots[place].show_model(models[place])
            table.slots[place].mark(hidden=index == skip, marked=False)

    def _slides(self, before: list[QPointF], skip: int | None = None) -> list[Motion]:
        """Return the motions of the cards that move aside or close up. ``before`` are their old centres."""
        count = len(self._table.order.cards)
        places = [slot_names.hand(index) for index in range(count) if index != skip]
        return move_over(self._table, places, before)


def _side(end: Observation, seat: int) -> TableauView:
    return end.own if seat == end.seat else end.other


def _weight(card: Card) -> float:
    """Return the weight of a card, from 0 to 1. It grows with the miles."""
    return (MILES[card] or _USUAL) / MILES[Card.MILES_200]
