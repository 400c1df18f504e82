"""The view of a table: slots with accessible buttons, mouse and keyboard input, What's This, and the map below.

The view shows what its owner sets, and reports what the player does. ``Board`` is the base class of the games' boards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QHelpEvent,
    QHideEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QPixmapCache,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView, QToolTip, QWidget

from mile_bones.desktop.look.theme import active_fit
from mile_bones.desktop.look.themes import LIGHT, Theme
from mile_bones.desktop.plain_text import show_own_whats_this, show_tip
from mile_bones.desktop.screen_reader import set_role
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.background import background
from mile_bones.desktop.table.captions import Caption, MessageLine
from mile_bones.desktop.table.drag_overlay import DragOverlay, TableScene
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.flying_words import FlyingWords
from mile_bones.desktop.table.focus import FocusGroups
from mile_bones.desktop.table.gestures import Gestures, GestureTarget, Point, Touched
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.magnifier import Magnifier, is_small
from mile_bones.desktop.table.side_line import SideLine
from mile_bones.desktop.table.slot import SlotItem
from mile_bones.desktop.table.slot_buttons import AccessibleLabel, Announcer, SlotButton
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.sound.cue import Cue

_REST_MS = 600
"""The time that the pointer has to rest on a place before the magnifier appears."""
_WORDS_MS = 150
"""The time for which the words of a place must stay the same before screen readers get them.

Orca drops its speech queue when it gets too many changes, and most changes are undone before the turn ends.
"""
_WORDS_APART_MS = 400
"""The minimum time between two updates of the words while announcements are being made."""
_ROOM_KB = 10_240
_ROOM_PER_TABLE = 2.0
"""The size of Qt's pixmap cache, as a multiple of the memory of a picture of the table. It is at least ``_ROOM_KB``.

