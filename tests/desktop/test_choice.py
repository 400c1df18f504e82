"""A game is chosen on a page of posters. Each game is kept while another is played, and resumed after a restart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.driver import Home, Person
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.chooser import Chooser
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.games import GAMES
from mile_bones.library.settings import GAME
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import ANIMATION
from stories import going

pytestmark = pytest.mark.gui

CONTROL = Qt.KeyboardModifier.ControlModifier


def page(person: Person) -> Chooser:
    """Return the visible page of posters."""
    shown = person.window.boards.currentWidget()
    assert isinstance(shown, Chooser)
    return shown


def poster(person: Person, game: str):
    return next(poster for poster in page(person).posters if poster.offer.game == game)


def choose(person: Person, game: str, *, new: bool = False) -> None:
    """Press a button of a poster, and wait until the game is ready."""
    shown = poster(person, game)
    person.click_button(shown.new if new else shown.first)
    person.settled()


def play_a_step(person: Person) -> None:
    person.table.chosen.emit(person.sees.legal_actions()[0])
    person.settled()


def test_a_first_start_offers_the_games(home: Home):
    person = home.open(game=None)
    assert [poster.offer.game for poster in page(person).posters] == list(GAMES)
    assert not any(poster.offer.kept for poster in page(person).posters)
    for path in ("New game", "New game for", "Give up", "Save as", "High scores", "Replay from the beginning"):
        assert not person.entry("Game", path).isEnabled(), path
    choose(person, "millieu")
    assert person.play.match.game == "millieu" and person.entry("Game", "New game").isEnabled()
    assert home.get(GAME) == "millieu"


def test_a_game_is_chosen_by_keys_alone(home: Home):
    person = home.open(game=None)
    person.key(Qt.Key.Key_3, Qt.Key.Key_Return)
    person.settled()
    assert person.play.match.game == "millieu"
    person.key(Qt.Key.Key_G, modifiers=CONTROL)
    assert poster(person, "millieu").go_on.hasFocus()


def test_each_game_is_kept_while_another_is_played(home: Home):
    person = home.open(going().record())
    mine = person.play.match.record()
    person.choose("Game", "Choose game")
    choose(person, "millieu")
    play_a_step(person)
    theirs = person.play.match.record()
    person.choose("Game", "Choose game")
    assert {poster.offer.game for poster in page(person).posters if poster.offer.kept} == {"mile-bones", "millieu"}
    choose(person, "mile-bones")
    assert person.play.match.record() == mine == home.saved()
    person.looks_right()
    person.choose("Game", "Choose game")
    choose(person, "millieu")
    assert person.play.match.record() == theirs
    assert load_record(home.autosave.with_name("current-millieu-1.json")) == theirs
    person.quit()
    again = home.open(game=None)
    assert again.play.match.record() == theirs, "the last game continues"
    again.choose("Game", "Choose game")
    choose(again, "mile-bones")
    assert again.play.match.record() == mine


def test_continue_resumes_a_game_that_was_started_with_new(home: Home):
    person = home.open(going().record(), new=True)
    mine = person.play.match.record()
    person.choose("Game", "Choose game")
    choose(person, "millieu")
    person.choose("Game", "Choose game")
    choose(person, "mile-bones")
    assert person.play.match.record() == mine, "Continue resumes the game"


def test_a_new_game_asks_before_it_moves_a_kept_game_to_the_history(home: Home):
    person = home.open(going().record())
    before = person.play.match.record()
    person.choose("Game", "Choose game")
    shown = poster(person, "mile-bones")
    person.click_button(shown.new)
    dialog = person.dialog(QuestionDialog)
    assert "Mile Bones is kept in the history" in dialog.text.text()
    person.click_button(dialog.no)
    assert home.kept() == [] and home.saved() == before
    person.click_button(poster(person, "mile-bones").new)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.settled()
    assert home.kept() == [before] and person.play.match.record() != before


def test_another_game_can_begin_while_a_piece_still_moves(home: Home):
    home.set({ANIMATION: "normal"})
    person = home.open(game="millieu")
    person.settled()
    person.slow_down()
    person.table.chosen.emit(person.sees.legal_actions()[0])
    old = person.table
    assert old.animator.running
    person.window.games.new_game_of("mile-bones")
    old.finish()
    assert person.play.match.game == "mile-bones" and not old.animator.running
    assert "Cards left" in person.window.status.parts[0].text()


def test_undo_does_nothing_while_a_game_is_being_chosen(home: Home):
    person = home.open(game="millieu")
    play_a_step(person)
    person.choose("Game", "Choose game")
    done = person.play.match.record()
    assert not person.entry("Move", "Undo").isEnabled()
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    assert person.dialogs() == [] and person.play.match.record() == done


def test_escape_returns_to_the_waiting_game_if_there_is_one(home: Home):
    person = home.open(game=None)
    person.key(Qt.Key.Key_Escape)
    assert page(person).isVisible() and person.play.match is None
    choose(person, "millieu")
    play_a_step(person)
    done = person.play.match.record()
    person.choose("Game", "Choose game")
    assert page(person).isVisible()
    person.key(Qt.Key.Key_Escape)
    assert person.table.isVisible() and person.play.match.record() == done
    assert person.window.menus.undo.isEnabled(), "the game continues"


def test_opening_a_file_switches_to_its_game(home: Home, tmp_path):
    person = home.open(game="millieu")
    play_a_step(person)
    person.window.games.save_file(person.play.match.record(), tmp_path / "cube.json")
    saved = person.play.match.record()
    person.window.games.new_game_of("mile-bones")
    person.settled()
    assert person.window.games.open_file(tmp_path / "cube.json")
    person.settled()
    assert person.play.match.game == "millieu"
    assert person.play.match.record().body == saved.body


def test_undoing_a_step_of_an_unfinished_turn_is_not_help(home: Home):
    person = home.open(game="millieu")
    play_a_step(person)
    before = person.sees
    play_a_step(person)
    assert person.sees != before and person.sees.to_act, "in the middle of the turn"
    person.click(slot_names.point(person.sees.placed))  # a click leaves the placed piece; undo takes it back
    person.table.undo_requested.emit()
    assert person.dialogs() == [] and person.sees == before
    assert not person.play.match.assisted
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    assert person.dialog(QuestionDialog), "the turn before is over, so that undoing it is help"


def test_a_game_of_millieu_is_undone_and_replayed_like_any_other(home: Home):
    person = home.open(game="millieu")
    play_a_step(person)
    play_a_step(person)
    seen = person.sees
    play_a_step(person)
    person.key(Qt.Key.Key_Z, modifiers=CONTROL)
    person.click_button(person.dialog(QuestionDialog).yes)
    person.settled()
    assert person.sees == seen
    person.choose("Game", "Replay from the beginning")
    bar = person.window.replay.bar
    assert bar.view.isHidden() and bar.place.text().startswith("Move 0 of")
    bar.slider.setValue(1)
    assert sum(piece is not None for piece in person.sees.board) == 1
    person.click_button(bar.leave)
    person.settled()
    assert person.sees == seen
