"""The bar of a lesson: its texts always fit, and its buttons make the right requests."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mile_bones.desktop.lesson_bar import LessonBar
from mile_bones.games import GAMES, spec

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

SIZES = [(800, 0.86), (1280, 1.0), (1920, 1.2)]
HOW = "Drag the raised card to the lit place, or double-click it. With the keyboard: arrows to the card, Enter, and on."
"""A text that is as long as the longest instructions of a board."""


def longer(text: str, part: float) -> str:
    """Return a text that is longer by the given part, as a translation might be."""
    words = text.split(" ")
    return " ".join((words * 2)[: len(words) + round(part * len(words))])


def said(part: float = 0.0, game: str = "mile-bones") -> list[tuple[str, list[str]]]:
    """Return all texts of the lesson, each with its note: the words of each step, and the reasons in that step."""
    found = []
    for words, whys in steps(part, game):
        found += [(words, [longer(HOW, part)]), *((why, [words]) for why in whys)]
    return found


def steps(part: float, game: str) -> list[tuple[str, list[str]]]:
    """Return the words of each step, with the reasons why another action is not right in that step."""
    return [
        (longer(step.words(), part), [longer(text, part) for text in step.reasons]) for step in spec(game).lesson.steps
    ]


@pytest.fixture
def laid(qtbot, dressed):
    """Return a function that shows a bar at the bottom of a window of this width."""
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
@pytest.mark.parametrize("game", [game for game in GAMES if spec(game).has_lesson])
@pytest.mark.parametrize(("size", "part"), [*product(SIZES, (0.0, 0.4))], ids=str)
def test_all_texts_of_a_lesson_fit_and_the_bar_never_grows(
    laid, size: tuple[int, float], part: float, game: str
) -> None:
    bar = laid(*size, part, told=said(part, game))
    high = bar.height()
    all_steps = steps(part, game)
    for number, (words, whys) in enumerate(all_steps, 1):
        bar.show_step(number, len(all_steps), words, longer(HOW, part), reading=number == 1)
        for why in ("", *whys):
            if why:
                bar.object_to(why)
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


def test_the_bar_is_high_enough_for_a_long_reason_in_a_short_step(laid) -> None:
    width, scale = SIZES[0]
    bar = laid(width, scale, told=[("Draw.", ["Click."]), ("It is too soon for that. " * 30, ["Draw."])])
    high = bar.height()
    bar.show_step(1, 1, "Draw.", "Click.", reading=False)
    bar.object_to("It is too soon for that. " * 30)
    QApplication.processEvents()
    assert bar.words.height() >= bar.words.heightForWidth(bar.words.width()) > 4 * bar.note.height()
    assert bar.note.geometry().bottom() <= bar.note.parentWidget().height()
    assert bar.height() == high


def test_each_button_makes_its_own_request(laid) -> None:
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


def test_the_first_step_offers_next_but_neither_back_nor_skip(laid) -> None:
    bar = laid(*SIZES[0])
    bar.show_step(1, 26, "Welcome!", "", reading=True)
    assert not bar.back.isEnabled() and bar.next.isEnabled() and not bar.skip.isEnabled()
    assert bar.onward is bar.next
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    assert bar.back.isEnabled() and not bar.next.isEnabled() and bar.skip.isEnabled()
    assert bar.onward is bar.skip


def test_a_second_click_where_next_was_does_not_press_skip(laid) -> None:
    bar = laid(*SIZES[0])
    heard: list[str] = []
    bar.skip_requested.connect(lambda: heard.append("on"))
    bar.show_step(1, 26, "Welcome!", "", reading=True)
    place = bar.onward.mapTo(bar, bar.onward.rect().center())
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    QTest.mouseClick(bar.childAt(place) or bar, Qt.MouseButton.LeftButton)
    assert heard == []


def test_the_focus_moves_from_skip_to_next_and_then_to_no_button(laid) -> None:
    bar = laid(*SIZES[0])
    bar.show_step(2, 26, "Draw.", "Click.", reading=False)
    bar.skip.setFocus()
    bar.show_step(3, 26, "Look.", "", reading=True)
    assert bar.next.hasFocus()
    bar.show_step(4, 26, "Draw.", "Click.", reading=False)
    assert not any(button.hasFocus() for button in bar.buttons)


def test_a_reason_takes_the_line_of_the_lesson_until_the_next_attempt_or_the_right_action(laid) -> None:
    bar = laid(*SIZES[0])

    def shown() -> tuple[str, str, str]:
        return bar.words.text(), bar.words.property("role"), bar.note.text()

    bar.show_step(3, 26, "Play Go.", "Drag it.", reading=False)
    bar.object_to("Go comes first.")
    assert shown() == ("Go comes first.", "reason", "Play Go.")
    bar.object_to("Do not throw it away.")
    assert shown() == ("Do not throw it away.", "reason", "Play Go.")
    bar.object_no_more()
    assert shown() == ("Play Go.", "lesson", "Drag it.")
    bar.object_to("Go comes first.")
    bar.agree()
    assert shown() == ("Play Go.", "lesson", "")
    bar.object_no_more()
    assert shown() == ("Play Go.", "lesson", ""), "there is nothing to take back"
    bar.show_step(4, 26, "Draw.", "Click.", reading=False)
    assert shown() == ("Draw.", "lesson", "Click.")


def test_the_road_shows_the_progress_in_either_reading_direction(laid) -> None:
    bar = laid(*SIZES[1])

    def reddest() -> int:
        """Return the mean position of the red car, in pixels."""
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
    assert places == sorted({*places}), "the car advances with every step"
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert reddest() < bar.road.width() / 4, "the road ends at the left"


def test_a_step_shown_behind_another_window_focuses_no_button(laid, qtbot) -> None:
    """This happens after a change of language, while the options are still in front. Enter must not restart the
    lesson.
    """
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
