"""What is handed to a screen reader comes one by one."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mile_bones.desktop.screen_reader import Spaced

pytestmark = pytest.mark.gui


def test_what_comes_at_once_is_done_one_by_one_in_its_order(qtbot: QtBot, qapp: QApplication) -> None:
    done: list[str] = []
    spaced = Spaced(20, qapp)
    for word in ("stop", "go", "drive"):
        spaced.do(lambda word=word: done.append(word))
    assert done == ["stop"], "the first does not wait, and the others do"
    qtbot.waitUntil(lambda: len(done) > 1)
    assert done == ["stop", "go"]
    qtbot.waitUntil(lambda: len(done) > 2)
    assert done == ["stop", "go", "drive"]
