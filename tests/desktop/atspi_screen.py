"""A screen, a session and a screen reader for a person who is nobody else: nothing of it is shared."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.private_bus import private_bus

SYSTEM_PYTHON = "/usr/bin/python3"
ACCESSIBILITY_BUS = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
PATIENCE = 600
"""Seconds for whatever the other process plays."""


@contextmanager
def screen_with_reader() -> Iterator[dict[str, str]]:
    """The environment of such a person; the test is skipped where something of it is not installed."""
    missing = [tool for tool in ("Xvfb", "dbus-daemon") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)} (make test names the packages)")
    if not ACCESSIBILITY_BUS.exists():
        pytest.skip("not installed here: at-spi2-core (make test names the packages)")
    if subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True).returncode:
        pytest.skip("not installed here: python3-pyatspi (make test names the packages)")
    left_out = {"WAYLAND_DISPLAY", "NO_AT_BRIDGE", "AT_SPI_BUS_ADDRESS", "QT_QPA_PLATFORM"}
    usual = {name: value for name, value in os.environ.items() if name not in left_out}
    # A short name: the path of a socket has little room.
    with tempfile.TemporaryDirectory(prefix="mb-") as runtime, _xvfb() as display:
        environment = usual | {
            "DISPLAY": display,
            "XDG_RUNTIME_DIR": runtime,
            "LANGUAGE": "en",
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        with private_bus(environment) as address:
            yield environment | {"DBUS_SESSION_BUS_ADDRESS": address}


@contextmanager
def _xvfb() -> Iterator[str]:
    """An X server on a display that was free; its name. The server itself says which, once it is ready."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as pipe:
                number = pipe.readline().strip()
            assert number, "Xvfb did not start"
            yield f":{number}"
        finally:
            server.terminate()
