"""A person with a single key, who waits until the wanted thing is lit and then presses the key.

The test advances the scanning itself. No timer does this.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.driver import LEFT, Person
from mile_bones.desktop.scanning.walk import Stop
from mile_bones.storage.settings import SCANNING

_MOST = 400


class Switch:
    """The single key. With ``click``, it is a mouse button, and the place of the pointer does not matter."""

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
        """The text of the stop that is lit, or ""."""
        stop = self.scanning.current
        return "" if stop is None or self.scanning.ring is None else stop.text

    @property
    def ringed(self) -> str:
        """The text in the visible ring, or ""."""
        ring = self.scanning.ring
        return "" if ring is None else ring.text

    def beat(self) -> None:
        """Light the next thing, as if enough time had passed."""
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
        """For each text in turn, wait until a stop whose text begins with it is lit, and press."""
        for text in texts:
            self.wait_for(text)
            self.press()

    def wait_for(self, text: str) -> None:
        """Advance the scanning until a stop whose text begins with `text` is lit. Fail if none ever is."""
        seen = []
        for _beat in range(_MOST):
            self.settled()
            if self.lit.startswith(text):
                return
            seen.append(self.lit)
            if self.lit:
                self.beat()
            else:
                self.press()  # the scanning rests until the key is pressed
        raise AssertionError(f"{text!r} is never lit, but {list(dict.fromkeys(seen))}")

    def wait_for_any(self, place: str, *groups: str) -> Stop:
        """Advance the scanning until a stop is lit that is `place`, or that contains `place` and is one of the `groups`
        or a part of one.
        """
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
        """Wait until something is lit or may be lit."""
        self.person.wait_until(lambda: not self.scanning._waits())
        QCoreApplication.processEvents()

    def all_lit(self) -> list[str]:
        """Return the texts that are lit in one round, beginning with the current one."""
        found = [self.lit]
        for _beat in range(_MOST):
            self.beat()
            if self.lit == found[0]:
                return found
            found.append(self.lit)
        raise AssertionError(found)


def _holds(stop: Stop, place: str, groups: tuple[str, ...]) -> bool:
    """Return True if the stop is one of these groups, or a part of one, and contains the place."""
    if stop.inside is None or not (stop.text in groups or stop.key.startswith("part of ")):
        return False
    return any(inner.key == place or _holds(inner, place, groups) for inner in stop.inside())
