"""The modes of the table: the game, a replay, a lesson, a puzzle, or the page for choosing a game.

Only one mode has the table at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.durations import SPEEDS

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.status import StatusBar
    from mile_bones.desktop.table.board import Board
    from mile_bones.desktop.words_bar import WordsBar
    from mile_bones.engine.record import Record

Again: TypeAlias = Callable[[Any], object]
"""A function that shows the present page or position again after the window was rebuilt. Its argument is the new main
window.
"""
LayBelow: TypeAlias = Callable[[QWidget], None]
"""A function that puts a bar below the table."""


class Modes(QObject):
    """Keeps track of the mode that has the table. The first mode to enter is the game."""

    left = Signal()
    """Emitted when a mode has ended and the game that was paused is to continue."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._game: Mode | None = None
        self._current: Mode | None = None

    @property
    def current(self) -> Mode:
        """The mode that has the table."""
        assert self._current is not None, "no mode has been entered yet"
        return self._current

    def enter(self, mode: Mode) -> None:
        """Give the table to `mode`. The previous mode puts itself away first, even if it is the same mode."""
        if self._current is not None:
            self._current.put_away()
        self._current = mode
        self._game = self._game or mode

    def end(self, mode: Mode) -> None:
        """Give the table back to the game if `mode` has it. Otherwise do nothing."""
        if self._current is mode and self._game is not None:
            self.enter(self._game)

    def leave(self, mode: Mode) -> None:
        """End `mode`, and continue the game that was paused."""
        if self._current is mode:
            self.end(mode)
            self.left.emit()


class Mode(QObject):
    """A user of the table. A mode has the table to itself from ``Modes.enter`` until another mode is entered."""

    shown = Signal()
    """Emitted when everything is on the table, so that menus and status bar can be updated."""
    told = Signal(object)
    """Emitted with everything that may be seen of the hand, as Lines for the log."""
    moved = Signal(object)
    """Emitted with the observation that the table shows now."""
    speed_changed = Signal()
    """Emitted when the speed of the table may have changed, so that the options have to be applied again."""

    def __init__(self, modes: Modes, boards: BoardStack, parent: QObject) -> None:
        super().__init__(parent)
        self._modes = modes
        self._boards = boards

    @property
    def record(self) -> Record | None:
        """The record that Save and Review apply to, or None for the game in progress."""
        return None

    @property
    def _table(self) -> Board:
        return self._boards.current

    def put_away(self) -> None:
        """Stop, and remove the bar of this mode from the window. ``Modes`` calls this method. A second call has no
        effect.
        """
        raise NotImplementedError

    def describe(self, menus: Menus, status: StatusBar) -> None:
        """Enable the menu entries that apply to this mode, and show in the status bar what is on the table."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Apply options that have changed."""

    def apply_style(self) -> None:
        """Apply the scale of the window, which has changed."""

    def keep_speed(self) -> None:
        """Set the speed of the table again if this mode uses another speed than the options."""

    def _go_at(self, speed: str) -> None:
        """Set the speed of all animations on the table, unless the options switch animations off."""
        for animator in self._table.animators():
            if not animator.still:
                animator.speed = SPEEDS[speed]

    def again(self) -> Again:
        """Return a function that shows the same content again after a change of the language."""
        raise NotImplementedError


class MatchMode(Mode):
    """Plays a match that is never saved, with its own ``TurnController``."""

    def __init__(self, modes: Modes, boards: BoardStack, dialogs: DialogStack, lay_below: LayBelow) -> None:
        super().__init__(modes, boards, dialogs.parent)
        self._dialogs = dialogs
        self._lay_below = lay_below
        self.turns: TurnController | None = None
        """The controller of the match, or None if there is no match."""

    @property
    def _bar(self) -> WordsBar | None:
        """The bar below the table, or None."""
        raise NotImplementedError

    def _take_table(self, game: str) -> None:
        """Enter this mode, and show the board of `game`, no matter what the table shows now."""
        self._modes.enter(self)
        self._boards.show_game(game)
        self._table.show_deal("")
        self._table.show_games(None)
        self.shown.emit()

    def _take_turns(self, turns: TurnController) -> None:
        """Use ``turns`` for the match, and pass their signals on to the window."""
        self.turns = turns
        turns.told.connect(self.told)
        turns.changed.connect(self.moved)

    def leave(self) -> None:
        """Return to the game that was paused. If there is none, begin as at the start of the program."""
        self._modes.leave(self)

    def put_away(self) -> None:
        turns, bar = self.turns, self._bar
        self.turns = None
        self._forget()
        if turns is not None:
            self._table.suggest(None)
            turns.pause()
            turns.stop()
            turns.deleteLater()
        if bar is not None:
            remove_bar(bar)

    def _forget(self) -> None:
        """Drop the references to the match and the bar."""
        raise NotImplementedError

    def refresh(self) -> None:
        if self.turns is not None:
            self.turns.refresh()

    def apply_style(self) -> None:
        if self._bar is not None:
            self._bar.apply_style()


def remove_bar(bar: QWidget) -> None:
    """Remove a bar from the window.

    Its signals are blocked, because a screen reader can still press its buttons until it is deleted.
    """
    bar.hide()
    bar.setEnabled(False)
    bar.blockSignals(True)
    bar.deleteLater()
