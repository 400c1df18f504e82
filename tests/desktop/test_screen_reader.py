"""Sentences for a screen reader that come at the same time are handed over together, in a way that each reader
understands.
"""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QStatusBar
from pytestqt.qtbot import QtBot

from mile_bones.desktop import screen_reader
from mile_bones.desktop.screen_reader import Gathered, Notices, tell_reader

pytestmark = pytest.mark.gui


def test_the_first_sentence_does_not_wait_and_later_ones_are_joined(qtbot: QtBot, qapp: QApplication) -> None:
    handed: list[list[str]] = []
    gathered = Gathered(20, handed.append, qapp)
    for word in ("stop", "go", "drive"):
        gathered.add(word)
    assert handed == [["stop"]]
    qtbot.waitUntil(lambda: len(handed) > 1)
    assert handed == [["stop"], ["go", "drive"]]


_EVENTS = {
    "announced": "object:announcement",
    "shown": "object:state-changed:showing",
    "caret": "object:text-caret-moved",
    "all": "object:",
}
OLD, NEW, LOOKER, INSPECTOR = "shown caret", "announced shown caret", "announced shown", "all"
"""The events for which four programs register: Orca 43, Orca 48, a program that looks on, and a tool that listens for
everything.
"""


def registered(*listeners: str) -> list[str]:
    """Return pairs of a listener and an event, written as PySide writes the answer of the registry of AT-SPI."""
    return [f'":1.{number}", "{_EVENTS[event]}"' for number, heard in enumerate(listeners) for event in heard.split()]


@pytest.mark.parametrize(
    ("listeners", "ways"),
    [
        ([OLD], ["shown"]),
        ([NEW], ["announced"]),
        ([LOOKER], ["announced"]),
        ([OLD, LOOKER], ["announced", "shown"]),
        ([OLD, INSPECTOR], ["announced", "shown"]),
        ([NEW, LOOKER], ["announced"]),
        ([NEW, INSPECTOR], ["announced"]),
        ([NEW, "shown"], ["announced"]),
    ],
)
def test_every_reader_hears_a_sentence_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, listeners: list[str], ways: list[str]
) -> None:
    """A second listener neither silences the reader nor makes it speak twice. If a later answer is missing, nothing
    changes.
    """
    answers: list[object] = [registered(*listeners), None]
    said: list[tuple[str, str]] = []
    bar = QStatusBar()
    qtbot.addWidget(bar)
    Notices(bar)
    monkeypatch.setattr(screen_reader._Readers, "_ask", lambda _readers, told: told(answers.pop(0)))
    monkeypatch.setattr(screen_reader, "_announce", lambda _widget, text: said.append(("announced", text)))
    monkeypatch.setattr(Notices, "appear", lambda _notices, text: said.append(("shown", text)))
    QAccessible.setActive(True)
    try:
        for sentence in ("You drew Go.", "You played Go."):
            tell_reader(bar, sentence)
            qtbot.waitUntil(lambda sentence=sentence: {way for way, text in said if text == sentence} >= set(ways))
    finally:
        QAccessible.setActive(False)
    assert sorted(said) == sorted((way, text) for text in ("You drew Go.", "You played Go.") for way in ways)
