"""The box in the options for the keys of the table: it shows them, changes them, and restores their defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from mile_bones.desktop.dialogs.base import PaperButton, stack_when_narrow
from mile_bones.desktop.key_names import is_known, key_names, shown_key
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.table.slot_buttons import Announcer
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import AT_THE_TABLE, KEYS, SMART_KEY
from mile_bones.storage.settings import Setting

_MOVING = frozenset(
    {
        *("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown", "Tab", "Shift+Tab", "Shift+Backtab"),
        *("Space", "Esc", "Shift+Left", "Shift+Right", "Ctrl+Return"),
    }
)
"""Keys with a fixed meaning on every table, which no setting can change."""
_NO_KEY = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_BEGIN = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_F2)
_HEIGHT = 246
"""The minimum height of the table in pixels at scale 1. The table scrolls."""


class KeyBox(QGroupBox):
    """A box with a line for each key. ``taken`` has the keys that are used elsewhere, as written in mb.ini, with a text
    about what each key does.
    """

    def __init__(self, px: Callable[[float], int], taken: Mapping[str, str]) -> None:
        super().__init__(AT_THE_TABLE.title())
        self.setProperty("helpTopic", AT_THE_TABLE.topic)
        self._taken = taken
        self._names = {setting: setting.default for setting in KEYS}
        self._announcer = Announcer(self)
        self.table = KeyTable()
        self.table.setAccessibleName(AT_THE_TABLE.title())
        self.table.setMinimumHeight(px(_HEIGHT))
        self.table.wanted.connect(self.change)
        self.table.heard.connect(self._choose)
        self.table.left.connect(self._show)
        self.table.itemSelectionChanged.connect(self._tell_how)
        self.line = _TwoLines()
        self.change_button, self.usual_button = PaperButton("", "plain"), PaperButton("", "plain")
        for button in (self.change_button, self.usual_button):
            button.setAutoDefault(False)
        self.change_button.clicked.connect(self.change)
        self.usual_button.clicked.connect(self._take_usual)
        rows, buttons = QVBoxLayout(self), stack_when_narrow(QHBoxLayout())
        rows.setContentsMargins(px(6), px(8), px(6), px(4))
        rows.setSpacing(px(4))
        rows.addWidget(self.table, 1)
        rows.addWidget(self.line)
        rows.addLayout(buttons)
        for button in (self.change_button, self.usual_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.named: list[tuple[QAbstractButton | PlainLabel, str]] = [
            (self.change_button, _("Change key…")),
            (self.usual_button, _("Back to the usual key")),
        ]
        self._show()
        self.table.selectRow(0)

    def values(self) -> dict[Setting[str], str]:
        """Return the current keys by setting."""
        return dict(self._names)

    def set_values(self, values: Mapping[Setting[str], object]) -> None:
        """Set these keys. A key that is missing or unknown to Qt gets its default."""
        for setting in KEYS:
            name = str(values.get(setting, setting.default))
            self._names[setting] = name if is_known(name) else setting.default
        self._show()

    def change(self) -> None:
        """Wait for the next key and assign it to the selected action."""
        self._say(
            _("Press the new key for “{action}”. Escape leaves it as it is; Delete takes its key away.").format(
                action=self._setting.label
            )
        )
        self.table.listen()

    @property
    def _setting(self) -> Setting[str]:
        return KEYS[max(0, self.table.currentRow())]

    def _choose(self, name: str) -> None:
        """Give this key to the selected action. If the key is in use, show a message about that and change nothing."""
        setting = self._setting
        owner = next((other.label for other in KEYS if other is not setting and self._names[other] == name), "")
        owner = owner or self._taken.get(name, "")
        if name and (name in _MOVING or (name == SMART_KEY.default and setting is not SMART_KEY)):
            text = _("{key} has its own meaning on every table. “{action}” keeps its key.")
        elif name and owner:
            text = _("{key} is the key for “{owner}” already. “{action}” keeps its key.")
        else:
            self._names[setting] = name
            text = _("The key for “{action}” is {key} now.") if name else _("“{action}” has no key now.")
        self._show()
        self._say(text.format(key=shown_key(name), owner=owner, action=setting.label))

    def _take_usual(self) -> None:
        self._choose(self._setting.default)

    def _show(self) -> None:
        self.table.show_keys([(setting.label, self._names[setting], setting.default) for setting in KEYS])
        self._tell_how()

    def _tell_how(self) -> None:
        """Show how to change a key, instead of the message about the last change."""
        self.line.setText(
            _(
                "Enter or a double-click on a line changes its key. "
                "Where a game has its own use for a letter, hold Shift as well."
            )
        )

    def _say(self, text: str) -> None:
        self.line.setText(text)
        self._announcer.announce(text)


def _waiting_words() -> str:
    return _("Press a key…")


class _TwoLines(PlainLabel):
    """A text below the table. It always has room for two lines, so that nothing around it moves."""

    def __init__(self) -> None:
        super().__init__("")
        self.setObjectName("key_line")
        self.setProperty("role", "muted")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), 2 * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(0, 2 * self.fontMetrics().lineSpacing()))


class KeyTable(QTableWidget):
    """A table of actions, keys and default keys. While it listens, ``heard`` is emitted with the next key."""

    wanted = Signal()
    """Emitted when the player wants to change the key of the selected line."""
    heard = Signal(str)
    """Emitted with the key that was pressed while listening, or "" to remove the key."""
    left = Signal()
    """Emitted when listening has ended without a key."""

    _listening = False  # in the class: Qt may send events before __init__ has finished

    def __init__(self) -> None:
        super().__init__(len(KEYS), 3)
        self.setObjectName("key_table")
        self.setHorizontalHeaderLabels([_("Action"), _("Key"), _("Usual key")])
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.cellDoubleClicked.connect(lambda _row, _column: self.wanted.emit())

    def show_keys(self, lines: list[tuple[str, str, str]]) -> None:
        """Show these lines. Each has an action, its key and its default key."""
        self._listening = False
        for row, (words, *names) in enumerate(lines):
            shown = [shown_key(name) or _("none") for name in names]
            for column, text in enumerate((words, *shown)):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(row, column, item)
                item.setText(text)
            told = _("{action}: {key}").format(action=words, key=shown[0])
            self.item(row, 0).setData(Qt.ItemDataRole.AccessibleTextRole, told)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Make the column wide enough for any key and for the words that are shown while listening, so that its width
        never changes.
        """
        texts = [_waiting_words(), *(self.item(row, 1).text() for row in range(self.rowCount()))]
        width = max(self.fontMetrics().horizontalAdvance(text) for text in texts)
        self.horizontalHeader().resizeSection(1, width + 2 * self.fontMetrics().averageCharWidth())

    def listen(self) -> None:
        """Listen for the next key."""
        row = max(0, self.currentRow())
        self.setCurrentCell(row, 0)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.item(row, 1).setText(_waiting_words())
        self._listening = True

    def event(self, event: QEvent) -> bool:
        """Handle keys while listening. During this time no key is a shortcut, and Tab does not move the focus."""
        if self._listening and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._listening:
            if event.key() in _BEGIN and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                if not event.isAutoRepeat():
                    self.wanted.emit()
                event.accept()
            else:
                super().keyPressEvent(event)
            return
        event.accept()
        names = key_names(event)
        if not names or event.isAutoRepeat():
            return  # a modifier alone, or a repeated key
        self._listening = False
        if event.key() == Qt.Key.Key_Escape and names[0] == "Esc":
            self.left.emit()
        elif event.key() in _NO_KEY and "+" not in names[0]:
            self.heard.emit("")
        else:
            self.heard.emit(names[0])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._listening:
            self._listening = False
            self.left.emit()
