"""The marks of actions on a table: a suggestion to the player, or the ghost of a better choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from mile_bones.desktop.table.slot import Ghost
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """The marks of one action on a board, or of a suggested turn. The board's ``ends`` returns the places to mark."""

    def __init__(self, board: MarkedBoard) -> None:
        self._board = board
        self._action: Any | None = None
        self._then: tuple[Any, ...] = ()  # the suggested steps after ``_action``
        self._seat: int | None = None  # the seat whose better choice is shown, or None for a suggestion

    @property
    def suggested_target(self) -> str | None:
        """The place to which the suggested action leads, or None if no action is suggested."""
        ends = self._ends() if self._seat is None else []
        return ends[0].target if ends else None

    def suggest(self, action: Any | None, then: Sequence[Any] = ()) -> None:
        """Raise the things that `action` uses and light its target, and do the same for the steps `then` of the same
        turn. If `action` is None, remove the suggestion, but keep the ghost of a better choice.
        """
        if action is None and self._seat is not None:
            return
        self._show(action, None, then)
        target = self.suggested_target
        if target is not None:
            self._board.breathe(target)

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
        self._show(self._action if stays else None, self._seat, self._then)

    def _show(self, action: Any | None, seat: int | None, then: Sequence[Any] = ()) -> None:
        if action is None and self._action is None:
            return
        self._action, self._seat = action, None if action is None else seat
        self._then = () if action is None else tuple(then)
        self._mark(self._ends())

    def _ends(self) -> list[Ends]:
        """Return where to mark the action and the steps after it, without those that need no mark."""
        if self._action is None:
            return []
        suggested = self._seat is None
        seat = self._board.near_seat if self._seat is None else self._seat
        found = (self._board.ends(step, seat, suggested=suggested) for step in (self._action, *self._then))
        return [ends for ends in found if ends is not None]

    def _mark(self, found: Sequence[Ends]) -> None:
        words: dict[str, str] = {}
        raised, ghosts = {}, {}
        for ends in found:
            words.update(dict.fromkeys(ends.sources, _("Suggested") if self._seat is None else _("Better")))
            if self._seat is None:
                raised.update(dict.fromkeys(ends.sources, True))
                words.setdefault(ends.target, ends.goes_here if ends.sources else _("Suggested"))
            elif ends.faces and ends.target not in ends.sources:
                ghost = Ghost(ends.faces[-1], pgettext("choice", "Better"), ends.better, ends.faces[:-1])
                ghosts = {ends.target: ghost}
        self._board.mark_just(suggested=words, raised=raised, ghost=ghosts)
        self._board.describe()
