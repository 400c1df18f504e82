"""What a person hears from a screen reader of the kind that knows no announcements, told by what it would speak.

Such a reader speaks every notice, each place that gets the keyboard, and each change of the name and the description of
the place that has it, unless nothing is left of them. That a card is checked Orca 43 speaks only of what it knew as a
check box when it got the keyboard. What is typed is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from mile_bones.desktop import screen_reader
from mile_bones.desktop.screen_reader import Notices
from mile_bones.desktop.table.slot_buttons import SlotButton

OLD = (('":1.5", "object:state-changed:showing"'), ('":1.5", "object:text-caret-moved"'))
"""What the registry of AT-SPI answers where such a reader listens."""


class Ear:
    """What has been heard, in its order."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._reads: QWidget | None = None
        self._box = False

    @property
    def notices(self) -> list[str]:
        """What was said of the game alone."""
        return [words.removeprefix(NOTICE) for words in self.heard if words.startswith(NOTICE)]

    def hear(self, widget: QWidget | None, words: str) -> None:
        if words and (widget is None or widget is self._reads):
            self.heard.append(words)

    def state(self, widget: QWidget, words: str) -> None:
        if self._box:
            self.hear(widget, words)

    def focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._reads = new
        self._box = isinstance(new, SlotButton) and new.isCheckable()
        if isinstance(new, SlotButton):
            self.heard += [text for text in (new.accessibleName(), new.accessibleDescription()) if text]
            if new.isCheckable() and not new.isChecked():
                self.heard.append("not checked")


NOTICE = "notice: "


@contextmanager
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ear]:
    """From now on somebody listens. Windows are to be opened within."""
    ear = Ear()
    app = QApplication.instance()
    assert isinstance(app, QApplication)

    def rename(button: SlotButton, text: str) -> None:
        QWidget.setAccessibleName(button, text)
        ear.hear(button, text)

    def describe(button: SlotButton, text: str) -> None:
        QWidget.setAccessibleDescription(button, text)
        ear.hear(button, text)

    checked = SlotButton._state_changed

    def state(button: SlotButton, marked: bool) -> None:
        ear.state(button, "checked" if marked else "not checked")
        checked(button, marked)

    appear = Notices.appear

    def notice(notices: Notices, text: str) -> None:
        ear.hear(None, NOTICE + text)
        appear(notices, text)

    monkeypatch.setattr(SlotButton, "setAccessibleName", rename)
    monkeypatch.setattr(SlotButton, "setAccessibleDescription", describe)
    monkeypatch.setattr(SlotButton, "_state_changed", state)
    monkeypatch.setattr(Notices, "appear", notice)
    monkeypatch.setattr(screen_reader._Readers, "_ask", lambda _readers, told: told(OLD))
    app.focusChanged.connect(ear.focus)
    QAccessible.setActive(True)
    try:
        yield ear
    finally:
        QAccessible.setActive(False)
        app.focusChanged.disconnect(ear.focus)
