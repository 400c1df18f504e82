"""The scene of a won game plays on the table before the score sheet. Any key or press ends it, and no more happens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.game_won import GameWon
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.table.moment import Moment
from mile_bones.storage.settings import ANIMATION
from stories import near_the_goal, three_wins

pytestmark = pytest.mark.gui


def won(home: Home, animation: str = "normal") -> tuple[Person, GameWon]:
    """Let the person win a game. Return the person and the scene, which has just begun."""
    home.set({ANIMATION: animation})
    person = home.open(three_wins().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).no)
    person.wait_until(lambda: scene(person) is not None)
    found = scene(person)
    assert isinstance(found, GameWon)
    return person, found


def scene(person: Person) -> Moment | None:
    return person.window.findChild(Moment)


def test_the_sheet_follows_when_the_scene_is_over(home: Home) -> None:
    person, moment = won(home, "fast")
    assert moment.animator.running and person.dialogs() == []
    assert moment.geometry() == person.table.viewport().rect() and moment.isVisible()
    sheet = person.dialog(ScoreSheetDialog)
    assert "You win the game, 5,700 to 0" in sheet.band.subtitle.text()
    assert moment.isVisible(), "the last frame stays behind the sheet"
    assert moment.accessibleName() == "You win the game. 5,700 to 0"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_D, Qt.Key.Key_F1])
def test_any_key_ends_the_scene_and_does_nothing_else(home: Home, key: Qt.Key) -> None:
    person, moment = won(home)
    match, length = person.play.match, person.play.match.length
    person.key(key)
    assert not moment.animator.running and moment.isVisible()
    (sheet,) = person.dialogs()
    assert isinstance(sheet, ScoreSheetDialog) and person.play.match is match and match.length == length


def test_a_press_anywhere_in_the_window_ends_the_scene(home: Home) -> None:
    person, moment = won(home)
    QTest.mouseClick(person.window.menuBar(), Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert not moment.animator.running
    (sheet,) = person.dialogs()
    assert isinstance(sheet, ScoreSheetDialog)


def test_without_animation_the_sheet_is_there_at_once(home: Home) -> None:
    person, moment = won(home, "off")
    assert not moment.animator.running and moment.isVisible()
    assert isinstance(person.dialog(ScoreSheetDialog), ScoreSheetDialog)


def test_the_scene_leaves_with_the_sheet(home: Home) -> None:
    person, _moment = won(home, "off")
    person.dialog(ScoreSheetDialog)
    person.key(Qt.Key.Key_Escape)
    person.wait_until(lambda: scene(person) is None)
    assert person.play.match.is_over and person.message.startswith("The game is over.")


@pytest.mark.parametrize("animation", ["normal", "off"], ids=["while it plays", "behind the sheet"])
def test_the_scene_leaves_when_the_window_gets_another_size(home: Home, animation: str) -> None:
    person, _moment = won(home, animation)
    person.window.resize(person.window.width() - 90, person.window.height() - 60)
    person.wait_until(lambda: scene(person) is None)
    assert isinstance(person.dialog(ScoreSheetDialog), ScoreSheetDialog)
    person.looks_right()


def test_closing_the_window_ends_the_scene(home: Home) -> None:
    person, _moment = won(home)
    person.window.close()
    person.gone()


def test_a_won_hand_has_no_scene(home: Home) -> None:
    person = home.open(near_the_goal().record())
    person.win()
    assert scene(person) is None
