"""Animations of the events on the Millieu table: pieces are placed, slide along the roads, and are taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEasingCurve, QPointF

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.cues import cues
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.table import MillieuTable
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import CAPTURE_MS, MILL_MS, PLACE_MS, REST_MS, SLIDE_MS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.games.millieu.cube import BETWEEN
from mile_bones.games.millieu.events import Captured, Event, GameEnded, Placed, Slid, TurnEnded
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import Piece


def after(view: Observation, event: Event) -> Observation:
    """Return the observation after ``event``, as far as the board shows it."""
    match event:
        case Placed(seat, piece, point):
            view = _held(_put(view, {point: piece}), seat, piece, -1)
            return view._replace(phase=Phase.SLIDE, placed=point)
        case Slid(_seat, piece, origin, target):
            view = _put(view, {origin: None, target: piece})
            view = view._replace(phase=Phase.CAPTURE, slid_from=origin, moved=target)
            return view if view.mills else view._replace(phase=Phase.SLIDE)
        case Captured(seat, piece, point):
            return _held(_put(view, {point: None}), seat, piece, 1)
        case TurnEnded(seat, turn):
            return view._replace(
                player=1 - seat, phase=Phase.PLACE, turn=turn + 1, placed=None, slid_from=None, moved=None
            )
        case GameEnded():
            return view._replace(player=None, phase=Phase.OVER)


def _put(view: Observation, pieces: dict[int, Piece | None]) -> Observation:
    board = [*view.board]
    for point, piece in pieces.items():
        board[point] = piece
    return view._replace(board=tuple(board))


def _held(view: Observation, seat: int, piece: Piece, more: int) -> Observation:
    hands = [list(hand) for hand in view.hands]
    hands[seat][piece] += more
    return view._replace(hands=(tuple(hands[0]), tuple(hands[1])))


_DROP_PX = 12.0
_DROPS_AT = 0.7
"""The part of its way after which a placed piece is above its point and only moves down."""


class EventAnimator:
    """Animates events on the table one after another, then makes the scene equal to the observation."""

    def __init__(self, table: MillieuTable) -> None:
        self._table = table

    def play(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        """Animate the events. At the end show ``end`` on the table and call ``done``."""
        waiting = list(events)
        self._table.invite(None)
        self._table.show_neighbours(None)

        def act() -> None:
            if not waiting:
                self._table.show_observation(end)
                done()
                return
            event = waiting.pop(0)
            now = self._table.observation
            view = after(now, event)._replace(seat=end.seat)
            match event:
                case Placed():
                    self._place(event, view, act)
                case Slid():
                    self._slide(event, view, act)
                case Captured():
                    self._capture(event, now, view, act)
                case _:
                    act() if not waiting else self._go_on(view, act)

        act()

    def _go_on(self, view: Observation, act: Callable[[], None]) -> None:
        self._table.show_between(view)
        act()

    # ------------------------------------------------------------------ the acts

    def _place(self, event: Placed, view: Observation, over: Callable[[], None]) -> None:
        source = slot_names.hand(self._is_near(event.seat), event.piece)
        target = slot_names.point(event.point)
        flight = self._flight(event.seat, event.piece, source)
        self._table.show_between(view)
        self._table.slots[target].mark(hidden=True)
        begin, end, size = flight.pos(), self._table.slots[target].rect.center(), flight.scale()

        def go(part: float) -> None:
            way = min(1.0, part / _DROPS_AT)
            height = _DROP_PX * (way if part < _DROPS_AT else (1 - part) / (1 - _DROPS_AT))
            flight.setPos(begin + (end - begin) * way - QPointF(0, height))
            flight.setScale(size + (1 - size) * way)

        self._run(flight, Motion(go, PLACE_MS, fade=flight.setOpacity), target, event, over)

    def _slide(self, event: Slid, view: Observation, over: Callable[[], None]) -> None:
        table = self._table
        source, target = slot_names.point(event.origin), slot_names.point(event.target)
        self._sound(event, target)
        flight = self._flight(event.seat, event.piece, source)
        table.show_between(view._replace(phase=Phase.SLIDE))
        table.slots[target].mark(hidden=True)
        begin, end = flight.pos(), table.slots[target].rect.center()
        steps = 1 + len(BETWEEN[event.origin][event.target])
        motion = Motion(
            lambda part: flight.between(begin, end, part),
            SLIDE_MS * steps,
            curve=QEasingCurve.Type.InOutSine,
            fade=flight.setOpacity,
        )

        def landed() -> None:
            table.show_between(view)
            if table.cube.routes.mills:
                table.animator.run([Motion(self._mill_strength, MILL_MS)], over)
            else:
                over()

        self._run(flight, motion, target, event, landed)

    def _capture(self, event: Captured, now: Observation, view: Observation, over: Callable[[], None]) -> None:
        table = self._table
        source = slot_names.point(event.point)
        target = slot_names.hand(self._is_near(event.seat), event.piece)
        flight = self._flight(event.seat, event.piece, source)
        table.show_between(view)
        table.slots[target].mark(hidden=True)
        begin, end, small = flight.pos(), table.slots[target].rect.center(), table.size_at(target)

        def go(part: float) -> None:
            flight.between(begin, end, part)
            flight.setScale(1 + (small - 1) * part)

        motions = [Motion(go, CAPTURE_MS, fade=flight.setOpacity)]
        if now.mills and not view.mills:
            table.cube.show_routes(replace(table.cube.routes, mills=now.mills))
            motions.append(Motion(lambda part: self._mill_strength(1 - part), MILL_MS))
        self._run(flight, motions, target, event, over)

    # ------------------------------------------------------------------ parts of the acts

    def _sound(self, event: Placed | Slid | Captured, place: str) -> None:
        """Play the sound of the event now, so that it is heard from ``place``. A slide has its sound during the motion,
        the other events when the piece has landed.
        """
        self._table.play_at(cues(event, self._table.near_seat), place)

    def _is_near(self, seat: int) -> bool:
        return seat == self._table.near_seat

    def _flight(self, seat: int, piece: Piece, source: str) -> FlyingCard:
        """Return the piece that was dragged, or a piece that starts at ``source``."""
        table = self._table
        dropped = table.drag.take_dropped().values() if self._is_near(seat) else ()
        flight = next(iter(dropped), None)
        return table.fly(ART[piece], source) if flight is None else flight

    def _mill_strength(self, strength: float) -> None:
        cube = self._table.cube
        cube.show_routes(replace(cube.routes, mill_strength=strength))

    def _run(
        self,
        flight: FlyingCard,
        motions: Motion | list[Motion],
        target: str,
        event: Placed | Slid | Captured,
        over: Callable[[], None],
    ) -> None:
        """Move the piece, put it down at ``target``, and pause if the opponent has moved it."""
        table = self._table

        def landed() -> None:
            table.land(flight)
            table.slots[target].mark(hidden=False)
            table.mark_step(event)
            if not isinstance(event, Slid):
                self._sound(event, target)
            if self._is_near(event.seat):
                over()
            else:
                table.animator.run([], over, rest=REST_MS)

        table.animator.run(motions if isinstance(motions, list) else [motions], landed)
