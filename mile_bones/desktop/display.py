"""Whether a window can be opened at all, found out before Qt is asked.

Qt ends the whole process when it finds no display or misses a library of the system, with a page of text that helps
nobody who only wants to play. So the questions are put here first, by the libraries that Qt itself would use: their
answer knows about abstract sockets, displays on other machines and missing permissions. Nothing here imports PySide6.
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

#: What Debian and Ubuntu call the libraries that Qt's widgets need and PySide6 does not bring along.
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
    """A sentence that says why no window can be opened here, or None when nothing speaks against it.

    Off Linux the system always has a display, and the answer is None.
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
    """The file name of a system library that Qt needs and the system has not, or None.

    `pyside` is the folder of the installed package PySide6. `x11` asks for what windows of the X Window System need as
    well. Where the distribution itself packages PySide6, its own dependencies answer the question, and this says None.
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
    """What somebody types on Debian or Ubuntu to get these packages."""
    return " ".join(("sudo apt install", *packages))


def _without(library: str) -> str:
    """The sentence about a missing library, with the cure where we know it."""
    sentence = _("Qt cannot start: the system library {library} is missing.").format(library=library)
    if Path("/etc/debian_version").exists():
        return sentence + " " + _("Install it with: {command}").format(command=install_command())
    return sentence


def _platforms(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The kinds of window system that Qt will try: those of QT_QPA_PLATFORM, else the two of a Linux desktop."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    return tuple(part.partition(":")[0] for part in chosen.split(";") if part) or ("wayland", "xcb")


def _answers(platform: str, environment: Mapping[str, str]) -> bool:
    if platform.startswith("wayland"):
        return _wayland_answers(environment)
    if platform == "xcb":
        return _x11_answers(environment)
    return True  # offscreen, vnc, eglfs ... whoever names these knows why


def _x11_answers(environment: Mapping[str, str]) -> bool:
    """Whether the X server of DISPLAY lets us in.

    The connection stays open: an X server may start afresh when its last client leaves, and would then shut the door in
    Qt's face, which comes next.
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
    """Whether a Wayland compositor is there. One that handed us an open socket is not asked: that would use it up."""
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
    """A library of the system; None when it has none, and then Qt cannot use it either."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None
