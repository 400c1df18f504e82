"""A key in the middle of a drag, under a real window manager: whatever it opens, nothing hangs on the pointer after."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.aside import told_by
from pictures.screen import screen

pytestmark = [pytest.mark.gui, pytest.mark.long]

KEYS = ("F10", "alt+g", "h", "ctrl+h", "ctrl+o", "ctrl+l", "ctrl+z", "F1", "shift+F1", "F11", "Escape")
_DRAGGED = """
import json, subprocess, sys
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
import conftest
from desktop.test_scenes import BY_NAME
from pictures.stage import staged

folder, scene, keys = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
app = QApplication(["mile-bones"])


def hand(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True)
    QTest.qWait(120)


def put_away(window):
    for _time in range(3):
        for dialog in [*window.dialog_stack.dialogs]:
            dialog.reject()
        for part in (app.activePopupWidget(), app.activeModalWidget()):
            if part is not None:
                part.close()
        QTest.qWait(80)
    if window.dialog_stack.help is not None:
        window.dialog_stack.help.hide()
    window.activateWindow()
    QTest.qWait(150)


told = {}
for key in keys:
    with staged(BY_NAME[scene], (1000, 650), "light", folder / key) as stage:
        window, table = stage.window, stage.table
        window.activateWindow()
        QTest.qWait(200)
        place = next(each for each in table.buttons if table.target.may_lift(each))
        at = table.viewport().mapToGlobal(table.slots[place].rect.center().toPoint())
        turn = table.turn()
        hand("mousemove", at.x(), at.y(), "mousedown", 1)
        for step in range(1, 8):
            hand("mousemove", at.x() + step * 9, at.y() - step * 6)
        lifted = table.gestures.carrying
        hand("key", key)
        QTest.qWait(200)
        hand("mouseup", 1)
        hangs = table.gestures.carrying
        put_away(window)
        same = table.turn() == turn
        hand("mousedown", 1)
        hand("mouseup", 1)
        told[key] = [lifted, hangs, same, table.turn() == turn]
        put_away(window)
print(json.dumps(told))
"""


@pytest.mark.parametrize("scene", ["road", "mille-draw", "millieu-place"])
def test_whatever_key_interrupts_a_drag_the_card_goes_home(
    need_tools: Callable[..., None], tmp_path: Path, scene: str
) -> None:
    need_tools("Xvfb", "openbox", "xdotool")
    with screen("1280x800x24") as room:
        told = told_by("-c", _DRAGGED, str(tmp_path), scene, json.dumps(KEYS), environment=room)
    assert {*told} == {*KEYS}
    for key, (lifted, hangs, same, same_after_a_click) in told.items():
        assert lifted, key
        assert not hangs, f"{key}: the card hangs on the pointer"
        assert same, f"{key}: something was played"
        assert same_after_a_click, f"{key}: the next click has played"
