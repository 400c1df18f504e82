"""What the boards of games are made of: `Board`, with defaults for all that a game need not say."""

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
    from mile_bones.desktop.table.panels import Row
    from mile_bones.desktop.table.pointing import PointingRing
    from mile_bones.desktop.table.rewind import Rewind
    from mile_bones.desktop.table.slot_buttons import AccessibleLabel


class HandList(Protocol):
    """A widget that shows a hand."""

    def show_hand(self, observation: Any | None) -> None:
        """Show the hand that lies open in this observation; None: no card."""
        ...

    def narrow(self, room: int | None) -> None:
        """Take several rows where one is wider than so many pixels."""
        ...

    def setVisible(self, visible: bool) -> None: ...


class Board(TableView):
    """A table on which a game is played. It shows observations and events, and turns gestures into actions.

    A game derives its board from it. It must write ``help_topic``, ``lay_out``, ``card_size``, ``show_observation``,
    ``make_rules``, ``animate``, ``cues`` and ``end_dialog``. All else has a default. Observations, events and actions
    are those of the game. A board knows no state.
    """

    undo_requested = Signal()
    """The player takes the last step back by a gesture."""
    done_requested = Signal()
    """The player ends the turn."""
    arranged = Signal()
    """The player has put the hand into another order."""

    drag_class: type[Drag] = MarkOne
    """How the player chooses things by clicks and keys."""
    drag: Drag
    """Turns the player's gestures on this board into actions."""
    observation: Any
    """What the board shows. ``show_observation`` keeps it here."""

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
        """The quiet buttons, by the names of their signs."""
        self.pointed_out: str | None = None
        """The place with the ring of ``point_out``."""
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
        """What ``show_message`` was given last."""
        self.enter_is_smart = True
        """Enter on a card of the hand is smart play, and no press."""

    # ------------------------------------------------------------------ what a game must write

    help_topic: str
    """The page of the help with which somebody begins who is at this board."""

    def show_observation(self, observation: Any) -> None:
        """Keep the observation, and make everything equal to it at once. Its seat is the viewer.

        First call ``drag.clear`` and ``land_all``: nothing hangs on the pointer or flies any more. Then give each slot
        its model, unmark what is ``hidden`` or ``refused``, and at last call ``describe`` for screen readers.
        """
        raise NotImplementedError

    def make_rules(self) -> DropRules | None:
        """Return what may be done now, or None if the table is only looked at and no gesture means anything.

        It may read the observation and what ``rules_depend_on`` names, and nothing else that changes.
        """
        raise NotImplementedError

    def animate(self, events: Sequence[Any], end: Any, done: Callable[[], None]) -> None:
        """Show how the events of one action come about. At last show the observation ``end`` and call ``done``.

        What the player has dragged is in ``drag.take_dropped``; ``fly`` makes any other card. Mark a slot ``hidden``
        whose only card flies. Emit ``cued`` for what is seen; of a deal and an end the window asks ``sound``.
        """
        raise NotImplementedError

    def cues(self, event: Any, you: int | None, table: Any) -> Sequence[Cue]:
        """Return what is heard of an event, one after another. ``desktop.sound.cue`` has all that there is.

        ``you``: the seat of a lone person, else None. ``table``: the observation after the event.
        """
        raise NotImplementedError

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> Any:
        """Return a dialog, to be opened, that tells how a hand or a game has ended. Accepted: on with the next."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what only the game knows

    def by_itself(self, observation: Any) -> Any | None:
        """Return the action that needs no gesture where the player wants things to go by themselves. Default: None."""
        return None

    def doubt(self, action: Any) -> Inquiry | None:
        """Return what a player who wants to be asked is asked before an action that gives something away, or None.

        ``rejected`` is None. Default: None.
        """
        return None

    def warning(self, action: Any) -> Inquiry | None:
        """Return what every player is asked before an action that ends more than the turn, or None. Default: None."""
        return None

    def inquiry(self, observation: Any, names: tuple[str, str]) -> Inquiry | None:
        """Return what the player to act is asked in a dialog now; None: a gesture is waited for. Default: None."""
        return None

    def celebration(self, ending: Ending) -> QWidget | None:
        """Return a picture for the sheet that follows a game that a person has won; None: there is no such sheet.

        Default: None.
        """
        return None

    def status(self, observation: Any) -> tuple[str, ...]:
        """Return what the status bar says of the table, three parts at most. Default: nothing."""
        return ()

    def how_to(self, action: Any) -> str:
        """Return by which gestures this action is done, as the options have it. Default: it goes without saying."""
        return ""

    def view_actions(self) -> Sequence[QAction]:
        """Return ways to look at this board, for the View menu. Default: none."""
        return ()

    def seen_from(self, near: Any, other: Any) -> Any:
        """Return the observation ``near`` with the hand that lies open in ``other``, to be looked at alone.

        Default: ``near``, as nothing is hidden.
        """
        return near

    def hand_list(self, title: str) -> HandList | None:
        """Return a list in which a hand can lie open beside the table. Default: None, as no hand is ever hidden."""
        return None

    def ends(self, action: Any, seat: int, *, suggested: bool) -> Ends | None:
        """Return how this action of ``seat`` is marked; None: not at all, as it calls by itself or has no place.

        ``suggested``: it is suggested, and no ghost. Default: None.
        """
        return None

    def place_of(self, event: Any) -> str | None:
        """Return where what this event moved lies on the board as it is shown, or None. Default: None."""
        return None

    # ------------------------------------------------------------------ who looks at it

    def turn(self) -> object:
        return self.observation

    def show_players(self, names: tuple[str, str]) -> None:
        """Name the players, by seat."""
        self._names = names
        self.show_observation(self.observation)

    def set_viewpoint(self, seat: int | None) -> None:
        """Only look on from this seat: no gesture means anything. None: play. ``show_observation`` is to follow."""
        self._viewpoint = seat

    @property
    def viewpoint(self) -> int | None:
        """The seat from which the table is only looked at; None: it is played on."""
        return self._viewpoint

    @property
    def near_seat(self) -> int:
        """The seat whose hand lies on the near side."""
        seat = self.observation.seat if self._viewpoint is None else self._viewpoint
        return 0 if seat is None else seat

    # ------------------------------------------------------------------ what stands beside the cards

    def show_fixtures(self) -> None:
        """Show names, scores, the name of the deal and what else stands beside the cards. Default: nothing does."""

    def show_games(self, games: tuple[int, int] | None) -> None:
        """Show the games that these players have won of each other, by seat; None: none are counted."""
        self._games = games
        self.show_fixtures()

    def games_rows(self, first: int) -> tuple[Row, ...]:
        """Return the last row of a score panel: games won, those of seat ``first`` first. No row where none count."""
        if self._games is None:
            return ()
        label = pgettext("score panel", "Games")
        return ((label, format_number(self._games[first]), format_number(self._games[1 - first])),)

    def show_deal(self, text: str) -> None:
        """Name the deal on the table, such as "Deal of the day"; empty: it has no name."""
        self._deal_name = text
        self.show_fixtures()

    # ------------------------------------------------------------------ what comes about

    def deal(self, observation: Any, done: Callable[[], None]) -> None:
        """Show how a hand begins. Default: it lies there at once."""
        self.show_last_move_of(())
        self.show_observation(observation)
        done()

    def travel(self, events: Sequence[Any], end: Any, done: Callable[[], None], *, back: bool) -> None:
        """Undo or redo: show quickly how these events go back (``back``) or on again. At last as in ``animate``.

        Default: what ``moves`` tells flies one after another, as ``rewind`` lets it.
        """
        self.invite(None)
        self.show_last_move_of(())
        self.action_marks.clear()
        moves = self.moves(events, self.observation if back else end)
        moves = [move.back() for move in reversed(moves)] if back else moves
        self.rewind.run(moves, self.observation, lambda: self.show_observation(end), done)

    def moves(self, events: Sequence[Any], after: Any) -> Sequence[CardMove]:
        """Return which card goes where by these events, after which ``after`` is seen. Default: none."""
        return ()

    @cached_property
    def rewind(self) -> Rewind[Any]:
        """The player of undo and redo."""
        from mile_bones.desktop.table.rewind import Rewind

        return Rewind(self)

    def told_at_once(self, events: Sequence[Any]) -> int:
        """Return how many of these events are told when they begin to come about. The others wait until they are seen.

        Default: all.
        """
        return len(events)

    def sound(self, events: Sequence[Any], you: int | None) -> None:
        """Let the last of these events be heard that has a sound. They are not seen coming about: a deal, an end."""
        for event in reversed(events):
            if heard := self.cues(event, you, self.observation):
                self.cued.emit(heard)
                return

    # ------------------------------------------------------------------ gestures

    def gesture_target(self) -> GestureTarget:
        self.drag = self.drag_class(self, self)
        return self.drag

    def rules_depend_on(self) -> tuple[object, ...]:
        """Return all that ``make_rules`` reads besides the observation."""
        return self._viewpoint, self._names

    def rules(self) -> DropRules | None:
        """Return the rules of ``make_rules``, which are made again only when something has changed that they read."""
        seen, others = self.observation, self.rules_depend_on()
        if self._rules is None or self._rules[0] is not seen or self._rules[1] != others:
            self._rules = seen, others, self.make_rules()
        return self._rules[2]

    @property
    def continues_gesture(self) -> bool:
        return self.drag.continues

    def finish(self) -> None:
        """Bring all that moves to its end, and choose what is still to come of the last gesture."""
        super().finish()
        while self.drag.going_on and not self.drag.choosing:
            self.drag.go_on()
            super().finish()

    def pressed(self, place: str) -> bool:
        """Do what a press at ``place`` means to the board itself. Return False if it means nothing to it."""
        return False

    def selection_changed(self) -> None:
        """Something else is selected now, or nothing."""

    def arranges(self, place: str) -> bool:
        """The thing there may be put elsewhere among its like."""
        return False

    def part(self, sources: Sources, place: str | None) -> None:
        """Show how their like would make room for them at ``place``; None: at home."""

    def beside(self, place: str, step: int) -> str | None:
        """The place of its like that is so many further on; None at the end of the row."""
        return None

    def gap_at(self, source: str, at: Point) -> str | None:
        """Where it would go among its like, were it put at this point; None: the point means none of them."""
        return None

    def rearrange(self, sources: Sources, place: str) -> bool:
        """What lay at ``sources`` was let go at home, at ``place``: True when it has been shown there."""
        return False

    # ------------------------------------------------------------------ one place after another

    def focus_first(self) -> None:
        """Give the keyboard to the place where the turn begins. Default: the first place."""
        self.focus_place(next(iter(self.slots)))

    def named_groups(self) -> Sequence[tuple[str, Sequence[str]]]:
        """All places in groups that have a name, in the order in which they are gone through by one key."""
        return ((self.accessibleName(), tuple(self.slots)),)

    def is_playable(self, place: str) -> bool:
        """What lies here can be more than thrown away now."""
        return True

    @property
    def taken_up(self) -> tuple[str, ...]:
        """The places of what is marked or selected, and is to go elsewhere."""
        return tuple(place for place, slot in self.slots.items() if slot.marks.marked or slot.marks.selected)

    def put_back(self) -> None:
        """Nothing is taken up any more."""
        self.input_began.emit()
        self._escape()

    def arrange_at(self, sources: Sources, place: str) -> None:
        """Put what is taken up elsewhere among its like."""
        self.put_back()
        self.rearrange(sources, place)

    # ------------------------------------------------------------------ keys for what is done most

    own_keys: frozenset[str] = frozenset()
    """The keys that mean something of their own on this board, as ``key_names`` calls them."""

    def mark_card(self, number: int) -> bool:
        """Mark the card of the hand with this number, counted from 1; False: that means nothing here."""
        return False

    def draw(self) -> bool:
        """Draw a card, or say why not; False: that means nothing here."""
        return False

    def discard(self) -> bool:
        """Discard what is marked, or say why not; False: that means nothing here."""
        return False

    def smart_play(self) -> bool:
        """Smart play of what is marked, or of what has the focus; False: that means nothing here."""
        return False

    def standing(self) -> Sequence[str]:
        """Return how both sides stand, in words, the longest text first. Default: the label "score"."""
        return tuple(label.text() for name, label in self.labels.items() if name == "score")

    # ------------------------------------------------------------------ quiet buttons

    def offer(self, entries: Mapping[str, QAction]) -> None:
        """Let these entries of the menus stand on the table as quiet buttons; by the names of their signs."""
        for sign, action in entries.items():
            button = self.tools[sign] = ToolButton(sign, action, TOPICS[sign], self.viewport())
            button.pressed.connect(self.input_began)
            button.arrow.connect(self._arrow)
        self.refresh()

    def place_tools(self, places: Mapping[str, Rect]) -> None:
        """Let the quiet buttons lie there; those without a place are of no use on this board."""
        for sign, button in self.tools.items():
            button.setVisible(sign in places)
            if sign in places:
                button.place_at(places[sign], self.theme, self.mirrored)

    def _arrow(self, place: str, dx: int, dy: int) -> None:
        """From a quiet button to the nearest place; it stands in no row."""
        if place not in self.tools:
            super()._arrow(place, dx, dy)
            return
        here = self.tools[place].geometry().center()
        ways = {name: QPointF(*rect.centre) - here for name, rect in self._rects.items()}
        ahead = {name: way for name, way in ways.items() if way.x() * dx + way.y() * dy > 0}
        if ahead:
            self.focus_place(min(ahead, key=lambda name: ahead[name].manhattanLength()))

    def words_read(self) -> list[QRectF]:
        """The quiet buttons too, which are pressed while a card is told of."""
        return super().words_read() + [QRectF(tool.geometry()) for tool in self.tools.values() if tool.isVisible()]

    # ------------------------------------------------------------------ what is told and lit

    @cached_property
    def message_label(self) -> AccessibleLabel:
        """The words of the message line for screen readers. The Tab key comes to it after the labels of the game."""
        return self.add_label("message line", "message-line")

    def place_message(self, rect: Rect, k: float, *, high: float = 23.0, centred: bool = False) -> None:
        """Let the message line have this room. See ``MessageLine.place_at``."""
        self.message.place_at(rect, k, self.theme, self.mirrored, high=high, centred=centred)
        self.message_label.lie_over(rect, paint.frame_room(self.theme))

    def show_form(self, lines: Iterable[QGraphicsItem], *, compact: bool) -> None:
        """Leave out what the form of the table leaves out. ``lines``: what the compact form has instead."""
        for name in FORMS[-1].left_out:
            found = getattr(self, name, ())
            for item in found if isinstance(found, tuple) else (found,):
                item.setVisible(not compact)
        for line in lines:
            line.setVisible(compact)

    def show_message(self, *texts: str) -> None:
        """The message line: the longest of the texts that fits."""
        self.told = texts
        self._write(*texts)

    def tell_aside(self, *texts: str) -> None:
        """Say something that the player has asked for, and show it on the message line until the game says more."""
        self._write(*texts)
        self.announcer.announce(texts[0])

    def _write(self, *texts: str) -> None:
        self.message.set_text(*texts)
        self.magnify_again()  # it must not cover them
        self.message_label.set_text(texts[0] if texts else "")

    def show_done(self, wanted: bool) -> None:
        """Offer the player to end a turn that is over but for that word, or to take its steps back; or no longer.

        Default: nothing, as a turn has no steps to take back.
        """

    def show_last_move_of(self, events: Sequence[Any], *, of_anybody: bool = False) -> None:
        """Mark the opponent's last move among these events; ``of_anybody``: the last, whoever made it.

        Mark also what else they leave behind, such as a card that was just drawn.
        """
        moves = [event for event in events if of_anybody or getattr(event, "seat", None) == 1 - self.near_seat]
        self.show_last_move(self.place_of(moves[-1]) if moves else None)

    def show_last_move(self, place: str | None) -> None:
        """Put the pennant there; None: on no slot."""
        self.last_move = place
        self.mark_just(last_move={place: _("Last move")} if place else {})

    def show_invitation(self) -> None:
        """Light what the player may begin the turn with. Default: nothing."""
        self.invite(None)

    def invite(self, place: str | None, words: str = "") -> None:
        """Let the halo of this slot breathe three times and stay lit; None: no halo any more."""
        self.mark_just(invite={place: words} if place else {})
        if place is None:
            self._breath.finish()
        else:
            self.breathe(place)

    def breathe(self, place: str) -> None:
        """Let what is lit at this place, and only there, breathe three times; after that it stays lit."""
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
        """Show this place to somebody who asks where it is, until the next press or key on the table."""
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

    def suggest(self, action: Any | None) -> None:
        """Light what this legal action is done with, and where it goes, until it is done or another thing is legal.

        None: nothing any more.
        """
        self.action_marks.suggest(action)

    def show_better(self, action: Any | None, seat: int) -> None:
        """Draw this seat's better choice as a ghost over the board; None: draw none.

        The ghost goes when something comes about.
        """
        self.action_marks.show_better(action, seat)

    # ------------------------------------------------------------------ the order of a hand

    def set_sorting(self, sorting: bool) -> None:
        """Let a hand sort itself from now on, or no longer. ``show_observation`` is to follow. Default: nothing."""

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        """Let this player's hand lie as ``arrangement`` has said. ``show_observation`` is to follow.

        Default: nothing.
        """

    def arrangement(self) -> tuple[str, ...] | None:
        """Return how the hand lies that is seen, from the first place on; None if the player has not arranged it.

        Default: None.
        """
        return None

    def refuse(self) -> None:
        """The action that was chosen is refused: what was brought goes home."""
        self.drag.refuse()

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), self._breath, self._pointing


MakeBoard: TypeAlias = "Callable[[Path | None, QWidget | None], Board]"
"""Makes a board from the folder in which rendered faces are kept or None, and the parent of the board."""
