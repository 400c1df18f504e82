"""The coach at the table gives a hint on request. The tutor asks before a costly choice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.engine.record import PlayerInfo
from mile_bones.games.milebones.actions import PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.library.settings import TUTOR
from mile_bones.players import load_coach
from stories import Story

MUST_GO = "GO 100 100 75 50 25"
"""A hand of six cards in which playing the Go is the only sensible action."""


def hint(person: Person) -> None:
    person.key(Qt.Key.Key_H)


def agree(person: Person) -> None:
    person.click_button(person.dialog(QuestionDialog).yes)


def advised(person: Person) -> set[str]:
    """Return the places that are lit as a hint."""
    return {place for place, slot in person.table.slots.items() if slot.marks.suggested}


def lift(person: Person) -> None:
    """Lift the curtain, as the player to move does."""
    hung = person.window.boards.currentWidget()
    assert isinstance(hung, Curtain)
    person.click_button(hung.button)


def at_the_first_choice(home: Home) -> Person:
    person = home.open(Story(MUST_GO, coming="100").record())
    person.draw()
    person.settled()
    return person


def helped(home: Home) -> Person:
    """Return a person who has been shown a hint."""
    person = at_the_first_choice(home)
    hint(person)
    agree(person)
    person.wait_until(lambda: bool(advised(person)))
    return person


def test_a_hint_lights_the_card_and_its_place_and_says_why(home: Home):
    person = at_the_first_choice(home)
    acts = home.acts()
    hint(person)
    assert "high scores" in person.dialog(QuestionDialog).text.text()
    assert not advised(person) and not home.saved().assisted, "nothing happens before the player has agreed"
    agree(person)
    person.wait_until(lambda: bool(advised(person)))
    assert advised(person) == {person.place_of("GO"), slot_names.battle(True)}
    assert person.message.startswith("Hint: ") and "Go" in person.message
    best = load_coach("mile-bones").rate(person.may_know, 2400)
    assert best.best.action == PLAY[Card.GO]
    reason = load_coach("mile-bones").reason(person.may_know, PLAY[Card.GO], best.worths[1].action)
    assert person.message.endswith(reason)
    assert home.saved().assisted and "assisted" in person.window.status.setup.text()
    assert home.acts() == acts, "a hint plays nothing"


@pytest.mark.proof
def test_a_second_request_shows_the_value_of_each_choice(home: Home):
    person = helped(home)
    hint(person)
    dialog = person.dialog(AdviceDialog)
    rows = dialog.table.plan.rows
    assert len(rows) == len(person.may_know.legal_actions())
    assert rows[0].cells[0].text == "Play Go" and rows[0].amber
    assert all("\N{MINUS SIGN}" in row.cells[3].text for row in rows[1:]), "the other choices show their cost"
    assert all(row.cells[0].text[1:] in row.spoken and row.cells[2].text in row.spoken for row in rows)
    person.key(Qt.Key.Key_Escape)
    assert person.dialogs() == []


@pytest.mark.proof
def test_the_next_hint_of_an_assisted_game_needs_no_consent(home: Home):
    person = helped(home)
    person.double_click(person.place_of("GO"))
    assert not advised(person), "the choice has been made"
    person.settled()
    hint(person)
    if len(person.may_know.legal_actions()) == 1:
        person.draw()
        hint(person)
    person.wait_until(lambda: bool(advised(person)))
    assert person.dialogs() == []


def test_a_hint_is_free_if_only_one_action_is_possible(home: Home):
    person = home.open(Story(MUST_GO).record())
    hint(person)
    assert person.dialogs() == []
    assert person.table.slots[slot_names.DRAW].marks.invite, "the deck is lit as usual"
    assert "only one thing" in person.message
    assert not home.saved().assisted


def test_a_declined_hint_is_not_given_and_the_game_counts(home: Home):
    person = at_the_first_choice(home)
    hint(person)
    person.click_button(person.dialog(QuestionDialog).no)
    assert not advised(person) and not home.saved().assisted


def test_the_lamp_on_the_table_asks_for_a_hint(home: Home):
    person = at_the_first_choice(home)
    person.click_button(person.table.tools["hint"])
    agree(person)
    person.wait_until(lambda: bool(advised(person)))


@pytest.mark.proof
def test_an_undo_removes_the_hint(home: Home):
    person = helped(home)
    person.double_click(person.place_of("GO"))
    person.settled()
    person.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    person.settled()
    assert not advised(person)


@pytest.mark.proof
def test_two_people_must_agree_and_the_player_to_move_sees_the_hint(home: Home):
    record = replace(
        Story(MUST_GO, coming="100").record(), players=(PlayerInfo("Ann", "human"), PlayerInfo("Bea", "human"))
    )
    person = home.open(record)
    lift(person)
    person.draw()
    hint(person)
    question = person.dialog(QuestionDialog)
    assert "Ann" in question.text.text() and "Bea" in question.text.text()
    agree(person)
    assert not advised(person), "the curtain still hides the cards"
    lift(person)
    person.wait_until(lambda: slot_names.battle(True) in advised(person))
    assert home.saved().assisted


# ------------------------------------------------------------------ the tutor


@pytest.fixture
def tutored(home: Home) -> Person:
    home.set({TUTOR: True})
    return at_the_first_choice(home)


def discard(person: Person, card: str) -> None:
    person.drag(card, slot_names.DISCARD)


def test_the_tutor_asks_once_before_a_costly_choice(home: Home, tutored: Person):
    acts = home.acts()
    discard(tutored, "GO")
    question = tutored.dialog(QuestionDialog)
    assert question.windowTitle() == "Play it anyway?"
    assert "points" in question.text.text()
    assert home.acts() == acts
    tutored.click_button(question.no)
    tutored.settled()
    assert home.acts() == acts and "GO" in tutored.hand, "the card has returned to the hand"
    discard(tutored, "GO")
    tutored.settled()
    assert tutored.dialogs() == []
    assert home.acts()[len(acts)] == "0 discard GO"
    assert len(home.acts()) > len(acts)


@pytest.mark.proof
def test_a_costly_choice_is_played_if_the_player_insists(home: Home, tutored: Person):
    acts = home.acts()
    discard(tutored, "GO")
    tutored.click_button(tutored.dialog(QuestionDialog).yes)
    tutored.settled()
    assert home.acts()[len(acts)] == "0 discard GO"
    assert home.saved().assisted, "a warning by the tutor is help"


@pytest.mark.proof
def test_the_tutor_does_not_ask_before_a_good_choice(home: Home, tutored: Person):
    tutored.double_click(tutored.place_of("GO"))
    tutored.settled()
    assert tutored.dialogs() == []
    assert not home.saved().assisted


def test_without_the_tutor_no_question_is_asked(home: Home):
    person = at_the_first_choice(home)
    acts = home.acts()
    discard(person, "GO")
    assert person.dialogs() == [] and len(home.acts()) > len(acts)
