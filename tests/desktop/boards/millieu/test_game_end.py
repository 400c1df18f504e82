"""The scene at the end of a game of Millieu plays on the table before the end dialog, for winners and for losers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.driver import Home, Person
from desktop.test_seating import people
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.desktop.boards.millieu.game_end import GameEnd, game_end, mills_made
from mile_bones.desktop.dialogs.ending import GameEndDialog
from mile_bones.desktop.table.ending import Ending
from mile_bones.engine.record import Record
from mile_bones.games import final_state, replay, spec
from mile_bones.games.millieu.actions import Action, Place, Take
from mile_bones.games.millieu.cube import LINES
from mile_bones.games.millieu.events import GameEnded
from mile_bones.games.millieu.pieces import is_mill
from mile_bones.match.match import Match
from mile_bones.match.seats import Setup
from mile_bones.players import load_player
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION, TEXT
from stories import ALONE

WON, LOST, NO_MILL = 0, 12, 5
"""Seeds of three games: Anna wins with a mill, the computer wins with a mill, and the computer wins with a last turn
without a mill. All legal last actions end these games.
"""


def before_the_end(seed: int) -> tuple[Record, Action]:
    """Return a game between Anna and the computer before its last action, and this action."""
    match = Match.start(Setup("millieu", ALONE, spec("millieu").rules[0], seed), lambda _record: None)
    players = [load_player("millieu", "easy", seed + seat) for seat in (0, 1)]
    while True:
        seat, before = match.current_player, match.record()
        action = players[seat].choose(match.observation(seat))
        match.submit(seat, action)
        if match.is_over:
            return replace(before, seed=None), action


def finished(seed: int) -> tuple[Record, Ending]:
    """Return a game that is over, and its end as Anna sees it."""
    record, action = before_the_end(seed)
    state = final_state(record)
    events = tuple(state.apply_action(action))
    over = replace(record, body=state.body())
    seen = state.observation(0)
    return over, Ending(events, seen, ("Anna", "Ben"), 0, (0, 0), True, False, lambda: over)


def opened(home: Home, folder: Path, record: Record, animation: str) -> Person:
    home.set({ANIMATION: animation})
    save_record(folder / "game.json", record)
    return home.open(file=folder / "game.json", game=None)


def won(home: Home, folder: Path, animation: str = "normal", *, two: bool = False) -> tuple[Person, GameEnd]:
    """Let Anna win. Return her window and the scene, which has just begun."""
    record, action = before_the_end(WON)
    person = opened(home, folder, people(record) if two else record, animation)
    person.settled()
    person.table.chosen.emit(action)
    return person, scene(person)


def lost(home: Home, folder: Path, animation: str = "normal") -> tuple[Person, GameEnd]:
    """Let the computer win. Return Anna's window and the scene, which has just begun."""
    person = opened(home, folder, before_the_end(LOST)[0], animation)
    return person, scene(person)


def scene(person: Person) -> GameEnd:
    person.wait_until(lambda: person.window.findChild(GameEnd) is not None)
    return person.window.findChild(GameEnd)


# ------------------------------------------------------------------ in the window


@pytest.mark.gui
def test_the_scene_plays_before_the_end_dialog_when_the_person_wins(home: Home, tmp_path: Path) -> None:
    person, moment = won(home, tmp_path, "fast")
    assert moment.animator.running and moment.isVisible() and person.dialogs() == []
    assert QApplication.activeWindow() is person.window
    assert moment.geometry() == person.table.viewport().rect()
    dialog = person.dialog(GameEndDialog)
    assert moment.isVisible(), "the last frame stays behind the dialog"
    title, line = dialog.band.title.text(), dialog.band.subtitle.text()
    assert moment.accessibleName() == f"{title}. {line}"
    assert len(moment.stars) == 10


@pytest.mark.gui
def test_the_scene_of_a_lost_game_has_no_stars(home: Home, tmp_path: Path) -> None:
    person, moment = lost(home, tmp_path)
    assert moment.animator.running and moment.isVisible() and person.dialogs() == []
    assert moment.accessibleName().startswith("Computer wins the game.")
    assert moment.stars == ()
    moment.animator.finish()
    assert isinstance(person.dialog(GameEndDialog), GameEndDialog)


@pytest.mark.gui
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_F1])
def test_any_key_ends_the_scene_and_does_nothing_else(home: Home, tmp_path: Path, key: Qt.Key) -> None:
    person, moment = won(home, tmp_path)
    match, length = person.play.match, person.play.match.length
    person.key(key)
    assert not moment.animator.running and moment.isVisible()
    (dialog,) = person.dialogs()
    assert isinstance(dialog, GameEndDialog) and person.play.match is match and match.length == length


