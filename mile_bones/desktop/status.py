"""The status bar: what only this game tells of the table, and who plays by which rules."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QStatusBar

from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.engine import PlayerInfo, Record, legible
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.match import Match
from mile_bones.players import find_level, level
from mile_bones.storage import LONGEST_NAME

_PARTS = 3  # of what is told of the table


class StatusBar(QStatusBar):
    """Four parts that stay; what is said with ``showMessage`` covers them for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setProperty("helpTopic", "status-bar")
        self.setup = PlainLabel()
        self.parts = tuple(PlainLabel() for _part in range(_PARTS))
        for label in self.parts:
            if label is not self.parts[0]:
                label.setProperty("role", "part")  # a line stands between one and the next
            self.addWidget(label)
            label.installEventFilter(self)
        self.unsaved = QPushButton(_("Not saved"))
        self.unsaved.setObjectName("unsaved_sign")
        self.unsaved.hide()
        self.addPermanentWidget(self.unsaved)
        self.addPermanentWidget(self.setup)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another style makes Qt lay the parts out anew, and show them even under a message."""
        if event.type() == QEvent.Type.Show and self.currentMessage():
            QTimer.singleShot(0, self, self._clear_the_way)
        return False

    def _clear_the_way(self) -> None:
        if self.currentMessage():
            for label in self.parts:
                label.hide()
                label.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)  # so that Qt shows it again

    def show_table(self, texts: Sequence[str]) -> None:
        """What is to be told of the table, in three parts at most."""
        for number, label in enumerate(self.parts):
            label.setText(texts[number] if number < len(texts) else "")
            label.setVisible(number < len(texts) and not self.currentMessage())

    def show_game(self, match: Match) -> None:
        """Who plays by which rules."""
        if len(match.persons) == 1 and match.level is not None:
            text = _("{rules}, opponent: {level}, assisted") if match.assisted else _("{rules}, opponent: {level}")
            opponent = level(match.game, match.level).title()
            self.setup.setText(text.format(rules=match.spec.rules_title(match.rules_name), level=opponent))
            return
        text = _("{rules}: {first} against {second}")
        if match.assisted:
            text = _("{rules}: {first} against {second}, assisted")
        first, second = match.names
        self.setup.setText(text.format(rules=match.spec.rules_title(match.rules_name), first=first, second=second))

    def show_nothing(self) -> None:
        """There is no game."""
        self.show_table(())
        self.setup.setText("")

    def show_replay(self, record: Record) -> None:
        """Who played by which rules."""
        first, second = (_player(record.game, player) for player in record.players)
        text = _("Replay: {rules}, {first} against {second}")
        if record.assisted:
            text = _("Replay: {rules}, {first} against {second}, assisted")
        self.setup.setText(text.format(rules=spec(record.game).rules_title(record.rules), first=first, second=second))


def _player(game: str, player: PlayerInfo) -> str:
    known = find_level(game, player.level)
    return known.title() if known is not None else legible(player.name, LONGEST_NAME)
