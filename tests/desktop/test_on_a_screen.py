"""The real window on small real screens is completely visible under a window manager that adds a title bar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.aside import told_by
from pictures.screen import screen

pytestmark = [pytest.mark.gui, pytest.mark.proof]

_SEEN = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QElapsedTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop.driver import NOON
from mile_bones.desktop.main_window import MainWindow
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import NAME, WINDOW, Settings

profile, stored, maximised = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "maximised"
settings = Settings(Ini(Profile(profile).ini_path, print))
settings.update({NAME: "Anna"} | ({WINDOW: stored} if stored else {}))
app = QApplication(["mile-bones"])
window = MainWindow(Profile(profile), lambda: NOON)
window.show()
assert QTest.qWaitForWindowExposed(window)


def seen():
    frame = window.geometry().marginsAdded(window.windowHandle().frameMargins())
    status, bar = window.statusBar(), window.menuBar()
    inside = frame.contains(window.geometry()) and all(
        window.rect().contains(part.geometry()) and part.isVisible() for part in (status, bar)
    )
    rounded = int(window.devicePixelRatioF() > 1)  # a frame of 19 pixels is reported as 10
    return inside and window.screen().availableGeometry().adjusted(0, 0, rounded, rounded).contains(frame)


def soon(so):
    clock = QElapsedTimer()
    clock.start()
    while not so() and clock.elapsed() < 5000:
        QTest.qWait(10)
    return so()


told = []
for step in ("as it was left", "maximised", "as it was", "at the end"):
    large = window.isMaximized()
    if step == "maximised":
        window.showMaximized()
        large = True
    elif step == "as it was":
        window.showNormal()
        large = False
    elif step == "at the end" and maximised:
        window.showMaximized()
        large = True
    known = soon(lambda: window.windowHandle().frameMargins().top() > 0)
    there = soon(lambda: window.isMaximized() == large and seen())
    told.append([step, known, there, window.frameGeometry().getRect()])
print(json.dumps(told))
window.close()
"""
_FILLED = (
    "01d9d0cb000300000000000000000005000004ff000003230000000100000019000004fe"
    "0000031e000000000000000005000000000100000019000004fe0000031e"
)
"""A window of 1278x774 below a title bar, which reaches four pixels beyond the lower edge of a screen of 1280x800."""


@pytest.mark.sample(proof=1)
@pytest.mark.parametrize(
    ("size", "factor", "stored"),
    [("800x600", 1, ""), ("1280x800", 1, ""), ("1280x800", 1, _FILLED), ("1600x1200", 2, "")],
)
def test_title_and_status_bar_are_visible_at_every_start(
    need_tools: Callable[..., None], tmp_path: Path, size: str, factor: int, stored: str
) -> None:
    need_tools("Xvfb", "openbox")
    with screen(f"{size}x24") as room:
        for known, maximised in ((stored, ""), ("", "maximised"), ("", "")):
            told = told_by(
                "-c", _SEEN, str(tmp_path), known, maximised, environment=room | {"QT_SCALE_FACTOR": str(factor)}
            )
            for step, framed, there, frame in told:
                assert framed, f"{step}: no frame"
                assert there, f"{step}: {frame}"
