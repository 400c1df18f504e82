"""Undone moves travel back the way they came. Redone moves come again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from desktop.boards.milebones.seats import hit_by
from desktop.boards.millieu.gestures import by_clicks
from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.millieu import slot_names as points
from mile_bones.desktop.boards.millieu.models import ART as PIECES
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.table.model import BACK
from mile_bones.games.milebones.cards import Card
from stories import going, near_the_goal

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def undo(person: Person) -> None:
    """Undo, and agree if the game asks. From then on, nothing lands until a test ends the animation."""
    person.slow_down().key(Qt.Key.Key_Z, modifiers=CTRL)
    if person.dialogs():
        person.click_button(person.dialog(QuestionDialog).yes)


def redo(person: Person) -> None:
    person.slow_down().key(Qt.Key.Key_Z, modifiers=CTRL | SHIFT)


def in_the_air(person: Person) -> list[tuple[str, tuple[float, float]]]:
    """Return the face and the place of each flying card."""
    return [(item.face, item.pos().toTuple()) for item in person.flights() if item.isVisible()]


def near(point: QPointF):
    """Return an approximation of the point. On a busy machine, a card has already moved a little when the test looks at
    it.
    """
    return pytest.approx(point.toTuple(), abs=4)


def middle(person: Person, place: str):
    return near(person.table.slots[place].rect.center())


def land(person: Person) -> None:
    """End all animations by a click on the bare table."""
    person.click(person.bare())
    assert not person.table.animator.running


def two_turns(home: Home) -> Person:
    """Return Anna at her draw, after she has played 100 and the computer has discarded a card."""
    person = home.open(going(coming="50 GASOLINE 75").record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.settled()
    return person


def test_undo_sends_the_last_card_back_first(home: Home):
    person = home.open(going(coming="50 GASOLINE 75").record())
    person.draw()
    saw, acts = person.sees, home.acts()
    person.drag("100", slot_names.miles(True))
    person.settled()
    thrown = home.acts()[-1].split()[-1]
    undo(person)
    (face, at), *others = in_the_air(person)
    assert not others
    assert (face, at) == (ART[Card[_name(thrown)]], middle(person, slot_names.DISCARD))
    assert home.acts() == acts, "the game itself is already undone"
    person.table.animator.finish()
    (face, at), *others = in_the_air(person)
    assert not others
    assert face == BACK and at == near(person.table.plates[1].rect.center()), "the computer's card returns to the deck"
    person.table.animator.finish()
    found = in_the_air(person)
    assert (ART[Card.MILES_100], middle(person, slot_names.miles(True))) in found
    person.table.animator.finish()
    assert person.sees == saw and not in_the_air(person)
    person.looks_right()


def _name(notation: str) -> str:
    return f"MILES_{notation}" if notation.isdigit() else notation


def test_redo_sends_the_cards_forward_again(home: Home):
    person = two_turns(home)
    saw, acts = person.sees, home.acts()
    undo(person)
    land(person)
    row = person.table.slots[person.place_of("100")].rect.center().y()
    redo(person)
    flying = dict(in_the_air(person))
    assert ART[Card.MILES_100] in flying
    assert flying[ART[Card.MILES_100]][1] == pytest.approx(row, abs=4), "the card comes from the hand"
    land(person)
    assert person.sees == saw and home.acts() == acts
    person.looks_right()


def test_a_click_ends_the_whole_animation_of_an_undo(home: Home):
    person = two_turns(home)
    undo(person)
    assert in_the_air(person) and not person.play.idle
    assert person.message == "Taken back: play 100 Miles."
    assert person.window.menus.redo.isEnabled(), "redo need not wait for the animation"
    land(person)
    assert person.play.idle
    person.looks_right()


def test_a_pile_shows_the_card_below_one_that_is_flying(home: Home):
    person = home.open(hit_by("FLAT_TIRE", "SPARE_TIRE", "100", "100", "100", "100").comes("50 GASOLINE 75").record())
    person.draw()
    person.drag("SPARE_TIRE", slot_names.battle(True))
    person.settled()
    undo(person)
    while not any(face == ART[Card.SPARE_TIRE] for face, _at in in_the_air(person)):
        person.table.animator.finish()
    assert person.face(slot_names.battle(True)) == "FLAT_TIRE"
    land(person)
    redo(person)
    assert in_the_air(person) and person.face(slot_names.battle(True)) == "FLAT_TIRE"
    person.table.animator.finish()
    assert person.face(slot_names.battle(True)) == "SPARE_TIRE"
    land(person)
    person.looks_right()


def test_a_coup_fourre_and_the_cards_after_it_go_back_together(home: Home):
    story = hit_by("FLAT_TIRE", "PUNCTURE_PROOF", "100", "100", "100", "100").comes("50 75")
    person = home.open(story.record())
    saw = person.sees
    person.double_click(person.place_of("PUNCTURE_PROOF"))
    person.settled()
    undo(person)
    assert len(in_the_air(person)) >= 3
    land(person)
    assert person.sees == saw
    person.looks_right()


def test_undo_into_the_previous_hand_is_not_animated(home: Home):
    person = home.open(near_the_goal().record())
    sheet = person.win()
    person.click_button(sheet.go_on)
    person.settled()
    assert person.sees.hand_number == 2
    undo(person)
    assert person.sees.hand_number == 1 and not in_the_air(person)
    assert person.dialog(ExtensionDialog)


def test_without_animation_no_card_flies(home: Home):
    person = two_turns(home)
    person.key(Qt.Key.Key_Z, modifiers=CTRL)
    person.click_button(person.dialog(QuestionDialog).yes)
    assert not person.table.animator.running and not in_the_air(person)
    person.looks_right()


def test_undo_sends_the_pieces_of_millieu_back(home: Home):
    person = home.open(game="millieu")
    person.settled()
    saw = person.sees
    action = saw.legal_actions()[0]
    by_clicks(person.table, action)
    person.settled()
    undo(person)
    seen = []
    while person.table.animator.running:
        seen += in_the_air(person)
        person.table.animator.finish()
    assert seen[-1] == (PIECES[action.piece], middle(person, points.point(action.point)))
    assert len(seen) > 1, "the computer's moves are undone first"
    assert person.sees == saw
