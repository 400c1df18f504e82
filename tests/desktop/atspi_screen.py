"""A screen, a session bus and accessibility for a screen reader, which a test shares with nobody, and their player."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from desktop.private_bus import private_bus

SYSTEM_PYTHON = "/usr/bin/python3"
ACCESSIBILITY_BUS = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
PATIENCE = 600
"""The seconds that the other process may take to play."""


class Account(NamedTuple):
    """The report of the player, and the exit status and the errors of the window."""

    told: dict
    status: int
    errors: str


def play(
    window: Sequence[str], player: Sequence[str], screen: Mapping[str, str], root: Path, *, patience: float = PATIENCE
) -> Account:
    """Run the command ``window`` in the folder `root`, and the program ``player``, which operates it through AT-SPI.

    The player must not fail, and must end the window. The window writes its errors to a file: Qt writes a line
    whenever an object is read that has vanished, and a pipe that nobody empties would stop the window.
    """
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(window, cwd=root, env=screen, stderr=errors) as process,
    ):
        try:
            command = [SYSTEM_PYTHON, *player]
            done = subprocess.run(command, env=screen, capture_output=True, text=True, timeout=patience)
            assert done.returncode == 0, done.stderr
            status = process.wait(timeout=patience)
        finally:
            process.kill()
        errors.seek(0)
        return Account(json.loads(done.stdout), status, errors.read())


@contextmanager
def screen_with_reader() -> Iterator[dict[str, str]]:
    """Yield the environment of a person with such a screen and bus. Skip the test if a needed program is not
    installed.
    """
    missing = [tool for tool in ("Xvfb", "dbus-daemon") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)} (make test names the packages)")
    if not ACCESSIBILITY_BUS.exists():
        pytest.skip("not installed here: at-spi2-core (make test names the packages)")
    if subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True).returncode:
        pytest.skip("not installed here: python3-pyatspi (make test names the packages)")
    left_out = {"WAYLAND_DISPLAY", "NO_AT_BRIDGE", "AT_SPI_BUS_ADDRESS", "QT_QPA_PLATFORM"}
    usual = {name: value for name, value in os.environ.items() if name not in left_out}
    # The name is short because the path of a socket must be short.
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
    """Run an X server on a free display and yield the display's name. The server chooses the number itself."""
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
