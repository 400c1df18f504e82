"""The keys of the table: which key means which entry of the menus, and what those do that no other part does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QMenuBar

from mile_bones.desktop.key_names import is_known, key_names, shortcuts
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import HINT_KEY, KEYS, MUTE_KEY, SMART_KEY

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.game_log import Line
    from mile_bones.desktop.table.board import Board
    from mile_bones.storage.settings import Setting

_MOVES = 5
"""So many of the last moves are read."""
ANYWHERE = (HINT_KEY, MUTE_KEY)
"""These keys mean the same in every part of the window; the others are those of the table."""


class KeyController(QObject):
    """``actions``, given by ``bind``, are the entries of the menus by their settings.

    A key comes here when nothing that has the focus wants it: a game's own keys, buttons and lists go before.
    """

    def __init__(self, boards: BoardStack) -> None:
        super().__init__(boards)
        self._boards = boards
        self._actions: Mapping[Setting[str], QAction] = {}
        self._chosen: dict[Setting[str], str] = {}
        self._keys: dict[str, QAction] = {}
        self._lines: tuple[Line, ...] = ()
        boards.currentChanged.connect(lambda _index: self._follow_board())

    def bind(self, actions: Mapping[Setting[str], QAction], bar: QMenuBar) -> None:
        """These entries of the menus in ``bar`` are what the keys mean. They show their keys, which act only here."""
        self._actions = actions
        for setting, action in actions.items():
            if setting not in ANYWHERE:
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        for menu in (bar, *bar.findChildren(QMenu)):
            menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While the menu bar has the keyboard a letter is one of the menus, and no key of the table."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & _COMMANDS:
            return False
        event.accept()
        return True

    def apply(self, get: Callable[[Setting[Any]], Any]) -> None:
        """From now on the keys are as the settings say, told by ``get``. What no key is called is the usual one, and
        of several actions with one key the first has it."""
        for setting in KEYS:
            name = get(setting)
            self._chosen[setting] = name if is_known(name) else setting.default
        self._follow_board()

    def key(self, event: QKeyEvent) -> bool:
        """Do what this key means; False: nothing."""
        action = next((self._keys[name] for name in key_names(event) if name in self._keys), None)
        if action is None or event.isAutoRepeat() or not action.isEnabled():
            return False
        action.trigger()
        return True

    def tell(self, lines: tuple[Line, ...]) -> None:
        """This is all that the one who looks at the table has seen of the hand."""
        self._lines = lines

    # ------------------------------------------------------------------ what the keys do

    def mark(self, number: int) -> None:
        """The card of the hand with this number, counted from 1."""
        self._try(lambda board: board.mark_card(number))

    def draw(self) -> None:
        """Draw a card, or choose the deck."""
        self._try(lambda board: board.draw())

    def discard(self) -> None:
        """What is marked goes to the discard pile."""
        self._try(lambda board: board.discard())

    def smart_play(self) -> None:
        """What a double-click on the marked card does, or on the one in focus."""
        self._try(lambda board: board.smart_play())

    def repeat(self) -> None:
        """Say once more what the game has said last."""
        board = self._board
        if board is not None:
            board.show_message(*board.told)
            board.announcer.announce(board.told[0] if board.told else _("Nothing has been said yet."))

    def tell_standing(self) -> None:
        """How far both have come."""
        board = self._board
        if board is not None:
            board.tell_aside(*board.standing())

    def tell_last_moves(self) -> None:
        """What happened last in this hand."""
        board = self._board
        if board is not None:
            moves = [line.text for line in self._lines[-_MOVES:]]
            texts = [" ".join(moves[start:]) for start in range(len(moves))]
            board.tell_aside(*(texts or [_("There was no move yet.")]))

    @property
    def _board(self) -> Board | None:
        """The board that is seen; None: something else is."""
        return self._boards.current if self._boards.shows_board() else None

    def _try(self, act: Callable[[Board], bool]) -> None:
        board = self._board
        if board is not None and not act(board):
            board.tell_aside(_("That key means nothing here."))

    def _follow_board(self) -> None:
        """The keys that a game has of its own mean what they mean there: with Shift they are ours."""
        board = self._board
        own = frozenset() if board is None else board.own_keys
        self._keys.clear()
        for setting, action in self._actions.items():
            name = self._chosen.get(setting, "")
            if name in own:
                name = _INSTEAD.get(name, f"Shift+{name}")
            if name and name not in self._keys and name not in own:
                self._keys[name] = action
                action.setShortcuts(shortcuts(name))
            else:
                action.setShortcuts([])
            if setting not in ANYWHERE:
                action.setEnabled(board is not None)
        for each in self._boards.all:
            each.enter_is_smart = self._chosen.get(SMART_KEY) == SMART_KEY.default


_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_INSTEAD = {"Return": "Ctrl+Return"}
"""Ctrl+Enter has been smart play on every table before Enter was."""
