"""The real window under Wayland compositors. Each compositor runs in a window of an X server, whose mouse and keys it
uses.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.aside import told_by
from desktop.test_little_room import DIALOGS
from pictures.screen import screen

pytestmark = [pytest.mark.gui, pytest.mark.long]

PATIENCE = 60
_SWAY = 'output X11-1 resolution 1280x800\nfor_window [app_id=".*"] floating enable\n'
NOBODY = 65534
_WESTON = ("weston", "--backend=x11-backend.so", "--width=1280", "--height=800", "--socket={socket}", "--use-pixman")
COMPOSITORS = {
    "sway": ("sway", "-c", "{config}"),
    "weston": _WESTON,
    "weston kiosk": (*_WESTON, "--shell=kiosk-shell.so"),
    "mutter": ("dbus-run-session", "mutter", "--nested", "--wayland", "--no-x11", "--wayland-display", "{socket}"),
}
"""The commands of the compositors. The first word of each key is the tool that the compositor needs."""
_PROGRAM = """
import json, os, subprocess, sys
from pathlib import Path
from PySide6.QtCore import QElapsedTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from desktop.driver import NOON
from mile_bones.desktop.main_window import MainWindow, Start
from mile_bones.games import GAMES
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import NAME, WINDOW, Settings

profile, task = Profile(Path(sys.argv[1])), sys.argv[2]
settings = Settings(Ini(profile.ini_path, print))
settings.update({NAME: "Anna"})
app = QApplication(["mile-bones"])
window = MainWindow(profile, lambda: NOON, Start(game=GAMES[0], new=task != "sizes"))
faults = []


def soon(so, what):
    clock = QElapsedTimer()
    clock.start()
    while not so():
        if clock.elapsed() > 20_000:
            faults.append(what)
            return False
        QTest.qWait(20)
    return True


def keeps(dialog, what):
    for _each in range(2):  # a slow compositor gives it twice: when the dialog opens, and when it comes again
        soon(lambda: app.focusWindow() is dialog.windowHandle(), what)
        QTest.qWait(1000)


def hand(*words):
    subprocess.run(["xdotool", *map(str, words)], env=os.environ | {"DISPLAY": os.environ["OUTER"]}, check=True)
    QTest.qWait(60)


PAST = (250, 560), (1000, 300)
window.show()
soon(window.windowHandle().isExposed, "not exposed")
window.begin()
soon(lambda: window.table.isVisible() and window.turns.match is not None, "no game")
soon(window.isActiveWindow, "not active")
QTest.qWait(1500)  # until the compositor has said how large the window is, and the cards are dealt
if task == "dialog":
    hand("mousemove", 640, 400, "click", 1)
    hand("key", "ctrl+h")
    soon(lambda: window.dialog_stack.dialogs, "no dialog")
    front = window.dialog_stack.dialogs[-1]
    keeps(front, "the dialog has no keyboard")
    for x, y in PAST:
        hand("mousemove", x, y, "click", 1)
        QTest.qWait(500)
        keeps(front, f"no keyboard after a click at {x}, {y}")
    hand("key", "Escape")
    soon(lambda: not window.dialog_stack.dialogs, "Escape closes nothing")
    soon(window.isActiveWindow, "the keyboard does not come back")
elif task == "help":
    hand("key", "ctrl+h")
    soon(lambda: window.dialog_stack.dialogs, "no dialog")
    keeps(window.dialog_stack.dialogs[-1], "the dialog has no keyboard")
    window.dialog_stack.show_help("contents")
    soon(lambda: app.focusWindow() is window.dialog_stack.help.windowHandle(), "the help has no keyboard")
    QTest.qWait(1500)
    if app.focusWindow() is not window.dialog_stack.help.windowHandle():
        faults.append("the help has lost the keyboard")
else:
    for step in sys.argv[3:]:
        if step == "maximise":
            window.showMaximized()
            soon(window.isMaximized, step)
        elif step == "float":
            window.showNormal()
            soon(lambda: not window.isMaximized(), step)
        elif step == "full by the compositor":
            subprocess.run(["swaymsg", "fullscreen", "enable"], check=True)
            soon(window.isFullScreen, step)
        else:
            window.resize(*map(int, step.split("x")))
        QTest.qWait(900)
