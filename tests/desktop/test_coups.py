"""*Coup of the day*, the daily puzzle, in the window: today's position, those of past days, and a line to share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.at_puzzle import bar, settled, shown
from desktop.driver import Home, Person, past, target_of
from mile_bones.desktop.dialogs.past_coups import PastCoupsDialog
from mile_bones.desktop.table.hand_places import hand
from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.i18n import format_date
from mile_bones.library.coup_answers import CoupAnswers
from mile_bones.library.coups import answer_line, coup_of, past_days, theme_title
from mile_bones.match.cost_words import cost_text
from mile_bones.match.coup import Coup
from mile_bones.match.puzzle_words import action_text
from mile_bones.players import load_coach
from mile_bones.storage.settings import ANIMATION
from stories import going

Key = Qt.Key
TODAY = ("Practice", "Coup of the day")
PAST = ("Practice", "Past coups")


@pytest.fixture(scope="module", autouse=True)
def _coach() -> None:
    load_coach("mile-bones")


def days() -> Iterator[date]:
    """Yield days whose coup has only plays and discards as legal actions, so that a drag can answer it."""
    day = date(2026, 5, 4)
    while True:
        if all(action.kind in (Kind.PLAY, Kind.DISCARD) for action in coup_of(day).position.legal_actions()):
            yield day
        day += timedelta(days=1)


DAY = next(days())
COUP = coup_of(DAY)


def best(coup: Coup = COUP) -> Action:
    return coup.puzzle.best


def wrong(coup: Coup = COUP) -> Action:
    return coup.puzzle.rating.worths[-1].action


@pytest.fixture
def home(home: Home) -> Home:
    """A profile on the day of a coup that is answered with a card."""
    home.now = datetime.combine(DAY, time(9))
    return home


def solve(home: Home, record=None) -> Person:
    person = home.open(record, game=None if record is None else "mile-bones")
    person.choose(*TODAY)
    settled(person)
    return person


def answer(person: Person, action: Action) -> None:
    person.drag(action.card.notation, target_of(action))
    settled(person)


def test_todays_position_gives_nothing_away_before_the_answer(home: Home):
    person = solve(home)
    assert person.window.puzzle.puzzle.position.record == COUP.record
    assert bar(person).place.text() == f"Coup of {format_date(DAY)}"
    assert (bar(person).words.text(), shown(person)) == ("What would you play?", {"Show me", "Leave"})
    told = f"{bar(person).note.text()} {bar(person).accessibleDescription()}"
    assert theme_title(COUP) not in told and COUP.grade.words not in told


def test_the_answer_shows_theme_and_difficulty_and_can_be_copied(home: Home):
    person = solve(home)
    answer(person, best())
    assert bar(person).words.text().startswith("Well done, that is the best")
    assert f"Theme: “{theme_title(COUP)}”. Difficulty: {COUP.grade.words}; " in bar(person).note.text()
    assert shown(person) == {"All values", "Try again", "Copy", "Leave"}
    QGuiApplication.clipboard().clear()
    person.click_button(bar(person).copy)
    line = QGuiApplication.clipboard().text()
    assert line == answer_line(DAY, str(best())) and "\n" not in line
    assert best().card.notation not in line and line in person.status


def gives_nothing_away(person: Person) -> bool:
    """Return True if neither the bar nor the table shows anything about the right answer."""
    puzzle, slots = person.window.puzzle.puzzle, person.table.slots.values()
    read = [bar(person).words, bar(person).note, *bar(person).buttons, *person.table.buttons.values()]
    told = [part for each in read for part in (each.text(), each.accessibleDescription(), each.toolTip())]
    secrets = (action_text(puzzle, best()), theme_title(COUP), COUP.grade.words, "Suggested", "On average")
    return not (
        any(slot.marks.suggested for slot in slots)
        or any(secret in text for secret in secrets for text in (*told, bar(person).accessibleDescription()))
    )


def test_a_wrong_answer_gives_nothing_away(home: Home):
    person = solve(home)
    heard: list[str] = []
    person.table.announcer.announced.connect(heard.append)
    answer(person, wrong())
    cost = cost_text(COUP.cost(str(wrong())), spec("mile-bones"))
    assert bar(person).words.text() == f"Not this one: it costs about {cost}."
    assert shown(person) == {"Show me", "Try again", "Copy", "Leave"} and bar(person).again.hasFocus()
    assert gives_nothing_away(person)
    person.wait_until(lambda: person.table.announcer.silent)
    assert f"Not this one: it costs about {cost}." in " ".join(heard)
    assert action_text(COUP.puzzle, best()) not in " ".join(heard)


def test_after_a_wrong_answer_the_answer_can_be_shown(home: Home):
    person = solve(home)
    answer(person, wrong())
    person.click_button(bar(person).show_it)
    assert bar(person).words.text().startswith(f"Best is: {action_text(COUP.puzzle, best())}. ")
    assert bar(person).note.text().startswith("On average: ")
    assert f"Theme: “{theme_title(COUP)}”. Difficulty: {COUP.grade.words}; " in bar(person).note.text()
    assert person.place_of(best().card.notation) in {
        place for place, slot in person.table.slots.items() if slot.marks.suggested
    }
    assert shown(person) == {"All values", "Try again", "Copy", "Leave"} and bar(person).leave.hasFocus()
    assert CoupAnswers(past(home)).all() == {DAY: str(wrong())}


def test_a_wrong_answer_gives_nothing_away_after_the_answer_was_shown(home: Home):
    person = solve(home)
    person.click_button(bar(person).show_it)
    person.click_button(bar(person).again)
    settled(person)
    answer(person, wrong())
    assert gives_nothing_away(person)


def test_the_line_to_copy_for_friends_is_about_the_first_answer(home: Home):
    person = solve(home)
    answer(person, wrong())
    person.click_button(bar(person).again)
    settled(person)
    answer(person, best())
    assert bar(person).words.text().startswith("Well done")
    person.click_button(bar(person).copy)
    assert QGuiApplication.clipboard().text() == answer_line(DAY, str(wrong()))
    assert CoupAnswers(past(home)).all() == {DAY: str(wrong())}


def test_a_coup_whose_answer_was_shown_offers_no_line_to_copy(home: Home):
    person = solve(home)
    person.click_button(bar(person).show_it)
    assert shown(person) == {"All values", "Try again", "Leave"}
    assert CoupAnswers(past(home)).all() == {DAY: ""}


def test_a_coup_can_be_answered_again_and_keeps_its_first_answer(home: Home):
    person = solve(home)
    answer(person, best())
    person.click_button(bar(person).leave)
    person.choose(*TODAY)
    settled(person)
    assert bar(person).note.text().startswith("You have met this one before.")
    answer(person, wrong())
    person.click_button(bar(person).copy)
    assert QGuiApplication.clipboard().text() == answer_line(DAY, str(best()))


ANSWERED = "This position is answered. “Try again” asks it once more."


def open_coup(home: Home, game: str) -> tuple[Person, str]:
    """Show the coup of `game`. Return also a place of something that can be moved."""
    home.set({ANIMATION: "off"})
    person = home.open(game=game)
    person.choose(*TODAY)
    settled(person)
    held = (place for place in person.table.buttons if place.startswith(("hand.", "own.hand.")))
    return person, next(place for place in held if person.table.target.may_lift(place))


@pytest.mark.parametrize("game", GAMES)
def test_an_answered_position_takes_no_gesture_and_says_how_to_begin_again(home: Home, game: str):
    person, place = open_coup(home, game)
    table = person.table
    table.buttons[place].click()
    assert table.drag.chosen
    person.click_button(bar(person).show_it)
    assert (table.drag.chosen, person.lit()) == ((), set()), "nothing is lit beside the answer"
    for press in (table.buttons[place].click, lambda: table.drag.press_key(place)):
        assert not person.message.startswith("Your turn")
        press()
        QApplication.processEvents()
        assert (table.drag.chosen, person.lit(), person.message) == ((), set(), ANSWERED)
    table.chosen.emit(person.sees.legal_actions()[0])
    QApplication.processEvents()
    assert person.message == ANSWERED
    person.click_button(bar(person).again)
    table.buttons[place].click()
    QApplication.processEvents()
    assert table.drag.chosen and person.message not in ("", ANSWERED)


def test_the_words_about_a_wrong_answer_go_when_the_player_tries_something_else(home: Home):
    person = solve(home)
    asked = bar(person).words.text(), shown(person)
    answer(person, wrong())
    assert "Try again" in shown(person)
    person.table.buttons[hand(0)].click()
    assert (bar(person).words.text(), shown(person)) == asked


def test_the_next_day_has_another_coup(home: Home):
    person = solve(home)
    person.click_button(bar(person).leave)
    home.now += timedelta(days=1)
    person.choose(*TODAY)
    assert person.window.puzzle.puzzle.position.record == coup_of(DAY + timedelta(days=1)).record


def test_past_coups_can_be_played_and_show_details_only_if_answered(home: Home):
    later = DAY + timedelta(days=3)
    person = solve(home)
    answer(person, wrong())
    person.click_button(bar(person).leave)
    home.now = datetime.combine(later, time(9))
    person.choose(*PAST)
    dialog = person.asked(PastCoupsDialog)
    model = dialog.list.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    assert [row[0] for row in rows] == [format_date(day) for day in past_days(later)]
    answered = (later - DAY).days - 1
    assert rows[answered] == [format_date(DAY), "Tried", theme_title(COUP), COUP.grade.words]
    assert all(row[1:] == ["–", "–", "–"] for at, row in enumerate(rows) if at != answered)
    for _day in range(answered):
        person.key(Key.Key_Down)
    person.key(Key.Key_Return)
    person.wait_until(lambda: not person.dialogs())
    settled(person)
    assert person.window.puzzle.puzzle.position.record == COUP.record
    assert bar(person).place.text() == f"Coup of {format_date(DAY)}"


def test_a_coup_takes_the_place_of_a_lesson_and_the_game_waits(home: Home):
    person = home.open(going().record())
    before, saved = person.play.match.record(), home.saved()
    person.choose("Practice", "First hand, a lesson")
    person.choose(*TODAY)
    settled(person)
    assert person.window.lesson.course is None
    answer(person, best())
    assert home.saved() == saved and past(home).count() == 0
    person.click_button(bar(person).leave)
    person.settled()
    assert person.play.match.record() == before and not person.play.match.assisted
    person.looks_right()


def test_f1_opens_the_help_page_of_coups(home: Home):
    person = solve(home)
    bar(person).leave.setFocus()
    person.key(Key.Key_F1)
    assert person.window.dialog_stack.help.topic == "coups"
    person.window.activateWindow()
    person.choose(*PAST)
    person.asked(PastCoupsDialog).activateWindow()
    person.key(Key.Key_F1)
    assert person.window.dialog_stack.help.topic == "coups"


@pytest.mark.proof
def test_every_coup_of_a_month_can_be_shown_and_answered(home: Home):
    """The month includes coups of other kinds, such as the question at the end of a trip, or a coup fourré before the
    draw.
    """
    person = home.open(game=None)
    for back in range(31):
        day = DAY + timedelta(days=back)
        person.window.coups.show_day(day)
        for dialog in person.dialogs():
            dialog.accept()
        if not bar(person).worths.isVisible():
            person.click_button(bar(person).show_it)
        assert bar(person).note.text().startswith("On average: ")
