"""The coach at the table gives a hint on request. The tutor objects to a costly choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.help.context import topic_for
from mile_bones.desktop.screen_reader import spoken_words
from mile_bones.desktop.tutor_bar import TutorBar
from mile_bones.engine.record import PlayerInfo
from mile_bones.games.milebones.actions import DISCARD, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.library.settings import TUTOR
from mile_bones.players import load_coach
from mile_bones.storage.settings import LANGUAGE, TEXT
from pictures.scenes import STOPPED
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


def objected(person: Person) -> TutorBar:
    """Wait for the tutor's objection. Return the bar that shows it."""
    person.wait_until(lambda: bar(person) is not None)
    found = bar(person)
    assert found is not None
    return found


def bar(person: Person) -> TutorBar | None:
    """Return the bar with the tutor's objection, or None if there is no objection."""
    return next((one for one in person.window.findChildren(TutorBar) if one.isVisible()), None)


def better(person: Person) -> set[str]:
    """Return the places with the mark or the ghost of a better choice."""
    marks = {place: slot.marks for place, slot in person.table.slots.items()}
    return {place for place, mark in marks.items() if mark.ghost is not None or mark.suggested == "Better"}


def spoken_by(act: Callable[[], object]) -> list[str]:
    """Return everything that is announced during `act`."""
    said: list[str] = []
    spoken_words().said.connect(said.append)
    act()
    spoken_words().said.disconnect(said.append)
    return said


def test_the_tutor_objects_once_to_a_costly_choice_and_shows_the_better_one(home: Home, tutored: Person):
    acts = home.acts()
    said = spoken_by(lambda: (discard(tutored, "GO"), objected(tutored)))
    shown = objected(tutored)
    assert tutored.dialogs() == [], "the table stays free"
    assert "Better: play Go." in shown.words.text() and "It costs about" in shown.words.text()
    assert said[-1] == f"{shown.words.text()} Play it anyway?"
    assert shown.accessibleDescription().endswith(shown.words.text()) and shown.accessibleName() == "Play it anyway?"
    assert better(tutored) == {tutored.place_of("GO"), slot_names.battle(True)}
    assert home.acts() == acts and home.saved().assisted
    assert tutored.play.idle and tutored.table.accessibleName()
    tutored.click_button(shown.think)
    assert bar(tutored) is None and not better(tutored)
    assert home.acts() == acts and "GO" in tutored.hand, "the card has returned to the hand"
    tutored.looks_right()
    discard(tutored, "GO")
    tutored.settled()
    assert bar(tutored) is None
    assert home.acts()[len(acts)] == "0 discard GO"


def play_anyway(person: Person) -> None:
    person.click_button(objected(person).play)


def repeat_the_choice(person: Person) -> None:
    discard(person, "GO")


def press_alt_y(person: Person) -> None:
    person.key(Qt.Key.Key_Y, modifiers=Qt.KeyboardModifier.AltModifier)
    person.wait_until(lambda: bar(person) is None)


@pytest.mark.parametrize("way", [play_anyway, repeat_the_choice, press_alt_y])
def test_a_costly_choice_is_played_if_the_player_insists(home: Home, tutored: Person, way: Callable[[Person], None]):
    acts = home.acts()
    discard(tutored, "GO")
    objected(tutored)
    way(tutored)
    assert bar(tutored) is None and not better(tutored)
    tutored.settled()
    assert home.acts()[len(acts)] == "0 discard GO"
    assert home.saved().assisted, "an objection by the tutor is help"
    tutored.looks_right()


@pytest.mark.parametrize(
    ("make", "action"),
    [
        (lambda person: person.double_click(person.place_of("GO")), "0 play GO"),
        (lambda person: discard(person, "25"), "0 discard 25"),
    ],
    ids=["the better move", "a third move"],
)
def test_another_move_can_be_made_while_the_objection_is_shown(
    home: Home, tutored: Person, make: Callable[[Person], None], action: str
):
    acts = home.acts()
    discard(tutored, "GO")
    objected(tutored)
    make(tutored)
    assert bar(tutored) is None and not better(tutored)
    tutored.settled()
    assert home.acts()[len(acts)] == action
    tutored.looks_right()


def press_alt_t(person: Person) -> None:
    person.key(Qt.Key.Key_T, modifiers=Qt.KeyboardModifier.AltModifier)


def press_escape(person: Person) -> None:
    person.key(Qt.Key.Key_Escape)


def press_escape_in_the_bar(person: Person) -> None:
    objected(person).play.setFocus()
    person.key(Qt.Key.Key_Escape)


@pytest.mark.parametrize("way", [press_alt_t, press_escape, press_escape_in_the_bar])
def test_the_player_can_think_again_by_keys_and_continues_at_the_same_card(
    home: Home, tutored: Person, way: Callable[[Person], None]
):
    acts = home.acts()
    tutored.walk_to(tutored.place_of("GO"))
    tutored.key(Qt.Key.Key_Space)
    tutored.walk_to(slot_names.DISCARD)
    tutored.key(Qt.Key.Key_Space)
    objected(tutored)
    assert tutored.focused() == slot_names.DISCARD, "the keyboard stays on the table, which can be used at once"
    way(tutored)
    tutored.wait_until(lambda: bar(tutored) is None)
    assert not better(tutored) and home.acts() == acts
    assert tutored.focused() == slot_names.DISCARD


def test_escape_first_puts_a_marked_card_back(tutored: Person):
    discard(tutored, "GO")
    objected(tutored)
    tutored.table.focus_place(tutored.place_of("25"))
    tutored.key(Qt.Key.Key_Space)
    assert tutored.marked() == {tutored.place_of("25")}
    tutored.key(Qt.Key.Key_Escape)
    assert bar(tutored) is not None and not tutored.marked()
    tutored.key(Qt.Key.Key_Escape)
    assert bar(tutored) is None


