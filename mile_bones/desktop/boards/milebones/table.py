"""The Mile Bones table. It shows observations, and lays out the slots and everything around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.coup_call import CoupCall
from mile_bones.desktop.boards.milebones.drop_rules import MileBonesDropRules, ends
from mile_bones.desktop.boards.milebones.layout import TableLayout, table_layout
from mile_bones.desktop.boards.milebones.models import (
    captions,
    car_states,
    chips,
    empty_table,
    is_dealt,
    just_drawn,
    owner,
    plate_text,
    side_texts,
    slot_models,
    standing_texts,
)
from mile_bones.desktop.boards.milebones.strip import TripStrip
from mile_bones.desktop.look.theme import active_fit
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.chips import Chips
from mile_bones.desktop.table.fitted_words import LEAST_LETTERS
from mile_bones.desktop.table.hand_board import HandBoard
from mile_bones.desktop.table.hand_places import last_of
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.panels import Plate, ScorePanel, short_name
from mile_bones.desktop.table.side_line import SideLine
from mile_bones.games.milebones.actions import DRAW, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import Event
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.scoring import lasting_points
from mile_bones.games.milebones.words import state_texts
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.table.drop_rules import Ends
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.model import SlotModel

_TRAY_RADIUS = 9
_EDGE = 0.3
"""The part of a card's width at each side in which a dragged card means the gap beside that card."""


