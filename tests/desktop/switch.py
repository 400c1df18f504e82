"""Somebody with one key: waits until what is wanted is lit, and presses. The beat of the scanning is the test's own."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.driver import LEFT, Person
from mile_bones.desktop.scanning.walk import Stop
from mile_bones.storage.settings import SCANNING

_MOST = 400


class Switch:
    """The key, or with ``click`` a mouse button, wherever its pointer is."""

    def __init__(self, person: Person, *, click: bool = False) -> None:
        self.person, self._click = person, click
        self.scanning = person.window.scanning
        person.window.change_settings({SCANNING: "5000"})
        self.scanning._beat.timeout.disconnect(self.scanning.step)
        self.presses = 0
        self.beats = 0
        self.heard: list[str] = []
        self.scanning.lit.connect(self.heard.append)
        self.settled()

    @property
    def lit(self) -> str:
        """The words of what is lit."""
        stop = self.scanning.current
        return "" if stop is None or self.scanning.ring is None else stop.text

    @property
    def ringed(self) -> str:
        """The words in the ring, as they are seen."""
        ring = self.scanning.ring
        return "" if ring is None else ring.text

    def beat(self) -> None:
        """So much time goes by that the next thing is lit."""
        self.beats += 1
        self.scanning.step()

    def press(self) -> None:
        self.presses += 1
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget() or QApplication.activeWindow()
        handle = (front or self.person.window).windowHandle()
        if self._click:
            QTest.mouseClick(handle, LEFT)
        else:
            QTest.keyClick(handle, Qt.Key.Key_Space)
        QCoreApplication.processEvents()

    def take(self, *texts: str) -> None:
        """One after another: wait until something that begins like this is lit, and press."""
        for text in texts:
            self.wait_for(text)
            self.press()

    def wait_for(self, text: str) -> None:
        """Let time go by until it is lit."""
        seen = []
        for _beat in range(_MOST):
            self.settled()
            if self.lit.startswith(text):
                return
            seen.append(self.lit)
            if self.lit:
                self.beat()
            else:
                self.press()  # it rests
        raise AssertionError(f"{text!r} is never lit, but {list(dict.fromkeys(seen))}")

    def wait_for_any(self, place: str, *groups: str) -> Stop:
        """Let time go by until this place is lit, or something in which it is: a group, or a part of one."""
        seen = []
        for _beat in range(_MOST):
            self.settled()
            stop = self.scanning.current
            if stop is not None and (stop.key == place or _holds(stop, place, groups)):
                return stop
            seen.append(self.lit)
            if self.lit:
                self.beat()
            else:
                self.press()
        raise AssertionError(f"{place} is never lit, but {list(dict.fromkeys(seen))}")

    def settled(self) -> None:
        """Wait until something is lit, or may be."""
        self.person.wait_until(lambda: not self.scanning._waits())
        QCoreApplication.processEvents()

    def all_lit(self) -> list[str]:
        """What is lit in one round from here on."""
        found = [self.lit]
        for _beat in range(_MOST):
            self.beat()
            if self.lit == found[0]:
                return found
            found.append(self.lit)
        raise AssertionError(found)


def _holds(stop: Stop, place: str, groups: tuple[str, ...]) -> bool:
    """The stop is one of these groups, or a part of one, and the place is in it."""
    if stop.inside is None or not (stop.text in groups or stop.key.startswith("part of ")):
        return False
    return any(inner.key == place or _holds(inner, place, groups) for inner in stop.inside())
