"""The Mile Bones table: shows observations, turns gestures into actions, and lays the furniture out."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.sprites import Faces
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import HOME_MS, REFUSED_MS, SHAKE_MS, Motion
from mile_bones.desktop.table.flight import Flight
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.lettering import Caption, MessageLine
from mile_bones.desktop.table.view import TableView
from mile_bones.desktop.tables.milebones import intent, places
from mile_bones.desktop.tables.milebones.layout import TableLayout, table_layout
from mile_bones.desktop.tables.milebones.models import ART, captions, empty_table, slot_models
from mile_bones.desktop.tables.milebones.order import HandOrder
from mile_bones.desktop.tables.milebones.panel import Plate, ScorePanel
from mile_bones.desktop.tables.milebones.strip import TripStrip
from mile_bones.desktop.theme import Theme
from mile_bones.games.milebones import DISCARD, DRAW, PLAY, Card, Observation
from mile_bones.games.milebones.scoring import lasting_points
from mile_bones.games.milebones.words import card_name, side_names
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

_SHAKE_PX = 4
_TRAY_RADIUS = 9


class MileBonesTable(TableView):
    """The table of one game in progress. It knows observations and actions, never a state."""

    chosen = Signal(object)
    """The player means this action. Whoever knows if it is legal shows what comes of it, or calls ``refuse``."""
    hint = Signal(str)
    """A sentence for the message line, about a gesture that means nothing."""

    def __init__(self, faces: Faces, parent: QWidget | None = None) -> None:
        super().__init__({place: places.HELP[place] for place in places.ALL}, faces, parent)
        self.setAccessibleName(_("Card table"))
        self.layout_now: TableLayout = table_layout(1280, 742)
        self.order = HandOrder()
        self.strip = TripStrip(faces)
        self.panel = ScorePanel()
        self.plates = (Plate(faces, "car_red"), Plate(faces, "car_blue"))
        self.message = MessageLine()
        self.captions: dict[str, Caption] = {place: Caption() for place in self.layout_now.captions}
        self.hand_label = Caption()
        for item in (self.strip, self.panel, *self.plates, self.message, self.hand_label, *self.captions.values()):
            self.scene().addItem(item)
        self._trays = [self.scene().addPath(QPainterPath()) for _side in range(2)]
        for tray in self._trays:
            tray.setZValue(-1)
        self.strip_words = self.add_words("trip strip", "trip-strip")
        self.panel_words = self.add_words("score", "score-panel")
        self.message_words = self.add_words("message line", "message-line")
        self._observation: Observation | None = None
        self._games = (0, 0)
        self._marked: int | None = None
        self._held: tuple[Flight, int] | None = None
        self._source: tuple[int, Flight | None] | None = None
        self.last_move: str | None = None
        self.show_observation(empty_table())

    # ------------------------------------------------------------------ showing

    @property
    def observation(self) -> Observation | None:
        """What the table shows."""
        return self._observation

    @property
    def marked(self) -> int | None:
        """Which card of the hand is marked for click and click, counted from 0."""
        return self._marked

    def show_observation(self, observation: Observation) -> None:
        """Make the whole scene equal to the observation. Nothing flies any more after this."""
        self._drop_flights()
        self._observation = observation
        self.order.match(observation.hand)
        self._unmark()
        for place, model in slot_models(observation, self.order.cards).items():
            self.slots[place].show_model(model)
            self.slots[place].mark(hidden=False, refused=False)
        self._describe()
        for place, text in captions(observation).items():
            self.captions[place].say(text)
        for seat, side in enumerate((observation.own, observation.other)):
            self.strip.show_miles(seat, side.miles)
        self._show_furniture(observation)

    def show_games(self, games: tuple[int, int]) -> None:
        """The games won, yours first."""
        self._games = games
        if self._observation is not None:
            self._show_furniture(self._observation)

    def show_last_move(self, place: str | None) -> None:
        """Put the pennant there; None: on no slot."""
        self.last_move = place
        for name, slot in self.slots.items():
            slot.mark(last_move=_("Last move") if name == place else "")

    def show_invitation(self) -> None:
        """Light the deck when a card is to be drawn now."""
        observation = self._observation
        may_draw = observation is not None and DRAW in observation.legal_actions()
        words = _("Click to draw") if self.layout_now.card.w > 100 else _("Draw")
        self.invite(places.DRAW if may_draw else None, words)

    def say(self, *texts: str) -> None:
        """The message line: the longest of the texts that fits."""
        self.message.say(*texts)
        self.message_words.say(texts[0] if texts else "")

    def _describe(self) -> None:
        """Tell screen readers what the slots show now, their marks too."""
        for place, slot in self.slots.items():
            marks = slot.marks
            before = _("Marked") if marks.marked else marks.target
            text = _joined(_joined(before, slot.model.description), marks.last_move)
            self.buttons[place].describe(slot.model.name, text)

    def _show_furniture(self, observation: Observation) -> None:
        own, other = observation.own, observation.other
        self.strip.show_goal(observation.goal, observation.extended_by is not None)
        self.strip_words.say(self.strip.text())
        self.panel.show_rows(
            (
                (
                    pgettext("score panel", "To go"),
                    format_number(observation.goal - own.miles),
                    format_number(observation.goal - other.miles),
                ),
                (
                    pgettext("score panel", "Hand"),
                    format_number(lasting_points(own).total),
                    format_number(lasting_points(other).total),
                ),
                (
                    pgettext("score panel", "Total"),
                    format_number(observation.totals[0]),
                    format_number(observation.totals[1]),
                ),
                (pgettext("score panel", "Games"), format_number(self._games[0]), format_number(self._games[1])),
            )
        )
        self.panel_words.say(self.panel.text())
        you, computer = side_names()
        if self.layout_now.k < 1:
            computer = pgettext("name plate", "Comp.")
        self.plates[0].show_player(you, observation.player == observation.seat)
        self.plates[1].show_player(computer, observation.player == 1 - observation.seat)

    # ------------------------------------------------------------------ laying out

    def card_size(self) -> tuple[float, float]:
        return self.layout_now.card.w, self.layout_now.card.h

    def lay_out(self) -> dict[str, Rect]:
        size = self.viewport().size()
        theme, ratio = self.theme, self.devicePixelRatioF()
        now = self.layout_now = table_layout(size.width(), size.height(), mirrored=self.mirrored)
        k = now.k
        self.strip.place_at(now.strip, k, theme, now.mirrored, ratio)
        self.panel.place_at(now.panel, k, theme, now.mirrored)
        for plate, rect in zip(self.plates, now.plates, strict=True):
            plate.place_at(rect, k, theme, now.mirrored, ratio)
        self.message.place_at(now.message, k, theme, now.mirrored)
        lead = Qt.AlignmentFlag.AlignRight if now.mirrored else Qt.AlignmentFlag.AlignLeft
        for place, rect in now.captions.items():
            self.captions[place].place_at(rect, 14.5 * k, theme, lead)
        self.hand_label.place_at(now.hand_label, 12.6 * k, theme, Qt.AlignmentFlag.AlignHCenter)
        self.hand_label.say(pgettext("two lines", "Your\nhand"))
        for tray, rect in zip(self._trays, now.trays, strict=True):
            tray.setPath(_tray_path(rect, _TRAY_RADIUS * k))
            tray.setBrush(theme.tray_fill)
            tray.setPen(Qt.PenStyle.NoPen)
        for words, rect in (
            (self.strip_words, now.strip),
            (self.panel_words, now.panel),
            (self.message_words, now.message),
        ):
            words.setGeometry(*(round(value) for value in rect))
        if self._observation is not None:
            self._show_furniture(self._observation)
            if self.slots[places.DRAW].marks.invite:
                self.show_invitation()
        return now.slots

    def extra_topics(self) -> list[tuple[Rect, str]]:
        now = self.layout_now
        return [
            (now.strip, "trip-strip"),
            (now.panel, "score-panel"),
            (now.message, "message-line"),
            (now.trays[0], "safety-places"),
            (now.trays[1], "computer-safeties"),
            (now.plates[0], "computer-turn"),
            (now.plates[1], "opponents"),
            (now.hand_label, "hand"),
        ]

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for item in self.scene().items():
            item.update()

    # ------------------------------------------------------------------ gestures

    def may_lift(self, place: str | None) -> bool:
        index = None if place is None else places.hand_index(place)
        return index is not None and index < len(self.order.cards)

    def lift(self, place: str, at: tuple[float, float]) -> None:
        index = places.hand_index(place)
        assert index is not None
        self._unmark()
        flight = self.fly(ART[self.order.cards[index]], self.layout_now.slots[place])
        flight.take_up(QPointF(*at))
        self._held = (flight, index)
        self.slots[place].mark(hidden=True)
        self._light(self.order.cards[index])
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: tuple[float, float]) -> None:
        if self._held is None or self._observation is None:
            return
        flight, index = self._held
        flight.follow(QPointF(*to))
        aimed = intent.aimed_at(self.order.cards[index], self.place_under(*to), self._observation)
        for name, slot in self.slots.items():
            slot.mark(over=name == aimed)

    def drop(self, at: tuple[float, float]) -> None:
        if self._held is None:
            return
        flight, index = self._held
        self._held = None
        self._darken()
        flight.put_down()
        place = self.place_under(*at)
        card = self.order.cards[index]
        action = intent.action_at(card, place)
        self._source = (index, flight)
        end = None if place is None else places.hand_index(place)
        if action is not None:
            self.chosen.emit(action)
        elif end is not None or place is None:
            if end is not None and not self.order.sorting:
                self.order.move(index, end)
                self._rearranged(flight, min(end, len(self.order.cards) - 1))
            else:
                self._send_home()
        else:
            self.hint.emit(intent.misplaced(card))
            self.refuse()

    def drop_back(self) -> None:
        if self._held is None:
            return
        flight, index = self._held
        self._held = None
        self._darken()
        flight.put_down()
        self._source = (index, flight)
        self._say_it_stays(self.order.cards[index])
        self._send_home()

    def click(self, place: str | None) -> None:
        if self.gestures.dragging and self.may_lift(place) and self._marked is None:
            self.hint.emit(_("Drag the card to where it goes, or double-click it for smart play."))
            return
        self._press(place)

    def press_key(self, place: str) -> None:
        if self._marked is None and place != places.DRAW and not self.may_lift(place):
            self.hint.emit(_("Choose a card of your hand first, then where it goes."))
            return
        self._press(place)

    def double_click(self, place: str) -> None:
        index = places.hand_index(place)
        if index is None or self._observation is None:
            return
        self._unmark()
        self._source = (index, None)
        self.chosen.emit(intent.smart_action(self.order.cards[index], self._observation.legal_actions()))

    def cancel(self) -> None:
        self._put_back()

    def _press(self, place: str | None) -> None:
        """Click and click, by mouse or by key: the card first, then where it goes."""
        if place == places.DRAW:
            self._unmark()
            self.chosen.emit(DRAW)
            return
        marked = self._marked
        index = None if place is None else places.hand_index(place)
        if marked is None:
            if self.may_lift(place):
                self._mark(index)
            return
        card = self.order.cards[marked]
        action = intent.action_at(card, place)
        if action is not None:
            self._unmark()
            self._source = (marked, None)
            self.chosen.emit(action)
        elif index is not None and index != marked and index < len(self.order.cards):
            self._unmark()
            self._mark(index)
        elif index is not None or place is None:
            self._put_back()
        else:
            self._unmark()
            self.hint.emit(intent.misplaced(card))

    def _mark(self, index: int | None) -> None:
        self._marked = index
        if index is not None:
            self.slots[places.hand(index)].mark(marked=True)
            self._light(self.order.cards[index])

    def _unmark(self) -> None:
        if self._marked is not None:
            self.slots[places.hand(self._marked)].mark(marked=False)
            self._marked = None
            self._darken()

    def _put_back(self) -> None:
        """The player has thought again about the marked card."""
        if self._marked is not None:
            card = self.order.cards[self._marked]
            self._unmark()
            self._say_it_stays(card)

    def _say_it_stays(self, card: Card) -> None:
        self.hint.emit(_("{card} stays in your hand.").format(card=card_name(card)))

    def _light(self, card: Card) -> None:
        """Light the legal targets, veil everything else."""
        if self._observation is None:
            return
        lit = intent.targets(card, self._observation)
        for name, slot in self.slots.items():
            words = lit.get(name, "")
            slot.mark(target=words, over=False, dimmed=not words and not slot.marks.marked)
        self._describe()
        self.hint.emit(self._where_to(card, lit))

    def _where_to(self, card: Card, lit: dict[str, str]) -> str:
        observation = self._observation
        assert observation is not None
        legal = observation.legal_actions()
        if PLAY[card] in legal:
            pile = intent.name_in_sentence(intent.destination(card, len(observation.own.safeties)))
            if DISCARD[card] in legal:
                return _("{card}: put it on {place}, or discard it.").format(card=card_name(card), place=pile)
            return _("{card}: put it on {place}.").format(card=card_name(card), place=pile)
        if DISCARD[card] in legal:
            reason = self.slots[places.hand(self.order.cards.index(card))].model.description
            return _("{card}. {reason}. You may discard it.").format(card=card_name(card), reason=reason)
        return _("{card}. Draw a card first.").format(card=card_name(card))

    def _darken(self) -> None:
        for slot in self.slots.values():
            slot.mark(target="", over=False, dimmed=False)
        self._describe()
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    # ------------------------------------------------------------------ cards that fly

    def fly(self, face: str, start: Rect) -> Flight:
        """A card above the table; ``show_observation`` takes it away."""
        flight = Flight(self._faces, face, self.theme, start)
        self.scene().addItem(flight)
        return flight

    def take_source(self) -> tuple[int, Flight | None] | None:
        """Which card of the hand the chosen action came from, and the card in flight if it was dragged."""
        source, self._source = self._source, None
        return source

    def refuse(self) -> None:
        """The chosen action is refused: the card shakes and goes home."""
        if self._source is None:
            return
        index, flight = self._source
        place = places.hand(index)
        if self.animator.still or flight is None:
            self.slots[place].mark(refused=True)
            QTimer.singleShot(REFUSED_MS, self, lambda: self.slots[place].mark(refused=False))
            self._send_home()
            return
        here = flight.pos()
        waves = [0, -1, 1, -1, 1, -1, 1, 0]

        def shake(part: float) -> None:
            step = min(int(part * len(waves)), len(waves) - 1)
            flight.setPos(here.x() + _SHAKE_PX * waves[step], here.y())

        self._send_home(Motion(shake, SHAKE_MS))

    def _send_home(self, before: Motion | None = None) -> None:
        source = self.take_source()
        if source is None:
            return
        index, flight = source
        place = places.hand(index)
        if flight is None:
            return
        start, end = flight.pos(), self.slots[place].rect.center()
        delay = before.length if before else 0.0
        home = Motion(lambda part: flight.between(start, end, part), HOME_MS, delay)

        def landed() -> None:
            self._remove(flight)
            self.slots[place].mark(hidden=False)

        self.animator.run([before, home] if before else [home], landed)

    def _rearranged(self, flight: Flight, index: int) -> None:
        """The hand was put into another order by dragging."""
        self._source = None
        self._remove(flight)
        if self._observation is not None:
            invited = bool(self.slots[places.DRAW].marks.invite)
            self.show_observation(self._observation)
            self.focus_place(places.hand(index))
            if invited:
                self.show_invitation()

    def _remove(self, flight: Flight) -> None:
        if flight.scene() is not None:
            self.scene().removeItem(flight)

    def _drop_flights(self) -> None:
        if self._held is not None:
            self._darken()
        self._held = None
        self._source = None
        for item in self.scene().items():
            if isinstance(item, Flight):
                self.scene().removeItem(item)


def _joined(before: str, after: str) -> str:
    if not before or not after:
        return before or after
    return _("{sentence}. {next_sentence}").format(sentence=before, next_sentence=after)


def _tray_path(rect: Rect, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(paint.qrect(rect), radius, radius)
    return path
