"""The system's preference for reduced motion, read through the D-Bus interface of a portal on a private bus."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
import uuid
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtDBus import QDBusConnection

from desktop.private_bus import private_bus
from mile_bones.desktop import reduced_motion
from mile_bones.desktop.reduced_motion import ReducedMotion

PORTAL = Path(__file__).with_name("fake_portal.py")
SYSTEM_PYTHON = "/usr/bin/python3"

APPEARANCE = "org.freedesktop.appearance"
GNOME = "org.gnome.desktop.interface"
WISH = [APPEARANCE, "reduced-motion", "u", 1]
NO_WISH = [APPEARANCE, "reduced-motion", "u", 0]
NO_ANIMATIONS = [GNOME, "enable-animations", "b", False]
ANIMATIONS = [GNOME, "enable-animations", "b", True]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the desktop portal is a thing of Linux")


@pytest.fixture
def address(need_tools: Callable[..., None]) -> Iterator[str]:
    """The address of a D-Bus that only the test uses."""
    need_tools("dbus-daemon")
    with private_bus(dict(os.environ)) as address:
        yield address


@pytest.fixture
def portal(address: str) -> Iterator[Callable[..., Callable[[list], None]]]:
    """Return a function that starts a portal of this age ("new" or "old") with the given settings. Each call returns
    another function, which changes a setting of the portal.
    """
    if subprocess.run([SYSTEM_PYTHON, "-c", "from gi.repository import Gio"], capture_output=True).returncode:
        pytest.skip("not installed here: python3-gi (make test names the packages)")
    started = []

    def start(age: str, *settings: list) -> Callable[[list], None]:
        process = subprocess.Popen(
            [SYSTEM_PYTHON, str(PORTAL), address, age, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"

        def change(setting: list) -> None:
            process.stdin.write(json.dumps(setting) + "\n")
            process.stdin.flush()

        return change

    yield start
    for process in started:
        process.communicate()  # the end of its standard input ends the portal


@pytest.fixture
def bus(qapp: QObject, address: str) -> Iterator[QDBusConnection]:
    name = uuid.uuid4().hex
    connection = QDBusConnection.connectToBus(address, name)
    assert connection.isConnected()
    yield connection
    QDBusConnection.disconnectFromBus(name)


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("age", ["new", "old"])
@pytest.mark.parametrize("setting", [WISH, NO_ANIMATIONS], ids=["the standard's setting", "that of GNOME"])
def test_the_preference_is_read_from_the_portal(qtbot, portal, bus, age: str, setting: list):
    portal(age, setting)
    wish = ReducedMotion(bus=bus)
    assert not wish.reduced
    with qtbot.waitSignal(wish.changed) as heard:
        wish.ask()
    assert heard.args == [True]
    assert wish.reduced


def test_a_change_of_the_preference_is_followed(qtbot, portal, bus):
    change = portal("new", NO_WISH, ANIMATIONS)
    wish = ReducedMotion(bus=bus)
    wish.ask()
    for setting, expected in ((WISH, True), (NO_ANIMATIONS, None), (NO_WISH, None), (ANIMATIONS, False)):
        if expected is None:  # the other of the two settings still asks for the same
            change(setting)
        else:
            with qtbot.waitSignal(wish.changed) as heard:
                change(setting)
            assert heard.args == [expected]
    assert not wish.reduced


def test_other_settings_of_the_portal_are_ignored(qtbot, portal, bus):
    change = portal("new", NO_WISH)
    wish = ReducedMotion(bus=bus)
    wish.ask()
    change([APPEARANCE, "color-scheme", "u", 1])
    change(["org.example", "reduced-motion", "u", 1])
    with qtbot.waitSignal(wish.changed):
        change(WISH)  # this comes after the others, and is the first that counts
    assert wish.reduced


def test_asking_for_the_preference_does_not_wait_for_an_answer(qtbot, bus, address):
    """Nobody answers on this bus, and the game continues without an answer."""
    wish = ReducedMotion(bus=bus)
    wish.ask()
    assert not wish.reduced


def test_without_a_bus_motion_is_not_reduced(qapp, monkeypatch, tmp_path):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    wish = ReducedMotion()
    wish.ask()
    assert not wish.reduced
    assert not reduced_motion.reduced()


class Style:
    """Qt's style hints as PySide6 returns them. Parts of the hints are valid only while the hints themselves are
    held.
    """

    def accessibility(self) -> object:
        style = weakref.ref(self)

        class Hints:
            def motionPreference(self) -> Wish:
                assert style() is not None, "Internal C++ object already deleted"
                return Wish.ReducedMotion

        return Hints()


class Wish(enum.Enum):
    NoPreference = 0
    ReducedMotion = 1


def test_qt_is_asked_for_the_preference_from_version_6_12_on(qapp, monkeypatch):
    monkeypatch.setattr(reduced_motion.QGuiApplication, "styleHints", Style)
    assert reduced_motion.reduced()


@pytest.mark.slow
def test_qtdbus_is_not_imported_at_the_start(tmp_path):
    """QtDBus is imported when the portal is asked, and not before."""
    code = """
import sys
from mile_bones.desktop.reduced_motion import ReducedMotion
ReducedMotion()
print('PySide6.QtDBus' in sys.modules)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
