"""What is suggested, or had better been done: the piece and the place where it goes are ringed."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.slot import Ghost
from mile_bones.games.millieu.actions import Action, Place, Slide
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.words import piece_in_list
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext


class Ends(NamedTuple):
    """Of a step: where the piece lies, where it goes, and what it is."""

    source: str
    end: str
    piece: Piece


def ends(action: Action, observation: Observation, *, mine: bool) -> Ends:
    """``mine``: it is a step of the near player."""
    if isinstance(action, Place):
        return Ends(slot_names.hand(mine, action.piece), slot_names.point(action.point), action.piece)
    point = action.origin if isinstance(action, Slide) else action.point
    piece = observation.board[point]
    assert piece is not None, "which is moved, or taken"
    end = slot_names.point(action.target) if isinstance(action, Slide) else slot_names.hand(mine, piece)
    return Ends(slot_names.point(point), end, piece)


class Suggestion:
    """The marks of one step on a table: of what the player might do, or of what somebody had better done."""

    def __init__(self, table: Board) -> None:
        self._table = table
        self._action: Action | None = None
        self._better: int | None = None  # whose choice it was; None: it is the viewer's, and still to be made

    def suggest(self, action: Action | None) -> None:
        """Suggest this, or nothing any more."""
        self._show(action, None)

    def show_better(self, action: Action | None, seat: int) -> None:
        """What this seat had better do, with a ghost of the piece; None: nothing any more."""
        self._show(action, seat)

    def _show(self, action: Action | None, better: int | None) -> None:
        if action is None and self._action is None:
            return
        self._action, self._better = action, better
        self._mark()
        if action is not None and better is None:
            self._table.breathe(self._ends(action).end)

    def follow(self) -> None:
        """The table was shown anew: what is suggested goes where it is not legal now, what was better in any case."""
        if self._action is None:
            return
        if self._better is not None or self._action not in self._table.observation.legal_actions():
            self._action = None
        self._mark()

    def _ends(self, action: Action) -> Ends:
        seat = self._table.observation.player if self._better is None else self._better
        return ends(action, self._table.observation, mine=seat == self._table.near_seat)

    def _mark(self) -> None:
        action = self._action
        found = None if action is None else self._ends(action)
        for name, slot in self._table.slots.items():
            suggested, ghost = "", None
            if found is not None and name == found.source:
                suggested = _("Suggested") if self._better is None else _("Better")
            elif found is not None and name == found.end and self._better is None:
                suggested = _("The suggested piece goes here")
            elif found is not None and name == found.end and slot_names.point_index(name) is not None:
                words = _("Better: {piece} here").format(piece=piece_in_list(found.piece))
                ghost = Ghost(ART[found.piece], pgettext("choice", "Better"), words)
            slot.mark(suggested=suggested, ghost=ghost)
        self._table.describe()
