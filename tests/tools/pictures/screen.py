"""A private X server, for pictures and measurements that need a real window."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext


@contextmanager
def screen(size: str = "2200x1400x24", *, managed: bool = True) -> Iterator[dict[str, str]]:
    """Run an X server of this size, with a window manager or without. Yield the environment for programs that use
    it.
    """
    missing = [tool for tool in ("Xvfb", "openbox") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"Not installed: {', '.join(missing)}. On Debian: apt install xvfb openbox")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            sys.exit("Xvfb does not start.")
        with tempfile.TemporaryDirectory(prefix="mile-bones-home-") as home:
            names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME")
            room = os.environ | dict.fromkeys(names, home) | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
            room.setdefault("MILE_BONES_AUDIO", "off")  # pictures and measurements are not listened to
            room.pop("WAYLAND_DISPLAY", None)
            room.pop("XAUTHORITY", None)
            with _manager(room) if managed else nullcontext():
                yield room
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _manager(room: dict[str, str]) -> Iterator[None]:
    manager = subprocess.Popen(["openbox"], env=room, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        manager.terminate()
        manager.wait()
