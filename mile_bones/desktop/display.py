"""Checks whether a window can be opened at all, before Qt is asked.

Qt ends the whole process if it finds no display or misses a system library, with a page of text that does not help
people who only want to play. Therefore this module checks before, with the libraries that Qt itself would use. These
libraries handle abstract sockets, displays on other machines and missing permissions. Nothing here imports PySide6.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from mile_bones.i18n import gettext as _

#: The names that Debian and Ubuntu give to the libraries that Qt's widgets need and PySide6 does not include.
DEBIAN_PACKAGES = (
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libglib2.0-0",
    "libwayland-client0",
    "libx11-xcb1",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-render0",
    "libxcb-shape0",
    "libxcb-shm0",
    "libxcb-sync1",
    "libxcb-xfixes0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
)

_WIDGETS = ("Qt/lib/libQt6Widgets.so.6", "Qt/lib/libQt6Svg.so.6")
_X11 = "Qt/plugins/platforms/libqxcb.so"


def why_no_window(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return a sentence about why no window can be opened, or None if a window can be opened.

    Systems other than Linux always have a display. For them the result is None.
    """
    if not sys.platform.startswith("linux"):
        return None
    found = find_spec("PySide6")
    if found is None or found.origin is None:
        return _("PySide6, which draws the window, is not installed: pip install PySide6-Essentials")
    wanted = _platforms(environment)
    if library := missing_library(Path(found.origin).parent, x11="xcb" in wanted and not _wayland_answers(environment)):
        return _without(library)
    if any(_answers(platform, environment) for platform in wanted):
        return None
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return _("The display {name} does not answer, so no window can be opened.").format(
            name=environment.get("WAYLAND_DISPLAY") or environment["DISPLAY"]
        )
    return _("There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.")


def missing_library(pyside: Path, *, x11: bool) -> str | None:
    """Return the file name of a system library that Qt needs and the system does not have, or None.

    `pyside` is the folder of the installed package PySide6. If `x11`, check also the libraries for windows of the X
    Window System. If PySide6 is a package of the distribution, the package's own dependencies are enough, and the
    result is None.
    """
    for name in (*_WIDGETS, _X11) if x11 else _WIDGETS:
        if not (pyside / name).is_file():
            continue
        try:
            ctypes.CDLL(str(pyside / name))
        except OSError as error:
            missing = re.match(r"(lib\S+): cannot open shared object file", str(error))
            return missing.group(1) if missing else str(error)
    return None


def install_command(packages: tuple[str, ...] = DEBIAN_PACKAGES) -> str:
    """Return the command that installs these packages on Debian or Ubuntu."""
    return " ".join(("sudo apt install", *packages))


def _without(library: str) -> str:
    """Return the sentence about a missing library, with a remedy on systems for which there is one."""
    sentence = _("Qt cannot start: the system library {library} is missing.").format(library=library)
    if Path("/etc/debian_version").exists():
        return sentence + " " + _("Install it with: {command}").format(command=install_command())
    return sentence


def _platforms(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the kinds of window system that Qt will try: those in QT_QPA_PLATFORM, or else both kinds that Linux
    desktops have.
    """
    chosen = environment.get("QT_QPA_PLATFORM", "")
    return tuple(part.partition(":")[0] for part in chosen.split(";") if part) or ("wayland", "xcb")


def _answers(platform: str, environment: Mapping[str, str]) -> bool:
    if platform.startswith("wayland"):
        return _wayland_answers(environment)
    if platform == "xcb":
        return _x11_answers(environment)
    return True  # such as offscreen, vnc or eglfs, which users set deliberately


def _x11_answers(environment: Mapping[str, str]) -> bool:
    """Return True if the X server of DISPLAY accepts a connection.

    The connection stays open. Without it, an X server might restart because its last client has left, and would then
    refuse the connection of Qt.
    """
    name = environment.get("DISPLAY")
    if not name:
        return False
    xcb = _library("libxcb.so.1")
    if xcb is None:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(name), None)
    if xcb.xcb_connection_has_error(connection) == 0:
        return True
    xcb.xcb_disconnect(connection)
    return False


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    """Return True if a Wayland compositor answers.

    An open socket that a compositor handed over is not tested because a test would use up the connection.
    """
    if environment.get("WAYLAND_SOCKET"):
        return True
    name = environment.get("WAYLAND_DISPLAY")
    if not name and environment.get("XDG_SESSION_TYPE") != "wayland":
        return False
    folder = environment.get("XDG_RUNTIME_DIR")
    path = Path(folder or "/", name or "wayland-0")
    if not folder and not path.is_absolute():
        return False
    wayland = _library("libwayland-client.so.0")
    if wayland is None:
        return False
    wayland.wl_display_connect.restype = ctypes.c_void_p
    wayland.wl_display_connect.argtypes = [ctypes.c_char_p]
    wayland.wl_display_disconnect.argtypes = [ctypes.c_void_p]
    display = wayland.wl_display_connect(os.fsencode(path))
    if display:
        wayland.wl_display_disconnect(display)
    return bool(display)


def _library(name: str) -> ctypes.CDLL | None:
    """Return a library of the system, or None if there is none. Without this library, Qt cannot use the window system
    either.
    """
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None
