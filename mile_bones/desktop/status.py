"""The status bar: texts of the game about the table, and who plays by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStatusBar

from mile_bones.desktop.look.scale import Fit
from mile_bones.desktop.mute_button import MuteButton
from mile_bones.desktop.plain_text import PlainLabel, set_tip
from mile_bones.desktop.screen_reader import Notices
from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.players import find_level, level
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    from mile_bones.engine.record import PlayerInfo, Record
    from mile_bones.match.match import Match


_PARTS = 3  # the number of labels about the table
_LEAST_NAME = 4
"""The least number of letters of a name that stay visible."""
_FROM_THE_CORNER = 6
"""The distance between the last button and the edge of the window, in pixels."""
_LEAST_WINDOW = 400 / 0.86
"""The window height at scale 1 below which the bar is hidden, unless something is not saved."""
_APART = 32
"""The least distance between the texts about the table and the text about the players, in pixels."""


class StatusBar(QStatusBar):
    """Three labels about the table, and one about the players.

    A message of ``showMessage`` replaces the second and the third label for a while. The first label, with the number
    of cards left, stays visible.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unsaved = QPushButton(_("Not saved"))
        self._compact, self._too_low = False, False
        self.setSizeGripEnabled(False)
        self.setProperty("helpTopic", "status-bar")
        self.setup = _Setup()
        self.parts = tuple(PlainLabel() for _part in range(_PARTS))
        for label in self.parts:
            if label is not self.parts[0]:
                label.setProperty("role", "part")  # this role draws a line between two labels
            self.addWidget(label)
        self.parts[0].installEventFilter(self)
        self._message = PlainLabel()
        self._message.setProperty("role", "part")
        self._message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._message.hide()
        self.addWidget(self._message, 1)
        self._over = QTimer(self, singleShot=True)
        self._over.timeout.connect(self.clearMessage)
        self.unsaved.setObjectName("unsaved_sign")
        self.unsaved.hide()
        self.addPermanentWidget(self.unsaved)
        self.addPermanentWidget(self.setup)
        self.setContentsMargins(0, 0, _FROM_THE_CORNER, 0)
        self.mute = MuteButton()
        self.addPermanentWidget(self.mute)
        self.unsaved.installEventFilter(self)
        Notices(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.unsaved:
            if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
                self._come_and_go()
        elif event.type() == QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._make_room)
        return False

    def showMessage(self, text: str, milliseconds: int = 0) -> None:
        """Show this text for ``milliseconds``, or until the next message if ``milliseconds`` is 0."""
        self._message.setText(text)
        self._over.stop()
        if milliseconds:
            self._over.start(milliseconds)
        self._make_room()
        self.messageChanged.emit(text)

    def currentMessage(self) -> str:
        """Return the message that is shown, or "" if there is no message."""
        return self._message.text()

    def clearMessage(self) -> None:
        """Remove the message."""
        if self.currentMessage():
            self.showMessage("")

    def show_table(self, texts: Sequence[str]) -> None:
        """Show these texts about the table. There are at most three."""
        for number, label in enumerate(self.parts):
            label.setText(texts[number] if number < len(texts) else "")
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def fit(self, fit: Fit, height: float) -> None:
        """Adapt the bar to a window of this height with this ``fit``."""
        self._compact = fit.compact
        self._too_low = height < _LEAST_WINDOW * fit.k - 1
        self.setSizePolicy(
            QSizePolicy.Policy.Ignored if fit.compact else QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed
        )
        self._come_and_go()
        self._make_room()

    def _come_and_go(self) -> None:
        self.setVisible(not self._too_low or not self.unsaved.isHidden())

    def _make_room(self) -> None:
        """Distribute the width. The texts about the table are shown in full, and the players get the rest.

        If there is too little room, the players are hidden first, and then the last of the texts.
        """
        told = sum(label.sizeHint().width() for label in self.parts if label.text())
        sign = 0 if self.unsaved.isHidden() else self.unsaved.sizeHint().width()
        room = self.width() - sign - self.mute.sizeHint().width() - _APART
        self.setup.setVisible(not self._compact or told + self.setup.least_width() <= room)
        self.setup.fit(room - told)
        said = bool(self.currentMessage())
        for number, label in enumerate(self.parts):
            room -= label.sizeHint().width()
            seen = bool(label.text()) and (not self._compact or room >= 0)
            label.setVisible(seen and not (said and number))
        self._message.setVisible(said)

    def show_game(self, match: Match) -> None:
        """Show who plays by which rules."""
        if len(match.persons) == 1 and match.level is not None:
            text = _("{rules}, opponent: {level}, assisted") if match.assisted else _("{rules}, opponent: {level}")
            opponent = level(match.game, match.level).title()
            self._show_setup(text.format(rules=match.spec.rules_title(match.rules_name), level=opponent))
            return
        text = _("{rules}: {first} against {second}")
        if match.assisted:
            text = _("{rules}: {first} against {second}, assisted")
        self._show_setup(text, match.spec.rules_title(match.rules_name), match.names)

    def _show_setup(self, text: str, rules: str = "", names: tuple[str, str] | None = None) -> None:
        self.setup.show_words(text, rules, names)
        self._make_room()

    def show_nothing(self) -> None:
        """Show that there is no game."""
        self.setup.show_words("")
        self.show_table(())

    def show_lesson(self, game: str) -> None:
        """Show that the player takes a lesson in this game."""
        self._show_setup(_("A lesson in {game}").format(game=spec(game).title()))

    def show_practice(self, game: str) -> None:
        """Show that the player practises this game."""
        self._show_setup(_("Practice in {game}").format(game=spec(game).title()))

    def show_replay(self, record: Record) -> None:
        """Show who played by which rules."""
        from mile_bones.match.seats import told_apart

        names = told_apart(_player(record.game, record.players[0]), _player(record.game, record.players[1]))
        text = _("Replay: {rules}, {first} against {second}")
        if record.assisted:
            text = _("Replay: {rules}, {first} against {second}, assisted")
        self._show_setup(text, spec(record.game).rules_title(record.rules), names)


