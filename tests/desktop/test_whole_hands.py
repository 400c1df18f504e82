"""Whole hands in the real window, by each way of playing. Every action is checked on the table and on the disk."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt

from desktop.boards.milebones.gestures import by_clicks, by_drags, by_keys
from desktop.driver import Home, plain
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.games.milebones.actions import PLAY
from mile_bones.storage.settings import METHOD


def to_the_score_sheet(person, act):
    """Play until the score sheet and return the number of actions. The extension is declined."""
    count = person.play_until_the_hand_ends(act)
    if isinstance(person.dialog(), ExtensionDialog):
        person.click_button(person.dialog().no)
    person.dialog(ScoreSheetDialog)
    assert person.home.saved().hands[0].score is not None
    return count


def test_a_whole_hand_can_be_played_by_drag_and_drop(home: Home):
    person = home.open(seed=7)
    assert to_the_score_sheet(person, partial(by_drags, person)) > 10


@pytest.mark.proof
def test_a_whole_hand_can_be_played_by_click_and_click(home: Home):
    home.set({METHOD: "click"})
    person = home.open(seed=8)
    assert to_the_score_sheet(person, partial(by_clicks, person)) > 10


@pytest.mark.proof
def test_a_whole_hand_can_be_played_by_the_keyboard_alone(home: Home, qtbot):
    person = home.open(seed=9)
    person.play_until_the_hand_ends(partial(by_keys, person))
    if isinstance(person.dialog(), ExtensionDialog):
        person.key(Qt.Key.Key_Space)  # ends the trip here
    sheet = person.dialog(ScoreSheetDialog)
    assert plain(sheet.go_on.text()) == "Next hand"
    person.key(Qt.Key.Key_Return)
    person.settled()
    assert person.sees.hand_number == 2
    qtbot.waitUntil(lambda: person.focused() is not None)  # the keyboard is at the table again


def test_a_whole_hand_can_be_played_by_double_clicks(home: Home):
    """Smart play is tried on card after card. A card that may be played is played, and any other card is discarded."""
    person = home.open(seed=10)
    turns = 0

    while not person.dialogs():
        turns += 1
        assert turns < 120
        before = home.acts()
        if person.sees.phase.value == "draw":
            person.draw()
            person.settled()
            continue
        place = slot_names.hand(turns % len(person.hand))
        card = person.table.order.cards[turns % len(person.hand)]
        legal = PLAY[card] in person.sees.legal_actions()
        person.double_click(place)
        person.settled()
        assert home.acts()[len(before)] == f"0 {'play' if legal else 'discard'} {card.notation}"
        if person.play.idle:
            person.looks_right()
    assert turns > 10
