"""The Millieu table. It shows observations, and lays out the cube, the hands and the panels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.boards.millieu.compact import layout_for
from mile_bones.desktop.boards.millieu.cube import Cube, Routes, name_places
from mile_bones.desktop.boards.millieu.drop_rules import MillieuDropRules, ends
from mile_bones.desktop.boards.millieu.fixtures import CARS, HandPanel, TableButton, TurnStrip, strip_words
from mile_bones.desktop.boards.millieu.items import PieceItem, PointItem, TrayItem
from mile_bones.desktop.boards.millieu.last_move import LastMove, last_move
from mile_bones.desktop.boards.millieu.layout import MillieuLayout, millieu_layout
from mile_bones.desktop.boards.millieu.models import (
    barred_text,
    empty_board,
    place_models,
    side_texts,
    step_text,
    taken,
    turns_barred,
)
from mile_bones.desktop.boards.millieu.pieces import FlyingPiece, PieceArt
from mile_bones.desktop.boards.millieu.projection import PIECE
from mile_bones.desktop.boards.millieu.walking import OWN_KEYS, Walk
from mile_bones.desktop.look.theme import active_fit, font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.drop_rules import Ends, Sources
from mile_bones.desktop.table.durations import NEAR_MS, POINTER_REST_MS
from mile_bones.desktop.table.fitted_words import LEAST_LETTERS
from mile_bones.desktop.table.gestures import Point
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.panels import ScorePanel
from mile_bones.desktop.table.side_line import SideLine
from mile_bones.games.millieu import words
from mile_bones.games.millieu.actions import Action, Take
from mile_bones.games.millieu.cube import NEIGHBOURS
from mile_bones.games.millieu.events import Captured, Event, Placed, Slid
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.i18n import format_number, in_parts, pgettext
from mile_bones.i18n import gettext as _

TOPICS = {
    **dict.fromkeys(slot_names.OWN_HAND, "millieu-hand"),
    **dict.fromkeys(slot_names.BOARD, "millieu-board"),
    **dict.fromkeys(slot_names.OTHER_HAND, "millieu-other-hand"),
}
_NAME_ROOM = 150.0
"""The room for the name of a sheet, in board units. Longer names would reach the pieces in the middle of the sheet."""


class MillieuTable(Board):
    """The table of a game that is played or watched. It handles observations and actions, never a state.

    The near side belongs to the seat of the observation, or to the viewpoint if there is one. The names of places call
    the near side "own".
    """

    handles = "piece"
    observation: Observation

    def __init__(self, art: PieceArt, parent: QWidget | None = None) -> None:
        super().__init__(TOPICS, art, parent, groups=slot_names.GROUPS)
        self.setAccessibleName(_("Millieu board"))
        self.layout_now: MillieuLayout = millieu_layout(1280, 742)
        self.observation = empty_board()
        self._choices = Choices(self.observation)
        self._last_of: str | None = None
        self._gone: dict[int, Piece] = {}
        self._side_by_side = False
        self._announced = ""
        self._before_done = slot_names.OWN_HAND[0]
        self.walk = Walk(self, lambda: self._choices, self.tell_neighbours)

        self.cube = Cube(self.scene())
        self.strip = TurnStrip(art)
        self.hands = (HandPanel(art, CARS[0]), HandPanel(art, CARS[1]))
        self.panel = ScorePanel()
        self.lines = (SideLine(), SideLine())
        """The lines of text about both sides in the compact form, the near side's first."""
        self.sheet_names = (Caption(), Caption(), Caption())
        for item in (self.strip, *self.hands, self.panel, *self.lines):
            item.setZValue(-1)
            self.scene().addItem(item)
        for sheet, caption in enumerate(self.sheet_names):
            caption.setZValue(10 * sheet + 2.5)  # above posts and bars, and below pieces
            self.scene().addItem(caption)
        for place in (*slot_names.OWN_HAND, *slot_names.OTHER_HAND):
            self.slots[place].setZValue(0)
        self.take_back = self._button(_("Take back this step"), _("Take back"), "millieu-turn-strip")
        self.take_back.clicked.connect(self.undo_requested)
        self.done = self._button(_("Done"), _("Done"), "millieu-playing")
        self.done.setProperty("kind", "primary")
        self.done.clicked.connect(self.done_requested)
        self.done.hide()
        self.neighbours = self._button(_("Show neighbours"), _("Neighbours"), "millieu-board")
        self.neighbours.setCheckable(True)
        self.neighbours.toggled.connect(self._neighbours_toggled)
        self.side_by_side = self._button(_("Sheets side by side"), _("Side by side"), "millieu-board")
        self.side_by_side.setCheckable(True)
        self.side_by_side.toggled.connect(self.set_side_by_side)
        self.strip_label = self.add_label("turn strip", "millieu-turn-strip")
        self.panel_label = self.add_label("score", "millieu-score")
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(POINTER_REST_MS)
        self._rest.timeout.connect(self._pointer_rests)
        self.show_observation(self.observation)

    def _button(self, text: str, short: str, topic: str) -> TableButton:
        button = TableButton(text, short, topic, self.viewport())
        button.pressed.connect(self.input_began)
        return button

    def make_slot(self, place: str) -> PieceItem:
        assert isinstance(self.art, PieceArt)
        kind = PointItem if slot_names.point_index(place) is not None else TrayItem
        return kind(place, self.art, self._in_play)

    def _in_play(self) -> tuple[str, str] | None:
        place = next(iter(self.drag.in_play), None)
        face = None if place is None else self.slots[place].model.face
        return None if face is None else (place, face)

    def named_groups(self) -> Sequence[tuple[str, Sequence[str]]]:
        own, board, other = slot_names.GROUPS
        names = (_("Bottom sheet"), _("Middle sheet"), _("Top sheet"))
        sheets = [(name, board[9 * sheet : 9 * sheet + 9]) for sheet, name in enumerate(names)]
        return (pgettext("places of the table", "Hand"), own), *sheets, (_("Far side of the table"), other)

    # ------------------------------------------------------------------ showing

    @property
    def choices(self) -> Choices:
        """The steps that the viewer may do now."""
        return self._choices

    def show_players(self, names: tuple[str, str]) -> None:
        self._names = names  # shown without announcing a step, because that step may belong to a replay that is over
        self.panel.show_names((names[self.near_seat], names[1 - self.near_seat]))
        self._show_models()
        self.show_fixtures()

    def show_observation(self, observation: Observation) -> None:
        """Make the whole scene equal to the observation, and stop everything that flies."""
        self.drag.clear(is_new=observation != self.observation)
        self.land_all()
        self.show_between(observation, playing=True)
        step = step_text(observation)
        if self._choices.active and step != self._announced:
            self.announcer.announce(_("{sentence}.").format(sentence=step))
            self.walk.step_begins()
        self._announced = step if self._choices.active else ""

    def show_between(self, view: Observation, *, playing: bool = False) -> None:
        """Show the scene while pieces may be in the air. ``playing``: also show what the viewer may do."""
        self.observation = view
        self._choices = Choices(view, playing=playing and self._viewpoint is None)
        self._show_models()
        self._show_routes()
        self.show_fixtures()
        self.action_marks.follow()
        self.walk.show_numbers()
        self.describe()

    def suggest(self, action: Action | None, then: Sequence[Action] = ()) -> None:
        if then:
            self.show_last_move_of(())  # otherwise its rings and its trail could be taken for those of the turn
        steps = () if action is None else (action, *then)
        found = ((self.ends(step, self.near_seat, suggested=True), step) for step in steps)
        self.mark_just(
            step={place: step for ends, step in found if ends is not None for place in (*ends.sources, ends.target)}
        )
        super().suggest(action, then)
        self._dim_points(bool(steps))

    def ends(self, action: Action, seat: int, *, suggested: bool) -> Ends | None:
        return ends(action, self.observation, mine=seat == self.near_seat)

    def how_to(self, action: Action) -> str:
        if isinstance(action, Take):
            return _("Click the lit piece; or go there with the arrow keys and press Enter.")
        text = _("Drag the lit piece to the lit point, or click the piece and then the point.")
        keys = _("With the keyboard: arrows to the piece, Enter, arrows and the page keys to the point, Enter.")
        return f"{text} {keys}"

    def invite_nothing(self) -> None:
        super().invite_nothing()
        self._dim_points(True)

    def show_invitation(self) -> None:
        super().show_invitation()
        self._dim_points(False)

    def _dim_points(self, dim: bool) -> None:
        """Light no empty point except the suggested ones, or light all points again at which a piece may be placed.

        While a piece is in play, the points where it may go stay lit.
        """
        if not self.drag.in_play:
            self.mark_just(dimmed=dict.fromkeys(slot_names.BOARD, True) if dim else {})

    def _show_models(self) -> None:
        for place, model in place_models(self._choices, self._names, self.near_seat).items():
            self.slots[place].show_model(model)
        self.mark_just(hidden={}, refused={})

    def _show_routes(self) -> None:
        view = self.observation
        last = self._last_move()
        taken, ringed = ((), ()) if last is None else (last.taken, last.points)
        gone = {slot_names.point(point): self._gone.get(point) for point in taken}
        self.mark_just(last_move={slot_names.point(point): _("Last move") for point in ringed}, gone=gone)
        self.cube.show_routes(
            Routes(
                mills=view.mills,
                centre=self.cube.routes.centre,
                last=last,
                occupied=frozenset(point for point, piece in enumerate(view.board) if piece is not None),
            )
        )

    def _last_move(self) -> LastMove | None:
        """Return the last move to mark, or None. While the viewer captures a piece, only the mills are marked."""
        view = self.observation
        if self._last_of is None or (view.phase is Phase.CAPTURE and view.to_act and self._last_of == "opponent"):
            return None
        return last_move(view, 1 - self.near_seat if self._last_of == "opponent" else None, self._gone)

    def show_last_move_of(self, events: Sequence[Event], *, of_anybody: bool = False) -> None:
        moves = [event for event in events if of_anybody or getattr(event, "seat", None) == 1 - self.near_seat]
        self._last_of = None if not moves else "anybody" if of_anybody else "opponent"
        self._gone = {event.point: event.piece for event in moves if isinstance(event, Captured)}
        self._show_routes()
        self.describe()

    def mark_step(self, event: Placed | Slid | Captured) -> None:
        """Mark this step of the opponent, which has just been shown. Mark the earlier steps of the turn, too."""
        if event.seat == self.near_seat:
            return
        self._last_of = "opponent"
        if isinstance(event, Captured):
            self._gone[event.point] = event.piece
        self._show_routes()
        self.describe()

    def show_fixtures(self) -> None:
        view, near = self.observation, self.near_seat
        seats = (near, 1 - near)
        barred = (turns_barred(view, near), turns_barred(view, 1 - near))
        self.panel.show_names((self._names[near], self._names[1 - near]))
        self.panel.show_rows(
            (
                _row(pgettext("score panel", "Captured"), (taken(view, near), taken(view, 1 - near))),
                *([_row(pgettext("score panel", "No mill yet"), barred)] if any(barred) else ()),
                *self.games_rows(near),
            )
        )
        barred_words = (barred_text(self._names[seat], count) for seat, count in zip(seats, barred, strict=True))
        self.panel_label.set_text(" ".join(filter(None, (self.panel.text(), *barred_words))))
        unsaid = self.done.isVisibleTo(self)  # the near player's turn is over, but Done was not pressed yet
        mover = near if unsaid else view.player
        for hand, seat in zip(self.hands, seats, strict=True):
            hand.show_player(self._names[seat], view.held(seat), mover == seat)
        for line, seat, count in zip(self.lines, seats, barred, strict=True):
            texts = side_texts(self._names[seat], view.held(seat), taken(view, seat), count)
            line.show_side(texts, active=mover == seat)
        name = self._names[near if mover is None else mover]
        turn = strip_words(name, over=mover is None) if view.turn else ""  # on the empty cube no game has begun
        self.strip.show_step(turn, None if unsaid else view.phase, CARS[mover not in (None, near)])
        text = _("{turn}. {step}").format(turn=turn, step=step_text(view))
        self.strip_label.set_text(turn if unsaid or mover is None else text)
        self.take_back.setEnabled(unsaid or (self._choices.active and view.placed is not None))

    def show_done(self, wanted: bool) -> None:
        """Show or hide the Done button. If the focus is on the board, the button takes it, and gives it back when the
        button is hidden.
        """
        if wanted == self.done.isVisibleTo(self):
            return
        if wanted:
            self._before_done = self.focused_place or slot_names.OWN_HAND[0]
        keyboard = self.focused_place is not None or self.done.hasFocus()
        self.done.setVisible(wanted)
        if keyboard and wanted:
            self.done.setFocus(Qt.FocusReason.OtherFocusReason)
        elif keyboard:
            self.focus_place(self._before_done)
        self.show_fixtures()

    # ------------------------------------------------------------------ neighbours

    def show_neighbours(self, point: int | None) -> None:
        """Light the neighbours of ``point`` and the ways to them. None lights no neighbours."""
        routes = self.cube.routes
        if point == routes.centre:
            return
        near = () if point is None else NEIGHBOURS[point]
        centre = {} if point is None else {slot_names.point(point): True}
        self.mark_just(centre=centre, near={slot_names.point(index): True for index in near})
        shown = Routes(routes.mills, routes.mill_strength, point, 1.0, routes.last, routes.occupied)
        if point is None:
            self.cube.show_routes(shown)
            return

        def light(part: float) -> None:
            now = self.cube.routes
            self.cube.show_routes(Routes(now.mills, now.mill_strength, point, part, now.last, now.occupied))

        self.cube.show_routes(shown)
        self.ambience.run([Motion(light, NEAR_MS)])

    def tell_neighbours(self, point: int) -> None:
        """Light the neighbours of ``point`` and announce the pieces on them. A second call for the same point removes
        the lights.
        """
        if self.cube.routes.centre == point:
            self.show_neighbours(None)
            return
        self.show_neighbours(point)
        board = self.observation.board
        told = in_parts(words.point_text(near, board[near]) for near in NEIGHBOURS[point])
        self.announcer.announce(_("Neighbours: {points}.").format(points=told))

    def _pointer_rests(self) -> None:
        if self._hovered is not None and not self.gestures.carrying:
            point = slot_names.point_index(self._hovered)
            if point is not None:
                self.show_neighbours(point)

    def _neighbours_toggled(self, on: bool) -> None:
        if not on:
            self.show_neighbours(None)
            return
        places = (self._hovered, self.focused_place)
        points = (slot_names.point_index(place) for place in places if place is not None)
        point = next((point for point in points if point is not None), None)
        self.show_neighbours(point)
        if point is None and self.neighbours.isVisible():
            self.tell_aside(_("Point at a place of the cube to see its neighbours."))

    def _hover(self, place: str | None) -> None:
        changed = place != self._hovered
        super()._hover(place)
        if not changed:
            return
        self._rest.stop()
        point = None if place is None else slot_names.point_index(place)
        if self.neighbours.isChecked():
            if point is not None:
                self.show_neighbours(point)
            return
        self.show_neighbours(None)
        if point is not None:
            self._rest.start()

    def _focused(self, place: str, on: bool) -> None:
        super()._focused(place, on)
        if not on:
            return
        point = slot_names.point_index(place)
        if not self.neighbours.isChecked():
            self.show_neighbours(None)
        elif point is not None:
            self.show_neighbours(point)

    # ------------------------------------------------------------------ laying out

    def card_size(self) -> tuple[float, float]:
        scale = self.layout_now.projection.scale
        return PIECE[0] * scale, PIECE[1] * scale

    def set_side_by_side(self, on: bool) -> None:
        """Show the sheets side by side if ``on`` is True, else stacked."""
        if on != self._side_by_side:
            self._side_by_side = on
            self.side_by_side.setChecked(on)
            self.refresh()

    def lay_out(self) -> dict[str, Rect]:
        size, theme, ratio = self.viewport().size(), self.theme, self.devicePixelRatioF()
        now = self.layout_now = layout_for(
            size.width(), size.height(), active_fit(), side_by_side=self._side_by_side, mirrored=self.mirrored
        )
        k, compact = now.k, now.compact
        self.show_form(self.lines, compact=compact)
        for line, rect in zip(self.lines, now.lines, strict=False):
            line.place_at(rect, k, theme, now.mirrored, ratio)
        self.strip.place_at(now.strip, k, theme, now.mirrored, ratio)
        for hand, side in zip(self.hands, now.sides, strict=True):
            hand.set_head(side.head)
            hand.place_at(side.panel, k if compact else side.head.h / 46, theme, now.mirrored, ratio)
        self.panel.place_at(now.score, k, theme, now.mirrored, ratio)
        self.place_message(now.message, k, high=25.0, centred=True)
        self.cube.lie_in(now.projection, paint.qrect(now.board).adjusted(-20, -8, 20, 8), theme)
        names, places = sheet_names(), name_places(now.projection)
        px = 12 * k if compact else 14.5 * max(now.projection.scale, 0.9)
        widest = max(map(QFontMetricsF(font(px, "Bold")).horizontalAdvance, names))
        px = max(LEAST_LETTERS, min(px, px * _NAME_ROOM * now.projection.scale / widest))
        for caption, (spot, width), name in zip(self.sheet_names, places, names, strict=True):
            align = Qt.AlignmentFlag.AlignHCenter if width else Qt.AlignmentFlag.AlignLeft
            caption.set_text(name)
            caption.place_at(Rect(spot.x(), spot.y() - px, width or 120 * k, 2 * px), px, theme, align)
        for slot in self.slots.values():
            assert isinstance(slot, PieceItem)
            slot.take_colours(theme)
            if isinstance(slot, PointItem):
                slot.stand_in(now.projection)
        cell = now.slots[slot_names.OWN_HAND[0]].w / PIECE[0]
        assert isinstance(self.art, PieceArt)
        self.art.tray.configure(theme, (PIECE[0] * cell, PIECE[1] * cell), ratio)
        self.take_back.place_at(now.take_back)
        self.done.place_at(now.done)
        for button, rect in ((self.neighbours, now.neighbours), (self.side_by_side, now.side_by_side)):
            button.setVisible(bool(rect.h))
            if rect.h:
                button.place_at(rect)
        self.place_tools(dict(zip(("undo", "redo", "hint", "help", "log"), now.tools, strict=True)))
        for label, rect in (
            (self.strip_label, now.lines[0] if compact else now.strip),
            (self.panel_label, now.lines[1] if compact else now.score),
        ):
            label.lie_over(rect, paint.frame_room(theme))
        self.show_fixtures()
        return now.slots

    @property
    def compact(self) -> bool:
        return self.layout_now.compact

    def magnified(self, place: str, face: str, width: float) -> QPixmap:
        """Return a null pixmap, because a piece is known by its colour and shape, which the words name."""
        return QPixmap()

    def things_seen(self) -> list[QRectF]:
        points = (self.slots[place] for place in slot_names.BOARD)
        empty = [slot.disc for slot in points if isinstance(slot, PointItem) and slot.model.face is None]
        return super().things_seen() + empty

    def extra_topics(self) -> list[tuple[Rect, str]]:
        now = self.layout_now
        return [
            (now.strip, "millieu-turn-strip"),
            (now.score, "millieu-score"),
            (now.message, "message-line"),
            (now.sides[0].panel, "millieu-hand"),
            (now.sides[1].panel, "millieu-other-hand"),
            (now.board, "millieu-board"),
            (Rect(0, 0, now.width, now.height), "millieu"),
        ]

    def is_gap(self, place: str) -> bool:
        return place in slot_names.BOARD and self.slots[place].model.face is None

    def place_under(self, x: float, y: float) -> str | None:
        """Return the place of a tray or of a point. If the squares of points overlap, return the nearest point."""
        place = super().place_under(x, y)
        if place is not None and slot_names.point_index(place) is None:
            return place
        point = self.layout_now.projection.point_under(x, y)
        return None if point is None else slot_names.point(point)

    def places_covered(self, card: Rect, pointer: Point) -> tuple[str, ...]:
        """Return the point over which the piece is held and the place under the pointer. Without a point, return the
        places that the piece covers.
        """
        places = (self.place_under(*card.centre), self.place_under(*pointer))
        meant = tuple(dict.fromkeys(place for place in places if place is not None))
        return meant or super().places_covered(card, pointer)

    def fly(self, face: str, start: Rect | str) -> FlyingPiece:
        """Return a piece above the table. At first it is over the place ``start`` and has the size of a piece in that
        place.
        """
        rect = self.slots[start].rect if isinstance(start, str) else paint.qrect(start)
        flight = FlyingPiece(self.art, face, self.theme, rect, lambda: self.layout_now.projection.scale)
        if isinstance(start, str):
            flight.setScale(self.size_at(start))
        self.scene().addItem(flight)
        return flight

    def size_at(self, place: str) -> float:
        """Return the size of a piece in ``place``, as a fraction of its size on the board."""
        slot = self.slots[place]
        return slot.unit / self.layout_now.projection.scale if isinstance(slot, TrayItem) else 1.0

    # ------------------------------------------------------------------ gestures and keys

    own_keys = OWN_KEYS

    def smart_play(self) -> bool:
        """Do the only possible step of the marked piece, or of the piece in focus if none is marked. If the player is
        to act and there is no such step, announce what to do.
        """
        rules, place = self.rules(), self.drag.marked or self.focused_place
        if rules is None or not self._choices.active:
            return False
        if place is None or not rules.may_lift(place):
            self.tell_aside(rules.choose_first(place or ""))
        elif rules.smart_actions(place):
            self._smart(place)
        else:
            self.tell_aside(rules.where_to((place,)))
        return True

    def standing(self) -> tuple[str, ...]:
        return f"{self.strip_label.text()} {self.panel_label.text()}", self.strip_label.text()

    def rules_depend_on(self) -> tuple[object, ...]:
        return *super().rules_depend_on(), self._choices

    def make_rules(self) -> MillieuDropRules | None:
        if self._viewpoint is not None or self.observation.seat is None:
            return None
        return MillieuDropRules(self._choices, self._names)

    def rearrange(self, sources: Sources, place: str) -> bool:
        """Take the step back if the piece just placed was dragged back to the hand."""
        rules = self.rules()
        if isinstance(rules, MillieuDropRules) and rules.takes_back(sources[0], place):
            self.undo_requested.emit()
        return False

    def _button_pressed(self, place: str) -> None:
        """Press the place. When a piece is taken up, the keyboard focus moves to where it may stand."""
        super()._button_pressed(place)
        self.walk.taken_up()
        self.walk.show_numbers()

    def _key_began(self, presses: bool) -> None:
        super()._key_began(presses)
        self.walk.by_keys(True)

    def _escape(self) -> None:
        """Put the marked piece back, and return the keyboard focus to the place of that piece."""
        marked = self.drag.marked
        super()._escape()
        self.walk.show_numbers()
        if marked is not None and self.focused_place in slot_names.BOARD:
            self.focus_place(marked)

    def _arrow(self, place: str, dx: int, dy: int) -> None:
        if not self.walk.arrow(place, dx, dy):
            super()._arrow(place, dx, dy)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return self.walk.tab(forward) or super().focusNextPrevChild(forward)

    def mark_card(self, number: int) -> bool:
        return self.walk.number(number)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.walk.by_keys(False)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.walk.key(event):
            super().keyPressEvent(event)


def _row(label: str, figures: tuple[int, int]) -> tuple[str, str, str]:
    return label, format_number(figures[0]), format_number(figures[1])


def sheet_names() -> tuple[str, str, str]:
    """Return the names beside the sheets, the bottom one first."""
    return pgettext("sheet", "Bottom"), pgettext("sheet", "Middle"), pgettext("sheet", "Top")
