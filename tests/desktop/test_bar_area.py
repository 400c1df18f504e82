"""Bars below the table can be closed and replaced safely, even if their buttons are still pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.driver import Home, Person
from mile_bones.desktop.bar_area import BarArea
from mile_bones.desktop.dialogs.lesson_end import LessonEndDialog
from mile_bones.desktop.look.scale import Fit
from mile_bones.match.seats import Computer
from stories import going, won

pytestmark = pytest.mark.gui


def test_a_scrolling_bar_that_is_replaced_is_not_deleted(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    area = BarArea(QVBoxLayout(window))
    area.fit(Fit(1.0, compact=True), 400)
    first, second = QPushButton("one", window), QPushButton("two", window)
    area.lay(first)
    area.lay(second)
    assert isValid(first) and isValid(second)


def lesson(person: Person) -> tuple[QWidget, Callable[[], None]]:
    person.window.begin_lesson()
    return person.window.lesson.bar, person.window.lesson.put_away


def replay(person: Person) -> tuple[QWidget, Callable[[], None]]:
    person.window.games.replay_record(won())
    return person.window.replay.bar, person.window.replay.put_away


def puzzle(person: Person) -> tuple[QWidget, Callable[[], None]]:
    person.window.coups.show_today()
    return person.window.puzzle.bar, person.window.puzzle.put_away


def watching(person: Person) -> tuple[QWidget, Callable[[], None]]:
    person.window.games.new_game_of("mile-bones", (Computer("easy", "Computer"), Computer("easy", "Computer")))
    return person.window.play.bar, person.window.play.put_away


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("open_bar", [lesson, puzzle, replay, watching])
def test_a_button_of_a_closed_bar_does_nothing_when_pressed(home: Home, open_bar) -> None:
    """A program that reads the window can still find the buttons of the closed bar, until they are deleted."""
    person = home.open(going().record())
    bar, close = open_bar(person)
    buttons = bar.findChildren(QAbstractButton)
    assert buttons
    close()
    assert isValid(bar) and not bar.isVisible()
    for button in buttons:
        button.click()


def test_the_last_dialog_of_a_closed_lesson_cannot_begin_it_again(home: Home) -> None:
    person = home.open(going().record())
    person.window.begin_lesson()
    lesson = person.window.lesson
    lesson._say_last_word()
    dialog = person.dialog(LessonEndDialog)
    lesson.put_away()
    dialog.again_requested.emit()
    assert lesson.course is lesson.bar is None
