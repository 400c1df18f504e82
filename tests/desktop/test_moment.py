"""The scene of a won game plays on the table before the score sheet. Any key or press ends it, and no more happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.game_lost import GameLost
from mile_bones.desktop.boards.milebones.game_won import GameWon
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.milebones.strip import TripStrip
from mile_bones.desktop.sound.cue import Cue, CuesAt
from mile_bones.desktop.table.moment import Moment
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION, TEXT
from stories import ENDS, Story, before_the_end, lost_with_the_last_hand, near_the_goal, three_wins

pytestmark = pytest.mark.gui

TUNES = {cue for cue in Cue if cue.startswith("game_won")} | {Cue.HAND_WON, Cue.HAND_LOST}


def ended(
    home: Home, story: Story, animation: str = "normal", size: tuple[int, int] = (1000, 700)
) -> tuple[Person, Moment]:
    """Let the person end the trip and the game. Return the person and the scene, which has just begun."""
    home.set({ANIMATION: animation})
    person = home.open(story.record())
    person.window.resize(*size)
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).no)
    person.wait_until(lambda: scene(person) is not None)
    found = scene(person)
    assert found is not None
    return person, found


def won(home: Home, animation: str = "normal") -> tuple[Person, Moment]:
    """Let the person win a game. Return the person and the scene, which has just begun."""
    person, found = ended(home, three_wins(), animation)
    assert isinstance(found, GameWon)
    return person, found


def lost(home: Home, animation: str = "normal") -> tuple[Person, Moment]:
    """Let the person lose a game with the last hand, which the person wins. Return the person and the scene, which has
    just begun.
    """
    person, found = ended(home, lost_with_the_last_hand(), animation)
    assert isinstance(found, GameLost)
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


def test_the_car_of_a_won_game_is_heard_with_each_card_it_passes(home: Home) -> None:
    home.set({ANIMATION: "normal"})
    person = home.open(three_wins().record())
    heard: list[Cue] = []
    pitches: list[float] = []

    def note(cues: Sequence[Cue]) -> None:
        heard.extend(cues)
        pitches.extend(cues.pitch for cue in cues if isinstance(cues, CuesAt) and cue is Cue.PASSED)

    person.table.cued.connect(note)
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.click_button(person.dialog(ExtensionDialog).no)
    person.dialog(ScoreSheetDialog)
    scene_sounds = heard[heard.index(Cue.DRIVE) :]
    cards = len(pitches)
    assert cards > 1 and scene_sounds == [Cue.DRIVE, *[Cue.PASSED] * cards, Cue.GAME_WON]
    assert pitches == sorted(set(pitches)) and pitches[0] == 1


@pytest.mark.parametrize(("story", "cue"), [(three_wins, Cue.GAME_WON), (lost_with_the_last_hand, Cue.HAND_LOST)])
def test_the_end_of_a_game_is_heard_once_and_with_its_scene(home: Home, story: Callable[[], Story], cue: Cue) -> None:
    person, moment = ended(home, story())
    heard: list[Cue] = []
    person.table.cued.connect(heard.extend)
    assert moment.animator.running
    person.key(Qt.Key.Key_Space)
    person.dialog(ScoreSheetDialog)
    assert heard == [cue]


@pytest.mark.parametrize(("game", "winner"), ENDS)
def test_every_game_with_a_winner_ends_with_a_scene_and_its_sound(
    home: Home, tmp_path: Path, game: str, winner: int
) -> None:
    home.set({ANIMATION: "slow"})
    record, action = before_the_end(game, winner)
    file = tmp_path / "before the end.json"
    save_record(file, record)
    person = home.open(file=file, game=None, seed=7)
    heard: list[Cue] = []
    person.table.cued.connect(heard.extend)
    person.table.chosen.emit(action)
    person.wait_until(lambda: scene(person) is not None)
    assert not TUNES.intersection(heard), "the tune belongs to the scene"
    person.key(Qt.Key.Key_Space)
    assert len(TUNES.intersection(heard)) == 1 and person.dialogs()


def test_a_lost_game_has_a_scene_on_the_strip_and_a_kind_word(home: Home) -> None:
    person, moment = lost(home)
    strip = person.table.strip
    assert isinstance(strip, TripStrip) and strip.shown_miles(1) < 100, "the car drives its last miles again"
    assert moment.accessibleName() == "Computer wins the game. That was close: 600 points. Another trip?"
    person.key(Qt.Key.Key_Space)
    sheet = person.dialog(ScoreSheetDialog)
    assert strip.shown_miles(1) == 100 and strip.opacity() == 1
    assert sheet.note.text() == "That was close: 600 points. Another trip?"


def test_a_scene_that_is_left_puts_the_cars_in_their_places(home: Home) -> None:
    person, moment = lost(home)
    moment.stop()
    assert isinstance(person.table.strip, TripStrip) and person.table.strip.shown_miles(1) == 100


@pytest.mark.parametrize("story", [three_wins, lost_with_the_last_hand], ids=["won", "lost"])
def test_a_scene_can_be_watched_again(home: Home, story: Callable[[], Story]) -> None:
    person, _first = ended(home, story(), "fast")
    sheet = person.dialog(ScoreSheetDialog)
    person.wait_until(lambda: sheet.counting is not None and not sheet.counting.running)
    person.click_button(sheet.watch)
    assert not sheet.isVisible()
    person.wait_until(sheet.isVisible)
    assert scene(person) is not None and person.dialogs() == [sheet]
    person.click_button(sheet.watch)
    person.key(Qt.Key.Key_Return)
    assert sheet.isVisible() and person.play.match.is_over, "the key only ends the scene"
    person.key(Qt.Key.Key_Escape)
    person.wait_until(lambda: scene(person) is None)


@pytest.mark.parametrize("size", [(640, 400), (800, 600)])
def test_the_words_of_a_lost_game_fit_on_a_small_table(home: Home, size: tuple[int, int]) -> None:
    home.set({TEXT: "200"})
    _person, moment = ended(home, lost_with_the_last_hand(), "off", size)
    assert isinstance(moment, GameLost)
    assert QRectF(moment.rect()).contains(moment.words_zone()) and moment.words_room() <= moment.width()


def test_a_won_hand_has_no_scene(home: Home) -> None:
    person = home.open(near_the_goal().record())
    person.win()
    assert scene(person) is None
