"""The mode that replays a record on the table, seen from either seat, move by move or automatically."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.controllers.modes import Again, LayBelow, Mode, Modes, remove_bar
from mile_bones.desktop.game_log import lines
from mile_bones.desktop.replay_views import BOTH, OTHER, OWN
from mile_bones.desktop.table.durations import PAUSES_MS
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.players import has_coach

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.replay_bar import ReplayBar
    from mile_bones.desktop.status import StatusBar
    from mile_bones.engine.record import Record
    from mile_bones.match.replaying import Moment, Replay


class ReplayController(Mode):
    """Replays records on the table, while the game on the table is paused.

    ``lay_below`` puts the replay bar below the table.
    """

    go_on_requested = Signal(object)
    """Emitted with a record. A new game is to continue from the last position of this record."""
    review_toggled = Signal(bool)
    """Emitted with True if the coach's review is to be shown, and with False if it is to be hidden."""
    mark_requested = Signal(int)
    """Emitted when the player wants to see another marked choice, with 1 for the next one and -1 for the previous
    one.
    """
    closed = Signal()
    """Emitted when a replay has left the table."""

    def __init__(self, modes: Modes, boards: BoardStack, dialogs: DialogStack, lay_below: LayBelow) -> None:
        super().__init__(modes, boards, dialogs.parent)
        self._dialogs = dialogs
        self._lay_below = lay_below
        self._replay: Replay | None = None
        self._names = ("", "")
        self._you: int | None = None  # the seat of the only person, if there is one
        self._viewer = 0  # the seat on the near side of the table
        self._position = 0
        self._view, self._speed = OWN, "normal"
        self._playing = False
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._go_on_by_itself)
        self.bar: ReplayBar | None = None

    @property
    def record(self) -> Record | None:
        """The record that is replayed, or None if there is no replay."""
        return None if self._replay is None else self._replay.record

    @property
    def replay(self) -> Replay | None:
        """The replay with all moments of the record, or None if there is none."""
        return self._replay

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, by seat."""
        return self._names

    @property
    def you(self) -> int | None:
        """The seat of the only person, whom sentences call "you", or None if there is no such seat."""
        return self._you

    @property
    def watched(self) -> tuple[int, ...]:
        """The seats whose cards are shown in a hand that is over."""
        if self._view == BOTH or self.bar is None or self.bar.hand is None:
            return (0, 1)
        return (1 - self._viewer if self._view == OTHER else self._viewer,)

    @property
    def position(self) -> int:
        """The index of the moment that is shown."""
        return self._position

    @property
    def going_on(self) -> bool:
        """Whether the replay plays automatically."""
        return self._playing

    def show(self, record: Record) -> None:
        """Show this record from its beginning."""
        from mile_bones.desktop.replay_bar import ReplayBar
        from mile_bones.match.replaying import Replay
        from mile_bones.match.seats import lone_person, shown_names

        self._modes.enter(self)
        self._boards.show_game(record.game)
        self._boards.current.show_deal("")
        self._boards.current.show_games(None)
        self._replay, self._position = Replay(record), 0
        self._names = shown_names(record.game, record.players)
        self._you = lone_person(record.players)
        self._viewer = self._you or 0
        self._table.show_players(self._names)
        own = self._names[self._viewer] if self._you is None else None
        other = self._names[1 - self._viewer]
        hand = self._table.hand_list(_("Hand of {name}").format(name=other))
        bar = self.bar = ReplayBar(
            own,
            other,
            hand,
            self._dialogs.parent,
            deals=spec(record.game).hands_are_deals,
            reviewed=has_coach(record.game),
        )
        self._lay_below(bar)
        bar.review_toggled.connect(self.review_toggled)
        bar.mark_requested.connect(self.mark_requested)
        bar.moved.connect(self.go_to)
        bar.step_requested.connect(self._step_by_hand)
        bar.event_requested.connect(self._go_to_next_event)
        bar.play_requested.connect(self._play)
        bar.view_changed.connect(self._change_view)
        bar.speed_changed.connect(self._change_speed)
        bar.go_on_requested.connect(self._go_on)
        bar.close_requested.connect(self.leave)
        bar.show_length(len(self._replay))
        self._boards.input_began.connect(self._finish)
        self._change_speed("normal")
        self._view = OWN
        self.shown.emit()
        self.go_to(0)
        bar.play.setFocus()

    def show_choice(self, record: Record, hand: int, action: int) -> None:
        """Show `record` before action `action` of hand `hand`, both counted from 1, with its review.

        If the cards of the player who chooses are not shown, show both hands.
        """
        if self._replay is None or self._replay.record.digest() != record.digest():
            self.show(record)
        replay, bar = self._replay, self.bar
        assert replay is not None and bar is not None
        position = replay.position(hand, action - 1)
        observations = replay.moment(position).observations
        chooser = next((seat for seat in (0, 1) if observations[seat].legal_actions()), self._viewer)
        if chooser not in self.watched:
            bar.view.setCurrentIndex(bar.view.findData(BOTH))
        self.review_toggled.emit(True)
        self.go_to(position)

    def leave(self) -> None:
        """Return to the game that was paused. If there is none, begin as at the start of the program."""
        self._modes.leave(self)

    def put_away(self) -> None:
        if self._replay is None:
            return
        self._stop()
        self._replay = None
        self._boards.input_began.disconnect(self._finish)
        if self.bar is not None:
            remove_bar(self.bar)
            self.bar = None
        self._table.set_viewpoint(None)
        self.closed.emit()
        self.speed_changed.emit()

    def describe(self, menus: Menus, status: StatusBar) -> None:
        record = self.record
        assert record is not None
        menus.show_replay(record.game)
        status.show_replay(record)

    def again(self) -> Again:
        record, position = self.record, self._position
        reviewed = self.bar is not None and self.bar.review.isChecked()

        def replay_on(window: Any) -> None:
            window.replay.show(record)
            window.replay.bar.moved.emit(position)
            window.replay.bar.review.setChecked(reviewed)

        return replay_on

    def refresh(self) -> None:
        if self._replay is not None:
            self.go_to(self._position)

    def apply_style(self) -> None:
        if self.bar is not None and self._replay is not None:
            self.bar.apply_style()
            self._show_place(self._replay.moment(self._position))

    # ------------------------------------------------------------------ moments

    def go_to(self, position: int) -> None:
        """Stop the automatic replay, and show the moment with this index."""
        self._stop()
        self._show(position)

    def _show(self, position: int) -> None:
        """Show the moment with this index, without animation."""
        if self._replay is None:
            return
        self._position = position
        moment = self._replay.moment(position)
        self._table.invite(None)
        self._table.set_viewpoint(self._near())
        self._table.show_observation(self._seen(moment))
        self._arrived(moment)

    def _step_by_hand(self, by: int) -> None:
        self._stop()
        self._step(by)

    def _step(self, by: int) -> None:
        """Animate the next moment (`by` is 1), or show the previous one immediately (-1)."""
        replay, position = self._replay, self._position + by
        if replay is None or not 0 <= position < len(replay):
            return
        moment = replay.moment(position)
        if by < 0 or moment.action == 0:
            self._show(position)
            return
        self._position = position
        self._show_place(moment)
        self._narrate(moment.events)
        self._tell()
        self._table.show_last_move_of(())
        self._table.animate(moment.events, self._seen(moment), lambda: self._arrived(moment, said=True))

    def _go_to_next_event(self) -> None:
        if self._replay is not None:
            self.go_to(self._replay.next_event(self._position))

    def _arrived(self, moment: Moment, *, said: bool = False) -> None:
        """Update everything around the table, which shows this moment now. `said`: the moment has been announced
        already.
        """
        if self._replay is None or self.bar is None:
            return
        self._table.show_last_move_of(moment.events, of_anybody=True)
        self._show_place(moment)
        self.moved.emit(self._seen(moment))
        if not said:
            self._narrate(moment.events)
            self._tell()
        if self._playing:
            if self._position + 1 < len(self._replay):
                self._next.start(PAUSES_MS[self._speed])
            else:
                self._stop()

    def _show_place(self, moment: Moment) -> None:
        replay, bar = self._replay, self.bar
        assert replay is not None and bar is not None
        bar.show_position(
            self._position,
            (moment.hand, replay.hands),
            (moment.action, replay.actions(moment.hand)),
            can_go_on=replay.can_go_on(self._position),
        )
        closed = not replay.is_open(self._position)
        note = ""
        if closed and self._nobodys():
            note = _("The hands stay hidden until this round is over.")
        elif closed and self._view != OWN:
            text = _("Until this round is over it is seen from your seat only.")
            if self._you is None:
                text = _("Until this round is over it is seen from the seat of {name} only.")
            note = text.format(name=self._names[self._viewer])
        both = self._view == BOTH and not closed
        bar.show_hand(moment.observations[1 - self._viewer] if both else None, note)

    def _tell(self) -> None:
        """Send the log everything that has happened in this hand so far, in the words that ``_narrate`` announces."""
        replay = self._replay
        assert replay is not None
        start = self._position - replay.moment(self._position).action
        viewer = None if self._nobodys() else self._near()
        events = [event for at in range(start, self._position + 1) for event in replay.moment(at).events]
        shown = [event if self._sees_all() else event.seen_by(viewer) for event in events]
        words = spec(replay.record.game).words
        self.told.emit(lines(words, shown, self._names, self._you, laid_open=self._sees_all()))

    def _narrate(self, events: Sequence[Any]) -> None:
        """Announce `events` on the message line and aloud."""
        viewer = None if self._nobodys() else self._near()
        shown = [event if self._sees_all() else event.seen_by(viewer) for event in events]
        texts = [self._sentence(event) for event in shown]
        self._table.show_message(*(" ".join(texts[start:]) for start in range(len(texts))))
        self._table.announcer.announce(" ".join(texts))

    # ------------------------------------------------------------------ playing automatically

    def _go_on_by_itself(self) -> None:
        """Play the next move automatically. If a dialog is open over the table, stop instead, because the dialog hides
        the move.
        """
        if self._dialogs.dialogs or QApplication.activeModalWidget() is not None:
            self._stop()
        else:
            self._step(1)

    def _play(self, on: bool) -> None:
        if on:
            self._table.finish()  # an animation may still be running
        self._playing = on
        if self.bar is not None:
            self.bar.show_playing(on)
        if on:
            self._step(1)
        else:
            self._next.stop()

    def _stop(self) -> None:
        self._play(False)
        self._table.finish()

    def _change_speed(self, speed: str) -> None:
        self._speed = speed
        self.speed_changed.emit()

    def keep_speed(self) -> None:
        if self._replay is not None:
            self._go_at(self._speed)

    # ------------------------------------------------------------------ which cards are seen

    def _change_view(self, view: str) -> None:
        self._view = view
        self.go_to(self._position)

    def _near(self) -> int:
        """Return the seat whose hand is on the table."""
        replay = self._replay
        assert replay is not None
        return 1 - self._viewer if self._view == OTHER and replay.is_open(self._position) else self._viewer

    def _sees_all(self) -> bool:
        assert self._replay is not None
        return self._view == BOTH and self._replay.is_open(self._position)

    def _nobodys(self) -> bool:
        """Return True if the cards of this hand must not be shown, because the two players are people and the hand is
        not finished.
        """
        replay = self._replay
        assert replay is not None
        people = all(player.kind == "human" for player in replay.record.players)
        return people and not replay.is_open(self._position)

    def _seen(self, moment: Moment) -> Any:
        """Return the observation to show. Your side is the near side in every view. Only the open hand depends on the
        chosen view.
        """
        if self._nobodys():
            return moment.spectator
        near = moment.spectator if self._you is None else moment.observations[self._viewer]
        return self._table.seen_from(near, moment.observations[self._near()])

    def _finish(self) -> None:
        self._table.finish()

    def _go_on(self) -> None:
        self._stop()
        record = None if self._replay is None else self._replay.record_at(self._position)
        if record is not None:
            self.go_on_requested.emit(record)

    def _sentence(self, event: Any) -> str:
        """Return the game's sentence for `event`. "You" is the same person in every view."""
        assert self._replay is not None
        words = spec(self._replay.record.game).words
        text: str = words.event_text(event, self._names, self._you, laid_open=True)
        return text
