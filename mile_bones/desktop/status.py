"""The status bar: what only this game tells of the table, and who plays by which rules."""

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


_PARTS = 3  # of what is told of the table
_LEAST_NAME = 4
"""Letters that are seen of a name at least."""
_FROM_THE_CORNER = 6
"""Pixels between the last button and the edge of the window."""
_LEAST_WINDOW = 400 / 0.86
"""A window that is lower than this at scale 1 leaves the bar away, unless something is not saved."""
_APART = 32
"""Pixels that are kept free between what is told of the table and who plays."""


class StatusBar(QStatusBar):
    """Four parts that stay. What is said with ``showMessage`` takes the place of the second and the third for a while:
    how many cards are left is seen all the time."""

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
                label.setProperty("role", "part")  # a line stands between one and the next
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
        """Say this for so long; 0: until something else is said."""
        self._message.setText(text)
        self._over.stop()
        if milliseconds:
            self._over.start(milliseconds)
        self._make_room()
        self.messageChanged.emit(text)

    def currentMessage(self) -> str:
        """The message that is shown; empty when there is none."""
        return self._message.text()

    def clearMessage(self) -> None:
        """Say nothing any more."""
        if self.currentMessage():
            self.showMessage("")

    def show_table(self, texts: Sequence[str]) -> None:
        """What is to be told of the table, in three parts at most."""
        for number, label in enumerate(self.parts):
            label.setText(texts[number] if number < len(texts) else "")
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def fit(self, fit: Fit, height: float) -> None:
        """Lie in a window that is so high and is filled like this."""
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
        """What is told of the table is seen whole; who plays has the rest. Where there is none, it is left out, and
        then what is told last."""
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
        """Who plays by which rules."""
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
        """There is no game."""
        self.setup.show_words("")
        self.show_table(())

    def show_lesson(self, game: str) -> None:
        """Somebody learns this game."""
        self._show_setup(_("A lesson in {game}").format(game=spec(game).title()))

    def show_practice(self, game: str) -> None:
        """Somebody practises this game."""
        self._show_setup(_("Practice in {game}").format(game=spec(game).title()))

    def show_replay(self, record: Record) -> None:
        """Who played by which rules."""
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
    """Who plays by which rules. Where there is little room the names are cut; a tip and a screen reader have all."""

    def __init__(self) -> None:
        super().__init__()
        self._text, self._rules = "", ""
        self._names: tuple[str, str] | None = None

    def show_words(self, text: str, rules: str = "", names: tuple[str, str] | None = None) -> None:
        """A text with places for ``rules`` and two names; without names as it is."""
        self._text, self._rules, self._names = text, rules, names
        self.setText(self._with(names) if names is not None else text)
        self.setAccessibleName(self.text())
        set_tip(self, "")

    def least_width(self) -> int:
        """Pixels that the words need, with names as short as they become."""
        if self._names is None:
            return self.sizeHint().width()
        measure = self.fontMetrics()
        short = measure.horizontalAdvance(self._with(("", ""))) + 2 * measure.horizontalAdvance("M" * _LEAST_NAME)
        return short + self.sizeHint().width() - measure.horizontalAdvance(self.text())

    def fit(self, room: int) -> None:
        """Take no more than so many pixels, as far as the names have a beginning and an end."""
        if self._names is None:
            return
        measure = self.fontMetrics()
        least = measure.horizontalAdvance("M" * _LEAST_NAME)
        left = room - (self.sizeHint().width() - measure.horizontalAdvance(self.text()))
        left -= measure.horizontalAdvance(self._with(("", "")))
        widths = [measure.horizontalAdvance(name) for name in self._names]
        most = max(left // 2, left - min(widths), least)  # what a short name leaves is the other's
        first, second = (measure.elidedText(name, Qt.TextElideMode.ElideMiddle, most) for name in self._names)
        self.setText(self._with((first, second)))
        set_tip(self, "" if (first, second) == self._names else self._with(self._names))

    def _with(self, names: tuple[str, str]) -> str:
        return self._text.format(rules=self._rules, first=names[0], second=names[1])
