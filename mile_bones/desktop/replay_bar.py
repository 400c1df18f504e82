"""The bar below the table during a replay: the present place, the controls, and the view."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from mile_bones.desktop.dialogs.base import PaperButton, label
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.flow_rows import FlowRows
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.scale import Fit
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel, set_tip
from mile_bones.desktop.replay_views import BOTH, OTHER, OWN
from mile_bones.desktop.transport import InOrderOfTime, TransportBar, TransportButton
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.table.board import HandList

_NARROW = 740
"""The width of the bar, in pixels, up to which it uses shorter texts."""
_LEAST_SPEED, _LEAST_VIEW, _LEAST_SLIDER = 84, 64, 120
"""The least widths of three widgets, in pixels at scale 1: the list of speeds, the list of views, and the slider."""
_STEP, _LEAST_STEP, _PRESSED = 38, 30, 32
"""Three widths of a button with a sign: the usual one at scale 1, the least one in a narrow bar at scale 1, and the
least one in pixels at any scale.

A smaller button would be hard to hit.
"""
_PLACE_DIGITS = 24  # digits as wide as the longest usual text
_NAME_IN_LIST, _NAME_IN_NOTE = 9, 24  # the number of letters of a name that fit


class ReplayBar(TransportBar):
    """The bar. Its signals report what the player wants. ``show_position`` and the other methods show the present
    state.
    """

    moved = Signal(int)
    """The slider was moved to this position."""
    step_requested = Signal(int)
    """Emitted when the player wants to go one action forward, with 1, or one action back, with -1."""
    event_requested = Signal()
    """Emitted when the player wants to go to the next event."""
    play_requested = Signal(bool)
    """Emitted when the player wants the replay to run, with True, or to stop, with False."""
    view_changed = Signal(str)
    go_on_requested = Signal()
    """Emitted when the player wants to continue playing from this place."""
    close_requested = Signal()
    mark_requested = Signal(int)
    """Emitted when the player wants to go to the next marked choice, with 1, or to the previous one, with -1."""
    review_toggled = Signal(bool)
    """Emitted when the player wants to see the coach's review, with True, or to hide it, with False."""

    def __init__(
        self,
        own: str | None,
        other: str,
        hand: HandList | None,
        parent: QWidget | None = None,
        *,
        deals: bool = False,
        reviewed: bool = False,
    ) -> None:
        """Make the bar.

        ``own`` is the name of the player who is shown near, or None if that is the user. ``other`` is the name of the
        other player. ``hand``: a list that can show the other's hand, or None if no hand is ever hidden, so that there
        is no view to choose. ``deals``: one round of the game is called a deal. ``reviewed``: the game has a coach who
        can be asked.
        """
        super().__init__(parent, name="replay_bar", accessible_name=_("Replay"), topic="replay")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Place in the game"))
        self.slider.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # like the buttons below the slider
        self.place = _Place()
        self.start = TransportButton("start", _("Back to the beginning"))
        self.back = TransportButton("back", _("One move back"))
        # Translators: a button as on a tape recorder: the replay plays automatically
        self.play = TransportButton("play", _("Play"))
        self._playing = False
        self.forward = TransportButton("forward", _("One move on"))
        self.next_event = TransportButton("event", _("On to the next event"))
        self.buttons = (self.start, self.back, self.play, self.forward, self.next_event)
        self._steps = InOrderOfTime(*self.buttons)
        seats = [_("Your seat") if own is None else self._seat_of(own), self._seat_of(other)]
        # Translators: whose cards are seen
        self.view = choice_box(_("View"), [(OWN, seats[0]), (OTHER, seats[1]), (BOTH, _("Both hands"))])
        self.review = PaperButton(_("&Review"))
        self.review.setObjectName("review_toggle")
        self.review.setCheckable(True)
        self.review.set_least_width(76)
        set_tip(self.review, _("What the coach says about each choice"))
        self.previous_mark = TransportButton("previous mark", _("Previous marked choice (Shift+F3)"))
        self.next_mark = TransportButton("next mark", _("Next marked choice (F3)"))
        for button in (self.previous_mark, self.next_mark, self.review):
            button.setProperty("slim", True)  # the row is only a little higher than the slider
        self._marks = InOrderOfTime(self.previous_mark, self.next_mark)
        self._marks.hide()
        if not reviewed:
            self.review.hide()
        self.go_on = PaperButton("")
        self._fitted_to: tuple[int, Fit, QWidget] | None = None
        self._narrow = True
        self.leave = PaperButton(_("&Close"), "primary")
        if hand is None:
            self.view.hide()
        self.hand, self._deals = hand, deals
        self._head = _("Hand of {name}").format(name=self._cut(other, _NAME_IN_NOTE))
        self.note = label("", "muted", wrap=True)
        self._lay_out()
        self._connect()

    def show_length(self, positions: int) -> None:
        """Set the number of positions."""
        self.slider.setRange(0, positions - 1)

    def show_position(self, position: int, hand: tuple[int, int], action: tuple[int, int], *, can_go_on: bool) -> None:
        """Show the place in the replay. ``hand`` and ``action`` are pairs: the number of the present one, counted from
        1, and the number of all.
        """
        self.slider.blockSignals(True)  # the player has not moved the slider
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
        focused = self.window().focusWidget()  # also works if another window is in front
        if any(end and button is focused for button, end in zip(self.buttons, ends, strict=True)):
            other = self.back if last else self.forward  # otherwise Qt would give the keyboard to the next widget
            other.setEnabled(True)
            other.setFocus()
        for button, end in zip(self.buttons, ends, strict=True):
            button.setEnabled(not end)
        self.go_on.setEnabled(can_go_on)

    def show_review(self, shown: bool) -> None:
        """Show whether the coach's review is visible."""
        self._marks.setVisible(shown)
        self.review.blockSignals(True)  # the player has not pressed the button
        self.review.setChecked(shown)
        self.review.blockSignals(False)

    def show_marks(self, before: bool, after: bool) -> None:
        """Show whether there are marked choices before and after this place."""
        pairs = ((self.previous_mark, before, self.next_mark), (self.next_mark, after, self.previous_mark))
        focused = self.window().focusWidget()
        for button, there, other in pairs:
            if button is focused and not there:
                other.setEnabled(True)
                other.setFocus()  # otherwise Qt would give the keyboard to the next widget
            button.setEnabled(there)

    def show_playing(self, playing: bool) -> None:
        """Show whether the replay runs or is stopped."""
        self._playing = playing
        self.play.show_sign("pause" if playing else "play", _("Pause") if playing else _("Play"))

    def show_hand(self, observation: Any | None, note: str = "") -> None:
        """Show the other player's hand, which is open in ``observation``. If ``observation`` is None, hide the hand.
        ``note`` may say why the hand is hidden.
        """
        if self.hand is not None:
            self.hand.setVisible(observation is not None)
            self.hand.show_hand(observation)
        self.note.setText(self._head if observation is not None else note)
        self.note.setVisible(bool(self.note.text()))

    def _seat_of(self, name: str) -> str:
        return _("Seat: {name}").format(name=self._cut(name, _NAME_IN_LIST))

    def _cut(self, name: str, letters: int) -> str:
        """Return ``name``, cut in the middle if it is wider than this number of average letters."""
        room = letters * self.fontMetrics().averageCharWidth()
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)

    def apply_style(self) -> None:
        super().apply_style()
        compact = themes.active_fit().compact
        rows = [self._open, self._where, self._what]
        for row in rows:
            self.rows.removeItem(row)
        for row in (self._what, self._open, self._where) if compact else rows:  # buttons first: they are used most
            self.rows.addLayout(row)
        self.leave.show_cross(_("&Close"), cross=compact)
        self.speed.setMinimumWidth(self.px(_LEAST_SPEED))
        self.view.setMinimumWidth(self.px(_LEAST_VIEW))
        self.slider.setMinimumWidth(self.px(_LEAST_SLIDER))
        self._where.set_gap(self.px(10))
        self._what.set_gap(self.px(4))
        self._steps.set_spacing(self.px(4))
        self._marks.set_spacing(self.px(10))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)
        self._flow()

    def event(self, event: QEvent) -> bool:
        """Fit again when a widget wants more room, or has been shown or hidden."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self._flow()
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest part, because other parts can have rows of their own."""
        margins = self.rows.contentsMargins()
        least = max(self._where.least_width(), self._what.least_width())
        return QSize(least + margins.left() + margins.right(), self.sizeHint().height())

    def _has_room(self) -> bool:
        """Return True if the row with the buttons and lists fits with the present texts.

        In a language with long words it may not fit in a bar that is wide enough for English.
        """
        row = (*self.buttons, self.speed, self.view, self.go_on, self.leave)
        need = sum(widget.sizeHint().width() for widget in row if not widget.isHidden())
        return need + self.px(4) * len(row) <= self._room()

    def _room(self) -> int:
        margins = self.rows.contentsMargins()
        return self.width() - margins.left() - margins.right()

    def _flow(self) -> None:
        for row in (self._where, self._what):
            row.fit(self._room())
        if self._what.count_rows() > 1 and not self._narrow:
            self._write(narrow=True)  # the letters have grown since the bar was measured
            self._what.fit(self._room())
        if self.hand is not None:
            beside = self.note.minimumSizeHint().width() + self._open.spacing() + 2 * RING
            self.hand.narrow(self._room() - beside)

    def _fit(self) -> None:
        """Shorten the texts of the buttons if there is little room."""
        room = (self.width(), themes.active_fit(), self.parentWidget())  # a scrolling bar has smaller buttons
        if room != self._fitted_to:
            self._fitted_to = room
            self._write(narrow=False)
            if self.width() < _NARROW or not self._has_room():
                self._write(narrow=True)

    def _write(self, *, narrow: bool) -> None:
        self._narrow = narrow
        self.go_on.setText(_("&From here…") if narrow else _("Play on &from here…"))
        self.go_on.setAccessibleName(_("Play on from here…"))
        self.go_on.set_least_width(64 if narrow else 116)
        self.leave.set_least_width(64 if narrow else 88)
        least = max(_LEAST_STEP, _PRESSED / themes.active()[1]) if narrow else _STEP
        for button in self.buttons:
            button.set_least_width(ceil(least), exact=narrow)

    def _lay_out(self) -> None:
        self._open = QHBoxLayout()
        self._open.setContentsMargins(RING, 0, RING, 0)
        self._open.addWidget(self.note)
        if isinstance(self.hand, QWidget):
            self._open.addWidget(self.hand)
        self._open.addStretch(1)
        between = QWidget()
        self._where = FlowRows((self.slider, self.place, self._marks, self.review), growing=self.slider, margin=RING)
        what = (self._steps, self.speed, self.view, between, self.go_on, self.leave)
        self._what = FlowRows(what, growing=between, pinned=(self.leave,))
        self.apply_style()

    def _connect(self) -> None:
        self.slider.valueChanged.connect(self.moved)
        self.start.clicked.connect(lambda: self.moved.emit(0))
        self.back.clicked.connect(lambda: self.step_requested.emit(-1))
        self.forward.clicked.connect(lambda: self.step_requested.emit(1))
        self.next_event.clicked.connect(self.event_requested)
        self.play.clicked.connect(lambda: self.play_requested.emit(not self._playing))
        self.view.currentIndexChanged.connect(lambda: self.view_changed.emit(self.view.currentData()))
        self.go_on.clicked.connect(self.go_on_requested)
        self.previous_mark.clicked.connect(lambda: self.mark_requested.emit(-1))
        self.next_mark.clicked.connect(lambda: self.mark_requested.emit(1))
        self.review.toggled.connect(self.review_toggled)
        self.leave.clicked.connect(self.close_requested)
        QShortcut(QKeySequence("Esc"), self, self.close_requested.emit)


class _Place(PlainLabel):
    """The place in the replay. It is as wide for low numbers as for high ones, so that nothing beside it moves."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "strong")

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return hint.expandedTo(QSize(self.fontMetrics().horizontalAdvance("0") * _PLACE_DIGITS, hint.height()))
