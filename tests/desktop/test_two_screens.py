"""A window on the second of two screens opens its dialogs, menus and tips on the second screen, too. All of them are
completely visible.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from desktop.aside import offscreen, told_by
from desktop.test_little_room import DIALOGS, WITH_COACH

pytestmark = pytest.mark.gui

_OPENED = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
import conftest
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.plain_text import show_own_whats_this, show_tip
from mile_bones.desktop.submenus import menu_of
from pictures.stage import staged, wait_for

folder, names = Path(sys.argv[1]), json.loads(sys.argv[2])
app = QApplication(["mile-bones"])
rooms = {each.name(): each.availableGeometry() for each in QGuiApplication.screens()}
room = rooms["2"]
opened, faults = [], []


def show(window):
    window.move(room.topLeft() + QPoint(20, 30))
    window.show()
    wait_for(lambda: window.screen().name() == "2")


def look(name, part, screen="2"):
    opened.append(name)
    if part.screen().name() != screen or not rooms[screen].contains(part.frameGeometry()):
        faults.append([name, type(part).__name__, part.screen().name(), part.frameGeometry().getRect()])


def others(window):
    return [each for each in app.topLevelWidgets() if each.isVisible() and each is not window]


for name in names:
    with staged(BY_NAME[name], (room.width() - 60, room.height() - 80), "light", folder / name, show=show) as stage:
        window = stage.window
        window.setUpdatesEnabled(False)
        if dialogs := window.dialog_stack.dialogs:
            look(name, dialogs[-1])
            continue
        for entry in window.menuBar().actions():
            window.menuBar().setActiveAction(entry)
            menu = menu_of(entry)
            wait_for(menu.isVisible)
            look(entry.text(), menu)
            menu.close()
        corner = window.mapToGlobal(window.rect().bottomRight())
        for tell in (
            lambda: show_tip(corner, "A tip of several words", window, window.rect()),
            lambda: show_own_whats_this(corner, "A bubble of several words " * 9, window),
            lambda: window.dialog_stack.show_help("contents"),
            window.save,
        ):
            tell()
            wait_for(lambda: others(window))
            for part in others(window):
                look(type(part).__name__, part)
                part.close()
            wait_for(lambda: not others(window))
        window.dialog_stack.show_help("contents")
        window.dialog_stack.help.close()
        window.move(rooms["1"].topLeft() + QPoint(20, 30))
        window.resize(rooms["1"].size() * 0.8)
        wait_for(lambda: window.screen().name() == "1")
        window.dialog_stack.show_help("contents")
        look("help on the first screen", window.dialog_stack.help, "1")
print(json.dumps([opened, faults]))
"""
BESIDE = {
    "larger, at the right": ((0, 0, 640, 600), (640, 0, 1280, 800)),
    "smaller, at the right": ((0, 0, 1280, 800), (1280, 120, 800, 600)),
    "at the left": ((0, 0, 1280, 800), (-1024, 0, 1024, 768)),
    "above": ((0, 0, 1920, 1080), (200, -600, 800, 600)),
}
TABLE = "start"
AT_ONCE = tuple(name for name in DIALOGS if name not in WITH_COACH)


@pytest.mark.sample(slow=1, proof=1)
@pytest.mark.parametrize("beside", BESIDE)
def test_dialogs_and_menus_open_on_the_screen_of_their_window(beside: str, tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": offscreen(tmp_path, *BESIDE[beside])}
    opened, faults = told_by("-c", _OPENED, str(tmp_path), json.dumps((TABLE, *AT_ONCE)), environment=environment)
    assert faults == []
    assert len(opened) >= len(AT_ONCE) + 6 + 4, opened
