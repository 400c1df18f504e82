"""Whole games of Millieu through the real window, by clicks, drags and keys, against the computer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from desktop.boards.millieu.gestures import by_clicks, by_drags, by_keys
from desktop.driver import Home
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.desktop.boards.millieu.end_dialog import EndDialog
from mile_bones.games.millieu import Action
from mile_bones.players import load_player
from mile_bones.storage import METHOD, load_record

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("by", "method"), [(by_clicks, "click"), (by_drags, "drag"), (by_keys, "drag")], ids=["clicks", "drags", "keys"]
)
def test_a_whole_game_against_the_computer(home: Home, by: Callable[[MillieuBoard, Action], None], method: str):
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
    dialog = person.dialog(EndDialog)
    winner = person.play.match.winner
    assert ("You win" in dialog.band.subtitle.text()) == (winner == 0)
    assert person.window.library.results_of("millieu").games == (int(winner == 0), int(winner == 1))
    assert not autosave.exists()
    person.click_button(dialog.go_on)
    person.settled()
    assert person.play.match.game == "millieu" and not person.play.match.is_over