size = window.size().toTuple()
window.close()
print(json.dumps([size, Settings(Ini(profile.ini_path, print)).get(WINDOW), faults]))
"""


@contextmanager
def compositor(name: str, folder: Path) -> Iterator[dict[str, str]]:
    """Run the compositor and yield the environment for its programs.

    Sway refuses to run as root. In this case it runs as the user nobody.
    """
    folder.mkdir(mode=0o700)
    config = folder / "config"
    config.write_text(_SWAY)
    settings = {"socket": "wayland-7", "config": str(config)}
    nobody = name == "sway" and os.getuid() == 0
    with screen("1280x800x24", managed=False) as outer:
        room = outer | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "WLR_BACKENDS": "x11"}
        room |= {"MUTTER_DEBUG_DUMMY_MODE_SPECS": "1280x800"}
        command = [word.format(**settings) for word in COMPOSITORS[name]]
        if nobody:
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
            os.chown(folder, NOBODY, NOBODY)
            for above in folder.parents[:3]:
                above.chmod(above.stat().st_mode | 0o011)
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(command, env=room | {"WLR_RENDERER": "pixman"}, stdout=log, stderr=log)
        try:
            until, sockets = time.monotonic() + PATIENCE, []
            while not sockets and time.monotonic() < until:
                time.sleep(0.1)
                sockets = [path.name for path in folder.glob("wayland-*") if not path.name.endswith(".lock")]
            assert sockets, (folder / "log").read_text()
            inner = outer | {"XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": sockets[0], "OUTER": outer["DISPLAY"]}
            inner |= {"QT_QPA_PLATFORM": "wayland"}
            sway = [str(path) for path in folder.glob("sway-ipc*")]
            inner |= {"SWAYSOCK": sway[0]} if sway else {}
            del inner["DISPLAY"]
            yield inner
        finally:
            server.terminate()
            server.wait()


@pytest.fixture
def wayland(
    request: pytest.FixtureRequest, need_tools: Callable[..., None], tmp_path: Path
) -> Iterator[dict[str, str]]:
    need_tools("Xvfb", "xdotool", request.param.split()[0])
    with compositor(request.param, tmp_path / "w") as room:
        yield room


def run(room: dict[str, str], profile: Path, *task: str) -> tuple[list[int], str]:
    """Run a task without faults. Return the size of the window at the end and its stored geometry."""
    size, kept, faults = told_by("-c", _PROGRAM, str(profile), *task, environment=room)
    assert faults == []
    return size, kept


@pytest.mark.parametrize("wayland", ["sway", "mutter"], indirect=True)
def test_a_dialog_keeps_the_keyboard_when_the_table_is_clicked(wayland: dict[str, str], tmp_path: Path) -> None:
    run(wayland, tmp_path / "p", "dialog")


@pytest.mark.parametrize("wayland", ["sway", "mutter"], indirect=True)
def test_the_help_keeps_the_keyboard_although_a_dialog_is_open(wayland: dict[str, str], tmp_path: Path) -> None:
    run(wayland, tmp_path / "p", "help")


@pytest.mark.parametrize("wayland", ["weston", "mutter"], indirect=True)
def test_a_maximised_window_keeps_its_normal_size_after_a_restart(wayland: dict[str, str], tmp_path: Path) -> None:
    # Mutter maximises the first window, which nearly fills its screen, so "float" comes first.
    _size, kept = run(wayland, tmp_path / "p", "sizes", "float", "700x520", "maximise")
    assert kept == "700x520 maximised"
    (width, height), _kept = run(wayland, tmp_path / "p", "sizes", "float")
    assert abs(width - 700) <= 8 and abs(height - 520) <= 40, "with or without its frame"


@pytest.mark.parametrize("wayland", ["sway"], indirect=True)
def test_a_full_screen_chosen_by_the_compositor_is_stored(wayland: dict[str, str], tmp_path: Path) -> None:
    _size, kept = run(wayland, tmp_path / "p", "sizes", "700x520", "full by the compositor")
    assert kept == "700x520 full"


_STALE = "The cached device pixel ratio value was stale on window expose."
"""A message of Qt 6.11 under sway 1.7 on a scaled screen. It comes even for a window with a single label."""


def done(room: dict[str, str], profile: Path, *task: str) -> object:
    """Run this task of ``under_wayland.py`` and return its result. Fail if Qt prints a message."""
    result, messages = told_by("-m", "desktop.under_wayland", str(profile), *task, environment=room)
    assert [text for text in messages if not text.startswith(_STALE)] == []
    return result


@pytest.mark.parametrize(
    ("wayland", "game", "by"),
    [
        ("sway", "mile-bones", "by_drags"),
        ("weston kiosk", "mile-bones", "by_drags"),
        ("sway", "mile-bones", "by_keys"),
        ("weston kiosk", "millieu", "by_drags"),
        ("sway", "montreal-mille", "by_clicks"),
    ],
    indirect=["wayland"],
)
def test_a_hand_is_played_with_real_mouse_and_keys(wayland: dict[str, str], tmp_path: Path, game: str, by: str) -> None:
    count = done(wayland, tmp_path / "p", "play", game, by)
    assert isinstance(count, int) and count > 10


SCENES = (*(name for name in DIALOGS if name != "extension-hint"), "mille-question", "lesson-question")
"""All dialogs except one that another scene has, too."""


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("wayland", ["sway"], indirect=True)
def test_a_key_closes_every_dialog_after_a_click_outside_it(wayland: dict[str, str], tmp_path: Path, part: int) -> None:
    assert done(wayland, tmp_path / "p", "dialogs", *SCENES[part::3]) == {}


@pytest.mark.parametrize("wayland", ["sway"], indirect=True)
def test_a_window_is_painted_whole_when_the_screen_is_scaled(wayland: dict[str, str], tmp_path: Path) -> None:
    assert done(wayland, tmp_path / "p", "scale", "1.5", "2", "1") == []
