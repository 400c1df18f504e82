"""What is handed to a screen reader at once comes together."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mile_bones.desktop.screen_reader import Gathered

pytestmark = pytest.mark.gui


def test_the_first_does_not_wait_and_what_follows_comes_together(qtbot: QtBot, qapp: QApplication) -> None:
    handed: list[list[str]] = []
    gathered = Gathered(20, handed.append, qapp)
    for word in ("stop", "go", "drive"):
        gathered.add(word)
    assert handed == [["stop"]]
    qtbot.waitUntil(lambda: len(handed) > 1)
    assert handed == [["stop"], ["go", "drive"]]
