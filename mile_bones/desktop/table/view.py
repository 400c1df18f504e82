"""The view of a table: slots with their accessible buttons, mouse and keyboard, What's This, and the map below.

A game's table derives from ``TableView``: it lays the slots out, says what lies in them, and answers the gestures.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPixmap, QPixmapCache, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QToolTip, QWidget

from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.theme import LIGHT, Theme
from mile_bones.desktop.plain_text import show_own_whats_this, show_tip
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.access import AccessibleLabel, Announcer, SlotButton
from mile_bones.desktop.table.animator import HALO_BREATHS, HALO_MS, Animator, Motion
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.cloth import paint_cloth
from mile_bones.desktop.table.gestures import Gestures
from mile_bones.desktop.table.layout import Rect, neighbour
from mile_bones.desktop.table.slot import SlotItem

_LARGE_CARD = 200
"""From this width on, in device pixels, painting a card's shadow and edges anew takes too long for a frame."""
_ROOM_KB = 10_240
_ROOM_FOR_LARGE_KB = 65_536


class TableView(QGraphicsView):
    """What every table does. Scene coordinates are the viewport's logical pixels."""

    input_began = Signal()
    """A press or a key, before it acts: running animations are to be finished now."""
    help_wanted = Signal(str, QPoint)
    """What's This was asked at a place: help topic and global position."""

    def __init__(self, places: dict[str, str], faces: CardArt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces = faces
        self._theme: Theme = LIGHT
        self._cloth = QPixmap()
        self._cloth_for: tuple[QSize, float, str] | None = None
        self._ratio = 0.0
        self._rects: dict[str, Rect] = {}
        self._hovered: str | None = None
        self._keyboard = False
        self.setViewport(QWidget())  # the one that Qt makes would have to be looked up among all classes of widgets
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # a few dozen items, some moving
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the slots have it
        self.announcer = Announcer(self)
        self.animator = Animator(self)
        self.ambience = Animator(self)
        """What moves on without holding the game up: the cars."""
        self._breath = Animator(self)
        self.gestures = Gestures(self)
        self.slots: dict[str, SlotItem] = {}
        self.buttons: dict[str, SlotButton] = {}
        for place, topic in places.items():
            item = SlotItem(place, faces)
            self.scene().addItem(item)
            self.slots[place] = item
            button = SlotButton(place, self.viewport(), topic)
            button.key_pressed.connect(self._key_began)
            button.clicked.connect(lambda _checked=False, place=place: self._button_pressed(place))
            button.arrow.connect(self._arrow)
            button.smart.connect(self._smart)
            button.escape.connect(self._escape)
            button.focused.connect(self._focused)
            button.tabbed.connect(lambda: self._show_focus(True))
            self.buttons[place] = button
        self.labels: dict[str, AccessibleLabel] = {}

    # ------------------------------------------------------------------ for the table of a game

    def add_label(self, name: str, topic: str) -> AccessibleLabel:
        """Words for screen readers over something that is painted."""
        label = AccessibleLabel(self.viewport(), name, topic)
        label.paint_focus = lambda painter, rect: paint.frame_focus(painter, rect, self._theme)
        label.arrow.connect(self._arrow)
        self.labels[name] = label
        return label

    def lay_out(self) -> dict[str, Rect]:
        """Put everything where it belongs for the present size; returns the places of the slots."""
        raise NotImplementedError

    def card_size(self) -> tuple[float, float]:
        """Width and height of a card in the present layout."""
        raise NotImplementedError

    def extra_topics(self) -> list[tuple[Rect, str]]:
        """Help topics of places that are no slots."""
        return []

    def may_lift(self, place: str | None) -> bool:
        """A card lies there that the player may move."""
        raise NotImplementedError

    def lift(self, place: str, at: tuple[float, float]) -> None:
        """The card is taken up."""
        raise NotImplementedError

    def carry(self, to: tuple[float, float]) -> None:
        """The pointer moves on with the card."""
        raise NotImplementedError

    def drop(self, at: tuple[float, float]) -> None:
        """The card is let go."""
        raise NotImplementedError

    def drop_back(self) -> None:
        """The card goes home."""
        raise NotImplementedError

    def click(self, place: str | None) -> None:
        """A click that is no drag."""
        raise NotImplementedError

    def press_key(self, place: str) -> None:
        """Space, Enter, or the press of a screen reader: what a click does in click and click."""
        raise NotImplementedError

    def double_click(self, place: str) -> None:
        """Smart play."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Escape or the right button while nothing is dragged."""
        raise NotImplementedError

    # ------------------------------------------------------------------ theme and size

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self._theme

    @property
    def mirrored(self) -> bool:
        """The table reads from right to left."""
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Lay everything out anew: after a change of size, theme or device pixel ratio."""
        size = self.viewport().size()
        if not self.isVisible() or size.width() < 50 or size.height() < 50:
            return  # when it is shown, it is laid out in the size that it has then
        self.gestures.cancel()
        self.input_began.emit()
        self._ratio = self.devicePixelRatioF()
        self.setSceneRect(QRectF(0, 0, size.width(), size.height()))
        self._rects = self.lay_out()
        self._faces.configure(self._theme, self.card_size(), self._ratio)
        self._keep_pictures_of_items()
        self._lay_cloth(size)
        for place, rect in self._rects.items():
            self.slots[place].place_at(rect, self._theme, self.mirrored)
            self.buttons[place].setGeometry(*(round(value) for value in rect))
        self.viewport().update()

    def _lay_cloth(self, size: QSize) -> None:
        wanted = (size, self._ratio, self._theme.name)
        if wanted != self._cloth_for:
            self._cloth = QPixmap()  # the old one goes first: two of them are the most memory that the start takes
            self._cloth = paint_cloth(size.width(), size.height(), self._ratio, self._theme)
            self._cloth_for = wanted

    def _keep_pictures_of_items(self) -> None:
        """On a large table Qt keeps what lies still as pixmaps; on a small one painting it anew is quick enough."""
        large = self.card_size()[0] * self._ratio >= _LARGE_CARD
        mode = QGraphicsItem.CacheMode.DeviceCoordinateCache if large else QGraphicsItem.CacheMode.NoCache
        for item in self.scene().items():
            if isinstance(item, (SlotItem, Caption)):
                item.setCacheMode(mode)
        QPixmapCache.setCacheLimit(_ROOM_FOR_LARGE_KB if large else _ROOM_KB)

    def animators(self) -> tuple[Animator, ...]:
        """All that move something, for a change of speed."""
        return self.animator, self.ambience, self._breath

    def finish(self) -> None:
        """Bring every animation to its end, and those that follow from it."""
        while self.animator.running:
            self.animator.finish()
        self.ambience.finish()

    def invite(self, place: str | None, words: str = "") -> None:
        """Let the halo of this slot breathe three times and stay lit; None: no halo any more."""
        for name, slot in self.slots.items():
            slot.mark(invite=words if name == place else "")
        self._breath.finish()
        if place is None or self._breath.still:
            return
        slot = self.slots[place]
        half = HALO_MS / 2
        motions = []
        for breath in range(HALO_BREATHS):
            motions.append(Motion(lambda part: slot.breathe(1 - part), half, breath * HALO_MS))
            motions.append(Motion(slot.breathe, half, breath * HALO_MS + half))
        self._breath.run(motions)

    def place_under(self, x: float, y: float) -> str | None:
        """The slot at this point."""
        for place, rect in self._rects.items():
            if rect.holds(x, y):
                return place
        return None

    def focus_place(self, place: str) -> None:
        """Give this slot the keyboard focus."""
        self.buttons[place].setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def focused_place(self) -> str | None:
        """The slot with the keyboard focus."""
        return next((place for place, button in self.buttons.items() if button.hasFocus()), None)

    # ------------------------------------------------------------------ keyboard

    def _key_began(self) -> None:
        self._show_focus(True)
        self.input_began.emit()

    def _show_focus(self, keyboard: bool) -> None:
        """The ring is for those who use the keyboard; the pointer puts it away."""
        self._keyboard = keyboard
        focused = self.focused_place
        for place, slot in self.slots.items():
            slot.mark(focus=keyboard and place == focused)

    def _button_pressed(self, place: str) -> None:
        self.input_began.emit()
        self.gestures.cancel()
        self.press_key(place)

    def _arrow(self, place: str, dx: int, dy: int) -> None:
        places = self._rects
        if place in self.labels:
            label = self.labels[place].geometry()
            places = {**places, place: Rect(label.x(), label.y(), label.width(), label.height())}
        target = neighbour(places, place, dx, dy)
        if target is not None:
            self.focus_place(target)

    def _smart(self, place: str) -> None:
        self.gestures.cancel()
        if self.may_lift(place):
            self.double_click(place)

    def _escape(self) -> None:
        if not self.gestures.cancel():
            self.cancel()

    def _focused(self, place: str, on: bool) -> None:
        self.slots[place].mark(focus=on and self._keyboard)

    # ------------------------------------------------------------------ Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        if self._cloth.isNull():
            return
        ratio = self._cloth.devicePixelRatio()
        source = QRectF(rect.x() * ratio, rect.y() * ratio, rect.width() * ratio, rect.height() * ratio)
        painter.drawPixmap(rect, self._cloth, source)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        self.input_began.emit()
        if event.button() == Qt.MouseButton.RightButton:
            self._escape()
        elif event.button() == Qt.MouseButton.LeftButton:
            at = (event.position().x(), event.position().y())
            place = self.place_under(*at)
            if place is not None:
                self.buttons[place].setFocus(Qt.FocusReason.MouseFocusReason)
            self.gestures.press(place, at)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._show_focus(False)
        self.input_began.emit()
        if event.button() == Qt.MouseButton.LeftButton:
            self.gestures.double(self.place_under(event.position().x(), event.position().y()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = (event.position().x(), event.position().y())
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.gestures.cancel()  # the button came up elsewhere: the press has opened a dialog
        self.gestures.move(at)
        self._hover(None if self.gestures.carrying else self.place_under(*at))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.gestures.release((event.position().x(), event.position().y()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The slots have the keyboard; without one of them in focus Escape still cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.input_began.emit()
            self._escape()
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Items cannot answer for What's This and tooltips, so the view does."""
        if event.type() == QEvent.Type.QueryWhatsThis:
            event.accept()
            return True
        if event.type() in (QEvent.Type.WhatsThis, QEvent.Type.ToolTip) and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            if event.type() == QEvent.Type.WhatsThis:
                self.help_wanted.emit(self.topic_at(point.x(), point.y()), event.globalPos())
            else:
                self._tooltip(point, event.globalPos())
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange and self._ratio != self.devicePixelRatioF():
            self.refresh()
        return super().viewportEvent(event)

    def topic_at(self, x: float, y: float) -> str:
        """The help topic of what lies at this point."""
        place = self.place_under(x, y)
        if place is not None:
            return str(self.buttons[place].property("helpTopic"))
        return next((topic for rect, topic in self.extra_topics() if rect.holds(x, y)), "playing")

    def show_whats_this(self, text: str, at: QPoint) -> None:
        """The bubble of What's This."""
        show_own_whats_this(at, text, self)

    def _tooltip(self, point: QPointF, at: QPoint) -> None:
        place = self.place_under(point.x(), point.y())
        if place is None:
            QToolTip.hideText()
            return
        model = self.slots[place].model
        text = f"{model.name}\n{model.description}" if model.description else model.name
        show_tip(at, text, self.viewport(), self.slots[place].rect.toRect())

    def _hover(self, place: str | None) -> None:
        if place == self._hovered:
            return
        for name, on in ((self._hovered, False), (place, True)):
            if name is not None:
                self.slots[name].mark(hover=on)
        self._hovered = place
        usable = place is not None and self.slots[place].model.usable
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if usable else Qt.CursorShape.ArrowCursor)
