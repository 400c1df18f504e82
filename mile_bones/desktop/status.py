"""The status bar: what is left, how far the trip goes, how many points win, and who plays by which rules."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QStatusBar

from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.engine import PlayerInfo, Record, legible
from mile_bones.games.milebones import Observation
from mile_bones.games.milebones.words import rules_name
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match import Match
from mile_bones.players import find_level
from mile_bones.players import level as level_of
from mile_bones.storage import LONGEST_NAME


class StatusBar(QStatusBar):
    """Four parts that stay; what is said with ``showMessage`` covers them for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setProperty("helpTopic", "status-bar")
        self.cards_left, self.trip, self.target, self.setup = (PlainLabel() for _part in range(4))
        for label in (self.cards_left, self.trip, self.target):
            if label is not self.cards_left:
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
            for label in (self.cards_left, self.trip, self.target):
                label.hide()
                label.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)  # so that Qt shows it again

    def show_table(self, observation: Observation) -> None:
        """What the table shows now."""
        self.cards_left.setText(_("Cards left: {left}").format(left=observation.left))
        self.trip.setText(_("Trip: {goal} miles").format(goal=format_number(observation.goal)))
        self.target.setText(_("First to {points}").format(points=format_number(observation.rules.target)))

    def show_game(self, match: Match) -> None:
        """Who plays by which rules."""
        text = _("{rules}, opponent: {level}, assisted") if match.assisted else _("{rules}, opponent: {level}")
        self.setup.setText(
            text.format(rules=rules_name(match.rules_name), level=level_of(match.game, match.level).title())
        )

    def show_replay(self, record: Record) -> None:
        """Who played by which rules."""
        first, second = (_player(record.game, player) for player in record.players)
        text = _("Replay: {rules}, {first} against {second}")
        if record.assisted:
            text = _("Replay: {rules}, {first} against {second}, assisted")
        self.setup.setText(text.format(rules=rules_name(record.rules), first=first, second=second))


def _player(game: str, player: PlayerInfo) -> str:
    level = find_level(game, player.level)
    return level.title() if level is not None else legible(player.name, LONGEST_NAME)