The pictures of all items need less than twice the memory of such a picture. On a large table that is more than Qt's
default.
"""


class TableView(QGraphicsView):
    """The part of a table that all games share. Scene coordinates are the viewport's logical pixels."""

    input_began = Signal()
    """Emitted for a press or a key before it acts. Running animations must be finished now."""
    help_wanted = Signal(str, QPoint)
    """Emitted when What's This was asked at a place: the arguments are the help topic and the global position."""
    chosen = Signal(object)
    """Emitted when the player chooses this action. The receiver checks whether the action is legal, and then shows or
    refuses it.
    """
    hint = Signal(str)
    """Emitted with a sentence for the message line, about a gesture that means nothing."""
    laid_back = Signal()
    """Emitted when the things that the pointer held go back to their places without an action."""
    cued = Signal(object)
    """Emitted for sounds to play now: a tuple of `Cue`, one after another, or `CuesAt` if they come from a side."""

    handles = "card"
    """The kind of things that the hands of a player move. The sounds of handling begin with this name."""

    def __init__(
        self,
        places: dict[str, str],
        art: CardArt,
        parent: QWidget | None = None,
        *,
        groups: Sequence[Sequence[str]] = (),
    ) -> None:
        """`places` maps the slots to their help topics, the lowest slot first. For `groups` see ``FocusGroups``."""
        super().__init__(parent)
        self.art = art
        """The pictures of the cards or pieces of this table."""
        self._theme: Theme = LIGHT
        self._background = QPixmap()
        self._background_key: tuple[QSize, float, str] | None = None
        self._ratio = 0.0
        self._laid_out_for: tuple[object, ...] | None = None
        self._rects: dict[str, Rect] = {}
        self._hovered: str | None = None
        self._keyboard = False
        self._key_means = True  # False if the card in focus changed when a key that presses it went down
        self._lay_still = True  # False if the card in focus changed when any key went down
        self._pressed: tuple[int, Point] | None = None  # the time in milliseconds and the point of the last press
        self.setViewport(QWidget())  # otherwise Qt would search for its own viewport among all widget classes
        self._scene = TableScene(self)
        self._drag_overlay: DragOverlay | None = None
        self.setScene(self._scene)
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # a few dozen items, some of which move
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_role(self, QAccessible.Role.Grouping)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the background covers the whole area
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the slots have the focus
        self.announcer = Announcer(self)
        self.animator = Animator(self)
        self.animator.finished.connect(self._paint_at_once)
        self.ambience = Animator(self)
        """Runs the animations that the game does not wait for, such as those of the cars."""
        self.target = self.gesture_target()
        self.gestures = Gestures(self.target)
        self.groups = FocusGroups(groups)
        self.slots: dict[str, SlotItem] = {}
        self.buttons: dict[str, SlotButton] = {}
        for place, topic in places.items():
            self.add_slot(place, topic)
        self.labels: dict[str, AccessibleLabel] = {}
        self.magnifier = Magnifier(self.viewport())
        """Shows an enlarged place, which has the focus or a resting pointer, if the table is in its compact form."""
        self._magnified: str | None = None
        self._words_change = QTimer(self, singleShot=True, interval=_WORDS_MS)
        self._words_change.timeout.connect(self._tell_words_at_rest)
        self._words_told = QElapsedTimer()
        self.busy: Callable[[], bool] = lambda: False
        """A function that returns True while others play or something moves. The game on this table sets it."""
        self.announcer.speaking.connect(self._tell_words_around)
        self._resting = QTimer(self, singleShot=True, interval=_REST_MS)
        self._resting.timeout.connect(lambda: self._magnify(self._hovered))
        self.input_began.connect(self.magnifier.hide)

    # ------------------------------------------------------------------ for the board of a game

    def gesture_target(self) -> GestureTarget:
        """Return the receiver of the gestures on this table. The constructor calls this method once."""
        raise NotImplementedError

    def add_slot(self, place: str, topic: str) -> None:
        """Add a slot above the others, for a table whose places come and go. The slot becomes visible with the next
        layout.
        """
        item = self.make_slot(place)
        self.scene().addItem(item)
        self.slots[place] = item
        button = SlotButton(place, self.viewport(), topic)
        button.key_pressed.connect(self._key_began)
        button.clicked.connect(lambda _checked=False, place=place: self._button_pressed(place))
        button.arrow.connect(self._arrow)
        button.nudged.connect(self._nudge)
        button.entered.connect(self._entered)
        button.smart.connect(self._smart)
        button.escape.connect(self._escape)
        button.focused.connect(self._focused)
        button.tabbed.connect(lambda: self._show_focus(True))
        self.buttons[place] = button

    def make_slot(self, place: str) -> SlotItem:
        """Return the item of a slot."""
        return SlotItem(place, self.art)

    def add_label(self, name: str, topic: str) -> AccessibleLabel:
        """Return a new label for screen readers, to be placed over a painted item. `topic` is its help topic."""
        label = AccessibleLabel(self.viewport(), name, topic)
        label.paint_focus = lambda painter, rect: paint.frame_focus(painter, rect, self._theme)
        label.arrow.connect(self._arrow)
        self.labels[name] = label
        return label

    def lay_out(self) -> dict[str, Rect]:
        """Place everything for the present size. Return the rectangles of the slots."""
        raise NotImplementedError

    def card_size(self) -> tuple[float, float]:
        """Return the width and height of a card in the present layout."""
        raise NotImplementedError

    def turn(self) -> object:
        """Return a value that stays equal during one turn. A thing that was pressed in one turn is not played in
        another.
        """
        raise NotImplementedError

    @property
    def compact(self) -> bool:
        """Whether the table is in its compact form."""
        return False

    @property
    def magnifies(self) -> bool:
        """Whether cards are too small to read, so that the magnifier shows them."""
        return self.compact and is_small(self.card_size()[0], active_fit().k)

    def words_read(self) -> list[QRectF]:
        """Return the areas of text that nothing may cover: the captions, the message line, and the lines about both
        sides.
        """
        items = (item for item in self.scene().items() if item.isVisible())
        return [item.inked for item in items if isinstance(item, Caption | MessageLine | SideLine)]

    def things_seen(self) -> list[QRectF]:
        """Return the areas of things that the magnifier covers only if there is no other room. Default: the cards."""
        return [slot.rect for slot in self.slots.values() if slot.isVisible() and slot.model.face is not None]

    def extra_topics(self) -> list[tuple[Rect, str]]:
        """Return the help topics of areas that are not slots."""
        return []

    # ------------------------------------------------------------------ theme and size

    @property
    def theme(self) -> Theme:
        """The theme, with all colours."""
        return self._theme

    @property
    def mirrored(self) -> bool:
        """Whether the table reads from right to left."""
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def set_theme(self, theme: Theme) -> None:
        """Change the theme and repaint everything."""
        self._theme = theme
        self.refresh()
        for item in self.scene().items():
            item.update()  # including the items whose place has not changed

    def refresh(self) -> None:
        """Lay everything out again, after a change of size, theme or device pixel ratio."""
        size = self.viewport().size()
        self._laid_out_for = None
        if not self.isVisible() or size.width() < 50 or size.height() < 50:
            return  # a hidden table is laid out when it is shown, in its size at that time
        self._interrupt()
        self.magnifier.hide()
        self._ratio = self.devicePixelRatioF()
        self.setSceneRect(QRectF(0, 0, size.width(), size.height()))
        rects = self.lay_out()
        self.art.configure(self._theme, self.card_size(), self._ratio)
        self._make_room()
        self._lay_background(size)
        self.place_slots(rects)
        if self._keyboard:
            self._magnify(self.focused_place)
        self.viewport().update()
        self._laid_out_for = self._circumstances()

    def keep_up(self) -> None:
        """Lay everything out again if something that the layout depends on has changed."""
        if self.isVisible() and self._laid_out_for != self._circumstances():
            self.refresh()

    def _make_room(self) -> None:
        size = self.viewport().size() * self._ratio
        QPixmapCache.setCacheLimit(max(_ROOM_KB, round(_ROOM_PER_TABLE * 4 * size.width() * size.height() / 1024)))

    def _interrupt(self) -> None:
        self.gestures.cancel()
        self.input_began.emit()

    def _circumstances(self) -> tuple[object, ...]:
        """Return the values that the layout depends on and that may change unnoticed while the table is hidden."""
        return self.viewport().size(), self.devicePixelRatioF(), self.mirrored, active_fit()

    def place_slots(self, rects: dict[str, Rect]) -> None:
        """Place the slots at `rects`.

        Slots without a rectangle are hidden, such as a place of the hand without a card.
        """
        before, self._rects = self._rects, rects
        for place, slot in self.slots.items():
            rect, button = rects.get(place), self.buttons[place]
            slot.setVisible(rect is not None)
            slot.show_words(not self.magnifies)
            if rect is not None:
                slot.place_at(rect, self._theme, self.mirrored)
                button.setGeometry(*(round(value) for value in rect))
            if button.isHidden() == (rect is not None):
                self._show_button(button, rect is not None)
            if (place in before) != (rect is not None):
                self._describe(place)
        self._set_tab_stops(self.slots)

    def _show_button(self, button: SlotButton, shown: bool) -> None:
        """Show or hide a slot's button. If a button with the focus is hidden, the nearest button of its group gets the
        focus.
        """
        heir = None if shown or not button.hasFocus() else self.groups.heir(button.place, self._rects)
        if heir is not None:
            self.buttons[heir].setVisible(True)
            self.focus_place(heir)
        button.setVisible(shown)

    def _set_tab_stops(self, places: Iterable[str]) -> None:
        """Let the Tab key stop once in each group of `places`."""
        for place in places:
            if place not in self.buttons:
                continue  # this slot has never been used
            stop = self.groups.stop(place, self._rects) in (place, None)
            policy = Qt.FocusPolicy.StrongFocus if stop else Qt.FocusPolicy.ClickFocus
            self.buttons[place].setFocusPolicy(policy if place in self._rects else Qt.FocusPolicy.NoFocus)

    def _lay_background(self, size: QSize) -> None:
        wanted = (size, self._ratio, self._theme.name)
        if wanted != self._background_key:
            self._background = QPixmap()
            self._background = background(size.width(), size.height(), self._ratio, self._theme)
            self._background_key = wanted

    def animators(self) -> tuple[Animator, ...]:
        """Return all animators, whose speed can be changed."""
        return self.animator, self.ambience

    def finish(self) -> None:
        """Bring all animations to their end, including animations that start when others end."""
        while self.animator.running:
            self.animator.finish()
        self.ambience.finish()

    def fly(self, face: str, start: Rect | str) -> FlyingCard:
        """Return a flying card over `start`, a rectangle or a slot. ``land`` or ``land_all`` removes it."""
        rect = self.slots[start].rect if isinstance(start, str) else paint.qrect(start)
        flight = FlyingCard(self.art, face, self._theme, rect)
        self.scene().addItem(flight)
        return flight

    def size_at(self, place: str) -> float:
        """Return the size of a thing at `place`, as a part of its size in flight. Default: 1."""
        return 1.0

    def home_of(self, place: str) -> QPointF:
        """Return the point to which a thing from ``place`` flies home. Default: the middle of the slot."""
        return self.slots[place].rect.center()

    def hold(self, *flights: FlyingCard) -> None:
        """Attach `flights` to the pointer, the lowest first. Call ``held_moved`` whenever they have moved."""
        self._drag_overlay = DragOverlay(flights, self._scene, self.viewport())

    def held_moved(self) -> None:
        """Repaint after the held cards have moved."""
        if self._drag_overlay is not None:
            self._drag_overlay.moved()

    def let_go(self) -> None:
        """Detach the held cards from the pointer."""
        if self._drag_overlay is not None:
            self._drag_overlay.let_go()
            self._drag_overlay = None
            self._paint_at_once()

    def _paint_at_once(self) -> None:
        """Repaint everything if the device pixel ratio is fractional.

        Partial updates during an animation leave seams of one pixel on such a screen.
        """
        if not self._ratio.is_integer():
            self.viewport().update()

    def handled(self, how: str, place: str) -> None:
        """Play the sound of a thing that was picked up at ``place``, or came to rest there. ``how`` is "lifted" or
        "landed".
        """
        from mile_bones.desktop.sound.cue import Cue  # imported late, because the first picture does not need it

        self.play_at((Cue(f"{self.handles}_{how}"),), place)

    def play_at(self, cues: Sequence[Cue], place: str | None) -> None:
        """Play ``cues`` so that they are heard from ``place``. If it is None, they are heard from the middle."""
        if cues:
            from mile_bones.desktop.sound.cue import CuesAt

            slot, width = None if place is None else self.slots.get(place), self.viewport().width()
            x = width / 2 if slot is None else slot.rect.center().x()
            self.cued.emit(CuesAt(cues, max(-1.0, min(1.0, 2 * x / width - 1))))

    def land(self, flight: FlyingCard | FlyingWords) -> None:
        """Remove this flying card, or these flying words."""
        if flight.scene() is not None:
            self.scene().removeItem(flight)

    def land_all(self) -> None:
        """Remove everything that is in flight."""
        for item in self.scene().items():
            if isinstance(item, FlyingCard | FlyingWords):
                self.scene().removeItem(item)

    def mark_just(self, **marks: Mapping[str, object]) -> None:
        """Set marks at the given places, with a value for each place. Remove these marks from all other places."""
        for name, values in marks.items():
            for place, slot in self.slots.items():
                value = values.get(place, getattr(type(slot.marks), name))  # the default of the mark
                if getattr(slot.marks, name) != value:
                    slot.mark(**{name: value})

    def describe(self) -> None:
        """Update the words of the slots for screen readers, including the words for their marks."""
        for place, slot in self.slots.items():
            if slot.reworded:
                self._describe(place)

    def _describe(self, place: str) -> None:
        """Update the words of one slot.

        A hidden slot has no words, because even a hidden button reports its name to a program that reads the window.
        """
        slot, marks = self.slots[place], self.slots[place].marks
        slot.reworded = False
        if place not in self._rects:
            self.buttons[place].describe("", "")
            self.buttons[place].setGeometry(0, 0, 0, 0)  # its old position would reveal the number of cards before it
            self._tell_words_soon()
            return
        text = _joined(_joined(_joined(marks.target, slot.model.description), marks.last_move), marks.drawn)
        text = _joined(marks.suggested or (marks.ghost.text if marks.ghost else ""), text)
        marked = bool(marks.marked or marks.selected)
        self.buttons[place].describe(slot.model.name, text, marked=marked, empty=self.is_gap(place))
        self._tell_words_soon()

    def _tell_words_soon(self) -> None:
        if QAccessible.isActive():
            self._words_change.start()

    def tell_words(self) -> None:
        """Give the present words of all places to screen readers at once."""
        for button in self.buttons.values():
            button.tell_words()

    def _tell_words_at_rest(self) -> None:
        """Give the words to screen readers, but delay those of the place in focus until the others have played.

        A reader speaks the words of the focused place at once, and these words may change with each step of the other
        players.
        """
        held = None
        for button in self.buttons.values():
            if button.hasFocus() and self.busy():
                held = button
            else:
                button.tell_words()
        if held is not None:
            self._words_change.start()

    def _tell_words_around(self) -> None:
        """Give readers the words of all places except the focused one. A reader speaks these words only on request.

        Do nothing if the last update was less than ``_WORDS_APART_MS`` ago.
        """
        if self._words_told.isValid() and self._words_told.elapsed() < _WORDS_APART_MS:
            return
        self._words_told.start()
        for button in self.buttons.values():
            if not button.hasFocus():
                button.tell_words()

    def is_gap(self, place: str) -> bool:
        """Return True if nothing at `place` was played or thrown away, so that a reader need not say that the place is
        empty.
        """
        return False

    def place_under(self, x: float, y: float) -> str | None:
        """Return the slot at this point, the topmost if several overlap, or None."""
        for place, rect in reversed(self._rects.items()):
            if rect.holds(x, y):
                return place
        return None

    def seen_at(self, place: str) -> str:
        """Return the slot whose card is seen at `place`. The result differs from `place` only while cards make room."""
        return place

    def places_covered(self, card: Rect, pointer: Point) -> tuple[str, ...]:
        """Return the places that a held thing means, the most covered first.

        A place is meant if it is under at least a quarter of the thing, or under the pointer.
        """
        from mile_bones.desktop.table.drop_target import covered

        return covered(card, pointer, self._rects)

    def focus_place(self, place: str) -> None:
        """Give this slot the keyboard focus."""
        self.buttons[place].setFocus(Qt.FocusReason.OtherFocusReason)

    def place_of_focus(self) -> str | None:
        focused = self.window().focusWidget()
        return next((place for place, button in self.buttons.items() if button is focused), None)

    @property
    def focused_place(self) -> str | None:
        """The slot with the keyboard focus, or None."""
        return next((place for place, button in self.buttons.items() if button.hasFocus()), None)

    # ------------------------------------------------------------------ keyboard

    def _key_began(self, presses: bool) -> None:
        self._show_focus(True)
        place = self.focused_place
        before = self._lying(place)
        self.input_began.emit()
        self._lay_still = self._lying(place) == before
        self._key_means = not presses or self._lay_still

    def _show_focus(self, keyboard: bool) -> None:
        """Show the focus ring for keyboard users, or hide it after use of the pointer."""
        self._keyboard = keyboard
        focused = self.focused_place
        self.mark_just(focus={focused: True} if keyboard and focused else {})
        self._magnify(focused if keyboard else None)

    def _button_pressed(self, place: str) -> None:
        """Do what a press by a key or a screen reader means.

        Do nothing if the board is hidden, which a reader can press too. Do nothing if this press has finished the
        animation that brought the thing to the place.
        """
        if not self.isVisible():
            return
        means, self._key_means, before = self._key_means, True, self._lying(place)
        self.input_began.emit()
        if not self.gestures.cancel() and means and self._lying(place) == before:
            self.target.press_key(place)

    def enter_plays(self, place: str) -> bool:
        """Return True if Enter is smart play at `place`. Otherwise it does what Space does."""
        return False

    def _entered(self, place: str) -> None:
        if self.enter_plays(place):
            self._smart(place)
        else:
            self.buttons[place].click()

    def _arrow(self, place: str, dx: int, dy: int) -> None:
        places = self._rects
        if place in self.labels:
            label = self.labels[place].geometry()
            places = {**places, place: Rect(label.x(), label.y(), label.width(), label.height())}
        if place not in places:  # the key finished an animation that removed the place
            return
        target = self.groups.step(places, place, dx, dy)
        if target is not None:
            self.focus_place(target)

    def _nudge(self, place: str, dx: int) -> None:
        self.gestures.cancel()
        self.target.nudge(place, -dx if self.mirrored else dx)

    def _smart(self, place: str) -> None:
        means, self._key_means = self._key_means, True
        if not self.gestures.cancel() and means and self.target.may_lift(place):
            self.target.double_click(place)

    def _escape(self) -> None:
        if not self.gestures.cancel():
            self.target.put_back()

    def _focused(self, place: str, on: bool) -> None:
        if on:
            self.groups.enter(place)
            self._set_tab_stops(self.groups.members(place))
        else:
            self._tell_words_soon()  # so that the reader first hears that the focus has gone
        self.slots[place].mark(focus=on and self._keyboard)
        if self._keyboard:
            self._magnify(place if on else None)

    def _magnify(self, place: str | None) -> None:
        """Show `place` in the magnifier if it is too small to be read, or hide the magnifier if `place` is None."""
        self._magnified = place
        if place is None or not self.magnifies or self.gestures.carrying or self.animator.running:
            self.magnifier.hide()
            return
        slot, room = self.slots[self.seen_at(place)], self.sceneRect()
        face = slot.model.face if not slot.marks.hidden else None
        picture = (
            QPixmap() if face is None else self.magnified(place, face, Magnifier.picture_width(room, active_fit().k))
        )
        text = _joined(slot.model.name, slot.marks.call or slot.marks.target or slot.model.description)
        self.magnifier.show_beside(
            slot.rect, room, active_fit().k, self._theme, picture, text, self.words_read(), self.things_seen()
        )

    def magnify_again(self) -> None:
        """Place the magnifier again, because words on the table have changed and the magnifier must not cover them."""
        if self.magnifier.isVisible():
            self._magnify(self._magnified)

    def magnified(self, place: str, face: str, width: float) -> QPixmap:
        """Return the picture of the thing at `place`, `width` logical pixels wide."""
        return self.art.magnified(face, width)

    # ------------------------------------------------------------------ Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._laid_out_for == self._circumstances():
            self._interrupt()  # Qt has just reported the size, or nothing has changed since the table was hidden
            self._lay_background(self.viewport().size())
            self._make_room()
        else:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.gestures.release_elsewhere()
        if not event.spontaneous():
            self._words_change.stop()
            self.tell_words()  # at once: while a shared device is handed over, the old words must not be readable
            self._background, self._background_key = QPixmap(), None

    def paintEvent(self, event: QPaintEvent) -> None:
        held = self._drag_overlay
        if held is None or not held.paint_still(event.region()):
            super().paintEvent(event)
        if held is not None:
            held.paint_items()

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        if self._background.isNull():
            painter.fillRect(rect, self._theme.map_base)
            return
        # Draw from the corner of the map. A part of it that begins between two device pixels would be half a
        # pixel off.
        painter.drawPixmap(QPointF(), self._background)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        at = (event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton:
            touched = self._touch(at)
            if touched.place is not None:
                self.buttons[touched.place].setFocus(Qt.FocusReason.MouseFocusReason)
            self.gestures.press(touched, at, again=self._is_again(event))
        else:
            self.input_began.emit()
            if event.button() == Qt.MouseButton.RightButton:
                self._escape()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def _touch(self, at: Point) -> Touched:
        """Return the target of a press at this point, after finishing all animations."""
        moving, turn, before = self.animator.running, self.turn(), self._lying(self.place_under(*at))
        self.input_began.emit()
        place = self.place_under(*at)
        lying, same_turn = self._lying(place), self.turn() == turn
        thing = (turn, lying) if same_turn else None
        return Touched(place, thing, at_rest=same_turn and not moving, lay_there=lying == before)

    def _lying(self, place: str | None) -> tuple[str | None, str | None]:
        """Return the place, and the face of its card unless the card is in flight."""
        if place is None or self.slots[place].marks.hidden:
            return place, None
        return place, self.slots[place].model.face

    def _is_again(self, event: QMouseEvent) -> bool:
        """Return True if this press is so soon after the last one, and so near to it, that it may be a double-click.

        The same is true of a third and fourth press. Qt's own double-click is not used, because Qt also reports one for
        two quick taps at different points.
        """
        hints, now = QApplication.styleHints(), event.timestamp()
        at, last = (event.position().x(), event.position().y()), self._pressed
        self._pressed = (now, at)
        if last is None or not 0 <= now - last[0] < hints.mouseDoubleClickInterval():
            return False
        near = hints.touchDoubleTapDistance() if _is_by_finger(event) else hints.mouseDoubleClickDistance()
        return math.dist(at, last[1]) < near

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = (event.position().x(), event.position().y())
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.gestures.release_elsewhere()  # if the button was down, a dialog opened by the press got the release
        self.gestures.move(at)
        self._hover(None if self.gestures.carrying else self.place_under(*at))
        if not self.gestures.carrying:
            self.target.hover(at)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at = (event.position().x(), event.position().y())
            self.gestures.release(self.place_under(*at), at)
        if _is_by_finger(event):
            self._hover(None)  # the finger has left the screen, so no place is under a pointer
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape cancel even if no slot has the focus. All other keys belong to the slots."""
        if event.key() == Qt.Key.Key_Escape:
            self.input_began.emit()
            self._escape()
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Answer What's This and tooltips for the items, which cannot do so themselves.

        This method also handles the pointer leaving. Decision 087 says why ``leaveEvent`` is not used.
        """
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        if event.type() == QEvent.Type.QueryWhatsThis:
            event.accept()
            return True
        if event.type() in (QEvent.Type.WhatsThis, QEvent.Type.ToolTip) and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            if event.type() == QEvent.Type.WhatsThis:
                self.gestures.cancel()  # a long press does not drag
                self._hover(None)  # the bubble, not the table, gets the event when the finger leaves the screen
                self.help_wanted.emit(self.topic_at(point.x(), point.y()), event.globalPos())
            else:
                self._tooltip(point, event.globalPos())
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._ratio != self.devicePixelRatioF():
            self.refresh()
        return super().viewportEvent(event)

    def topic_at(self, x: float, y: float) -> str:
        """Return the help topic of the button, slot or other area at this point."""
        button = self.viewport().childAt(round(x), round(y))
        if button is not None:
            return str(button.property("helpTopic"))
        place = self.place_under(x, y)
        if place is not None:
            return str(self.buttons[place].property("helpTopic"))
        return next((topic for rect, topic in self.extra_topics() if rect.holds(x, y)), "playing")

    def show_whats_this(self, text: str, at: QPoint) -> None:
        """Show `text` in a What's This bubble at the global position `at`."""
        show_own_whats_this(at, text, self)

    def _tooltip(self, point: QPointF, at: QPoint) -> None:
        place = self.place_under(point.x(), point.y())
        if place is None:
            QToolTip.hideText()
            return
        model = self.slots[self.seen_at(place)].model
        text = f"{model.name}\n{model.description}" if model.description else model.name
        show_tip(at, text, self.viewport(), self.slots[place].rect.toRect())

    def _hover(self, place: str | None) -> None:
        if place == self._hovered:
            return
        for name, on in ((self._hovered, False), (place, True)):
            if name is not None:
                self.slots[self.seen_at(name)].mark(hover=on)
        self._hovered = place
        self._resting.stop()
        if self.magnifies and not self._keyboard:
            self.magnifier.hide()
            if place is not None:
                self._resting.start()
        usable = place is not None and self.slots[self.seen_at(place)].model.usable
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if usable else Qt.CursorShape.ArrowCursor)


def _is_by_finger(event: QMouseEvent) -> bool:
    return event.pointingDevice().type() == QInputDevice.DeviceType.TouchScreen


def _joined(before: str, after: str) -> str:
    if not before or not after:
        return before or after
    return _("{sentence}. {next_sentence}").format(sentence=before, next_sentence=after)
