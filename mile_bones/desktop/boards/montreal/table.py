"""The Mille table. It shows observations, and lays out stock, pile, sets, hand and everything around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainterPath
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.captions import MarkedCaption, fit_together
from mile_bones.desktop.boards.montreal.compact import compact_frame
from mile_bones.desktop.boards.montreal.drop_rules import MontrealDropRules, ends
from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, KEYS
from mile_bones.desktop.boards.montreal.items import CaptionItem, FanItem, HandItem, PillItem, StockItem, ZoneItem
from mile_bones.desktop.boards.montreal.keys import OWN_KEYS, TableKeys
from mile_bones.desktop.boards.montreal.layout import Frame, Places, frame_for, mirrored_frame, places_for
from mile_bones.desktop.boards.montreal.models import (
    captions,
    content,
    empty_table,
    may_take,
    owner,
    slot_models,
    take_hint,
)
from mile_bones.desktop.boards.montreal.pile_look import PileLook
from mile_bones.desktop.boards.montreal.pile_view import PileView
from mile_bones.desktop.boards.montreal.score_model import ScoreRow, score_rows, side_texts
from mile_bones.desktop.boards.montreal.score_panel import MontrealScorePanel
from mile_bones.desktop.boards.montreal.strip import TotalsStrip
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.theme import active_fit
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.choosing import Gather
from mile_bones.desktop.table.drop_rules import Ends
from mile_bones.desktop.table.fitted_words import LEAST_LETTERS
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.hand_board import HandBoard
from mile_bones.desktop.table.layout import CARD_RATIO, Rect
from mile_bones.desktop.table.model import SlotModel
from mile_bones.desktop.table.panels import Plate, short_name
from mile_bones.desktop.table.side_line import SideLine
from mile_bones.desktop.table.slot import SlotItem
from mile_bones.games.montreal.actions import DRAW, Action, Kind
from mile_bones.games.montreal.cards import NOTATION
from mile_bones.games.montreal.observation import Observation, Phase, SpectatorView
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

_ZONE = 50.0
"""The height, in pixels at scale 1, that the words of the zone for new sets need."""


class MontrealTable(HandBoard):
    """The table of a game that is played or watched. It handles observations and actions, never a state.

    The seat of the observation is the viewer: its side is "own" in the names of slots, and "you" in words.
    """

    drag_class = Gather
    drag: Gather
    observation: Observation
    _invited: tuple[str, str] | None = None
    """The place that invites the player to begin or end the turn, and its words, or None."""
    _may_take = False
    """Whether the player may take the pile now."""

    def __init__(self, art: CardArt, parent: QWidget | None = None) -> None:
        topics = {place: slot_names.HELP[place] for place in slot_names.AT_FIRST}
        cards = {name: card for card, name in enumerate(NOTATION)}
        super().__init__(topics, art, cards, parent, key=KEYS[BY_RANK], groups=slot_names.GROUPS)
        self.setAccessibleName(_("Card table"))
        self.frame_now: Frame = frame_for(1280, 742)
        self.places_now: Places = places_for(self.frame_now, content(empty_table(), (), 0, pair=False))
        self._sorted_by = BY_RANK
        self.observation = empty_table()
        self._pair: tuple[int, ...] = ()
        self._counted: tuple[Observation, tuple[int, int]] | None = None
        self._ringed: frozenset[str] = frozenset()

        self._grounds = [self.scene().addPath(QPainterPath()) for _row in range(3)]
        for ground in self._grounds:
            ground.setZValue(-2)
        self.plates = (Plate(art, "car_red"), Plate(art, "car_blue"))
        self.lines = (SideLine(), SideLine())
        """The lines of text about both sides in the compact form, the near side's first."""
        self.strip, self.panel = TotalsStrip(art), MontrealScorePanel()
        self.hand_label, self.hint_words = Caption(), Caption()
        for item in (self.strip, self.panel, *self.plates, *self.lines, self.hand_label, self.hint_words):
            item.setZValue(-1)
            self.scene().addItem(item)
        self.captions: dict[str, MarkedCaption] = {}
        for place in (*slot_names.OTHER_SETS, slot_names.OTHER_HAND, *slot_names.MIDDLE, *slot_names.OWN_SETS):
            caption = self.captions[place] = MarkedCaption()
            self.scene().addItem(caption)
        self.pile_view = PileView(art)
        self.scene().addItem(self.pile_view)
        self._look = PileLook(self, self.pile_view, lambda: self.observation.pile)
        self._keys = TableKeys(self)
        self.strip_label = self.add_label("totals", "montreal-mille-strip")
        self.panel_label = self.add_label("score", "montreal-mille-score")
        self.show_observation(self.observation)

    def make_slot(self, place: str) -> SlotItem:
        if slot_names.hand_index(place) is not None:
            return HandItem(place, self.art)
        if place == slot_names.LAY:
            return ZoneItem(place, self.art)
        if place == slot_names.TAKE:
            return PillItem(place, self.art)
        if place == slot_names.LOOK:
            return CaptionItem(place, self.art)
        if place == slot_names.STOCK:
            return StockItem(place, self.art)
        return FanItem(place, self.art)

    def named_groups(self) -> Sequence[tuple[str, Sequence[str]]]:
        far, middle, near, _hand = slot_names.GROUPS
        held = slot_names.HAND[: len(self.order.cards)]
        sides = (_("Near side of the table"), near), (_("Far side of the table"), far)
        return (_("Middle of the table"), middle), (pgettext("places of the table", "Hand"), held), *sides

    # ------------------------------------------------------------------ showing

    @property
    def sorted_by(self) -> str:
        """The order in which the hand is sorted, by a name from ``hand_sorting``."""
        return self._sorted_by

    def sort_by(self, way: str) -> None:
        """Sort the hand in this order from now on. A hand that is not sorted automatically is sorted once."""
        self._sorted_by = way
        before = self.order.cards
        for order in self._orders:
            order.sort_by(KEYS[way])
        if self.order.cards != before:
            self.show_arranged()

    def show_observation(self, observation: Observation) -> None:
        """Make the whole scene equal to the observation, and stop everything that flies."""
        self.drag.clear(is_new=observation != self.observation)
        self._look.hide()
        self.land_all()
        self.close_up()
        self.observation = observation
        self.order.match(observation.cards, observation)
        self._show_all()

    def _show_all(self) -> None:
        rules = self.rules()
        self._pair = rules.pair() if rules is not None else ()
        for place, caption in captions(self.observation, self.near_seat).items():
            self.captions[place].show_caption(*caption)
        self._place_all()
        for place, model in self.models().items():
            self.slots[place].show_model(model)
        self.mark_just(hidden={}, refused={})
        for slot in self.slots.values():
            slot.setPos(0, 0)
            if isinstance(slot, FanItem):
                slot.leave_out(frozenset())
        self.show_fixtures()
        self.action_marks.follow()
        self.describe()

    def suggest(self, action: Action | None, then: Sequence[Action] = ()) -> None:
        if action is not None and not self.drag.by_player:
            self.drag.offer(())  # deselects the pair offered for the pile, because another action may be better
        super().suggest(action, then)
        self._light_invitation()

    def ends(self, action: Action, seat: int, *, suggested: bool) -> Ends | None:
        return ends(action, self.observation, seat, self.order.cards, self.near_seat, suggested=suggested)

    def how_to(self, action: Action) -> str:
        """Return a sentence about the gestures that do `action`. Only gestures that the options allow are mentioned."""
        if action.kind is Kind.DRAW:
            return _("Click the lit stock, or press D.")
        if action.kind in (Kind.PILE, Kind.TURNED):
            return _("Click “Take the pile”, or press P.")
        dragging = self.gestures.dragging
        if action.kind is Kind.LAY:
            text = _("Click the raised cards, then the lit place.")
            if dragging:
                text = _("Click the raised cards to select them, then drag them to the lit place.")
            keys = _("With the keyboard: arrows and Space for each card, then L.")
            return f"{text} {keys}"
        text = _("Click the raised card, then the lit place.")
        if dragging and action.kind is Kind.ADD and self.gestures.double_clicks:
            text = _("Drag the raised card to the lit place, or double-click it.")
        elif dragging:
            text = _("Drag the raised card to the lit place.")
        keys = _("With the keyboard: arrows to the card, Space, arrows to the place, Space.")
        return f"{text} {keys}"

    def models(self) -> Mapping[str, SlotModel]:
        """Return the models of all places that are present."""
        return slot_models(
            self.observation,
            self.order.cards,
            self._names,
            playing=self._viewpoint is None,
            near=self.near_seat,
            pair=self._pair,
        )

    def _place_all(self) -> None:
        """Lay out everything for the cards that are present now."""
        rects = self._arranged_places()
        if self._laid_out_for is not None:
            self.place_slots(rects)

    def _arranged_places(self) -> dict[str, Rect]:
        seen = self.observation
        for index in range(len(self.order.cards)):
            if slot_names.hand(index) not in self.slots:
                self.add_slot(slot_names.hand(index), slot_names.HELP[slot_names.hand(index)])
        self.places_now = places_for(
            self.frame_now,
            content(seen, self.order.cards, self.near_seat, pair=bool(self._pair)),
            mirrored=self.mirrored,
        )
        for place, fan in self.places_now.fans.items():
            slot = self.slots[place]
            assert isinstance(slot, FanItem)
            slot.lie(fan, self.places_now.pill_room(place))
        k, theme = self.frame_now.k, self.theme
        lead = Qt.AlignmentFlag.AlignRight if self.mirrored else Qt.AlignmentFlag.AlignLeft
        trail = Qt.AlignmentFlag.AlignLeft if self.mirrored else Qt.AlignmentFlag.AlignRight
        for place, caption in self.captions.items():
            rect = self.places_now.captions.get(place)
            caption.setVisible(rect is not None)
            if rect is not None:
                align = trail if place == slot_names.OTHER_HAND else lead
                px = (12 if self.frame_now.narrow else 13.5) * max(k, 0.95)
                caption.place_at(rect, px, theme, align, least=LEAST_LETTERS / px)
        theirs, middle, mine, hand = slot_names.GROUPS
        for row in (theirs + mine, middle, hand):
            fit_together([self.captions[place] for place in row if place in self.places_now.captions])
        self.hint_words.place_at(self.places_now.hint, 12.5 * k, theme, lead)
        hint = take_hint(seen) if self._pair and not self.frame_now.narrow else ""
        self.hint_words.set_sentence(hint)
        for number, place in enumerate(self.places_now.slots):
            self.slots[place].setZValue(number / 1000)
        self.slots[slot_names.TAKE].setZValue(0.5)
        return self.places_now.slots

    def show_fixtures(self) -> None:
        seen = self.observation
        near = self.near_seat
        names = self._names[near], self._names[1 - near]
        for plate, name, seat in zip(self.plates, names, (near, 1 - near), strict=True):
            plate.show_player(name, seen.player == seat)
        turned = near != seen.seat
        self.strip.show_deal(self._deal_name)
        self.strip.show_players(names, seen.rules.target)
        self.strip.show_totals(seen.totals[::-1] if turned else seen.totals)
        counted = None if self._counted is None or self._counted[0] != seen else self._counted[1]
        if counted is not None:
            counted = counted[near], counted[1 - near]
        rows = score_rows(seen, turned=turned, hands=counted)
        games = [ScoreRow(label, (own, other), (own, other)) for label, own, other in self.games_rows(near)]
        self.panel.show_rows((*rows, *games), names)
        for lane, (line, name, seat) in enumerate(zip(self.lines, names, (near, 1 - near), strict=True)):
            line.show_side(side_texts(name, rows, lane, seen.rules.target), active=seen.player == seat)
        self.strip_label.set_text(self.strip.text())
        self.panel_label.set_text(self.panel.text())
        self.hand_label.set_text(self._hand_caption())

    def show_counted(self, hands: tuple[int, int]) -> None:
        """Show the points that the cards left in each hand cost, by seat. This method is called after the deal has been
        counted.
        """
        self._counted = self.observation, hands
        self.show_fixtures()

    def _hand_caption(self) -> str:
        whose = owner(self.near_seat, self.observation, self._names)
        count = format_number(len(self.order.cards))
        if whose is None:
            return pgettext("three lines", "Your\nhand\n{count}").format(count=count)
        return pgettext("three lines", "Hand:\n{name}\n{count}").format(name=short_name(whose), count=count)

    def show_invitation(self) -> None:
        """Light the places where the player can begin or end the turn. If a gesture has actions left, do the next of
        them instead.
        """
        if self.drag.going_on:
            QTimer.singleShot(0, self, self.drag.go_on)
            return
        self.invite(None)
        rules = self.rules()
        if rules is None or not self.observation.to_act:
            return
        if self.observation.phase is Phase.PLAY:
            self.invite(slot_names.PILE, _("Discard"))
            return
        if self.observation.why_not(DRAW) is None:
            words = _("Draw") if self.observation.left else _("Shuffle and draw")
            self.invite(slot_names.STOCK, words)
        if may_take(self.observation, pair=bool(self._pair)):
            self._may_take = True
            self._light_invitation()
            pair = () if rules.takes_turned else self._pair
            self.drag.offer([slot_names.hand(index) for index in pair])

    def show_last_move(self, place: str | None) -> None:
        self._show_moves(frozenset() if place is None else frozenset({place}))

    def _show_moves(self, places: frozenset[str]) -> None:
        """Ring the places of the last moves."""
        self._ringed = places
        self.last_move = next(iter(sorted(places)), None)
        self.mark_just(last_move=dict.fromkeys(places, _("Last move")))

    def invite(self, place: str | None, words: str = "") -> None:
        self._invited, self._may_take = None if place is None else (place, words), False
        super().invite(place, words)
        self._light_invitation()

    def selection_changed(self) -> None:
        """Hide “Discard” on the pile while several cards are selected, because only a single card can be discarded."""
        self._light_invitation()

    def _light_invitation(self) -> None:
        """Light the place that invites the player, and the pile if it may be taken. While an action is suggested, light
        no other place than those of this action.
        """
        target, several = self.action_marks.suggested_target, len(self.drag.chosen) > 1
        if self._invited is not None:
            place, words = self._invited
            out = (several and place == slot_names.PILE) or target not in (None, place)
            self.slots[place].mark(invite="" if out else words)
        self.slots[slot_names.PILE].mark(lit=self._may_take and target in (None, slot_names.PILE))

    def turn(self) -> object:
        """Return the observation without the values that drawing a card changes: the hands, the stock and the phase."""
        return self.observation._replace(hand=b"", held=(0, 0), left=0, phase=Phase.PLAY)

    # ------------------------------------------------------------------ laying out

    def card_size(self) -> tuple[float, float]:
        width = self.frame_now.card_width(3)
        return width, width * CARD_RATIO

    def lay_out(self) -> dict[str, Rect]:
        size, theme, ratio = self.viewport().size(), self.theme, self.devicePixelRatioF()
        fit = active_fit()
        self.frame_now = (compact_frame if fit.compact else frame_for)(size.width(), size.height(), fit.k)
        now = mirrored_frame(self.frame_now) if self.mirrored else self.frame_now
        k = now.k
        zone = self.slots[slot_names.LAY]
        assert isinstance(zone, ZoneItem)
        zone.k = min(k, now.rows[2].h / _ZONE) if fit.compact else k
        self.show_form(self.lines, compact=fit.compact)
        for plate, rect in zip((*self.plates, *self.lines), 2 * now.plates, strict=True):
            plate.place_at(rect, k, theme, self.mirrored, ratio)
        self.strip.place_at(now.strip, k, theme, self.mirrored, ratio)
        self.panel.place_at(now.score, k, theme, self.mirrored, ratio)
        self.place_message(now.message, k, high=25.0)
        self.place_tools(dict(zip(("undo", "redo", "help", "log"), now.tools, strict=True)) | {"hint": now.hint_tool})
        row, top = now.rows[2], now.panels[2].y
        self.pile_view.place_at(row._replace(y=top, h=now.height - 10 * k - top), k, theme, self.mirrored, ratio)
        self.hand_label.place_at(now.hand_label, 13 * k, theme, Qt.AlignmentFlag.AlignHCenter)
        for ground, rect in zip(self._grounds, now.panels, strict=True):
            path = QPainterPath()
            path.addRoundedRect(paint.qrect(rect), 9, 9)
            ground.setPath(path)
            ground.setBrush(theme.tray_fill)
            ground.setPen(Qt.PenStyle.NoPen)
        for label, rect in (
            (self.strip_label, now.plates[0] if fit.compact else now.strip),
            (self.panel_label, now.plates[1] if fit.compact else now.score),
        ):
            label.lie_over(rect, paint.frame_room(theme))
        self.show_fixtures()
        for item in (*self.slots.values(), *self.captions.values()):
            item.update()  # include those that stay in place, because colours and faces may have changed
        return self._arranged_places()

    def extra_topics(self) -> list[tuple[Rect, str]]:
        now = mirrored_frame(self.frame_now) if self.mirrored else self.frame_now
        return [
            (now.strip, "montreal-mille-strip"),
            (now.score, "montreal-mille-score"),
            (now.message, "message-line"),
            (now.plates[0], "montreal-mille-playing"),
            (now.plates[1], "montreal-mille-players"),
            (now.hand_label, "montreal-mille-hand"),
            (Rect(0, 0, now.width, now.height), "montreal-mille-playing"),
        ]

    def words_read(self) -> list[QRectF]:
        """Return the areas of the base class, and the area of the words in the zone for new sets if the zone is
        visible.
        """
        zone = self.slots[slot_names.LAY]
        assert isinstance(zone, ZoneItem)
        return super().words_read() + ([zone.words] if zone.isVisible() and not zone.words.isEmpty() else [])

    @property
    def compact(self) -> bool:
        return self.frame_now.compact

    def fly(self, face: str, start: Rect | str) -> FlyingCard:
        """Return a card above the table. The card has the size of a card in the hand, scaled to the size at
        ``start``.
        """
        rect = self.card_rect(start) if isinstance(start, str) else start
        width, height = self.card_size()
        x, y = rect.centre
        flight = FlyingCard(self.art, face, self.theme, paint.qrect(Rect(x - width / 2, y - height / 2, width, height)))
        flight.setScale(rect.w / width)
        self.scene().addItem(flight)
        return flight

    def card_rect(self, place: str) -> Rect:
        """Return the rectangle of the card in ``place``. In a fan it is the last card."""
        fan = self.places_now.fans.get(place)
        if fan is None:
            return self.places_now.slots[place]
        slot = self.slots[place]
        assert isinstance(slot, FanItem)
        return slot.card_rect(max(0, len(slot.model.cards) - 1))

    def home_of(self, place: str) -> QPointF:
        return QPointF(*self.card_rect(place).centre)

    # ------------------------------------------------------------------ gestures

    def make_rules(self) -> MontrealDropRules | None:
        if self._viewpoint is not None or isinstance(self.observation, SpectatorView):
            return None
        return MontrealDropRules(self.observation, self.order.cards, self._names)

    def rules(self) -> MontrealDropRules | None:
        return cast("MontrealDropRules | None", super().rules())

    def pressed(self, place: str) -> bool:
        """Show all cards of the pile when its caption is pressed. A second press hides them again."""
        if place != slot_names.LOOK:
            return False
        self._look.ask()
        return True

    def _hover(self, place: str | None) -> None:
        changed = place != self._hovered
        super()._hover(place)
        if changed:
            self._look.pointer_at(place)

    # ------------------------------------------------------------------ keys

    own_keys = OWN_KEYS

    def _smart(self, place: str) -> None:
        """Do the smart play. If a key has asked for smart play and there is nothing to do, announce the reason."""
        rules, means = self.rules(), self._key_means
        super()._smart(place)
        if means and rules is not None and rules.may_lift(place) and not rules.smart_actions(place):
            self.hint.emit(rules.where_to((place,)))

    def draw(self) -> bool:
        return self._keys.do(Qt.Key.Key_D)

    def discard(self) -> bool:
        return self._keys.do(Qt.Key.Key_Delete)

    def standing(self) -> tuple[str, ...]:
        return f"{self.strip.text()} {self.panel.text()}", self.strip.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.key(event):
            super().keyPressEvent(event)
