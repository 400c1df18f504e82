"""The start of the desktop: everything that has to happen before the first window."""

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
"""The kinds of D-Bus addresses that lead to other machines or start a program."""
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
    """Start the desktop and return the exit status when it is closed.

    A display is required. ``display.why_no_window`` checks this before.

    ``file``: a record to continue. ``new``: begin a new game even if one is unfinished. ``profile``: the folder for
    mb.ini and the games, or None for the usual folders. ``seed`` deals the next new game. ``rules``, ``level``,
    ``target`` and the game's own ``options`` override the settings for the new games of this run. ``game``: the game to
    play, or None to continue the unfinished game. If there is none, the player chooses.
    """
    share_one_heap()
    paint_in_one_thread()
    keep_buses_local(os.environ)
    frame_with_buttons(os.environ)
    gc.disable()  # what is loaded now is never freed, and searching it for garbage took a tenth of the start
    from PySide6.QtCore import QEvent, QLoggingCategory, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    QLoggingCategory.setFilterRules("qt.qpa.wayland.textinput.warning=false")  # closed fields cause this warning
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
        gc.freeze()  # later collections need not traverse all modules
        collect_when_idle()

    class FirstSight(QObject):
        """Waits until the window has been painted, so that the table is already on the screen while the game is being
        loaded.
        """

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Expose:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, begin)
            return False

    # By default Python notices Ctrl+C only at Qt's next event. It is safe to end the program immediately, because
    # the game is saved after every action.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    first_sight = FirstSight()
    window.show()
    window.windowHandle().installEventFilter(first_sight)
    return app.exec()


_ARENA_MAX = -8
"""M_ARENA_MAX in glibc's malloc.h: the option for the largest number of heaps."""


def share_one_heap() -> None:
    """Let all threads of this process share one heap. Do nothing if the C library is not glibc.

    glibc gives each new thread a heap of its own and returns little of its memory; decision 049 has the measurements.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def import_plainly() -> None:
    """Restore Python's own ``import``, which PySide6 has replaced. PySide6 keeps the original under the name that is
    used in this function.

    PySide6's import reads the source of every module that is loaded later, to find out whether ``from __feature__
    import`` could have a meaning in this module. This program uses no such feature. See docs/decisions/084.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def keep_buses_local(environment: MutableMapping[str, str]) -> None:
    """Let Qt and this program use D-Bus only over a socket of this machine.

    Otherwise the sentences for a screen reader could go over a network.
    """
    for name in ("AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
        if given := environment.get(name):
            local = [address for address in given.split(";") if not address.startswith(_REMOTE)]
            environment[name] = ";".join(local) or _NO_BUS


_PORTAL = "dbus-1/services/org.freedesktop.portal.Desktop.service"
_IN_FLATPAK = Path("/.flatpak-info")


def frame_with_buttons(environment: MutableMapping[str, str]) -> None:
    """On compositors that draw no frame, make Qt draw its plain frame if there is no desktop portal.

    Qt draws GNOME's frame with only those buttons that the portal names. Without the portal that frame has no button at
    all, not even one that closes the window.
    """
    shared = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    portal = any(Path(folder, _PORTAL).exists() for folder in shared.split(":"))
    address = environment.get("DBUS_SESSION_BUS_ADDRESS")
    bus = address != _NO_BUS if address else Path(environment.get("XDG_RUNTIME_DIR") or "/", "bus").exists()
    if not (_IN_FLATPAK.exists() or (portal and bus)):
        environment.setdefault("QT_WAYLAND_DECORATION", "bradient")


def paint_in_one_thread() -> None:
    """Make Qt paint only in the thread that asks for it. Call this function before there is a ``QGuiApplication``.

    Otherwise Qt gives parts of anything larger than about 256x256 pixels to other threads. Waiting for them takes
    longer than painting the parts; decision 072 has the measurements.
    """
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
