"""The end of a game in the window. Escape leaves the last position on the table, and the button begins another game."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from desktop.driver import Home, Person, past
from stories import ENDS

pytestmark = pytest.mark.gui

EACH = pytest.mark.parametrize(("game", "winner"), ENDS)


@pytest.fixture
def person(home: Home, tmp_path: Path, game: str, winner: int) -> Person:
    """A person in front of the score sheet of a game that has just ended."""
    return home.ended(tmp_path, game, winner)


@EACH
def test_escape_leaves_the_last_position_on_the_table(home: Home, person: Person, game: str) -> None:
    stays_after_escape(home, person, game)


def stays_after_escape(home: Home, person: Person, game: str) -> None:
    """Press Escape. Check the last position, the game in the history, and the way to the next game."""
    match, seen = person.play.match, person.sees
    person.key(Qt.Key.Key_Escape)
    person.settled()
    assert person.dialogs() == [] and person.play.match is match and match.is_over
    assert person.sees == seen == match.observation(0)
    assert person.message.startswith("The game is over.")
    assert [past(home).record(each.id) for each in past(home).games()] == [match.record()]
    person.choose("Game", "New game")
    person.settled()
    assert person.play.match.game == game and not person.play.match.is_over


@EACH
def test_the_button_begins_another_game(person: Person, game: str) -> None:
    match = person.play.match
    for _dialog in range(4):  # sheet, payment, scene or high scores
        if person.dialogs():
            person.key(Qt.Key.Key_Return)
    person.settled()
    assert person.dialogs() == [] and person.play.match is not match
    assert person.play.match.game == game and not person.play.match.is_over