class MileBonesTable(HandBoard):
    """The table of a game that is played or watched. It handles observations and actions, never a state.

    The seat of the observation is the viewer: its side is "own" in the names of slots, and "you" in words. A spectator
    sees the same side as "own", but both players are called by their names.
    """

    observation: Observation

    def __init__(self, art: CardArt, parent: QWidget | None = None) -> None:
        topics = {place: slot_names.HELP[place] for place in slot_names.ALL}
        cards = {card.notation: card for card in Card}
        super().__init__(topics, art, cards, parent, groups=slot_names.ROWS)
        self.setAccessibleName(_("Card table"))
        self.layout_now: TableLayout = table_layout(1280, 742)
        self._drawn: tuple[Card, ...] = ()  # the cards that the near seat has drawn in this turn
        self._hand_score: tuple[int, int] | None = None  # the points of a hand that is over, or None
        self.strip = TripStrip(art)
        self.panel = ScorePanel()
        self.plates = (Plate(art, "car_red"), Plate(art, "car_blue"))
        self.chips = (Chips(), Chips())
        self.captions: dict[str, Caption] = {place: Caption() for place in self.layout_now.captions}
        self.hand_label = Caption()
        self.lines = (SideLine(), SideLine())
        """The lines of text about both sides in the compact form, the viewer's first."""
        for item in (
            *(self.strip, self.panel, *self.plates, *self.chips, *self.lines),
            *(self.hand_label, *self.captions.values()),
        ):
            self.scene().addItem(item)
        self.lanes = (Animator(self), Animator(self))
        """The animators of the two cars. The game does not wait for their motions."""
        self._coup_call = CoupCall(self, lambda: self.order.cards)
        self._trays = [self.scene().addPath(QPainterPath()) for _side in range(2)]
        for tray in self._trays:
            tray.setZValue(-1)
        self.strip_label = self.add_label("trip strip", "trip-strip")
        self.panel_label = self.add_label("score", "score-panel")
        self.plate_labels = (self.add_label("your plate", "name-plates"), self.add_label("other plate", "name-plates"))
        self.observation = empty_table()
        self.show_observation(self.observation)

    def named_groups(self) -> Sequence[tuple[str, Sequence[str]]]:
        near, hand, far = slot_names.ROWS
        held = pgettext("places of the table", "Hand")
        return (_("Near side of the table"), near), (held, hand), (_("Far side of the table"), far)

    # ------------------------------------------------------------------ showing

    def side_of(self, seat: int) -> int:
        """Return the lane and plate of ``seat``: 0 for the viewer, 1 for the opponent."""
        return 0 if seat == self.observation.seat else 1

    def set_viewpoint(self, seat: int | None) -> None:
        before = self._turned
        self._viewpoint = seat
        self._turn(before)

    @property
    def _turned(self) -> bool:
        """Whether the open hand belongs to the viewer's opponent."""
        return self.near_seat != self.observation.seat

    def _turn(self, before: bool) -> None:
        """Turn the table to the present viewpoint. ``before``: whether the table was turned until now."""
        self.hand_label.set_text(self._hand_caption())
        if self._turned != before:
            self.refresh()

    def show_observation(self, observation: Observation) -> None:
        """Make the whole scene equal to the observation, and stop everything that flies.

        If the table is seen from the opponent's seat, the observation is still the viewer's, except for the hand.
        """
        self.drag.clear(is_new=observation != self.observation)
        self.land_all()
        self.close_up()
        before = self._turned
        self.observation = observation
        self._turn(before)
        self.order.match(observation.hand, observation)
        for place, model in self.models(observation, self.order.cards).items():
            self.slots[place].show_model(model)
        self.mark_just(hidden={}, refused={})
        self._coup_call.follow()
        self.action_marks.follow()
        self._mark_drawn(self._drawn)
        self.describe()
        for place, text in captions(observation).items():
            self.captions[place].set_text(text)
        states = car_states(observation)
        for lane, side in enumerate((observation.own, observation.other)):
            self.strip.show_state(lane, states[lane])
            self.strip.show_miles(lane, side.miles)
        self.show_fixtures()

    def note_drawn(self, events: Iterable[Event], before: Sequence[Card] = ()) -> None:
        """Mark the cards that were drawn in this turn: the cards drawn by ``events``, and the cards in ``before``,
        which were drawn earlier.
        """
        self._drawn = just_drawn(events, self.near_seat, before)
        self._mark_drawn(self._drawn)

    def _mark_drawn(self, cards: Sequence[Card]) -> None:
        places = [slot_names.hand(index) for index in last_of(cards, self.order.cards)]
        self.mark_just(drawn=dict.fromkeys(places, pgettext("card", "Drawn")))

    def models(self, observation: Observation, cards: tuple[Card, ...] = ()) -> Mapping[str, SlotModel]:
        """Return the models of all slots. ``cards`` are the cards of the open hand, in the order in which they are
        shown.
        """
        return slot_models(observation, cards, self._names, self._viewpoint)

    def show_invitation(self) -> None:
        """Light the deck if a card is to be drawn now, or the marks of a coup fourré if one is possible."""
        if self._coup_call.show():
            super().invite(None)
            self._coup_call.pulse()
            return
        may_draw = DRAW in self.observation.legal_actions()
        # Translators: a button: take a card from the deck
        words = _("Click to draw") if self.layout_now.card.w > 100 else _("Draw")
        self.invite(slot_names.DRAW if may_draw else None, words)

    def invite(self, place: str | None, words: str = "") -> None:
        self._coup_call.clear()
        super().invite(place, words)

    def ends(self, action: Action, seat: int, *, suggested: bool) -> Ends | None:
        return ends(action, self.observation, seat, self.order.cards, self.near_seat, suggested=suggested)

    def how_to(self, action: Action) -> str:
        """Return a sentence about the gestures that bring a card to its place. Only gestures that the options allow are
        mentioned.
        """
        if action == DRAW:
            return _("Click the lit deck; or go there with the arrow keys and press Enter.")
        if action.card is None:
            return ""
        keys = _("With the keyboard: arrows to the card, Space, arrows to the place, Space.")
        if not self.gestures.dragging:
            text = _("Click the raised card, then the lit place.")
        elif self.gestures.double_clicks:
            text = _("Drag the raised card to the lit place, or double-click it.")
        else:
            text = _("Drag the raised card to the lit place.")
        return f"{text} {keys}"

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), *self.lanes

    def finish(self) -> None:
        super().finish()
        for lane in self.lanes:
            lane.finish()

    def show_fixtures(self) -> None:
        observation = self.observation
        names = self._names[observation.seat], self._names[1 - observation.seat]
        self.strip.show_deal(self._deal_name)
        self.strip.show_names(names)
        self.panel.show_names(names)
        self.strip.show_goal(observation.goal, observation.extended_by is not None)
        self.strip_label.set_text(self.strip.text())
        self.show_scores(observation)
        for lane, seat in enumerate((observation.seat, 1 - observation.seat)):
            self.plates[lane].show_player(names[lane], observation.player == seat)
        self.show_sides(observation)

    def show_sides(self, observation: Observation) -> None:
        """Show the state of both sides, in words and miles. Animations call this method before they update the rest."""
        seats, sides = (observation.seat, 1 - observation.seat), (observation.own, observation.other)
        texts = captions(observation)
        for lane, (seat, side) in enumerate(zip(seats, sides, strict=True)):
            states = state_texts(side) if is_dealt(observation) else ()
            self.chips[lane].show_chips(chips(side, states))
            text = plate_text(self._names[seat], self.observation.player == seat, states)
            self.plate_labels[lane].set_text(text)
            told = side_texts(self._names[seat], side, observation, states, lane)
            self.lines[lane].show_side(told, active=self.observation.player == seat)
            miles = slot_names.miles(lane == 0)
            self.captions[miles].set_text(texts[miles])

    def show_hand_score(self, points: tuple[int, int]) -> None:
        """Show the points of the hand that is over, the viewer's first. These points are already part of the totals."""
        self._hand_score = points
        self.show_scores(self.observation)

    def show_scores(self, observation: Observation) -> None:
        """Show the score panel. Animations call this method before they update the rest of the table."""
        own, other = observation.own, observation.other
        if observation.player is not None:
            self._hand_score = None
        hand = self._hand_score or (lasting_points(own).total, lasting_points(other).total)
        self.panel.show_rows(
            (
                (
                    pgettext("score panel", "To go"),
                    format_number(observation.goal - own.miles),
                    format_number(observation.goal - other.miles),
                ),
                (
                    pgettext("score panel", "Hand"),
                    format_number(hand[0]),
                    format_number(hand[1]),
                ),
                (
                    pgettext("score panel", "Total"),
                    format_number(observation.totals[0]),
                    format_number(observation.totals[1]),
                ),
                *self.games_rows(observation.seat),
            )
        )
        self.panel_label.set_text(self.panel.text())

    def turn(self) -> object:
        """Return the observation without the values that drawing changes: the hand, the phase, and the number of cards
        left.

        In the returned observation ``left`` is the number of cards in the deck and the hand together.
        """
        seen = self.observation
        return seen._replace(hand=(), left=seen.left + len(seen.hand), phase=Phase.PLAY)

    # ------------------------------------------------------------------ laying out

    def card_size(self) -> tuple[float, float]:
        return self.layout_now.card.w, self.layout_now.card.h

    def lay_out(self) -> dict[str, Rect]:
        size = self.viewport().size()
        theme, ratio = self.theme, self.devicePixelRatioF()
        k, compact = active_fit()
        laid_out = table_layout
        if compact:
            from mile_bones.desktop.boards.milebones.compact import compact_layout as laid_out
        now = self.layout_now = laid_out(size.width(), size.height(), k, mirrored=self.mirrored, turned=self._turned)
        k = now.k
        self.show_form(self.lines, compact=compact)
        for place, caption in self.captions.items():
            caption.setVisible(place in now.captions)
        self.strip.place_at(now.strip, k, theme, now.mirrored, ratio)
        self.panel.place_at(now.panel, k, theme, now.mirrored, ratio)
        for item, rect in zip(
            (*self.plates, *self.chips, *self.lines), (*now.plates, *now.chips, *now.plates), strict=True
        ):
            item.place_at(rect, k, theme, now.mirrored, ratio)
        self.place_message(now.message, k)
        self.place_tools(dict(zip(("undo", "redo", "hint", "help"), now.tools, strict=True)) | {"log": now.log_tool})
        lead = Qt.AlignmentFlag.AlignRight if now.mirrored else Qt.AlignmentFlag.AlignLeft
        for place, rect in now.captions.items():
            self.captions[place].place_at(rect, 14.5 * k, theme, lead, least=LEAST_LETTERS / (14.5 * k))
        self.hand_label.place_at(now.hand_label, 12.6 * k, theme, Qt.AlignmentFlag.AlignHCenter)
        self.hand_label.set_text(self._hand_caption())
        for tray, rect in zip(self._trays, now.trays, strict=True):
            tray.setPath(_tray_path(rect, _TRAY_RADIUS * k))
            tray.setBrush(theme.tray_fill)
            tray.setPen(Qt.PenStyle.NoPen)
        plate, other = now.plates
        halves = (_trail(plate), _trail(other)) if compact else (now.strip, now.panel)
        for label, rect in (
            (self.strip_label, halves[0]),
            (self.panel_label, halves[1]),
            *zip(self.plate_labels, now.plates, strict=True),
        ):
            label.lie_over(rect, paint.frame_room(theme))
        self.show_fixtures()
        if self.slots[slot_names.DRAW].marks.invite:
            self.show_invitation()  # the words on the deck depend on the available room
        return now.slots

    def at_plate(self, seat: int) -> Rect:
        """Return the place over the name plate of ``seat``, where a card of that player's hidden hand starts or ends
        its flight.
        """
        size, middle = self.layout_now.card, self.plates[self.side_of(seat)].rect.center()
        return Rect(middle.x() - size.w / 2, middle.y() - size.h / 2, size.w, size.h)

    @property
    def compact(self) -> bool:
        return self.layout_now.compact

    def is_playable(self, place: str) -> bool:
        index = slot_names.hand_index(place)
        if index is None or not index < len(self.order.cards):
            return True
        return PLAY[self.order.cards[index]] in self.observation.legal_actions()

    def extra_topics(self) -> list[tuple[Rect, str]]:
        now = self.layout_now
        return [
            (now.strip, "trip-strip"),
            (now.panel, "score-panel"),
            (now.message, "message-line"),
            (now.trays[0], "safety-places"),
            (now.trays[1], "computer-safeties"),
            (now.plates[0], "name-plates"),
            (now.plates[1], "computer-turn"),
            (now.chips[0], "name-plates"),
            (now.chips[1], "name-plates"),
            (now.hand_label, "hand"),
        ]

    def _hand_caption(self) -> str:
        whose = owner(self.near_seat, self.observation, self._names)
        if whose is None:
            return pgettext("two lines", "Your\nhand")
        return pgettext("two lines", "Hand:\n{name}").format(name=short_name(whose))

    # ------------------------------------------------------------------ gestures and keys

    def draw(self) -> bool:
        if self.looks_on:
            return False
        if not self.gestures.cancel():
            self.drag.press_key(slot_names.DRAW)
        return True

    def discard(self) -> bool:
        if self.looks_on:
            return False
        if self.drag.marked is None:
            self._ask_for_a_card()
        else:
            self.drag.press_key(slot_names.DISCARD)
        return True

    def standing(self) -> tuple[str, ...]:
        return standing_texts(self.observation, self._names)

    def make_rules(self) -> MileBonesDropRules | None:
        return (
            None if self._viewpoint is not None else MileBonesDropRules(self.observation, self.order.cards, self._names)
        )

    def gap_at(self, source: str, at: Point) -> str | None:
        """Return the place that the card would get if it were dropped at ``at``: between two cards, or beside a card if
        ``at`` is near the edge of that card.

        Over the gap that was already made for the card, the place does not change.
        """
        place, start = self.place_under(*at), slot_names.hand_index(source)
        if place is None and start is not None and not self.order.sorting:
            return self._gap_between(start, at)
        index = None if place is None else slot_names.hand_index(place)
        if place is None or index is None or start is None or index >= len(self.order.cards) or self.order.sorting:
            return None
        rect = self.slots[place].rect
        part = (at[0] - rect.x()) / rect.width()
        if self.mirrored:
            part = 1 - part
        if index == start or _EDGE <= part <= 1 - _EDGE:
            return source if index == start else None
        end = index + (part > 0.5) - (start < index)
        return slot_names.hand(end)

    def _gap_between(self, start: int, at: Point) -> str | None:
        """Return the result of ``gap_at`` for a point at which there is no card."""
        rects = [self.slots[slot_names.hand(index)].rect for index in range(len(self.order.cards))]
        if not rects[0].united(rects[-1]).contains(QPointF(*at)):
            return None
        before = sum((rect.center().x() > at[0]) == self.mirrored for rect in rects)
        return slot_names.hand(before - (start < before))


def _trail(line: Rect) -> Rect:
    """Return the second half of a line."""
    return line._replace(x=line.x + line.w / 2, w=line.w / 2)


def _tray_path(rect: Rect, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(paint.qrect(rect), radius, radius)
    return path
