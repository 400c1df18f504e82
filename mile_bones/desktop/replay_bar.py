"""The bar below the table while a replay is shown: where it stands, how it goes on, and what is seen of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.replay_views import BOTH, OTHER, OWN
from mile_bones.desktop.transport import TransportBar, TransportButton
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.table.board import HandList

_NAME_IN_LIST, _NAME_IN_NOTE = 9, 24  # letters of a name for which there is room


class ReplayBar(TransportBar):
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
    go_on_requested = Signal()
    """Play on from here."""
    close_requested = Signal()

    def __init__(
        self,
        own: str | None,
        other: str,
        hand: HandList | None,
        parent: QWidget | None = None,
        *,
        deals: bool = False,
    ) -> None:
        """``own`` and ``other``: the names of the player who is shown near, None if that is you, and of the other.

        ``hand``: what the other's hand can lie open in; None: no hand is ever hidden, and whose is seen is no question.
        ``deals``: one round of the game is called a deal.
        """
        super().__init__(parent, name="replay_bar", accessible_name=_("Replay"), topic="replay")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Place in the game"))
        self.place = label("", "strong")
        self.start = TransportButton("start", _("Back to the beginning"))
        self.back = TransportButton("back", _("One move back"))
        # Translators: a button as on a tape recorder: the replay goes on by itself
        self.play = TransportButton("play", _("Play"))
        self.play.setCheckable(True)
        self.forward = TransportButton("forward", _("One move on"))
        self.next_event = TransportButton("event", _("On to the next event"))
        self.buttons = (self.start, self.back, self.play, self.forward, self.next_event)
        seats = [_("Your seat") if own is None else self._seat_of(own), self._seat_of(other)]
        # Translators: whose cards are seen
        self.view = choice_box(_("View"), [(OWN, seats[0]), (OTHER, seats[1]), (BOTH, _("Both hands"))])
        self.go_on = PaperButton(_("Play on &from here…"))
        self.leave = PaperButton(_("&Close"), "primary")
        self.leave.set_least_width(88)
        if hand is None:
            self.view.hide()
        self.hand, self._deals = hand, deals
        self._head = _("Hand of {name}").format(name=self._cut(other, _NAME_IN_NOTE))
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
        text = _("Move {move} of {moves}")
        if self.hand is not None:
            text = _("Hand {hand} of {hands}, move {move} of {moves}")
        if self._deals:
            text = _("Deal {hand} of {hands}, move {move} of {moves}")
        text = text.format(hand=hand[0], hands=hand[1], move=format_number(action[0]), moves=format_number(action[1]))
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

    def show_hand(self, observation: Any | None, note: str = "") -> None:
        """The hand of this observation, the other's, lies open here; None: it does not, and ``note`` may say why."""
        if self.hand is not None:
            self.hand.setVisible(observation is not None)
            self.hand.show_hand(observation)
        self.note.setText(self._head if observation is not None else note)
        self.note.setVisible(bool(self.note.text()))

    def _seat_of(self, name: str) -> str:
        return _("Seat: {name}").format(name=self._cut(name, _NAME_IN_LIST))

    def _cut(self, name: str, letters: int) -> str:
        """The name, or its beginning and its end if it is wider than so many usual letters."""
        room = letters * self.fontMetrics().averageCharWidth()
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)

    def apply_style(self) -> None:
        super().apply_style()
        self.place.ensurePolished()
        self.place.setMinimumWidth(self.place.fontMetrics().horizontalAdvance("0") * 24)
        self._where.setSpacing(self.px(10))
        self._what.setSpacing(self.px(4))

    def _lay_out(self) -> None:
        shown, self._where, self._what = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for row in (shown, self._where):
            row.setContentsMargins(RING, 0, RING, 0)
        shown.addWidget(self.note)
        if isinstance(self.hand, QWidget):
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
            self.rows.addLayout(row)
        self.apply_style()

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.moved)
        self.start.clicked.connect(lambda: self.moved.emit(0))
        self.back.clicked.connect(lambda: self.step_requested.emit(-1))
        self.forward.clicked.connect(lambda: self.step_requested.emit(1))
        self.next_event.clicked.connect(self.event_requested)
        self.play.clicked.connect(self.play_requested)
        self.view.currentIndexChanged.connect(lambda: self.view_changed.emit(self.view.currentData()))
        self.go_on.clicked.connect(self.go_on_requested)
        self.leave.clicked.connect(self.close_requested)
        QShortcut(QKeySequence("Esc"), self, self.close_requested.emit)
