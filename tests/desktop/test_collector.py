"""Garbage is collected only in the window's thread, even if another thread has made it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from mile_bones.desktop import collector


class Circle:
    """An object that refers to itself and records the thread in which it is deleted."""

    def __init__(self, went: list[str]) -> None:
        self._itself, self._went = self, went

    def __del__(self) -> None:
        self._went.append(threading.current_thread().name)


@pytest.fixture
def collecting(qapp: QApplication) -> Iterator[None]:
    gc.enable()
    collector.collect_when_idle()
    yield
    QAbstractEventDispatcher.instance().aboutToBlock.disconnect(collector._collect_with_free_hands)


def litter() -> None:
    """Create garbage enough for many collections."""
    for _round in range(30):
        kept = [[number] for number in range(gc.get_threshold()[0])]
        kept.append(kept)


def wait(qtbot) -> None:
    """Let the program wait for the next event, as it does between two events."""
    qtbot.wait(1)


def test_garbage_of_another_thread_is_collected_in_the_windows_thread(qtbot, collecting: None) -> None:
    went: list[str] = []
    Circle(went)
    thread = threading.Thread(target=litter, name="coach")
    thread.start()
    thread.join()
    assert went == []
    for _turn in range(3):  # one turn for each generation
        wait(qtbot)
        litter()
    assert went == [threading.main_thread().name]


def test_nothing_is_collected_while_a_button_is_held(qtbot, collecting: None) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    went: list[str] = []
    QTest.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    Circle(went)
    litter()
    wait(qtbot)
    assert went == []
    QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    wait(qtbot)
    assert went == [threading.main_thread().name]
