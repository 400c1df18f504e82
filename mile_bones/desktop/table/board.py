"""`Board`, the base class of the games' boards. The class has a default for everything that a game need not define."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGraphicsItem, QWidget

from mile_bones.desktop.look.scale import FORMS
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.action_marks import ActionMarks
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.captions import MessageLine
from mile_bones.desktop.table.choosing import MarkOne
from mile_bones.desktop.table.durations import HALO_BREATHS, HALO_MS, POINT_MS
from mile_bones.desktop.table.tool_buttons import TOPICS, ToolButton
from mile_bones.desktop.table.view import TableView
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from pathlib import Path

    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.card_move import CardMove
    from mile_bones.desktop.table.drag import Drag
    from mile_bones.desktop.table.drop_rules import DropRules, Ends, Sources
    from mile_bones.desktop.table.ending import Dialogs, Ending, Inquiry
    from mile_bones.desktop.table.gestures import GestureTarget, Point
    from mile_bones.desktop.table.layout import Rect
    from mile_bones.desktop.table.moment import Moment
    from mile_bones.desktop.table.panels import Row
    from mile_bones.desktop.table.pointing import PointingRing
    from mile_bones.desktop.table.rewind import Rewind
    from mile_bones.desktop.table.slot_buttons import AccessibleLabel


class HandList(Protocol):
    """A widget that shows a hand of cards."""

    def show_hand(self, observation: Any | None) -> None:
        """Show the open hand of `observation`, or no cards if `observation` is None."""
        ...

    def narrow(self, room: int | None) -> None:
        """Break the cards into several rows if one row is wider than `room` pixels; None for no limit."""
        ...

    def setVisible(self, visible: bool) -> None: ...


class Board(TableView):
    """A table on which a game is played. It shows observations and events, and turns gestures into actions.

    To add a game, derive its board from this class. You must write ``help_topic``, ``lay_out``, ``card_size``,
    ``show_observation``, ``make_rules``, ``animate``, ``cues`` and ``end_dialog``. Everything else has a default.
    Observations, events and actions are those of the game's engine. A board holds no state of the game.
    """

    undo_requested = Signal()
    """Emitted when the player takes back the last step by a gesture."""
    done_requested = Signal()
    """Emitted when the player ends the turn."""
    escaped = Signal()
    """Emitted after Escape or the right button if nothing was taken up that could be put back."""
    arranged = Signal()
    """Emitted when the player has put the hand into another order."""

    drag_class: type[Drag] = MarkOne
    """The class of ``drag``, which decides how the player chooses things by clicks and keys."""
    drag: Drag
    """Turns the player's gestures on this board into actions."""
    observation: Any
    """The observation that the board shows, or None before the first. ``show_observation`` stores it here."""

    def __init__(
        self,
        places: dict[str, str],
        art: CardArt,
        parent: QWidget | None = None,
        *,
        groups: Sequence[Sequence[str]] = (),
    ) -> None:
        super().__init__(places, art, parent, groups=groups)
        self.observation = None
        self.action_marks = ActionMarks(self)
        self._breath = Animator(self)
        self.message = MessageLine()
        self.scene().addItem(self.message)
        self.tools: dict[str, ToolButton] = {}
        """The quiet buttons (``ToolButton``) on the table, by the names of their signs."""
        self.pointed_out: str | None = None
        """The place that ``point_out`` has put a ring around, or None."""
        self._pointing = Animator(self)
        self._ring: PointingRing | None = None  # made for the first place that is pointed out
        self.input_began.connect(self._point_no_more)
        self.last_move: str | None = None
        self._viewpoint: int | None = None
        self._names: tuple[str, str] = (pgettext("name plate", "You"), pgettext("name plate", "Computer"))
        self._rules: tuple[Any, tuple[object, ...], DropRules | None] | None = None
        self._games: tuple[int, int] | None = None
        self._deal_name = ""
        self.told: tuple[str, ...] = ()
        """The texts that were last given to ``show_message``."""
        self.enter_is_smart = True
        """Whether Enter on a card of the hand is smart play. If False, Enter presses the card, as Space does."""

    # ------------------------------------------------------------------ what a game must define

    help_topic: str
    """The help page to open first for a player at this board."""
    has_scenes = False
    """Whether ``moment`` returns a scene for each game that has a winner and was not only watched."""

    def show_observation(self, observation: Any) -> None:
        """Store `observation` in ``self.observation`` and show it at once, without animation. The observation's seat is
        the viewer's.

        First call ``drag.clear`` and ``land_all``, so that nothing is left on the pointer or in flight. Then give each
        slot its model and remove the marks ``hidden`` and ``refused``. Finally call ``describe`` for screen readers.
        """
        raise NotImplementedError

    def make_rules(self) -> DropRules | None:
        """Return the rules for what the player may do now, or None if the table is only watched.

        If there are no rules, gestures do nothing. The result may depend only on the observation and on the values of
        ``rules_depend_on``, because the rules are kept until one of these changes.
        """
        raise NotImplementedError

    def animate(self, events: Sequence[Any], end: Any, done: Callable[[], None]) -> None:
        """Animate `events`, which are the events of one action. Then show the observation `end` and call `done`.

        ``drag.take_dropped`` returns the cards that the player has dragged; ``fly`` makes any other flying card. Mark a
        slot ``hidden`` while its only card is in flight. Emit ``cued`` for the sounds of what is animated. For a deal
        and the end of a hand the window calls ``sound`` instead.
        """
        raise NotImplementedError

    def cues(self, event: Any, you: int | None, table: Any) -> Sequence[Cue]:
        """Return the sounds of `event`, to be played one after another. ``desktop.sound.cue`` lists all cues.

        `you` is the seat of the person if only one plays, else None. `table` is the observation after the event.
        """
        raise NotImplementedError

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> Any:
        """Return a dialog, not yet opened, about the end of a hand or a game.

        When the dialog is accepted, the next hand or game begins.
        """
        raise NotImplementedError

    # ------------------------------------------------------------------ questions that depend on the game

    def by_itself(self, observation: Any) -> Any | None:
        """Return the action to do automatically for the player, or None if the player has to choose. Default: None.

        This is called only if the player has switched on automatic draws in the options.
        """
        return None

    def doubt(self, action: Any) -> Inquiry | None:
        """Return a question to ask before `action` if the action gives something away, or None. Default: None.

        Only players who want to be asked before they discard get this question. ``rejected`` of the question is None.
        """
        return None

    def warning(self, action: Any) -> Inquiry | None:
        """Return a question to ask every player before `action` if it ends more than the turn, or None.

        Default: None.
        """
        return None

    def inquiry(self, observation: Any, names: tuple[str, str]) -> Inquiry | None:
        """Return a question that the player to act must answer in a dialog now, or None if the player is to make a
        gesture. Default: None.
        """
        return None

    def moment(self, ending: Ending) -> Moment | None:
        """Return the scene for the end of a game, or None for no scene. Default: None."""
        return None

    def ends_in_scene(self, event: Any) -> bool:
        """Return whether ``event`` is the end of a game for which ``moment`` returns a scene."""
        return self.has_scenes and self.viewpoint is None and getattr(event, "winner", None) is not None

    def status(self, observation: Any) -> tuple[str, ...]:
        """Return at most three texts about the table for the status bar. Default: none."""
        return ()

    def how_to(self, action: Any) -> str:
        """Return a sentence about the gestures for `action` under the present options. Default: ""."""
        return ""

    def view_actions(self) -> Sequence[QAction]:
        """Return menu entries for the View menu that change the view of this board. Default: none."""
        return ()

    def seen_from(self, near: Any, other: Any) -> Any:
        """Return the observation `near`, but with the hand that is open in `other`. The result is for people who only
        watch.

        Default: return `near`, because no hand is hidden.
        """
        return near

    def hand_list(self, title: str) -> HandList | None:
        """Return a widget with the title `title` that shows a hand beside the table. Default: return None, because no
        hand is ever hidden.
        """
        return None

    def ends(self, action: Any, seat: int, *, suggested: bool) -> Ends | None:
        """Return where to mark `action` of `seat`, or None if it has no place or needs no mark. Default: None.

        `suggested` is True for a suggestion to the player, and False for the ghost of a better choice.
        """
        return None

    def place_of(self, event: Any) -> str | None:
        """Return the place of the thing that `event` moved, on the board as it is shown now, or None. Default: None."""
        return None

    # ------------------------------------------------------------------ the viewer

    def turn(self) -> object:
        return self.observation

    def show_players(self, names: tuple[str, str]) -> None:
        """Show `names`, the names of the players by seat."""
        self._names = names
        self.show_observation(self.observation)

    def set_viewpoint(self, seat: int | None) -> None:
        """Watch the table from `seat`, so that gestures do nothing, or play if `seat` is None.

        Call ``show_observation`` afterwards.
        """
        self._viewpoint = seat

    @property
    def viewpoint(self) -> int | None:
        """The seat from which the table is only watched, or None if the viewer plays."""
        return self._viewpoint

    @property
    def near_seat(self) -> int:
        """The seat whose hand is on the near side of the table."""
        seat = self.observation.seat if self._viewpoint is None else self._viewpoint
        return 0 if seat is None else seat

    # ------------------------------------------------------------------ names and scores beside the cards

    def show_fixtures(self) -> None:
        """Show the names, the scores, the name of the deal and all other texts around the cards. Default: do
        nothing.
        """

    def show_games(self, games: tuple[int, int] | None) -> None:
        """Show how many games each player has won against the other, by seat, or nothing if `games` is None."""
        self._games = games
        self.show_fixtures()

    def games_rows(self, first: int) -> tuple[Row, ...]:
        """Return the last row of a score panel, with the numbers of games won. The number of seat `first` comes first.
        Return no row if games are not counted.
        """
        if self._games is None:
            return ()
        label = pgettext("score panel", "Games")
        return ((label, format_number(self._games[first]), format_number(self._games[1 - first])),)

    def show_deal(self, text: str) -> None:
        """Show the name of the deal on the table, such as "Deal of the day". `text` is empty if the deal has no
        name.
        """
        self._deal_name = text
        self.show_fixtures()

    # ------------------------------------------------------------------ animations

    def deal(self, observation: Any, done: Callable[[], None]) -> None:
        """Animate the start of a hand, then show `observation` and call `done`. Default: show `observation` without an
        animation.
        """
        self.show_last_move_of(())
        self.show_observation(observation)
        done()

    def travel(self, events: Sequence[Any], end: Any, done: Callable[[], None], *, back: bool) -> None:
        """Undo or redo: animate `events` quickly, backwards if `back`. Then show the observation `end` and call `done`.

        Default: ``rewind`` lets the cards of ``moves`` fly one after another.
        """
        self.invite(None)
        self.show_last_move_of(())
        self.action_marks.clear()
        moves = self.moves(events, self.observation if back else end)
        moves = [move.back() for move in reversed(moves)] if back else moves
        self.rewind.run(moves, self.observation, lambda: self.show_observation(end), done)

    def moves(self, events: Sequence[Any], after: Any) -> Sequence[CardMove]:
        """Return the card moves that `events` make, given the observation `after` them. Default: none."""
        return ()

    @cached_property
    def rewind(self) -> Rewind[Any]:
        """The object that plays the animations of undo and redo. It is made when first used."""
        from mile_bones.desktop.table.rewind import Rewind

        return Rewind(self)

    def told_at_once(self, events: Sequence[Any]) -> int:
        """Return the number of events, from the first on, that are announced before they are animated. The others are
        announced afterwards. Default: all.
        """
        return len(events)

    def sound(self, events: Sequence[Any], you: int | None) -> None:
        """Play the sound of the last of `events` that has one.

        This is for events that ``animate`` does not get: a deal, or the end of a hand. Play nothing if the scene of the
        end of the game has its own sound.
        """
        if any(self.ends_in_scene(event) for event in events):
            return
        for event in reversed(events):
            if heard := self.cues(event, you, self.observation):
                self.cued.emit(heard)
                return

    # ------------------------------------------------------------------ gestures

    def gesture_target(self) -> GestureTarget:
        self.drag = self.drag_class(self, self)
        return self.drag

    def rules_depend_on(self) -> tuple[object, ...]:
        """Return all values besides the observation that ``make_rules`` reads."""
        return self._viewpoint, self._names

    def rules(self) -> DropRules | None:
        """Return the rules made by ``make_rules``. The rules are kept until the observation or a value of
        ``rules_depend_on`` changes.
        """
        seen, others = self.observation, self.rules_depend_on()
        if self._rules is None or self._rules[0] is not seen or self._rules[1] != others:
            self._rules = seen, others, self.make_rules()
        return self._rules[2]

    @property
    def continues_gesture(self) -> bool:
        return self.drag.continues

    def finish(self) -> None:
        """Finish all animations, and choose the actions of the last gesture that are still to come."""
        super().finish()
        while self.drag.going_on and not self.drag.choosing:
            self.drag.go_on()
            super().finish()

    def pressed(self, place: str) -> bool:
        """Do what a press on `place` means to the board itself. Return False if the press has no meaning to the
        board.
        """
        return False

    def selection_changed(self) -> None:
        """React to a change of the selection. Default: do nothing."""

    def arranges(self, place: str) -> bool:
        """Return True if the player may move the thing at `place` within its row, such as a card within the hand."""
        return False

    def part(self, sources: Sources, place: str | None) -> None:
        """Show how the other things in the row make room for `sources` at `place`. If `place` is None, close the
        gap.
        """

    def beside(self, place: str, step: int) -> str | None:
        """Return the place that is `step` places after `place` in its row, or None beyond the end of the row."""
        return None

    def gap_at(self, source: str, at: Point) -> str | None:
        """Return the place that the thing from `source` would get in its row if it were dropped at the point `at`, or
        None.
        """
        return None

    def rearrange(self, sources: Sources, place: str) -> bool:
        """Change the order of the row after the things from `sources` were dropped at `place`. Return True if the board
        now shows the new order.
        """
        return False

    # ------------------------------------------------------------------ keyboard and scanning

    def focus_first(self) -> None:
        """Give the keyboard focus to the place where the turn begins. Default: the first place."""
        self.focus_place(next(iter(self.slots)))

    def named_groups(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return all places in named groups, in the order in which scanning with a single key steps through them."""
        return ((self.accessibleName(), tuple(self.slots)),)

    def is_playable(self, place: str) -> bool:
        """Return True if the thing at `place` can be played now, and not only be thrown away. Default: True."""
        return True

    @property
    def taken_up(self) -> tuple[str, ...]:
        """The places of the things that are marked or selected in order to be moved."""
        return tuple(place for place, slot in self.slots.items() if slot.marks.marked or slot.marks.selected)

    def put_back(self) -> None:
        """Put back what is marked or selected."""
        self.input_began.emit()
        self._escape()

    def _escape(self) -> None:
        nothing = not (self.gestures.carrying or self.taken_up)
        super()._escape()
        if nothing:
            self.escaped.emit()

    def arrange_at(self, sources: Sources, place: str) -> None:
        """Put the marked or selected things at `sources` back, but to `place` in the same row."""
        self.put_back()
        self.rearrange(sources, place)

    # ------------------------------------------------------------------ keys for the most frequent actions

    own_keys: frozenset[str] = frozenset()
    """The keys that have a meaning only on this board, with the names from ``key_names``."""

    def mark_card(self, number: int) -> bool:
        """Mark the card at position `number` of the hand, counted from 1.

        Return False if the key has no effect now.
        """
        return False

    def draw(self) -> bool:
        """Draw a card, or announce why that is not possible. Return False if the key has no effect now."""
        return False

    def discard(self) -> bool:
        """Discard the marked or selected thing, or announce why that is not possible. Return False if the key has no
        effect now.
        """
        return False

    def smart_play(self) -> bool:
        """Smart-play the marked or the focused card. Return False if the key has no effect now."""
        return False

    def standing(self) -> Sequence[str]:
        """Return texts about the state of both sides, the longest first. Default: the text of the label "score"."""
        return tuple(label.text() for name, label in self.labels.items() if name == "score")

    # ------------------------------------------------------------------ quiet buttons

    def offer(self, entries: Mapping[str, QAction]) -> None:
        """Put buttons for these menu entries on the table. The keys of ``entries`` are the names of the buttons'
        signs.
        """
        for sign, action in entries.items():
            button = self.tools[sign] = ToolButton(sign, action, TOPICS[sign], self.viewport())
            button.pressed.connect(self.input_began)
            button.arrow.connect(self._arrow)
        self.refresh()

    def place_tools(self, places: Mapping[str, Rect]) -> None:
        """Put the quiet buttons at `places`, and hide those that have no place on this board."""
        for sign, button in self.tools.items():
            button.setVisible(sign in places)
            if sign in places:
                button.place_at(places[sign], self.theme, self.mirrored)

    def _arrow(self, place: str, dx: int, dy: int) -> None:
        """Move the focus from a quiet button, which is in no row, to the nearest place in the arrow's direction."""
        if place not in self.tools:
            super()._arrow(place, dx, dy)
            return
        here = self.tools[place].geometry().center()
        ways = {name: QPointF(*rect.centre) - here for name, rect in self._rects.items()}
        ahead = {name: way for name, way in ways.items() if way.x() * dx + way.y() * dy > 0}
        if ahead:
            self.focus_place(min(ahead, key=lambda name: ahead[name].manhattanLength()))

    def words_read(self) -> list[QRectF]:
        """Return the areas of the base class and those of the quiet buttons. These buttons can be pressed even while a
        card is magnified.
        """
        return super().words_read() + [QRectF(tool.geometry()) for tool in self.tools.values() if tool.isVisible()]

    # ------------------------------------------------------------------ messages and lights

    @cached_property
    def message_label(self) -> AccessibleLabel:
        """The text of the message line for screen readers. The Tab key reaches it after the labels of the game."""
        return self.add_label("message line", "message-line")

    def place_message(self, rect: Rect, k: float, *, high: float = 23.0, centred: bool = False) -> None:
        """Put the message line into `rect`. See ``MessageLine.place_at``."""
        self.message.place_at(rect, k, self.theme, self.mirrored, high=high, centred=centred)
        self.message_label.lie_over(rect, paint.frame_room(self.theme))

    def show_form(self, lines: Iterable[QGraphicsItem], *, compact: bool) -> None:
        """If `compact`, hide the items that the compact form leaves out and show `lines`. Otherwise hide `lines` and
        show those items.
        """
        for name in FORMS[-1].left_out:
            found = getattr(self, name, ())
            for item in found if isinstance(found, tuple) else (found,):
                item.setVisible(not compact)
        for line in lines:
            line.setVisible(compact)

    def show_message(self, *texts: str) -> None:
        """Show the longest of `texts` that fits on the message line."""
        self.told = texts
        self._write(*texts)

    def tell_aside(self, *texts: str) -> None:
        """Announce an answer to the player's question.

        Show the answer on the message line until the game writes another message.
        """
        self._write(*texts)
        self.announcer.announce(texts[0])

    def _write(self, *texts: str) -> None:
        self.message.set_text(*texts)
        self.magnify_again()  # the magnifier must not cover the message
        self.message_label.set_text(texts[0] if texts else "")

    def show_done(self, wanted: bool) -> None:
        """Show or hide the button that ends a turn of several steps. It is wanted when the last step is done.

        Default: do nothing, because a turn has no steps that can be taken back.
        """

    def show_last_move_of(self, events: Sequence[Any], *, of_anybody: bool = False) -> None:
        """Mark the opponent's last move among `events`, or the last move of either player if `of_anybody`.

        A board may also mark other traces of the events, such as a card that was just drawn.
        """
        moves = [event for event in events if of_anybody or getattr(event, "seat", None) == 1 - self.near_seat]
        self.show_last_move(self.place_of(moves[-1]) if moves else None)

    def show_last_move(self, place: str | None) -> None:
        """Put the pennant of the last move on `place`, or on no slot if `place` is None."""
        self.last_move = place
        self.mark_just(last_move={place: _("Last move")} if place else {})

    def show_invitation(self) -> None:
        """Light the place at which the player may begin the turn. Default: light no place."""
        self.invite(None)

    def invite_nothing(self) -> None:
        """Light no place, because the player first has something to read. Default: show no halo."""
        self.invite(None)

    def invite(self, place: str | None, words: str = "") -> None:
        """Light a halo around the slot `place`, with the pill `words`. If `place` is None, show no halo.

        The halo pulses three times and stays lit.
        """
        self.mark_just(invite={place: words} if place else {})
        if place is None:
            self._breath.finish()
        else:
            self.breathe(place)

    def breathe(self, place: str) -> None:
        """Let the lights of the slot `place` pulse three times, and end the pulsing of any other slot. Afterwards the
        lights stay on.
        """
        self._breath.finish()
        slot = self.slots[place]
        slot.breathe(1.0)
        if self._breath.still:
            return
        half = HALO_MS / 2
        motions = []
        for breath in range(HALO_BREATHS):
            motions.append(Motion(lambda part: slot.breathe(1 - part), half, breath * HALO_MS))
            motions.append(Motion(slot.breathe, half, breath * HALO_MS + half))
        self._breath.run(motions)

    def point_out(self, place: str) -> None:
        """Show where `place` is, by a ring and an announcement, until the next press or key on the table."""
        self._point_no_more()
        slot = self.slots[place]
        self.pointed_out = place
        ring = self._ring
        if ring is None:
            from mile_bones.desktop.table.pointing import PointingRing

            ring = self._ring = PointingRing()
            self.scene().addItem(ring)
        ring.lie_around(slot.rect, self.theme)
        self.announcer.announce(_("{sentence}.").format(sentence=slot.model.name))
        if not self._pointing.still:
            starts = [POINT_MS * beat for beat in range(3)]
            self._pointing.run([Motion(ring.setOpacity, 0.7 * POINT_MS, start) for start in starts])

    def _point_no_more(self) -> None:
        self._pointing.finish()
        self.pointed_out = None
        if self._ring is not None:
            self._ring.hide()

    def suggest(self, action: Any | None, then: Sequence[Any] = ()) -> None:
        """Light the things that this legal action uses, and their target. If `action` is None, remove the suggestion.

        `then` are the steps after `action` in the same turn, which are lit, too. The lights stay until the action is
        done or is no longer legal.
        """
        self.action_marks.suggest(action, then)

    def show_better(self, action: Any | None, seat: int) -> None:
        """Draw a ghost of the better choice `action` of `seat` over the board, or remove the ghost if `action` is None.

        The next animation removes the ghost.
        """
        self.action_marks.show_better(action, seat)

    # ------------------------------------------------------------------ the order of a hand

    def set_sorting(self, sorting: bool) -> None:
        """Set whether the hand is sorted automatically. Call ``show_observation`` afterwards. Default: do nothing."""

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        """Restore the order of the hand of `seat` to `cards`, as ``arrangement`` has returned them.

        Call ``show_observation`` afterwards. Default: do nothing.
        """

    def arrangement(self) -> tuple[str, ...] | None:
        """Return the cards of the open hand from the first place on, or None if the player has not arranged them.

        Default: None.
        """
        return None

    def refuse(self) -> None:
        """Send the things of the chosen action back to their places, because the action was refused."""
        self.drag.refuse()

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), self._breath, self._pointing


MakeBoard: TypeAlias = "Callable[[Path | None, QWidget | None], Board]"
"""A function that makes a board, given the cache folder for rendered card faces (or None) and the board's parent."""
