"""The boards of a window, one for each game that was played in it. Only one of the boards is visible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QStackedWidget, QWidget

from mile_bones.desktop.boards import load_board
from mile_bones.desktop.screen_reader import set_role

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.table.board import Board


class BoardStack(QStackedWidget):
    """Shows the board of one game, or a page in its place. A board is created when it is first needed. The signals are
    passed on from the visible board. ``cache``: the folder for rendered faces of cards.
    """

    chosen = Signal(object)
    hint = Signal(str)
    laid_back = Signal()
    input_began = Signal()
    help_wanted = Signal(str, QPoint)
    undo_requested = Signal()
    done_requested = Signal()
    escaped = Signal()
    cued = Signal(object)
    arranged = Signal()
    loaded = Signal(object)
    """Emitted with a new board. The options must then be applied to it."""

    def __init__(self, game: str, cache: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.Client)  # otherwise a reader announces a layered pane
        self._cache = cache
        self._theme: Theme | None = None
        self._entries: Mapping[str, QAction] = {}
        self._boards: dict[str, Board] = {}
        self._game = game
        self._load(game)
        self.show_game(game)

    @property
    def game(self) -> str:
        """The game whose board is visible, or was visible last."""
        return self._game

    @property
    def current(self) -> Board:
        """The board of ``game``."""
        return self._boards[self._game]

    @property
    def all(self) -> Iterable[Board]:
        """The boards that exist."""
        return self._boards.values()

    def show_game(self, game: str) -> None:
        """Show the board of this game. Raise NotationError for a game that has no board."""
        if game not in self._boards:
            self._load(game)
        self._game = game
        self.setCurrentWidget(self.current)

    def show_page(self, page: QWidget) -> None:
        """Show a page in the place of the board until ``show_game`` is called."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self.setCurrentWidget(page)

    def shows_board(self) -> bool:
        """Return True if a board is visible, and False if a page is visible."""
        return self.currentWidget() is self.current

    def offer(self, entries: Mapping[str, QAction]) -> None:
        """Show these menu entries as quiet buttons on every board. The keys of ``entries`` are the names of the
        buttons' signs.
        """
        self._entries = entries
        for board in self.all:
            board.offer(entries)

    def set_theme(self, theme: Theme) -> None:
        """Set the colours of all boards."""
        self._theme = theme
        for board in self.all:
            board.set_theme(theme)

    def _load(self, game: str) -> None:
        board = self._boards[game] = load_board(game, self._cache)
        board.setAcceptDrops(False)  # so that the window gets a dropped file
        for name in _TOLD:
            getattr(board, name).connect(getattr(self, name))
        for name in _ASKED:
            getattr(board, name).connect(partial(self._pass_on, getattr(self, name), board))
        board.offer(self._entries)
        if self._theme is not None:
            board.set_theme(self._theme)
        self.addWidget(board)
        self.loaded.emit(board)

    def _pass_on(self, signal: SignalInstance, board: Board, *asked: object) -> None:
        """Emit ``signal`` with the arguments ``asked``, but only if the board is visible.

        A program that operates the window, such as a screen reader, can press hidden buttons.
        """
        if self.currentWidget() is board:
            signal.emit(*asked)


_TOLD = ("hint", "laid_back", "input_began", "help_wanted", "arranged", "cued")
_ASKED = ("chosen", "undo_requested", "done_requested", "escaped")
