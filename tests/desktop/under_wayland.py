"""Tasks for the real window under a Wayland compositor. ``test_wayland.py`` runs this program.

The arguments are a folder, a task, and the arguments of the task.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QLoggingCategory, QPoint, QSize, Qt, qInstallMessageHandler
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from desktop import driver
from desktop.boards.milebones import gestures as in_mile_bones
from desktop.boards.millieu import gestures as in_millieu
from desktop.boards.montreal import gestures as in_mille
from desktop.driver import Home, Person
from desktop.hand import Hand, soon
from desktop.test_scenes import BY_NAME
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.main_window import MainWindow
from mile_bones.library.settings import LEVEL
from mile_bones.players import load_player
from mile_bones.storage.settings import ANIMATION, METHOD, NAME
from pictures.stage import Stage, staged

PAST = QPoint(8, 600), QPoint(1272, 300)
"""Places that no dialog covers, on a table that fills the screen."""
REST_MS = 500
"""The time in milliseconds. A window that has had the keyboard for this time keeps the keyboard."""
_SHOT = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
app.primaryScreen().grabWindow(0).save(sys.argv[1])
"""


class Bot:
    """A stand-in for the bot of pytest-qt that waits in the same way."""

    def waitUntil(self, so: Callable[[], object]) -> None:
        soon(so, "nothing comes of it")

    @contextmanager
    def waitExposed(self, window: QWidget) -> Iterator[None]:
        yield
        soon(window.windowHandle().isExposed, "the window is not exposed")


def has_keyboard(window: QWidget, what: str) -> None:
    """Wait until this window has had the keyboard for a while, because a click may still be on its way."""
    clock = QElapsedTimer()
    clock.start()

    def rests() -> bool:
        if QApplication.focusWindow() is not window.windowHandle():
            clock.restart()
        return clock.elapsed() > REST_MS

    soon(rests, lambda: f"{what}: not {window.windowTitle()!r} has the keyboard, but {QApplication.focusWindow()}")


def fill_screen(window: MainWindow) -> None:
    """Let the window fill the screen, and wait for the keyboard. Places in the window are then places on the screen.

    Sway gives no keyboard to a dialog that opens above a full-screen window. Therefore, under sway the window is a tile
    without a border.
    """
    window.show()
    soon(window.isActiveWindow, "the window does not get the keyboard")
    if "SWAYSOCK" in os.environ:
        subprocess.run(["swaymsg", "floating disable, border none"], check=True, stdout=subprocess.DEVNULL)
    else:
        window.showFullScreen()
    soon(lambda: window.size() == window.screen().size(), "the window does not fill the screen")


# ------------------------------------------------------------------ the tasks


def play(folder: Path, hand: Hand, game: str, by: str) -> int:
    """Play a hand with the gestures named `by`. Return the number of its actions."""
    for gestures in (driver, in_millieu, in_mille):
        gestures.QTest = hand
    home = Home(folder, folder / "faces", Bot())
    method = "click" if by == "by_clicks" else "drag"
    home.set({NAME: "Anna", ANIMATION: "off", LEVEL: "easy", METHOD: method})
    person = home.open(game=game, seed=7)
    fill_screen(person.window)
    person.settled()
    hand.wake(person.window.windowHandle())
    if game == "mile-bones":
        count = person.play_until_the_hand_ends(partial(getattr(in_mile_bones, by), person))
        if isinstance(person.dialog(), ExtensionDialog):
            has_keyboard(person.dialog(), "asked about the extension")
            person.key(Qt.Key.Key_Space)  # No
        has_keyboard(person.asked(ScoreSheetDialog), "at the end of the hand")
        person.key(Qt.Key.Key_Return)  # Next hand
        person.settled()
        assert person.sees.hand_number == 2
    else:
        count = _play(person, getattr(in_millieu if game == "millieu" else in_mille, by))
    home.leave_all()
    return count


def _play(person: Person, by: Callable[..., None]) -> int:
    done: list[object] = []
    person.window.boards.chosen.connect(done.append)
    brain = load_player(person.play.match.game, "easy", 5)
    while not person.dialogs():
        action, count = brain.choose(person.may_know), len(done)
        assert count < 300, "the hand does not end"
        by(person.table, action)
        person.settled()
        assert done[count:] == [action]
    return len(done)


