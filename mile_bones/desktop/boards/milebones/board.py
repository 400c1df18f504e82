"""The board of Mile Bones and mille(6): the table, with animations of the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.card_faces import CardFaces
from mile_bones.desktop.boards.milebones.table import MileBonesTable
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.board import MakeBoard
from mile_bones.desktop.table.ending import Dialogs, Ending, Inquiry
from mile_bones.desktop.table.hand_places import last_of
from mile_bones.games.milebones.actions import DRAW, END_TRIP, EXTEND, Action, Kind
from mile_bones.games.milebones.events import Discarded, Drawn, Event, HandEnded, Played
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.words import card_name, game_end_at_trip_text
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.event_animator import EventAnimator
    from mile_bones.desktop.boards.milebones.hand_list import HandList
    from mile_bones.desktop.boards.milebones.rewind import MileBonesRewind
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.card_move import CardMove
    from mile_bones.desktop.table.moment import Moment


class MileBonesBoard(MileBonesTable):
    """The board that a window shows a game of Mile Bones on. ``cache`` is the folder for card faces, or None."""

    help_topic = "playing"
    has_scenes = True

    def __init__(self, cache: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(CardArt(CardFaces(), cache), parent)

    @cached_property
    def _events(self) -> EventAnimator:
        from mile_bones.desktop.boards.milebones.event_animator import EventAnimator

        return EventAnimator(self)

    @cached_property
    def rewind(self) -> MileBonesRewind:
        from mile_bones.desktop.boards.milebones.rewind import MileBonesRewind

        return MileBonesRewind(self)

    def animate(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        self.action_marks.clear()
        before, self._drawn = self._drawn, ()
        self._mark_drawn(())  # while the hand moves, no card is marked as drawn

        def landed() -> None:
            self.note_drawn(events, before)
            self.describe()
            done()

        self._events.play(events, end, landed)

    def moves(self, events: Sequence[Event], after: Observation) -> list[CardMove]:
        from mile_bones.desktop.boards.milebones.moves import moves

        return moves(events, self.near_seat, after)

    def told_at_once(self, events: Sequence[Event]) -> int:
        """Return the number of events up to and including the first coup fourré, or of all events without one.

        A coup fourré is the high point of the game. The cards that are drawn after a coup fourré are announced only
        when they have arrived.
        """
        for number, event in enumerate(events):
            if isinstance(event, Played) and event.coup:
                return number + 1
        return len(events)

    def deal(self, observation: Observation, done: Callable[[], None]) -> None:
        self.note_drawn(())
        self._events.deal(observation, done)

    def cues(self, event: Event, you: int | None, table: Observation) -> Sequence[Cue]:
        from mile_bones.desktop.boards.milebones.cues import cues

        return cues(event, you, table)

    def show_last_move_of(self, events: Sequence[Event], *, of_anybody: bool = False) -> None:
        from mile_bones.desktop.boards.milebones.moves import last_move

        if of_anybody:
            put = [event for event in events if isinstance(event, (Played, Discarded))]
            self.show_last_move(self.place_of(put[-1]) if put else None)
        else:
            self.show_last_move(last_move(events, self.observation))
        self.note_drawn(events)
        self.describe()

    def place_of(self, event: Event) -> str | None:
        """Return the place of the card that ``event`` moved: its pile if the card was played or discarded, or its place
        in the hand if it was drawn. The place of a card that was drawn into a hidden hand is the deck.
        """
        if isinstance(event, (Played, Discarded)):
            from mile_bones.desktop.boards.milebones.moves import target_of

            return target_of(event, self.observation)
        if not isinstance(event, Drawn):
            return None
        places = last_of([event.card], self.order.cards if event.seat == self.near_seat else ())
        return slot_names.hand(places[0]) if places else slot_names.DRAW

    def focus_first(self) -> None:
        """Focus the safety of a possible coup fourré, or else the deck if a card may be drawn, or else the hand."""
        coup = self.observation.coup
        if coup in self.order.cards:
            self.focus_place(slot_names.hand(self.order.cards.index(coup)))
            return
        may_draw = DRAW in self.observation.legal_actions()
        self.focus_place(slot_names.DRAW if may_draw else slot_names.hand(0))

    # ------------------------------------------------------------------ for this game only

    def by_itself(self, observation: Observation) -> Action | None:
        """Draw at the beginning of the turn, unless the player could play a coup fourré instead."""
        may_draw = observation.phase is Phase.DRAW and observation.to_act and observation.coup is None
        return DRAW if may_draw else None

    def doubt(self, action: Action) -> Inquiry | None:
        if action.kind is not Kind.DISCARD or action.card is None:
            return None
        from mile_bones.desktop.dialogs.question import discard_doubt

        return discard_doubt(card_name(action.card), action, "discard-pile")

    def inquiry(self, observation: Observation, names: tuple[str, str]) -> Inquiry | None:
        """Ask whether to extend the trip."""
        if observation.phase is not Phase.EXTEND or not observation.to_act:
            return None

        def ask(parent: QWidget) -> BaseDialog:
            from mile_bones.desktop.boards.milebones.extension import ExtensionDialog

            rules, opponent = observation.rules, names[1 - observation.seat]
            return ExtensionDialog(
                opponent,
                parent,
                goal=rules.goal,
                extended_goal=rules.extended_goal,
                left=observation.left,
                totals=observation.totals,
                game_end=game_end_at_trip_text(observation, names),
            )

        return Inquiry(ask, EXTEND, END_TRIP)

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> BaseDialog:
        """Return the score sheet, which can also show both hands."""
        from mile_bones.desktop.boards.milebones.game_end import special_text
        from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog

        ended: HandEnded = ending.events[0]
        near = ending.observation.seat
        self.show_hand_score((ended.scores[near].total, ended.scores[1 - near].total))
        dialog = ScoreSheetDialog(
            ended,
            ended.totals,
            ending.games,
            ending.names,
            ending.events[1] if ending.game_over else None,
            dialogs.parent,
            seat=ending.you,
            target=ending.observation.rules.target,
            assisted=ending.assisted,
            animator=Animator.like(self.animator, self),
            special=special_text(ending),
            placed=ending.placed,
        )
        dialog.both_hands_requested.connect(lambda: self._show_both_hands(ending, ended.hand, dialog, dialogs))
        return dialog

    def moment(self, ending: Ending) -> Moment | None:
        """Return the scene of a game that has ended, or None if it was drawn or only watched."""
        from mile_bones.desktop.boards.milebones.game_end import game_end

        return game_end(self, ending)

    def _show_both_hands(self, ending: Ending, hand: int, sheet: BaseDialog, dialogs: Dialogs) -> None:
        from mile_bones.desktop.boards.milebones.open_hands import LOOK, rest, sides
        from mile_bones.desktop.dialogs.both_hands import open_both_hands
        from mile_bones.games.milebones.review import both_hands

        review = both_hands(ending.record(), hand)
        open_both_hands(sides(review, ending.names), rest(review), LOOK, sheet, dialogs)

    def status(self, observation: Observation) -> tuple[str, ...]:
        """Return texts about the number of cards left in the deck, the length of the trip, and the points that win the
        game.
        """
        return (
            _("Cards left: {left}").format(left=observation.left),
            _("Trip: {goal} miles").format(goal=format_number(observation.goal)),
            _("First to {points}").format(points=format_number(observation.rules.target)),
        )

    def hand_list(self, title: str) -> HandList:
        from mile_bones.desktop.boards.milebones.hand_list import HandList

        return HandList(title)


BOARD: MakeBoard = MileBonesBoard