def _player(game: str, player: PlayerInfo) -> str:
    known = find_level(game, player.level)
    return known.title() if known is not None else legible(cut(player.name, LONGEST_NAME))


class _Setup(PlainLabel):
    """The players and the rules. If there is little room, names are cut, but the tip and the text for screen readers
    have the whole names.
    """

    def __init__(self) -> None:
        super().__init__()
        self._text, self._rules = "", ""
        self._names: tuple[str, str] | None = None

    def show_words(self, text: str, rules: str = "", names: tuple[str, str] | None = None) -> None:
        """Show a text with placeholders for ``rules`` and two names, or without placeholders if ``names`` is None."""
        self._text, self._rules, self._names = text, rules, names
        self.setText(self._with(names) if names is not None else text)
        self.setAccessibleName(self.text())
        set_tip(self, "")

    def least_width(self) -> int:
        """Return the width in pixels that the text needs with the shortest names."""
        if self._names is None:
            return self.sizeHint().width()
        measure = self.fontMetrics()
        short = measure.horizontalAdvance(self._with(("", ""))) + 2 * measure.horizontalAdvance("M" * _LEAST_NAME)
        return short + self.sizeHint().width() - measure.horizontalAdvance(self.text())

    def fit(self, room: int) -> None:
        """Shorten the names so that the text is at most ``room`` pixels wide. No name gets shorter than the least
        number of letters.
        """
        if self._names is None:
            return
        measure = self.fontMetrics()
        least = measure.horizontalAdvance("M" * _LEAST_NAME)
        left = room - (self.sizeHint().width() - measure.horizontalAdvance(self.text()))
        left -= measure.horizontalAdvance(self._with(("", "")))
        widths = [measure.horizontalAdvance(name) for name in self._names]
        most = max(left // 2, left - min(widths), least)  # a long name gets the space that a short one leaves
        first, second = (measure.elidedText(name, Qt.TextElideMode.ElideMiddle, most) for name in self._names)
        self.setText(self._with((first, second)))
        set_tip(self, "" if (first, second) == self._names else self._with(self._names))

    def _with(self, names: tuple[str, str]) -> str:
        return self._text.format(rules=self._rules, first=names[0], second=names[1])
