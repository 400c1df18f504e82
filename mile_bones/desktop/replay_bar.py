"""The bar below the table while a replay is shown: where it stands, how it goes on, and what is seen of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPainterPath, QPaintEvent, QPolygonF, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.dialogs.card_list import CardList, ShownCard
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.style_sheet import RING, disabled
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.replay_views import BOTH, OTHER, OWN
from mile_bones.games.milebones import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

_CARDS = 7  # in a hand, at most
_NAME_IN_LIST, _NAME_IN_NOTE = 9, 24  # letters of a name for which there is room


class ReplayBar(QFrame):
    """Says what is asked for; ``show_position`` and the others are told what there is."""

    moved = Signal(int)
    """The slider was moved to this position."""
    step_requested = Signal(int)
    """One action on (1) or back (-1)."""
    event_requested = Signal()
    """On to the next event."""
    play_requested = Signal(bool)
    """Go on by itself, or stop."""
    view_changed = Signal(str)
    speed_changed = Signal(str)
    go_on_requested = Signal()
    """Play on from here."""
    close_requested = Signal()

    def __init__(self, own: str | None, other: str, parent: QWidget | None = None) -> None:
        """``own`` and ``other``: the names of the player who is shown near, None if that is you, and of the other."""
        super().__init__(parent)
        self.setObjectName("replay_bar")
        self.setProperty("helpTopic", "replay")
        self.setAccessibleName(_("Replay"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Place in the game"))
        self.place = label("", "strong")
        self.start = TransportButton("start", _("Back to the beginning"))
        self.back = TransportButton("back", _("One move back"))
        self.play = TransportButton("play", _("Play"))
        self.play.setCheckable(True)
        self.forward = TransportButton("forward", _("One move on"))
        self.next_event = TransportButton("event", _("On to the next event"))
        self.buttons = (self.start, self.back, self.play, self.forward, self.next_event)
        self.speed = choice_box(_("Speed"), [("slow", _("Slow")), ("normal", _("Normal")), ("fast", _("Fast"))])
        self.speed.setCurrentIndex(1)
        seats = [_("Your seat") if own is None else self._seat_of(own), self._seat_of(other)]
        self.view = choice_box(_("View"), [(OWN, seats[0]), (OTHER, seats[1]), (BOTH, _("Both hands"))])
        self.go_on = PaperButton(_("Play on &from here…"))
        self.leave = PaperButton(_("&Close"), "primary")
        self.leave.set_least_width(88)
        hand = _("Hand of {name}")
        self.hand = CardList(hand.format(name=other), [], _CARDS)
        self._head = hand.format(name=self._cut(other, _NAME_IN_NOTE))
        self.note = label("", "muted", wrap=True)
        self._lay_out()
        self._connect()

    def show_length(self, positions: int) -> None:
        """How many positions there are."""
        self.slider.setRange(0, positions - 1)

    def show_position(self, position: int, hand: tuple[int, int], action: tuple[int, int], *, can_go_on: bool) -> None:
        """Where the replay stands; ``hand`` and ``action`` are this one and how many there are."""
        self.slider.blockSignals(True)  # this is not the player's hand
        self.slider.setValue(position)
        self.slider.blockSignals(False)
        text = _("Hand {hand} of {hands}, move {move} of {moves}").format(
            hand=hand[0], hands=hand[1], move=format_number(action[0]), moves=format_number(action[1])
        )
        self.place.setText(text)
        self.slider.setAccessibleDescription(text)
        first, last = position == 0, position == self.slider.maximum()
        ends = (first, first, last, last, last)
        if any(end and button.hasFocus() for button, end in zip(self.buttons, ends, strict=True)):
            other = self.back if last else self.forward  # else Qt would give the keyboard to whatever comes next
            other.setEnabled(True)
            other.setFocus()
        for button, end in zip(self.buttons, ends, strict=True):
            button.setEnabled(not end)
        self.go_on.setEnabled(can_go_on)

    def show_playing(self, playing: bool) -> None:
        """It goes on by itself, or stands."""
        self.play.setChecked(playing)
        self.play.show_sign("pause" if playing else "play", _("Pause") if playing else _("Play"))

    def show_hand(self, cards: Sequence[Card] | None, note: str = "") -> None:
        """The other's hand lies open here; None: it does not, and ``note`` may say why."""
        self.hand.setVisible(cards is not None)
        self.hand.show_cards([ShownCard(card, card_name(card)) for card in sorted(cards or ())])
        self.note.setText(self._head if cards is not None else note)
        self.note.setVisible(bool(self.note.text()))

    def _seat_of(self, name: str) -> str:
        return _("Seat: {name}").format(name=self._cut(name, _NAME_IN_LIST))

    def _cut(self, name: str, letters: int) -> str:
        """The name, or its beginning and its end if it is wider than so many usual letters."""
        room = letters * self.fontMetrics().averageCharWidth()
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)

    def apply_style(self) -> None:
        """Take the sizes of the active scale."""
        scale = themes.active()[1]

        def px(size: float) -> int:
            return round(size * scale)

        self.place.ensurePolished()
        self.place.setMinimumWidth(self.place.fontMetrics().horizontalAdvance("0") * 24)
        self._rows.setContentsMargins(px(8), px(7), px(8), px(5))
        self._rows.setSpacing(px(2))
        self._where.setSpacing(px(10))
        self._what.setSpacing(px(4))

    def _lay_out(self) -> None:
        self._rows = QVBoxLayout(self)
        shown, self._where, self._what = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for row in (shown, self._where):
            row.setContentsMargins(RING, 0, RING, 0)
        shown.addWidget(self.note)
        shown.addWidget(self.hand)
        shown.addStretch(1)
        self._where.addWidget(self.slider, 1)
        self._where.addWidget(self.place)
        for widget in (*self.buttons, self.speed, self.view):
            self._what.addWidget(widget)
        self._what.addStretch(1)
        self._what.addWidget(self.go_on)
        self._what.addWidget(self.leave)
        for row in (shown, self._where, self._what):
            self._rows.addLayout(row)
        self.apply_style()

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.moved)
        self.start.clicked.connect(lambda: self.moved.emit(0))
        self.back.clicked.connect(lambda: self.step_requested.emit(-1))
        self.forward.clicked.connect(lambda: self.step_requested.emit(1))
        self.next_event.clicked.connect(self.event_requested)
        self.play.clicked.connect(self.play_requested)
        self.speed.currentIndexChanged.connect(lambda: self.speed_changed.emit(self.speed.currentData()))
        self.view.currentIndexChanged.connect(lambda: self.view_changed.emit(self.view.currentData()))
        self.go_on.clicked.connect(self.go_on_requested)
        self.leave.clicked.connect(self.close_requested)
        QShortcut(QKeySequence("Esc"), self, self.close_requested.emit)


