"""The program as a separate process."""

from __future__ import annotations

import os
import platform
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import mile_bones
from mile_bones.desktop.app import frame_with_buttons, keep_buses_local
from mile_bones.storage.ini import Ini
from mile_bones.storage.profile import Profile
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import NAME, Settings

CHECKOUT = Path(mile_bones.__file__).parents[1]

HEAPS = """
import ctypes, threading
from mile_bones.desktop.app import share_one_heap
share_one_heap()
all_there = threading.Barrier(5)
def take() -> None:
    all_there.wait()
    taken = [bytearray(2000) for _block in range(200)]
    all_there.wait()
for _thread in range(4):
    threading.Thread(target=take).start()
all_there.wait(), all_there.wait()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out), libc.fflush(out)
"""
"""A program in which several threads allocate memory. At the end glibc prints each of its heaps as XML."""


PAINTING = """
import os
from mile_bones.desktop.app import paint_in_one_thread
paint_in_one_thread()
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
app = QGuiApplication([])
image = QImage(3840, 2160, QImage.Format.Format_ARGB32_Premultiplied)
before = len(os.listdir("/proc/self/task"))
painter = QPainter(image)
painter.setRenderHint(QPainter.RenderHint.Antialiasing)
painter.setBrush(QColor(0, 0, 0, 128))
painter.drawRoundedRect(10.0, 10.0, 3800.0, 2100.0, 50.0, 50.0)
painter.end()
print(len(os.listdir("/proc/self/task")) - before)
"""
"""A program that prints how many threads the painting of a large picture adds."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals")
def test_ctrl_c_ends_the_program_and_keeps_the_requested_game(qtbot, tmp_path: Path):
    profile = Profile(tmp_path)
    Settings(Ini(profile.ini_path, print)).update({NAME: "Anna"})
    asked = ("--game", "montreal-mille", "--target", "2000", "--stake", "3", "--progressive")
    process = subprocess.Popen(
        [sys.executable, "-m", "mile_bones", *asked, "--profile", str(tmp_path)],
        cwd=CHECKOUT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        saved = profile.games_dir / "current-montreal-1.json"
        qtbot.waitUntil(saved.exists)
        process.send_signal(signal.SIGINT)
        _out, told = process.communicate(timeout=600)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in told
    record = load_record(saved)
    assert record.players[0].name == "Anna"
    assert (record.target, record.options) == (2000, {"stake": 3, "progressive": True})


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="this asks glibc")
def test_all_threads_take_memory_from_one_heap():
    told = subprocess.run([sys.executable, "-c", HEAPS], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert told.stdout.count("<heap nr=") == 1


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted where Linux lists them")
def test_a_large_picture_is_painted_by_the_thread_that_asks_for_it():
    environment = {name: value for name, value in os.environ.items() if name != "QT_NO_GUI_THREADPOOL"}
    told = subprocess.run(
        [sys.executable, "-c", PAINTING],
        cwd=CHECKOUT,
        env={**environment, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "0"


REMOTE = (
    *("tcp:host=127.0.0.1,port={port}", "nonce-tcp:host=127.0.0.1,port={port},noncefile=/none"),
    *("unixexec:path=ssh", "autolaunch:"),  # such addresses start programs
)


@pytest.mark.parametrize("name", ["DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"])
@pytest.mark.parametrize("remote", REMOTE)
def test_remote_bus_addresses_are_dropped_and_local_ones_kept(name: str, remote: str):
    local = "unix:path=/run/user/1000/bus"
    for given, kept in ((remote, "disabled:"), (local, local), (f"{remote};{local}", local)):
        environment = {name: given}
        keep_buses_local(environment)
        assert environment == {name: kept}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="D-Bus is a thing of Linux")
def test_the_program_does_not_connect_to_a_remote_bus(qtbot, tmp_path: Path):
    profile = Profile(tmp_path)
    Settings(Ini(profile.ini_path, print)).update({NAME: "Anna"})
    with socket.create_server(("127.0.0.1", 0)) as network:
        network.setblocking(False)
        address = REMOTE[0].format(port=network.getsockname()[1])
        names = ("DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS")
        process = subprocess.Popen(
            [sys.executable, "-m", "mile_bones", "--game", "mile-bones", "--profile", str(tmp_path)],
            cwd=CHECKOUT,
            env={
                **os.environ,
                **dict.fromkeys(names, address),
                "QT_QPA_PLATFORM": "offscreen",
                "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            },
            stderr=subprocess.DEVNULL,
        )
        try:
            qtbot.waitUntil((profile.games_dir / "current-1.json").exists, timeout=300_000)
            qtbot.wait(500)  # a client connects to the bus soon after the first picture
        finally:
            process.kill()
            process.wait()
        with pytest.raises(BlockingIOError):
            network.accept()


PORTAL = "dbus-1/services/org.freedesktop.portal.Desktop.service"


@pytest.mark.parametrize(
    ("portal", "bus", "chosen", "frame"),
    [
        (True, "unix:path=/run/bus", "", None),
        (False, "unix:path=/run/bus", "", "bradient"),
        (True, "disabled:", "", "bradient"),
        (True, "", "", "bradient"),
        (False, "unix:path=/run/bus", "adwaita", "adwaita"),
    ],
)
def test_a_window_frame_with_buttons_is_chosen_without_a_portal(
    tmp_path: Path, portal: bool, bus: str, chosen: str, frame: str | None
) -> None:
    if portal:
        (tmp_path / PORTAL).parent.mkdir(parents=True)
        (tmp_path / PORTAL).touch()
    environment = {"XDG_DATA_DIRS": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment |= {"DBUS_SESSION_BUS_ADDRESS": bus} if bus else {}
    environment |= {"QT_WAYLAND_DECORATION": chosen} if chosen else {}
    frame_with_buttons(environment)
    assert environment.get("QT_WAYLAND_DECORATION") == frame