WAYS_OFF: dict[str, Callable[[Person], object]] = {
    "new game": lambda person: person.window.games.new_game(),
    "another game": lambda person: person.window.games.new_game_of("millieu"),
    "replay": lambda person: person.choose("Game", "Replay from the beginning"),
    "lesson": lambda person: person.window.lesson.begin(),
    "chooser": lambda person: person.window.choose_game(),
    "coup": lambda person: person.choose("Practice", "Coup of the day"),
    "language": lambda person: person.window.change_settings({LANGUAGE: "de"}),
}


@pytest.mark.parametrize("way", WAYS_OFF)
def test_the_objection_ends_when_the_table_shows_something_else(
    home: Home, tutored: Person, way: str, request: pytest.FixtureRequest
):
    acts, window = home.acts(), tutored.window
    request.addfinalizer(lambda: window.change_settings({LANGUAGE: "en"}) if way == "language" else None)
    discard(tutored, "GO")
    objection, table = objected(tutored), tutored.table
    WAYS_OFF[way](tutored)
    tutored.wait_until(lambda: not isValid(objection) or not objection.isVisible())
    assert bar(tutored) is None
    if isValid(table):
        assert not [slot for slot in table.slots.values() if slot.marks.ghost is not None]
    assert home.acts() in (acts, ()), "the choice is not made"


def test_an_undo_ends_the_objection(home: Home):
    home.set({TUTOR: True})
    person = home.open(STOPPED)
    person.settled()
    acts = home.acts()
    discard(person, "GO")
    objected(person)
    person.play.undo()
    person.settled()
    assert bar(person) is None and not better(person)
    assert len(home.acts()) < len(acts)
    person.looks_right()


def test_a_window_can_be_closed_while_the_objection_is_shown(home: Home, tutored: Person):
    acts = home.acts()
    discard(tutored, "GO")
    objected(tutored)
    tutored.quit()
    assert home.acts() == acts and home.saved().assisted


def test_another_objection_is_possible_at_the_next_choice(home: Home, tutored: Person):
    discard(tutored, "GO")
    play_anyway(tutored)
    tutored.settled()
    assert tutored.play.match.current_player == 0
    hints = tutored.window.hints
    assert hints._warned is not None and hints._warned.ply != tutored.play.match.ply


def test_a_hint_is_possible_while_the_objection_is_shown(tutored: Person):
    discard(tutored, "GO")
    objected(tutored)
    hint(tutored)
    assert tutored.message.startswith("Hint: ") and advised(tutored), "the game is already an assisted one"
    tutored.click_button(objected(tutored).think)
    assert bar(tutored) is None and advised(tutored), "the hint stays"


def test_the_bar_has_the_help_page_about_hints_and_every_button_a_tip(tutored: Person):
    discard(tutored, "GO")
    shown = objected(tutored)
    assert topic_for(shown.play) == topic_for(shown.words) == "hint"
    assert shown.play.toolTip() and shown.think.toolTip()


@pytest.mark.parametrize(("size", "text"), [((640, 400), "100"), ((640, 400), "200"), ((800, 600), "200")], ids=str)
@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_bar_fits_into_little_room_in_both_directions(
    home: Home, size: tuple[int, int], text: str, direction: Qt.LayoutDirection, qapp: QApplication
):
    home.set({TUTOR: True, TEXT: text})
    person = at_the_first_choice(home)
    person.window.resize(*size)
    person.window.setLayoutDirection(direction)
    person.play.choose(DISCARD[Card.GO])
    shown = objected(person)
    QApplication.processEvents()
    area = person.window.rect()
    for button in (shown.play, shown.think):
        at = QRect(button.mapTo(person.window, QPoint()), button.size())
        assert area.left() <= at.left() and at.right() <= area.right(), button.text()
    first, second = (button.mapTo(person.window, QPoint()).x() for button in (shown.play, shown.think))
    assert (first < second) == (direction == Qt.LayoutDirection.LeftToRight)
    assert "Better: play Go." in person.message, "the bar may show only its buttons"
    person.key(Qt.Key.Key_Escape)
    assert bar(person) is None and "Better" not in person.message
    assert person.table.height() > shown.window().height() / 4


def test_two_people_see_an_objection_only_while_the_cards_of_its_player_are_visible(home: Home):
    record = replace(
        Story(MUST_GO, coming="100").record(), players=(PlayerInfo("Ann", "human"), PlayerInfo("Bea", "human"))
    )
    home.set({TUTOR: True})
    person = home.open(record)
    lift(person)
    person.draw()
    person.settled()
    discard(person, "GO")
    objection = objected(person)
    said = spoken_by(person.play.conceal)
    assert isinstance(person.window.boards.currentWidget(), Curtain)
    assert bar(person) is None and not better(person) and said == []
    lift(person)
    assert bar(person) is None and not better(person), "the tutor has objected once"
    assert not isValid(objection) or not objection.isVisible()
    discard(person, "GO")
    person.wait_until(lambda: isinstance(person.window.boards.currentWidget(), Curtain))
    assert bar(person) is None and not better(person)


@pytest.mark.proof
def test_the_tutor_does_not_ask_before_a_good_choice(home: Home, tutored: Person):
    tutored.double_click(tutored.place_of("GO"))
    tutored.settled()
    assert bar(tutored) is None
    assert not home.saved().assisted


def test_without_the_tutor_nobody_objects(home: Home):
    person = at_the_first_choice(home)
    acts = home.acts()
    discard(person, "GO")
    assert bar(person) is None and person.dialogs() == [] and len(home.acts()) > len(acts)
