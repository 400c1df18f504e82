"""One mode has the table at a time: the game, a replay, a lesson, a puzzle, or the page on which a game is chosen."""

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
"""Shows the same once more in the window that it is given, which has been furnished anew."""
LayBelow: TypeAlias = Callable[[QWidget], None]
"""Puts a bar below the table."""


class Modes(QObject):
    """Knows the mode that has the table. The first one to enter is that of the game."""

    left = Signal()
    """A mode is over, and the game that has waited is to go on."""

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
        """Let this mode have the table. The one before puts itself away, also when it is the same."""
        if self._current is not None:
            self._current.put_away()
        self._current = mode
        self._game = self._game or mode

    def end(self, mode: Mode) -> None:
        """Give the table to the game. Another mode than this one keeps it."""
        if self._current is mode and self._game is not None:
            self.enter(self._game)

    def leave(self, mode: Mode) -> None:
        """End this mode, and go on with the game that has waited."""
        if self._current is mode:
            self.end(mode)
            self.left.emit()


class Mode(QObject):
    """One thing that has the table to itself, from ``Modes.enter`` until another one is entered."""

    shown = Signal()
    """All of it lies there now: menus and status bar follow."""
    told = Signal(object)
    """All that is seen of the hand, for the log (Lines)."""
    moved = Signal(object)
    """The observation that the table shows now."""
    speed_changed = Signal()
    """The table goes at another speed than before: the options are to be applied again."""

    def __init__(self, modes: Modes, boards: BoardStack, parent: QObject) -> None:
        super().__init__(parent)
        self._modes = modes
        self._boards = boards

    @property
    def record(self) -> Record | None:
        """The record that Save and Review mean. None means the game in progress."""
        return None

    @property
    def _table(self) -> Board:
        return self._boards.current

    def put_away(self) -> None:
        """Stop, and take the bar off the window. ``Modes`` calls this, and doing it twice does no harm."""
        raise NotImplementedError

    def describe(self, menus: Menus, status: StatusBar) -> None:
        """Enable the entries that mean something here, and say what is on the table."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Follow the options, which have changed."""

    def apply_style(self) -> None:
        """Follow the scale of the window, which has changed."""

    def keep_speed(self) -> None:
        """Set the speed of the table once more, where it has another one than the options say."""

    def _go_at(self, speed: str) -> None:
        """Let all that moves on the table go at this speed, unless nothing moves by the options."""
        for animator in self._table.animators():
            if not animator.still:
                animator.speed = SPEEDS[speed]

    def again(self) -> Again:
        """Return what shows the same in another language."""
        raise NotImplementedError


class MatchMode(Mode):
    """Plays a match of its own on the table, which is nowhere on the disk, with ``turns`` of its own."""

    def __init__(self, modes: Modes, boards: BoardStack, dialogs: DialogStack, lay_below: LayBelow) -> None:
        super().__init__(modes, boards, dialogs.parent)
        self._dialogs = dialogs
        self._lay_below = lay_below
        self.turns: TurnController | None = None
        """What carries it on; None: there is nothing."""

    @property
    def _bar(self) -> WordsBar | None:
        """What lies below the table."""
        raise NotImplementedError

    def _take_table(self, game: str) -> None:
        """Let the board of this game be seen, whatever was there."""
        self._modes.enter(self)
        self._boards.show_game(game)
        self._table.show_deal("")
        self._table.show_games(None)
        self.shown.emit()

    def _take_turns(self, turns: TurnController) -> None:
        """Go on with these, and let the window see and hear what happens."""
        self.turns = turns
        turns.told.connect(self.told)
        turns.changed.connect(self.moved)

    def leave(self) -> None:
        """Go back to the game that waits, or to whatever comes without one."""
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
        """There is nothing any more, and no bar."""
        raise NotImplementedError

    def refresh(self) -> None:
        if self.turns is not None:
            self.turns.refresh()

    def apply_style(self) -> None:
        if self._bar is not None:
            self._bar.apply_style()


def remove_bar(bar: QWidget) -> None:
    """Take a bar off the window. Until it is deleted a program that reads the window can still press what is on it."""
    bar.hide()
    bar.setEnabled(False)
    bar.blockSignals(True)
    bar.deleteLater()
