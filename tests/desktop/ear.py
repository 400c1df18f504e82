"""The words that an old screen reader would speak, which does not know announcements.

Such a reader speaks every notice, and each place that gets the keyboard. While a place has the keyboard, the reader
also speaks each change of the place's name and description, unless the new text is empty. Orca 43 speaks the checked
state of a card only if the card was a check box when it got the keyboard. The echo of typed keys is not counted.
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
"""The answer of the AT-SPI registry while an old screen reader listens."""


class Ear:
    """A record of all words that were spoken, in their order."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._reads: QWidget | None = None
        self._box = False

    @property
    def notices(self) -> list[str]:
        """The spoken notices about the game."""
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
    """Pretend that an old screen reader listens, and yield what it hears. Open windows within this context only."""
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
