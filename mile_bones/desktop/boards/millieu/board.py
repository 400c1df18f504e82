"""The board of Millieu: the table, with animations of the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.cues import cues
from mile_bones.desktop.boards.millieu.event_animator import EventAnimator
from mile_bones.desktop.boards.millieu.moves import moves
from mile_bones.desktop.boards.millieu.pieces import PieceArt
from mile_bones.desktop.boards.millieu.table import MillieuTable
from mile_bones.desktop.table.board import MakeBoard
from mile_bones.desktop.table.card_move import CardMove
from mile_bones.desktop.table.ending import Dialogs, Ending
from mile_bones.games.millieu.events import Captured, Event, Placed, Slid
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.spec import SPEC
from mile_bones.games.millieu.words import game_end_text
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.moment import Moment


class MillieuBoard(MillieuTable):
    """The board that a window shows a game of Millieu on. ``cache`` is the folder for rendered pieces, or None."""

    help_topic = "millieu-playing"
    has_scenes = True

    def __init__(self, cache: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(PieceArt(cache), parent)
        self._events = EventAnimator(self)
        self._side_by_side_action = QAction(_("Sheets side &by side"), self, checkable=True)
        self._side_by_side_action.toggled.connect(self.set_side_by_side)
        self.side_by_side.toggled.connect(self._side_by_side_action.setChecked)

    def animate(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        self.action_marks.clear()
        self._events.play(events, end, done)

    def travel(self, events: Sequence[Event], end: Observation, done: Callable[[], None], *, back: bool) -> None:
        self.show_neighbours(None)
        super().travel(events, end, done, back=back)

    def moves(self, events: Sequence[Event], after: Observation) -> list[CardMove]:
        return moves(events, self.near_seat)

    def cues(self, event: Event, you: int | None, table: Observation) -> Sequence[Cue]:
        return cues(event, you)

    def place_of(self, event: Event) -> str | None:
        """Return the point on which a piece was placed, to which it slid, or from which it was taken."""
        match event:
            case Placed(_seat, _piece, point) | Slid(_seat, _piece, _, point) | Captured(_seat, _piece, point):
                return slot_names.point(point)
        return None

    def focus_first(self) -> None:
        self.walk.to_step()

    # ------------------------------------------------------------------ for this game only

    def view_actions(self) -> Sequence[QAction]:
        """Return the menu entry that switches between stacked sheets and sheets side by side."""
        return (self._side_by_side_action,)

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> BaseDialog:
        from mile_bones.desktop.dialogs.ending import GameEndDialog

        text = game_end_text(ending.events[-1], ending.names, ending.you)
        turns = _("The game took {turns} turns.").format(turns=format_number(ending.observation.turn))
        return GameEndDialog(ending, text, dialogs.parent, band=SPEC.band, topic="millieu", lines=[turns])

    def moment(self, ending: Ending) -> Moment | None:
        """Return the scene in which the cube turns, or None if there is no winner or the player only watched."""
        from mile_bones.desktop.boards.millieu.game_end import game_end

        return game_end(self, ending)

    def status(self, observation: Observation) -> tuple[str, ...]:
        """Return texts about the number of the turn and the number of pieces on the cube."""
        pieces = sum(piece is not None for piece in observation.board)
        on_the_cube = ngettext("{count} piece on the cube", "{count} pieces on the cube", pieces)
        turn = _("Turn {turn}").format(turn=format_number(observation.turn))
        return turn, on_the_cube.format(count=format_number(pieces))


BOARD: MakeBoard = MillieuBoard
