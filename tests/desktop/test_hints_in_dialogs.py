"""The coach in dialogs of the game: in the question about the extension, and in the question before a discard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from desktop.driver import Home, Person
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.extension import ExtensionDialog
from mile_bones.desktop.boards.milebones.score_sheet import ScoreSheetDialog
from mile_bones.desktop.dialogs.advice import AdviceDialog
from mile_bones.desktop.dialogs.base import PaperButton
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.tutor_bar import TutorBar
from mile_bones.games.milebones.actions import END_TRIP, EXTEND
from mile_bones.library.settings import TUTOR
from mile_bones.players import load_coach
from mile_bones.storage.settings import ASK_DISCARD
from stories import Story, near_the_goal


def button(dialog) -> PaperButton:
    return next(each for each in dialog.findChildren(PaperButton) if each.text() == "&Hint")


def said(dialog) -> str:
    """Return the coach's words in the dialog, or ""."""
    return next((each.text() for each in dialog.findChildren(type(dialog.band.title)) if "Hint: " in each.text()), "")


def at_the_extension(home: Home) -> Person:
    person = home.open(near_the_goal().record())
    person.draw()
    person.drag("100", slot_names.miles(True))
    person.dialog(ExtensionDialog)
    return person


def hinted(person: Person) -> ExtensionDialog:
    """Ask for a hint at the question about the extension, and agree. Return the question with the coach's words."""
    question = person.dialog(ExtensionDialog)
    person.key(Qt.Key.Key_H)
    agreed = person.asked(QuestionDialog)
    person.click_button(agreed.yes)
    person.wait_until(lambda: bool(said(question)))
    return question


def rated(person: Person):
    return load_coach("mile-bones").rate(person.may_know, 2400)


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_coach_advises_about_the_extension_after_the_player_agrees(home: Home, by: str):
    person = at_the_extension(home)
    acts = home.acts()
    question = person.dialog(ExtensionDialog)
    if by == "key":
        person.key(Qt.Key.Key_H)
    else:
        person.click_button(button(question))
    agreed = person.asked(QuestionDialog)
    assert "high scores" in agreed.text.text() and not home.saved().assisted and not said(question)
    person.click_button(agreed.yes)
    person.wait_until(lambda: bool(said(question)))
    best = rated(person).best.action
    lit, dark = (question.yes, question.no) if best == EXTEND else (question.no, question.yes)
    assert lit.suggested and not dark.suggested
    assert lit.accessibleDescription() == "Suggested"
    reason = load_coach("mile-bones").reason(person.may_know, best, END_TRIP if best == EXTEND else EXTEND)
    assert said(question).endswith(reason)
    assert home.saved().assisted and home.acts() == acts, "a hint answers nothing"


def test_a_second_request_shows_the_points_of_both_answers(home: Home):
    person = at_the_extension(home)
    question = hinted(person)
    person.key(Qt.Key.Key_H)
    advice = person.asked(AdviceDialog)
    assert {row.cells[0].text for row in advice.table.plan.rows} == {"Extend the trip", "End the trip"}
    person.key(Qt.Key.Key_Escape)
    person.wait_until(lambda: advice not in person.dialogs())
    assert person.dialogs() == [question], "the question still waits"
    person.click_button(question.no)
    person.asked(ScoreSheetDialog)
    assert home.acts()[-1] == "0 extend no"


def test_a_declined_hint_leaves_the_question_open(home: Home):
    person = at_the_extension(home)
    question = person.dialog(ExtensionDialog)
    person.key(Qt.Key.Key_H)
    person.click_button(person.asked(QuestionDialog).no)
    person.wait_until(lambda: person.dialogs() == [question])
    assert not said(question) and not home.saved().assisted
    person.click_button(question.yes)
    person.answered(question)
    assert "0 extend yes" in home.acts()


@pytest.fixture
def dear(home: Home) -> Person:
    """Return a person at the question about the extension, with the tutor on.

    Going on would be costly: the computer is as near to the goal, and the deck still has every card that could stop the
    player.
    """
    home.set({TUTOR: True})
    return at_the_extension(home)


def test_the_tutor_asks_before_a_costly_answer_and_the_question_returns(home: Home, dear: Person):
    acts = home.acts()
    best = rated(dear)
    worse = best.worths[1].action
    assert best.mark(worse) is not None and best.cost(worse).points > 70
    question = dear.dialog(ExtensionDialog)
    dear.click_button(question.yes if worse == EXTEND else question.no)
    asked = dear.asked(QuestionDialog)
    assert asked.windowTitle() == "Play it anyway?" and "points" in asked.text.text()
    assert not [each for each in asked.findChildren(PaperButton) if each.text() == "&Hint"], (
        "the tutor's question offers no hint"
    )
    assert home.acts() == acts
    dear.click_button(asked.no)
    again = dear.asked(ExtensionDialog)
    assert again is not question and home.acts() == acts
    dear.click_button(again.yes if worse == EXTEND else again.no)
    dear.wait_until(lambda: home.acts() != acts)
    assert home.acts()[len(acts)] == f"0 extend {'yes' if worse == EXTEND else 'no'}", "the tutor asks only once"


def test_the_tutor_does_not_ask_before_the_better_answer(home: Home, dear: Person):
    acts = home.acts()
    best = rated(dear).best.action
    question = dear.dialog(ExtensionDialog)
    dear.click_button(question.yes if best == EXTEND else question.no)
    dear.wait_until(lambda: home.acts() != acts)
    assert home.acts()[len(acts)] == f"0 extend {'yes' if best == EXTEND else 'no'}"
    assert not home.saved().assisted


@pytest.mark.proof
def test_the_tutor_objects_even_after_a_discard_was_confirmed(home: Home):
    home.set({TUTOR: True, ASK_DISCARD: True})
    person = home.open(Story("GO 100 100 75 50 25", coming="100").record())
    person.draw()
    acts = home.acts()
    person.drag("GO", slot_names.DISCARD)
    sure = person.dialog(QuestionDialog)
    assert sure.windowTitle() == "Discard Go?"
    person.click_button(sure.yes)
    person.wait_until(lambda: bool(person.window.findChildren(TutorBar)) and not person.dialogs())
    assert home.acts() == acts and "GO" in person.hand
    (bar,) = person.window.findChildren(TutorBar)
    person.click_button(bar.play)
    person.settled()
    assert home.acts()[len(acts)] == "0 discard GO", "the player is not asked again"
