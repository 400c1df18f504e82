"""The keys of the table: menu entries that have keys, and actions that have only keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QMenuBar

from mile_bones.desktop.key_names import is_known, key_names, shortcuts
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import DISCARD_KEY, DRAW_KEY, HINT_KEY, KEYS, MARK_KEYS, MUTE_KEY, SMART_KEY

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.game_log import Line
    from mile_bones.desktop.table.board import Board
    from mile_bones.storage.settings import Setting

_MOVES = 5
"""The number of last moves that are read aloud."""
ANYWHERE = (HINT_KEY, MUTE_KEY)
"""The settings of the keys that work everywhere in the window. Other keys work only on the table."""
_FOR_CARDS = (DRAW_KEY, DISCARD_KEY)
"""The settings of the keys that have a meaning only in a game with cards."""


class KeyController(QObject):
    """Handles the keys of the table. ``bind`` gives the menu entries to the controller, by their settings.

    A key arrives here only if the focused widget does not use it. Therefore a game's own keys, and the keys of buttons
    and lists, have priority.
    """

    def __init__(self, boards: BoardStack) -> None:
        super().__init__(boards)
        self._boards = boards
        self._actions: Mapping[Setting[str], QAction] = {}
        self._chosen: dict[Setting[str], str] = {}
        self._keys: dict[str, QAction] = {}
        self._lines: tuple[Line, ...] = ()
        self._useless: list[QAction] = []  # the entries that mean nothing in the game of the board
        boards.currentChanged.connect(lambda _index: self._follow_board())

    def bind(self, actions: Mapping[Setting[str], QAction], bar: QMenuBar) -> None:
        """Let keys trigger these entries of the menus in `bar`.

        The entries show their keys, but only this class handles the keys.
        """
        self._actions = actions
        for setting, action in actions.items():
            if setting not in ANYWHERE:
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        for menu in (bar, *bar.findChildren(QMenu)):
            menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Treat a letter as an access key of the menus, not as a key of the table, while the menu bar has the focus."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & _COMMANDS:
            return False
        event.accept()
        return True

    def apply(self, get: Callable[[Setting[Any]], Any]) -> None:
        """Set the keys to those in the settings. `get` returns the value of a setting.

        If a name is not that of a known key, the default is used. If several actions have the same key, the first one
        gets it.
        """
        for setting in KEYS:
            name = get(setting)
            self._chosen[setting] = name if is_known(name) else setting.default
        self._follow_board()

    def key(self, event: QKeyEvent) -> bool:
        """Do the action of this key. Return False if the key has no meaning."""
        action = next((self._keys[name] for name in key_names(event) if name in self._keys), None)
        if action is None or event.isAutoRepeat():
            return False
        if self._board is not None and action in self._useless:
            self._try(lambda _board: False)
            return True
        if not action.isEnabled():
            return False
        action.trigger()
        return True

    def tell(self, lines: tuple[Line, ...]) -> None:
        """Keep `lines`: everything that the person at the table has seen of this hand."""
        self._lines = lines

    # ------------------------------------------------------------------ actions of the keys

    def mark(self, number: int) -> None:
        """Mark the card at this position of the hand, counted from 1."""
        self._try(lambda board: board.mark_card(number))

    def draw(self) -> None:
        """Draw a card, or announce why that is not possible."""
        self._try(lambda board: board.draw())

    def discard(self) -> None:
        """Put the marked card on the discard pile."""
        self._try(lambda board: board.discard())

    def smart_play(self) -> None:
        """Do what a double-click does, on the marked card or else on the focused one."""
        self._try(lambda board: board.smart_play())

    def repeat(self) -> None:
        """Announce again what the game announced last."""
        board = self._board
        if board is not None:
            board.show_message(*board.told)
            board.announcer.announce(board.told[0] if board.told else _("Nothing has been said yet."))

    def tell_standing(self) -> None:
        """Announce the state of both sides."""
        board = self._board
        if board is not None:
            board.tell_aside(*board.standing())

    def tell_last_moves(self) -> None:
        """Announce the last moves of this hand."""
        board = self._board
        if board is not None:
            moves = [line.text for line in self._lines[-_MOVES:]]
            texts = [" ".join(moves[start:]) for start in range(len(moves))]
            board.tell_aside(*(texts or [_("There was no move yet.")]))

    @property
    def _board(self) -> Board | None:
        """The visible board, or None if a page is shown in its place."""
        return self._boards.current if self._boards.shows_board() else None

    def _try(self, act: Callable[[Board], bool]) -> None:
        board = self._board
        if board is not None and not act(board):
            board.tell_aside(_("That key means nothing here."))

    def _follow_board(self) -> None:
        """Assign the keys for the current board, and disable the entries that its game cannot use.

        If the game itself uses the key of a menu entry, the entry gets this key with Shift.
        """
        board = self._board
        own = frozenset() if board is None else board.own_keys
        hand = spec(self._boards.game).has_hand
        self._useless = [] if hand else [self._actions[each] for each in _FOR_CARDS if each in self._actions]
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
                action.setEnabled(board is not None and action not in self._useless)
            if setting in MARK_KEYS and isinstance(menu := action.parent(), QMenu):
                # The keys work in every game: without a hand they choose places.
                menu.menuAction().setEnabled(board is not None and hand)
        for each in self._boards.all:
            each.enter_is_smart = self._chosen.get(SMART_KEY) == SMART_KEY.default


_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_INSTEAD = {"Return": "Ctrl+Return"}
"""The exceptions for a key that a game uses itself: the menu entry gets this key instead of the key with Shift.

Ctrl+Enter was smart play on every table before Enter was.
"""
