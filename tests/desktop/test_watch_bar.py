"""The bar below a game between two computers, which can pause it, continue it, and change its speed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mile_bones.desktop.watch_bar import WatchBar

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture
def bar(qtbot, dressed) -> WatchBar:
    dressed("light", 0.86)
    made = WatchBar()
    qtbot.addWidget(made)
    made.resize(800, made.sizeHint().height())
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    return made


@pytest.fixture
def asked(bar: WatchBar) -> list[bool]:
    """Return the requests of the bar in order: True to pause, False to continue."""
    heard: list[bool] = []
    bar.paused.connect(heard.append)
    return heard


def by_mouse(bar: WatchBar) -> None:
    QTest.mouseClick(bar.pause, Qt.MouseButton.LeftButton)


def by_space(bar: WatchBar) -> None:
    bar.pause.setFocus()
    QTest.keyClick(bar.pause, Qt.Key.Key_Space)


@pytest.mark.parametrize("press", [by_mouse, by_space])
def test_the_button_pauses_or_continues_and_is_named_accordingly(
    bar: WatchBar, asked: list[bool], press: Callable[[WatchBar], None]
) -> None:
    assert (bar.pause.text(), bar.pause.accessibleName()) == ("Pause", "Pause")
    press(bar)
    assert (bar.pause.text(), bar.pause.accessibleName()) == ("Go on", "Go on")
    press(bar)
    assert bar.pause.text() == "Pause"
    assert asked == [True, False]


def test_showing_a_pause_makes_no_request(bar: WatchBar, asked: list[bool]) -> None:
    bar.show_paused(True)
    assert bar.pause.text() == "Go on"
    assert bar.note.text() == "The computers wait for you."
    assert asked == []
    by_mouse(bar)
    assert asked == [False]
    assert bar.note.text() == "Two computers play, and you watch."


def test_the_sign_on_the_button_changes_with_the_pause(bar: WatchBar) -> None:
    sign = bar.pause.icon().pixmap(bar.pause.iconSize()).toImage()
    bar.show_paused(True)
    assert bar.pause.icon().pixmap(bar.pause.iconSize()).toImage() != sign


def test_the_speed_can_be_chosen_by_keys(qtbot, bar: WatchBar) -> None:
    assert [bar.speed.itemText(row) for row in range(bar.speed.count())] == ["Slow", "Normal", "Fast"]
    assert bar.speed.currentData() == "normal"
    heard: list[str] = []
    bar.speed_changed.connect(heard.append)
    bar.speed.setFocus()
    qtbot.keyClick(bar.speed, Qt.Key.Key_Down)
    qtbot.keyClick(bar.speed, Qt.Key.Key_Home)
    assert heard == ["fast", "slow"]


def test_tab_goes_from_the_button_to_the_speed(qtbot, bar: WatchBar) -> None:
    bar.pause.setFocus()
    qtbot.keyClick(bar.pause, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is bar.speed


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_button_comes_first_in_the_direction_of_reading(bar: WatchBar, direction: Qt.LayoutDirection) -> None:
    bar.setLayoutDirection(direction)
    bar.layout().activate()
    before = bar.pause.x() < bar.speed.x() < bar.note.x()
    assert before is (direction == Qt.LayoutDirection.LeftToRight)


def test_the_sign_on_the_button_follows_the_theme(bar: WatchBar, dressed) -> None:
    light = bar.pause.icon().pixmap(bar.pause.iconSize()).toImage()
    dressed("contrast", 0.86)
    assert bar.pause.icon().pixmap(bar.pause.iconSize()).toImage() != light


def test_the_bar_has_accessible_names_and_a_help_page(bar: WatchBar) -> None:
    assert bar.accessibleName() == "Watching"
    assert bar.speed.accessibleName() == "Speed"
    assert bar.property("helpTopic") == "players"
