"""The board of Mille: the table, with animations of the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.card_faces import MontrealFaces
from mile_bones.desktop.boards.montreal.cues import cues
from mile_bones.desktop.boards.montreal.event_animator import EventAnimator
from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, BY_SUIT, BY_VALUE
from mile_bones.desktop.boards.montreal.last_move import place_of, ringed_after
from mile_bones.desktop.boards.montreal.table import MontrealTable
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.board import MakeBoard
from mile_bones.desktop.table.ending import Dialogs, Ending, Inquiry
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.events import Event, HandEnded
from mile_bones.games.montreal.names import card_name
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.words import goal_text
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.boards.montreal.hand_list import HandList
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.moment import Moment


class MontrealBoard(MontrealTable):
    """The board that a window shows a game of Mille on. ``cache`` is the folder for rendered card faces, or None."""

    help_topic = "montreal-mille-playing"
    has_scenes = True

    def __init__(self, cache: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(CardArt(MontrealFaces(), cache), parent)
        self._events = EventAnimator(self)
        group = QActionGroup(self)
        self._sorting_actions = {}
        for way, text in (
            (BY_RANK, _("Sort the hand by &rank")),
            (BY_SUIT, _("Sort the hand by s&uit")),
            (BY_VALUE, _("Sort the hand by &value")),
        ):
            action = QAction(text, group, checkable=True, checked=way == self.sorted_by)
            action.triggered.connect(lambda _checked=False, way=way: self.sort_by(way))
            self._sorting_actions[way] = action

    def sort_by(self, way: str) -> None:
        super().sort_by(way)
        self._sorting_actions[way].setChecked(True)

    def animate(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        self.action_marks.clear()

        def landed() -> None:
            self._show_moves(self._ringed_after(events, self._ringed))
            done()

        self._events.play(events, end, landed)

    def travel(self, events: Sequence[Event], end: Observation, done: Callable[[], None], *, back: bool) -> None:
        self.show_last_move(None)
        self.action_marks.clear()
        self._events.travel(events, end, done)

    def refuse(self) -> None:
        super().refuse()
        if self._events.give_back():
            self.show_observation(self.observation)
            self.show_invitation()

    def deal(self, observation: Observation, done: Callable[[], None]) -> None:
        self._events.deal(observation, done)

    def cues(self, event: Event, you: int | None, table: Observation) -> Sequence[Cue]:
        return cues(event, you)

    def show_last_move_of(self, events: Sequence[Event], *, of_anybody: bool = False) -> None:
        """Ring the opponent's discards and sets of the last turn, or the cards that were drawn in the present turn."""
        if of_anybody:
            self.show_last_move(place_of(events[-1], self) if events else None)
        else:
            self._show_moves(self._ringed_after(events))

    def _ringed_after(self, events: Sequence[Event], ringed: frozenset[str] = frozenset()) -> frozenset[str]:
        for event in events:
            ringed = ringed_after(event, self, ringed)
        return ringed

    def place_of(self, event: Event) -> str | None:
        """Return the set or pile to which a card went, or the place of a drawn card if it is still in the hand."""
        return place_of(event, self)

    def focus_first(self) -> None:
        seen = self.observation
        draws = seen.to_act and seen.phase is Phase.DRAW
        self.focus_place(slot_names.STOCK if draws or not self.order.cards else slot_names.hand(0))

    # ------------------------------------------------------------------ for this game only

    def view_actions(self) -> Sequence[QAction]:
        """Return the ways to sort the hand."""
        return tuple(self._sorting_actions.values())

    def by_itself(self, observation: Observation) -> Action | None:
        """Return the action that draws if it is the only legal action. Return None otherwise, because the player can
        choose between drawing and taking the pile.
        """
        legal = observation.legal_actions() if observation.phase is Phase.DRAW else ()
        return legal[0] if len(legal) == 1 and legal[0].kind is Kind.DRAW else None

    def doubt(self, action: Action) -> Inquiry | None:
        if action.kind is not Kind.DISCARD:
            return None
        from mile_bones.desktop.dialogs.question import discard_doubt

        return discard_doubt(card_name(action.cards[0]), action, "montreal-mille-pile")

    def warning(self, action: Action) -> Inquiry | None:
        """Ask before the player's last card is laid down, because that ends the deal."""
        seen = self.observation
        if action.kind not in (Kind.LAY, Kind.ADD, Kind.PILE) or sum(seen.hand) > len(action.cards):
            return None
        if action.kind is Kind.PILE and len(seen.pile) > 1:
            return None
        from mile_bones.desktop.dialogs.question import inquire

        text = _("With your last card you go out, and the deal ends at once.")
        return inquire(_("Go out?"), text, _("&Go out"), _("&Not yet"), action, "montreal-mille-out")

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> BaseDialog:
        """Return the score sheet, which can also show both hands. After a game for stakes it leads to the payment."""
        from mile_bones.desktop.boards.montreal.game_end import special_text
        from mile_bones.desktop.boards.montreal.score_sheet import ScoreSheetDialog

        ending = ending._replace(special=special_text(ending))
        self.show_counted((ending.events[0].scores[0].hand, ending.events[0].scores[1].hand))
        dialog = ScoreSheetDialog(ending, dialogs.parent, Animator.like(self.animator, self))
        dialog.both_hands_requested.connect(lambda: self._show_both_hands(ending, dialog, dialogs))
        return dialog

    def moment(self, ending: Ending) -> Moment | None:
        """Return the scene in which the winner drives over the line and the loser pays, or None if nobody has won or
        the game was only watched.
        """
        from mile_bones.desktop.boards.montreal.game_end import game_end

        return game_end(self, ending)

    def _show_both_hands(self, ending: Ending, sheet: BaseDialog, dialogs: Dialogs) -> None:
        from mile_bones.desktop.boards.montreal.open_hands import LOOK, rest, sides
        from mile_bones.desktop.dialogs.both_hands import open_both_hands
        from mile_bones.games.montreal.review import both_hands

        ended: HandEnded = ending.events[0]
        review = both_hands(ending.record(), ended.hand)
        open_both_hands(sides(review, ending.names), rest(review), LOOK, sheet, dialogs)

    def status(self, observation: Observation) -> tuple[str, ...]:
        """Return texts about the number of cards in the stock, the points that win, and the stakes if there are any."""
        left = ngettext("Stock: {count} card", "Stock: {count} cards", observation.left)
        rules = observation.rules
        parts = (
            left.format(count=format_number(observation.left)),
            goal_text(rules),
        )
        if not rules.stake:
            return parts
        stakes = _("Stakes {small} and {large}")
        return (*parts, stakes.format(small=format_number(rules.stake), large=format_number(rules.large_stake)))

    def hand_list(self, title: str) -> HandList:
        from mile_bones.desktop.boards.montreal.hand_list import HandList

        return HandList(title)


BOARD: MakeBoard = MontrealBoard
