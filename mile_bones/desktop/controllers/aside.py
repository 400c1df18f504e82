"""Something of its own on the table, such as a lesson, while the game that was there waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.bar_area import put_away

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.table.board import Board


class Bar(Protocol):
    """What lies below the table meanwhile."""

    def apply_style(self) -> None: ...


class AsideController(QObject):
    """The game that was on the table waits, and comes back. ``lay_below`` puts a bar there.

    What is done meanwhile is a match of its own, which is nowhere on the disk, with ``turns`` of its own.
    """

    shown = Signal(str)
    """It comes to the table, in this game: whatever else lies there goes."""
    told = Signal(object)
    """All that has happened in it, for the log (Lines)."""
    moved = Signal(object)
    """The observation that the table shows now."""
    left = Signal()
    """It is over: the game that has waited is to go on."""

    def __init__(
        self,
        boards: BoardStack,
        turns: TurnController,
        dialogs: DialogStack,
        lay_below: Callable[[QWidget], None],
    ) -> None:
        """``turns``: those of the game that waits."""
        super().__init__(dialogs.parent)
        self._boards = boards
        self._waiting_turns = turns
        self._dialogs = dialogs
        self._lay_below = lay_below
        self.turns: TurnController | None = None
        """What carries it on; None: there is nothing."""

    @property
    def _table(self) -> Board:
        return self._boards.current

    @property
    def _bar(self) -> Bar | None:
        """What lies below the table."""
        raise NotImplementedError

    def _take_table(self, game: str) -> None:
        """Let the board of this game be seen, whatever was there."""
        self._waiting_turns.pause()
        self.close()
        self.shown.emit(game)
        self._boards.show_game(game)
        self._table.show_deal("")
        self._table.show_games(None)

    def _take_turns(self, turns: TurnController) -> None:
        """Go on with these, and let the window see and hear what happens."""
        self.turns = turns
        turns.told.connect(self.told)
        turns.changed.connect(self.moved)

    def leave(self) -> None:
        """Back to the game that waits, or to whatever comes without one."""
        self.close()
        self.left.emit()

    def close(self) -> None:
        """It is over; whoever calls this puts something else on the table."""
        turns, bar = self.turns, self._bar
        self.turns = None
        self._forget()
        if turns is not None:
            self._table.suggest(None)
            turns.pause()
            turns.stop()
            turns.deleteLater()
        if isinstance(bar, QWidget):
            put_away(bar)

    def make_room(self, _for: object) -> None:
        """This comes to the table now."""
        self.close()

    def _forget(self) -> None:
        """There is nothing any more, and no bar."""
        raise NotImplementedError

    def apply_style(self) -> None:
        """The window has another scale."""
        if self._bar is not None:
            self._bar.apply_style()
