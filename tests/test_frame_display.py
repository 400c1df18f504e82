"""If there is no display, or Qt's libraries are missing, the start ends with a sentence and not with a crash."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import PySide6
import pytest

from mile_bones.desktop.display import install_command, missing_library, why_no_window

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only on Linux can the display be missing")

PYSIDE = Path(PySide6.__file__).parent


@pytest.fixture
def x_server(need_tools: Callable[..., None]) -> Iterator[str]:
    """The name of a display that answers."""
    need_tools("Xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "320x200x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def test_a_window_can_open_on_a_display_that_answers(x_server: str) -> None:
    assert why_no_window({"DISPLAY": x_server}) is None
    assert why_no_window({"DISPLAY": x_server + ".0"}) is None
    assert why_no_window({"DISPLAY": x_server, "QT_QPA_PLATFORM": "xcb"}) is None
    assert why_no_window({"DISPLAY": x_server, "WAYLAND_DISPLAY": "nowhere", "XDG_RUNTIME_DIR": "/nowhere"}) is None


def test_a_missing_wayland_display_is_reported_if_it_is_the_only_choice(x_server: str) -> None:
    assert why_no_window({"DISPLAY": x_server, "QT_QPA_PLATFORM": "wayland"}) is not None


@pytest.mark.parametrize("display", [":4711", "unix:4711", "localhost:4711", "127.0.0.1:4711.0", "nonsense", ":", "/x"])
def test_a_display_that_does_not_answer_is_named(display: str) -> None:
    assert why_no_window({"DISPLAY": display}) == f"The display {display} does not answer, so no window can be opened."


def test_a_socket_without_a_listener_is_not_a_compositor(tmp_path: Path) -> None:
    environment = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert why_no_window(environment) == "The display wayland-7 does not answer, so no window can be opened."
    with socket.socket(socket.AF_UNIX) as unserved:
        unserved.bind(str(tmp_path / "wayland-7"))
        assert why_no_window(environment) is not None


def test_a_window_can_open_on_a_compositor_that_listens(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-0"))
        compositor.listen()
        assert why_no_window({"WAYLAND_DISPLAY": str(tmp_path / "wayland-0")}) is None, "an absolute path"
        assert why_no_window({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}) is None
        session = {"XDG_SESSION_TYPE": "wayland", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert why_no_window(session) is None, "the default name, in a Wayland session"
        assert why_no_window({"XDG_RUNTIME_DIR": str(tmp_path)}) is not None


def test_an_open_socket_from_the_compositor_is_left_for_qt() -> None:
    assert why_no_window({"WAYLAND_SOCKET": "11"}) is None


def test_a_system_without_display_variables_has_no_display() -> None:
    reason = why_no_window({})
    assert reason == "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
    assert why_no_window({"QT_QPA_PLATFORM": "xcb"}) == reason
    assert why_no_window({"QT_QPA_PLATFORM": "wayland;xcb:scale=2"}) == reason


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=800x600", "xcb;minimal"])
def test_a_platform_that_needs_no_display_is_accepted(platform: str) -> None:
    assert why_no_window({"QT_QPA_PLATFORM": platform}) is None


def test_every_library_that_qt_needs_is_on_this_system() -> None:
    assert missing_library(PYSIDE, x11=True) is None


def test_a_missing_library_is_named(tmp_path: Path) -> None:
    """The plugin is copied away from the libraries that it needs. Then it is loaded in a process that has not loaded
    these libraries yet.
    """
    plugin = tmp_path / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    plugin.parent.mkdir(parents=True)
    plugin.write_bytes((PYSIDE / "Qt" / "plugins" / "platforms" / "libqxcb.so").read_bytes())
    code = (
        "import json, sys; from pathlib import Path; from mile_bones.desktop.display import missing_library as missing;"
        "print(json.dumps([missing(Path(sys.argv[1]), x11=x11) for x11 in (True, False)]))"
    )
    out = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    with_x11, without = json.loads(out.stdout)
    assert with_x11.startswith("libQt6")
    assert ".so" in with_x11
    assert without is None, "libraries of X11 are not needed on Wayland"


def test_the_install_command_names_the_libraries() -> None:
    command = install_command()
    assert command.startswith("sudo apt install ")
    assert {"libegl1", "libxcb-cursor0", "libxkbcommon-x11-0"} <= set(command.split())


def test_checking_the_display_does_not_import_pyside() -> None:
    code = (
        "import sys; from mile_bones.desktop import display; display.why_no_window({}); print('PySide6' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"
