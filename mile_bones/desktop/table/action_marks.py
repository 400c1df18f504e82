"""The marks of one action on a table: a suggestion to the player, or the ghost of a better choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from mile_bones.desktop.table.slot import Ghost
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mile_bones.desktop.table.drop_rules import Ends
    from mile_bones.desktop.table.slot import SlotItem


class MarkedBoard(Protocol):
    """The members of a board that its ``ActionMarks`` uses. See ``Board`` for their meaning."""

    slots: dict[str, SlotItem]
    observation: Any

    @property
    def near_seat(self) -> int: ...

    @property
    def viewpoint(self) -> int | None: ...

    def ends(self, action: Any, seat: int, *, suggested: bool) -> Ends | None: ...

    def breathe(self, place: str) -> None: ...

    def mark_just(self, **marks: Mapping[str, object]) -> None: ...

    def describe(self) -> None: ...


class ActionMarks:
    """The marks of one action on a board. The board's ``ends`` returns the places to mark."""

    def __init__(self, board: MarkedBoard) -> None:
        self._board = board
        self._action: Any | None = None
        self._seat: int | None = None  # the seat whose better choice is shown, or None for a suggestion

    @property
    def suggested_target(self) -> str | None:
        """The place to which the suggested action leads, or None if no action is suggested."""
        ends = self._ends() if self._seat is None else None
        return None if ends is None else ends.target

    def suggest(self, action: Any | None) -> None:
        """Raise the things that `action` uses and light its target. If `action` is None, remove the suggestion, but
        keep the ghost of a better choice.
        """
        if action is None and self._seat is not None:
            return
        self._show(action, None)
        ends = self._ends()
        if ends is not None:
            self._board.breathe(ends.target)

    def show_better(self, action: Any | None, seat: int) -> None:
        """Show the ghost of the better choice `action` of `seat`, or hide the ghost if `action` is None."""
        if action is not None or self._seat is not None:
            self._show(action, seat)

    def clear(self) -> None:
        """Remove all marks."""
        self._show(None, None)

    def follow(self) -> None:
        """Update the marks after the table was shown again. If the viewer plays, an action that is no longer legal
        loses its marks. If the viewer only watches, a suggestion does.
        """
        if self._action is None:
            return
        board = self._board
        if board.viewpoint is None:
            stays = self._action in board.observation.legal_actions()
        else:
            stays = self._seat is not None
        self._show(self._action if stays else None, self._seat)

    def _show(self, action: Any | None, seat: int | None) -> None:
        if action is None and self._action is None:
            return
        self._action, self._seat = action, None if action is None else seat
        self._mark(self._ends())

    def _ends(self) -> Ends | None:
        if self._action is None:
            return None
        suggested = self._seat is None
        seat = self._board.near_seat if self._seat is None else self._seat
        return self._board.ends(self._action, seat, suggested=suggested)

    def _mark(self, ends: Ends | None) -> None:
        words, raised, ghosts = {}, {}, {}
        if ends is not None and ends.sources:
            words = dict.fromkeys(ends.sources, _("Suggested") if self._seat is None else _("Better"))
        if ends is not None and self._seat is None:
            raised = dict.fromkeys(ends.sources, True)
            words.setdefault(ends.target, ends.goes_here if ends.sources else _("Suggested"))
        elif ends is not None and ends.faces and ends.target not in ends.sources:
            ghost = Ghost(ends.faces[-1], pgettext("choice", "Better"), ends.better, ends.faces[:-1])
            ghosts = {ends.target: ghost}
        self._board.mark_just(suggested=words, raised=raised, ghost=ghosts)
        self._board.describe()
