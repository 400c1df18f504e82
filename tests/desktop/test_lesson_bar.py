"""The bar of a lesson: room for all that is ever said in it, and what its buttons ask for."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mile_bones.desktop.lesson_bar import LessonBar
from mile_bones.games.milebones.lesson import FIRST_HAND

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SIZES = [(800, 0.86), (1280, 1.0), (1920, 1.2)]
HOW = "Drag the raised card to the lit place, or double-click it. With the keyboard: arrows to the card, Enter, and on."
"""As long as what a board says."""


def longer(text: str, part: float) -> str:
    """As another language might have it, longer by this part."""
    words = text.split(" ")
    return " ".join((words * 2)[: len(words) + round(part * len(words))])


def said(part: float = 0.0) -> list[tuple[str, list[str]]]:
    """All that may be said in the lesson that there is."""
    found = []
    for step in FIRST_HAND.steps:
        whys = [why() for why in (*step.wrong.values(), step.otherwise) if why is not None]
        found.append((longer(step.words(), part), [longer(text, part) for text in (HOW, *whys)]))
    return found


@pytest.fixture
def laid(qtbot, dressed):
    """Call it for a bar at the foot of a window of this width."""
    kept = []

    def make(width: int, scale: float, part: float = 0.0, told=None) -> LessonBar:
        dressed("light", scale)
        window = QWidget()
        qtbot.addWidget(window)
        kept.append(window)
        window.resize(width, 500)
        rows = QVBoxLayout(window)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addStretch(1)
        bar = LessonBar(longer("First hand", part), told or said(part), window)
        rows.addWidget(bar)
        with qtbot.waitExposed(window):
            window.show()
        return bar

    return make


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(("size", "part"), [*product(SIZES, (0.0, 0.4))], ids=str)
def test_all_that_is_said_has_room_and_the_bar_never_grows(laid, size: tuple[int, float], part: float) -> None:
    bar = laid(*size, part)
    high = bar.height()
    for number, (words, notes) in enumerate(said(part), 1):
        bar.show_step(number, len(FIRST_HAND.steps), words, notes[0], reading=number == 1)
        for note in notes:
            if note is not notes[0]:
                bar.object_to(note)
            QApplication.processEvents()
            for label in (bar.words, bar.note):
                assert label.height() >= label.heightForWidth(label.width()), label.text()
            assert bar.note.geometry().bottom() <= bar.note.parentWidget().height()
            assert bar.place.width() >= bar.place.sizeHint().width()
            assert bar.height() == high <= 190 * size[1]
    right = [bar.road.geometry().right(), *(button.geometry().right() for button in bar.buttons)]
    assert right == sorted(right) and right[-1] <= bar.width() == size[0]
    for button in bar.buttons:
        assert button.width() >= button.sizeHint().width()


def test_a_long_reason_in_a_short_step_has_its_room_from_the_beginning(laid) -> None:
    width, scale = SIZES[0]
    bar = laid(width, scale, told=[("Draw.", ["Click.", "It is too soon for that. " * 30])])
    high = bar.height()
    bar.show_step(1, 1, "Draw.", "Click.", reading=False)
    bar.object_to("It is too soon for that. " * 30)
    QApplication.processEvents()
    assert bar.note.height() >= bar.note.heightForWidth(bar.note.width()) > 4 * bar.words.height()
    assert bar.note.geometry().bottom() <= bar.note.parentWidget().height()
    assert bar.height() == high


def test_the_buttons_ask_for_what_they_say(laid) -> None:
    bar = laid(*SIZES[0])
    heard: list[str] = []
    bar.back_requested.connect(lambda: heard.append("back"))
    bar.skip_requested.connect(lambda: heard.append("skip"))
    bar.again_requested.connect(lambda: heard.append("again"))
    bar.leave_requested.connect(lambda: heard.append("leave"))
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    for button in bar.buttons:
        bar.show_step(2, 26, "Draw.", "Click.", reading=button is bar.next)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
    assert heard == ["back", "back", "skip", "skip", "skip", "skip", "again", "again", "leave", "leave"]


def test_in_the_first_step_there_is_no_way_back_and_reading_goes_on_by_next(laid) -> None:
    bar = laid(*SIZES[0])
    bar.show_step(1, 26, "Welcome!", "", reading=True)
    assert not bar.back.isEnabled() and bar.next.isEnabled() and not bar.skip.isEnabled()
    assert bar.onward is bar.next
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    assert bar.back.isEnabled() and not bar.next.isEnabled() and bar.skip.isEnabled()
    assert bar.onward is bar.skip


def test_who_clicks_next_too_often_skips_nothing(laid) -> None:
    bar = laid(*SIZES[0])
    heard: list[str] = []
    bar.skip_requested.connect(lambda: heard.append("on"))
    bar.show_step(1, 26, "Welcome!", "", reading=True)
    place = bar.onward.mapTo(bar, bar.onward.rect().center())
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    QTest.mouseClick(bar.childAt(place) or bar, Qt.MouseButton.LeftButton)
    assert heard == []


def test_the_keyboard_goes_from_skip_to_next_and_from_next_to_no_other_button(laid) -> None:
    bar = laid(*SIZES[0])
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    bar.skip.setFocus()
    bar.show_step(3, 26, "Look.", "", reading=True)
    assert bar.next.hasFocus()
    bar.show_step(4, 26, "Draw.", "Click.", reading=False)
    assert not any(button.hasFocus() for button in bar.buttons)


def test_a_reason_takes_the_place_of_how_it_is_done_until_the_next_step(laid) -> None:
    bar = laid(*SIZES[0])
    bar.show_step(3, 26, "Play Go.", "Drag it.", reading=False)
    bar.object_to("Go comes first.")
    assert (bar.note.text(), bar.note.property("role")) == ("Go comes first.", "reason")
    bar.show_step(4, 26, "Draw.", "Click.", reading=False)
    assert (bar.note.text(), bar.note.property("role")) == ("Click.", "muted")


def test_the_road_shows_how_far_it_is_in_either_direction_of_reading(laid) -> None:
    bar = laid(*SIZES[1])

    def reddest() -> int:
        """Where the red car is."""
        seen = bar.road.grab().toImage()
        found = [
            x
            for x in range(seen.width())
            for y in range(seen.height())
            if seen.pixelColor(x, y).red() > 190 and seen.pixelColor(x, y).green() < 90
        ]
        return sum(found) // len(found)

    places = []
    for number in (1, 13, 26):
        bar.show_step(number, 26, "Draw.", "Click.", reading=False)
        places.append(reddest())
    bar.show_end()
    places.append(reddest())
    assert places == sorted({*places}), "on and on"
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert reddest() < bar.road.width() / 4, "the road ends at the left"


def test_a_step_that_comes_behind_another_window_leaves_the_keyboard_with_no_button(laid, qtbot) -> None:
    """As after a change of the language, when the options are still in front: Enter must not begin the lesson anew."""
    bar = laid(1280, 1.0)
    bar.show_step(1, 3, "Read this.", "", reading=True)
    bar.next.setFocus()
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    bar.show_step(2, 3, "Draw a card.", "", reading=False)
    assert bar.window().focusWidget() not in bar.buttons
