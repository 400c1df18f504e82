"""Whole games of each kind through the real window, by clicks, drags and keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from desktop.boards.milebones import gestures as on_the_road
from desktop.boards.millieu.gestures import by_clicks, by_drags, by_keys
from desktop.driver import Home, Person, past
from desktop.test_seating import choose_players, curtain, lift
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.desktop.dialogs.ending import GameEndDialog
from mile_bones.desktop.dialogs.high_scores import HighScoresDialog
from mile_bones.games.milebones.actions import Action as Move
from mile_bones.games.millieu.actions import Action
from mile_bones.players import load_player
from mile_bones.storage.records import load_record
from mile_bones.storage.settings import METHOD

pytestmark = pytest.mark.gui


@pytest.mark.proof
@pytest.mark.sample(proof=1)
@pytest.mark.parametrize(
    ("by", "method"),
    [
        (by_clicks, "click"),
        (by_drags, "drag"),
        (by_keys, "drag"),
    ],
    ids=["clicks", "drags", "keys"],
)
def test_a_whole_game_of_millieu_can_be_played(home: Home, by: Callable[[MillieuBoard, Action], None], method: str):
    home.set({METHOD: method})
    person = home.open(game="millieu")
    autosave = home.autosave.with_name("current-millieu-1.json")
    brain = load_player("millieu", "easy", 5)
    person.settled()
    for _step in range(400):
        if person.dialogs():
            break
        assert person.sees == person.may_know
        action = brain.choose(person.sees)
        before = len(person.play.match.record().body.actions)
        by(person.table, action)
        person.settled()
        match = person.play.match
        assert match.record().body.actions[before] == f"0 {action}"
        person.acknowledged()
        assert match.is_over or load_record(autosave) == match.record()
    dialog = person.dialog(GameEndDialog)
    winner = person.play.match.winner
    assert ("You win" in dialog.band.subtitle.text()) == (winner == 0)
    assert person.window.library.results_of("millieu").games == (int(winner == 0), int(winner == 1))
    assert not autosave.exists()
    person.click_button(dialog.go_on)
    person.settled()
    assert person.play.match.game == "millieu" and not person.play.match.is_over


@pytest.mark.long
def test_a_whole_game_can_be_played_by_two_people(home: Home):
    """Anna and Bert play Mile Bones behind the curtain until one of them has 5,000 points."""
    person = home.open(seed=12)
    choose_players(person, ("person", "Anna"), ("person", "Bert"))
    match, brain = person.play.match, load_player("mile-bones", "original")
    while not match.is_over:
        if curtain(person) is not None:
            assert person.hand == ()
            lift(person, match.names[person.play.viewer])
        elif not person.dialogs():
            on_the_road.by_drags(person, brain.choose(person.sees))
        elif isinstance(person.dialogs()[-1], ExtensionDialog):
            person.click_button(person.dialogs()[-1].no)
        else:
            person.click_button(person.dialog(ScoreSheetDialog).go_on)
        person.settled_or(lambda: curtain(person) is not None)
    sheet = person.dialog(ScoreSheetDialog)
    assert f"{match.names[match.winner]} wins the game" in sheet.band.subtitle.text()
    (game,) = past(home).games()
    assert past(home).record(game.id) == match.record()
    assert [seat.name for seat in game.seats] == ["Anna", "Bert"]
    assert person.window.library.results_of("mile-bones").games == (0, 0), "only games against the computer are counted"


@pytest.mark.sample(proof=1)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("by", "method"),
    [(on_the_road.by_clicks, "click"), (on_the_road.by_drags, "drag"), (on_the_road.by_keys, "drag")],
    ids=["clicks", "drags", "keys"],
)
def test_a_whole_game_of_mile_bones_can_be_played(home: Home, by: Callable[[Person, Move], None], method: str):
    """The game continues until somebody has 5,000 points. Extensions are declined."""
    home.set({METHOD: method})
    person = home.open(seed=11)
    match = person.play.match
    while True:
        person.play_until_the_hand_ends(partial(by, person))
        if isinstance(person.dialog(), ExtensionDialog):
            person.click_button(person.dialog().no)
        sheet = person.dialog(ScoreSheetDialog)
        if match.is_over:
            break
        person.click_button(sheet.go_on)
        person.settled()
    won, lost = int(match.winner == 0), int(match.winner == 1)
    assert won + lost == 1
    assert max(match.observation(0).totals) >= 5000
    assert person.window.library.results_of("mile-bones").games == (won, lost)
    assert [past(home).record(game.id) for game in past(home).games()] == [match.record()]
    assert not home.autosave.exists()
    person.click_button(sheet.go_on)
    person.click_button(person.dialog(HighScoresDialog).close_button)
    person.settled()
    assert person.play.match is not match and not person.play.match.is_over