def dialogs(folder: Path, hand: Hand, *scenes: str) -> dict[str, str]:
    """Click outside the dialogs of these scenes and close them. Return the faults by scene."""
    faults = {}
    for name in scenes:
        with staged(BY_NAME[name], (700, 520), "light", folder / name, show=fill_screen) as stage:
            try:
                _leave(stage, hand)
            except AssertionError as fault:
                faults[name] = str(fault)
    return faults


def _leave(stage: Stage, hand: Hand) -> None:
    opened = stage.window.dialog_stack.dialogs
    has_keyboard(opened[-1], "opened")
    for place in PAST:
        hand.pressed = None
        hand.point(place)
        hand.press()
        hand.release()
        assert hand.pressed is None, f"{hand.pressed} hears of a click past the dialog"
        has_keyboard(opened[-1], f"after a click at {place.toTuple()}")
    for _each in range(6):
        if not opened:
            break
        front, title = opened[-1], opened[-1].windowTitle()
        has_keyboard(front, "before Escape")
        hand.keyClick(front, Qt.Key.Key_Space if isinstance(front, ExtensionDialog) else Qt.Key.Key_Escape)
        soon(lambda front=front: front not in opened, f"Escape does not close {title!r}")
        stage.settle()
    assert not opened, "one dialog opens after another"
    has_keyboard(stage.window, "closed")
    hand.keyClick(stage.window, Qt.Key.Key_Shift)


def scale(folder: Path, hand: Hand, *factors: str) -> list[str]:
    """Let sway scale the screen by these factors, one after another, while a window is open. Return the faults.

    The window has to look like a window that is opened at the same scale.
    """
    hand.point(QPoint(1279, 799))
    with staged(BY_NAME["road"], (700, 520), "light", folder / "used", show=fill_screen) as stage:
        used = [(factor, _scaled(stage, factor), _screenshot(folder)) for factor in factors]
    faults = []
    for factor, painted in {factor: painted for factor, painted, _shown in used}.items():
        with staged(BY_NAME["road"], (700, 520), "light", folder / factor, show=fill_screen) as stage:
            if painted != _scaled(stage, factor):
                faults.append(f"{factor}: not as a window that begins at this scale")
    # Qt 6.11 forgets to tell compositors without fractional scales (sway 1.7) about the larger buffers of a
    # surface.
    faults += [
        f"{factor}: not on the screen as it is painted"
        for factor, painted, shown in used
        if factor == "1" and shown != painted
    ]
    return faults


def _scaled(stage: Stage, factor: str) -> QImage:
    """Scale the screen by this factor. Return the picture that the window then paints."""
    window, ratio = stage.window, math.ceil(float(factor))
    size = QSize(*(int(each / float(factor)) for each in (1280, 800)))
    subprocess.run(["swaymsg", f"output X11-1 scale {factor}"], check=True, stdout=subprocess.DEVNULL)
    soon(
        lambda: (window.size(), window.devicePixelRatio()) == (size, ratio),
        lambda: f"{window.size()} at {window.devicePixelRatio()} when scaled by {factor}",
    )
    stage.settle()
    has_keyboard(window, "scaled")
    return _picture(window)


def _picture(window: MainWindow) -> QImage:
    made = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(1)
    return made


def _screenshot(folder: Path) -> QImage:
    """Return a screenshot of the X server, in which the compositor has its window."""
    path = folder / "screen.png"
    environment = os.environ | {"DISPLAY": os.environ["OUTER"], "QT_QPA_PLATFORM": "xcb"}
    subprocess.run([sys.executable, "-c", _SHOT, str(path)], env=environment, check=True)
    return QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)


TASKS = {"play": play, "dialogs": dialogs, "scale": scale}

if __name__ == "__main__":
    import conftest  # noqa: F401 - as the tests have it

    messages: list[str] = []
    qInstallMessageHandler(lambda _kind, _context, text: messages.append(text))
    QLoggingCategory.setFilterRules("qt.qpa.wayland.textinput.warning=false")  # as the program does
    profile, task, *words = sys.argv[1:]
    app = QApplication(["mile-bones"])
    print(json.dumps([TASKS[task](Path(profile), Hand(app), *words), messages]))
