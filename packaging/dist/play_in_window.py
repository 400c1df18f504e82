"""Play some turns in the window of the installed program: ``python play_in_window.py PROFILE``.

It runs in the environment of that installation, not in that of the source tree, and needs no display. It presses the
keys that a person would press, and reads the saved game to see whether cards were played.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

TURNS = 8
"""The number of cards that the person must draw."""
PATIENCE = 60_000
"""Timeout in milliseconds."""


def main(profile: Path) -> None:
    """Play. If that fails, end with a sentence about the failure."""
    os.environ.update(QT_QPA_PLATFORM="offscreen", MILE_BONES_AUDIO="off")
    profile.mkdir(parents=True)
    (profile / "mb.ini").write_text("[player]\nname = Anna\n[options]\nanimation = off\n", encoding="utf-8")
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    keys = [Qt.Key.Key_D]
    for digit in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5, Qt.Key.Key_6, Qt.Key.Key_7):
        keys += [digit, Qt.Key.Key_Return]  # plays the card if it may go there, or says why not
    keys += [Qt.Key.Key_1, Qt.Key.Key_X]
    at = 0
    leave = QApplication.exec

    def press() -> None:
        nonlocal at
        windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        if drawn(profile) >= TURNS:
            QApplication.quit()
        elif len(windows) == 1:
            QTest.keyClick(windows[0].focusWidget() or windows[0], keys[at % len(keys)])
            at += 1

    def play(*_arguments: object) -> int:
        clock, end = QTimer(), QTimer(singleShot=True)
        clock.timeout.connect(press)
        end.timeout.connect(QApplication.quit)
        clock.start(20)
        end.start(PATIENCE)
        return int(leave())

    QApplication.exec = play
    from mile_bones.cli import main as start

    sys.argv = ["mile-bones", "--profile", str(profile), "--game", "mile-bones", "--seed", "7"]
    start()
    if (turns := drawn(profile)) < TURNS:
        sys.exit(f"only {turns} cards were drawn in the window")
    print(f"{turns} turns were played in the window")


def drawn(profile: Path) -> int:
    """Return the number of cards that the person has drawn in the saved game, or 0 before there is one."""
    saved = next(profile.glob("games/current-*.json"), None)
    if saved is None:
        return 0
    return sum(hand["actions"].count("0 draw") for hand in json.loads(saved.read_text(encoding="utf-8"))["hands"])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
