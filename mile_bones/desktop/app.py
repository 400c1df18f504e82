"""The start of the desktop: everything that must be in place before the first window."""

from __future__ import annotations

import builtins
import ctypes
import gc
import os
import signal
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

_REMOTE = ("tcp:", "nonce-tcp:", "unixexec:", "autolaunch:")
"""Kinds of addresses of D-Bus that lead to other machines or start a program."""
_NO_BUS = "disabled:"

if TYPE_CHECKING:
    from mile_bones.engine.aliases import Option


def run(
    *,
    file: Path | None,
    new: bool,
    profile: Path | None,
    seed: int | None,
    rules: str | None,
    level: str | None,
    target: int | None = None,
    options: Mapping[str, Option] = MappingProxyType({}),
    game: str | None = None,
) -> int:
    """Start the desktop and stay until it is closed. Returns the exit status.

    A display must be there: ``display.why_no_window`` finds that out before.

    ``file``: a record to go on with. ``new``: begin a new game, whatever is unfinished. ``profile``: the folder for
    mb.ini and the games, None for the usual ones. ``seed`` deals the next new game; ``rules``, ``level``, ``target``
    and the game's own ``options`` go before what the settings say, for new games of this run. ``game``: which one to
    play; None: the one that was left, else the player chooses.
    """
    share_one_heap()
    paint_in_one_thread()
    keep_buses_local(os.environ)
    frame_with_buttons(os.environ)
    gc.disable()  # nothing of what is loaded now goes away again; looking for it took a tenth of the start
    from PySide6.QtCore import QEvent, QLoggingCategory, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    QLoggingCategory.setFilterRules("qt.qpa.wayland.textinput.warning=false")  # of fields that have just been closed
    import_plainly()
    from mile_bones.desktop.collector import collect_when_idle
    from mile_bones.desktop.controllers.games import Start
    from mile_bones.desktop.look.theme import STYLED
    from mile_bones.desktop.main_window import MainWindow
    from mile_bones.storage.profile import Profile

    app = QApplication(["mile-bones", "-style", "fusion"])
    app.setProperty(STYLED, True)
    app.setApplicationName("mile-bones")
    app.setApplicationDisplayName("")
    app.setDesktopFileName("org.milebones.MileBones")
    window = MainWindow(Profile(profile), datetime.now, Start(file, seed, rules, level, new, game, target, options))

    def begin() -> None:
        window.begin()
        gc.freeze()  # so that no later round goes through all modules again
        collect_when_idle()

    class FirstSight(QObject):
        """Waits until the window has been painted: the table stands there while the game is fetched."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Expose:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, begin)
            return False

    # Qt would go on: Python hears of Ctrl+C only when the next event comes. The game is saved after every action.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    first_sight = FirstSight()
    window.show()
    window.windowHandle().installEventFilter(first_sight)
    return app.exec()


_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h: how many heaps there may be at most."""


def share_one_heap() -> None:
    """All threads of this process take memory from one heap. Where the C library is not glibc, nothing happens.

    glibc gives each new thread a heap of its own and gives back little of it; decision 049 has the measurements.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def import_plainly() -> None:
    """Take back the ``import`` that PySide6 has put in the place of the one before, which it keeps under this name.

    Its own reads the source of every module that comes after it, to find out whether ``from __feature__ import`` could
    mean something there. Nothing here asks for a feature: docs/decisions/084.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def keep_buses_local(environment: MutableMapping[str, str]) -> None:
    """Have Qt, and us, meet D-Bus over a socket of this machine or not at all: what a screen reader is told would go
    over a network otherwise."""
    for name in ("AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
        if given := environment.get(name):
            local = [address for address in given.split(";") if not address.startswith(_REMOTE)]
            environment[name] = ";".join(local) or _NO_BUS


_PORTAL = "dbus-1/services/org.freedesktop.portal.Desktop.service"
_IN_FLATPAK = Path("/.flatpak-info")


def frame_with_buttons(environment: MutableMapping[str, str]) -> None:
    """Let Qt draw its plain frame where the compositor draws none and no desktop portal is there. In GNOME's frame Qt
    puts only the buttons that the portal names: without it not even the one that closes the window."""
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    portal = any(Path(folder, _PORTAL).exists() for folder in shared.split(":"))
    address = environment.get("DBUS_SESSION_BUS_ADDRESS")
    bus = address != _NO_BUS if address else Path(environment.get("XDG_RUNTIME_DIR") or "/", "bus").exists()
    if not (_IN_FLATPAK.exists() or (portal and bus)):
        environment.setdefault("QT_WAYLAND_DECORATION", "bradient")


def paint_in_one_thread() -> None:
    """Qt paints all that it paints in the thread that asks for it; called before there is a ``QGuiApplication``.

    Otherwise Qt hands parts of what is larger than some 256x256 pixels to other threads, and waiting for them takes
    longer than such parts take to paint: decision 072 has the measurements.
    """
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
