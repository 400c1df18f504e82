"""Even the longest names stay within the status bar at every width."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QMainWindow

from library.test_other_games import played
from mile_bones.desktop.status import StatusBar
from mile_bones.engine.record import PlayerInfo

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

TOLD = ("Cards left: 101", "Trip: 1,000 miles", "First to 5,000")


@pytest.fixture
def bar(qtbot, dressed) -> Callable[[int, float], StatusBar]:
    """A function that shows the status bar of a window of this width and scale."""
    kept = []

    def make(width: int, scale: float) -> StatusBar:
        dressed("light", scale)
        window = QMainWindow()
        kept.append(window)
        qtbot.addWidget(window)
        window.setMinimumSize(800, 600)
        bar = StatusBar()
        window.setStatusBar(bar)
        window.resize(width, 600)
        window.show()
        bar.show_table(TOLD)
        return bar

    return make


@pytest.mark.parametrize(
    ("width", "scale", "names", "whole"),
    [
        (800, 0.86, ("Anna", "Ben"), True),
        (800, 0.86, ("W" * 28, "Ben"), True),
        (800, 1.14, ("W" * 31, "Ben"), False),
        (800, 0.86, ("W" * 31, "M" * 31), False),
        (1280, 1.14, ("W" * 31, "M" * 31), False),
        (1920, 1.0, ("W" * 31, "M" * 31), True),
    ],
)
def test_names_are_elided_if_they_do_not_fit(
    bar, qtbot, width: int, scale: float, names: tuple[str, str], whole: bool
) -> None:
    shown = bar(width, scale)
    shown.show_replay(played(1, (PlayerInfo(names[0], "human"), PlayerInfo(names[1], "human"))))
    text = f"Replay: Millieu, {names[0]} against {names[1]}"
    setup = shown.setup
    qtbot.waitUntil(lambda: setup.fontMetrics().horizontalAdvance(setup.text()) <= setup.width())
    assert setup.geometry().right() <= width
    assert setup.geometry().left() >= shown.parts[-1].geometry().right()
    assert setup.accessibleName() == text
    assert (setup.text() == text, setup.toolTip()) == (whole, "" if whole else text)
    assert "Ben" not in names or setup.text().endswith("Ben"), "a short name is not cut because of a long one"


def test_more_of_a_name_is_shown_in_a_wider_window(bar, qtbot) -> None:
    shown = bar(800, 0.86)
    shown.show_replay(played(1, (PlayerInfo("W" * 31, "human"), PlayerInfo("M" * 31, "human"))))
    before = len(shown.setup.text())
    shown.window().resize(1900, 600)
    qtbot.waitUntil(lambda: len(shown.setup.text()) > before)
    shown.window().resize(800, 600)
    qtbot.waitUntil(lambda: shown.window().width() == 800 and shown.setup.geometry().right() <= 800)
    assert len(shown.setup.text()) == before


def test_braces_in_a_name_are_shown_unchanged(bar) -> None:
    shown = bar(1920, 1.0)
    shown.show_replay(played(1, (PlayerInfo("{rules}", "human"), PlayerInfo("{0}", "human"))))
    assert shown.setup.text() == "Replay: Millieu, {rules} against {0}"


def test_two_players_of_one_name_can_be_told_apart(bar) -> None:
    shown = bar(1920, 1.0)
    shown.show_replay(played(1, (PlayerInfo("Anna", "human"), PlayerInfo("Anna", "human"))))
    assert shown.setup.text() == "Replay: Millieu, Anna (1) against Anna (2)"