class TransportButton(PaperButton):
    """A button with a sign instead of words; the words are its tooltip and its name for a screen reader."""

    def __init__(self, sign: str, words: str) -> None:
        super().__init__("")
        self.setProperty("compact", True)
        self.set_least_width(38)
        self.show_sign(sign, words)

    def show_sign(self, sign: str, words: str) -> None:
        """Another sign, with its words."""
        self._sign = sign
        self.setAccessibleName(words)
        set_tip(self, words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QRectF(self.rect()).center())
        painter.scale(-scale if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else scale, scale)
        painter.fillPath(_SIGNS[self._sign], theme.panel_ink if self.isEnabled() else disabled(theme))
        painter.end()


_HALF = 7  # half the height of a sign in pixels at scale 1


def _sign(*parts: tuple[float, float]) -> QPainterPath:
    """Triangles and bars: where each begins and how far it goes, to the left if that is below 0; a bar is narrow."""
    path = QPainterPath()
    for x, width in parts:
        if abs(width) < 5:
            path.addRect(x, -_HALF, width, 2 * _HALF)
        else:
            path.addPolygon(QPolygonF([QPointF(x, -_HALF), QPointF(x + width, 0), QPointF(x, _HALF)]))
    return path


_SIGNS = {
    "start": _sign((-9, 2.5), (1, -7.5), (8.5, -7.5)),
    "back": _sign((3, -9), (4.5, 2.5)),
    "play": _sign((-4.5, 11)),
    "pause": _sign((-5, 3.6), (1.4, 3.6)),
    "forward": _sign((-7, 2.5), (-3, 9)),
    "event": _sign((-8.5, 8.5), (0, 8.5)),
}