@pytest.mark.gui
def test_a_press_ends_the_scene_of_a_lost_game(home: Home, tmp_path: Path) -> None:
    person, moment = lost(home, tmp_path)
    QTest.mouseClick(moment, Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    assert not moment.animator.running
    (dialog,) = person.dialogs()
    assert isinstance(dialog, GameEndDialog)


@pytest.mark.gui
@pytest.mark.parametrize("end", [won, lost])
def test_without_animation_the_dialog_is_there_at_once(home: Home, tmp_path: Path, end) -> None:
    person, moment = end(home, tmp_path, "off")
    assert not moment.animator.running and moment.isVisible()
    (dialog,) = person.dialogs()
    assert isinstance(dialog, GameEndDialog)


@pytest.mark.gui
def test_the_scene_names_the_winner_if_two_people_play(home: Home, tmp_path: Path) -> None:
    person, moment = won(home, tmp_path, two=True)
    assert moment.accessibleName() == "Anna wins the game. Anna wins: Bert has no pieces left in hand."
    assert moment.animator.running and len(moment.stars) == 10
    moment.animator.finish()
    assert isinstance(person.dialog(GameEndDialog), GameEndDialog)


@pytest.mark.gui
def test_the_words_fit_into_a_small_window_with_large_text(home: Home, tmp_path: Path) -> None:
    home.set({TEXT: "200", ANIMATION: "off"})
    record, action = before_the_end(WON)
    save_record(tmp_path / "game.json", record)
    person = home.open(file=tmp_path / "game.json", game=None, begin=False)
    person.window.resize(640, 400)
    person.window.begin()
    person.settled()
    person.table.chosen.emit(action)
    moment = scene(person)
    words = moment.words_zone()
    assert moment.width() == 640 and moment.words_k > 2 * moment.k
    assert moment.rect().toRectF().contains(words) and moment.scene_zone().bottom() <= words.top()
    picture = moment.grab().toImage()
    night = person.table.theme.band_navy.rgb()
    ratio = picture.devicePixelRatio()
    rows = range(round(words.top() * ratio), round(words.bottom() * ratio))
    edges = (*range(4), *range(picture.width() - 4, picture.width()))
    assert {picture.pixel(x, y) for x in edges for y in rows} == {night}, "no letter is cut"
    inside = range(picture.width())
    assert any(picture.pixel(x, y) != night for x in inside for y in rows)


# ------------------------------------------------------------------ on the board


@pytest.mark.parametrize("seed", [WON, LOST, NO_MILL])
def test_the_sky_has_a_star_for_each_mill_of_the_winner(board: MillieuBoard, seed: int) -> None:
    record, ending = finished(seed)
    board.show_observation(ending.observation)
    moment = game_end(board, ending._replace(you=None))
    assert moment is not None
    winner = ending.events[-1].winner
    made, before = 0, None
    for state, action in replay(record):
        now = state.observation(None)
        if before is not None and before.player == winner and before.moved is None and now.moved is not None:
            active = [line for line in LINES if set(line) & set(now.active)]
            made += sum(is_mill(*(now.board[point] for point in line)) for line in active)
        before = now if action is not None else None
    assert len(moment.stars) == made == sum(map(len, mills_made(record, winner))) > 0
    sky = moment.rect().toRectF()
    assert all(sky.contains(star) and star.y() < moment.words_zone().top() for star in moment.stars)


def test_the_mills_of_the_last_turn_are_those_that_it_completed(board: MillieuBoard) -> None:
    record, _ending = finished(WON)
    (mill,) = mills_made(record, 0)[-1]
    place, _slide, take = (action for _state, action in list(replay(record))[-4:-1])
    assert isinstance(place, Place) and isinstance(take, Take)
    assert mill.line == (24, 25, 26) and take.point in mill.line and is_mill(*mill.pieces)
    assert mill.has_one_shape
    record, _ending = finished(NO_MILL)
    assert mills_made(record, 1)[-1] == ()


def test_a_game_that_is_watched_has_no_scene(board: MillieuBoard) -> None:
    _record, ending = finished(WON)
    board.show_observation(ending.observation)
    board.set_viewpoint(0)
    assert board.moment(ending) is None


def test_a_drawn_game_has_no_scene(board: MillieuBoard) -> None:
    _record, ending = finished(WON)
    board.show_observation(ending.observation)
    assert board.moment(ending._replace(events=(GameEnded(None, "turns"),))) is None


def test_the_line_tells_what_is_special_about_the_game(board: MillieuBoard) -> None:
    _record, ending = finished(WON)
    board.show_observation(ending.observation)
    moment = board.moment(ending._replace(special="Third win in a row."))
    assert moment is not None and moment.accessibleName() == "You win the game. Third win in a row."


def test_a_tiny_table_keeps_only_the_words(board: MillieuBoard) -> None:
    _record, ending = finished(WON)
    board.resize(320, 200)
    board.show_observation(ending.observation)
    moment = board.moment(ending)
    assert isinstance(moment, GameEnd) and moment.stars == ()
    moment.play(lambda: None)
    picture, night = moment.grab().toImage(), board.theme.band_navy.rgb()
    assert any(picture.pixel(x, picture.height() - 40) != night for x in range(picture.width()))
