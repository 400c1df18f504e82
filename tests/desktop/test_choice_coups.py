"""The coup of the day of Mille in the window: one step of a turn is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest
from PySide6.QtGui import QGuiApplication

from desktop.at_puzzle import settled, shown, words
from desktop.boards.montreal.gestures import by_clicks, by_drags, by_keys, by_presses, click
from desktop.driver import Home, Person, past
from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.games.montreal.actions import Action
from mile_bones.i18n import format_date
from mile_bones.library.coup_answers import CoupAnswers
from mile_bones.library.coups import answer_line, count, coup_of, theme_title
from mile_bones.match.coup import RatedCoup
from mile_bones.players import coach_spec, load_coach
from mile_bones.storage.settings import ANIMATION

GAME = "montreal-mille"
TODAY = ("Practice", "Coup of the day")
FIRST = date(2026, 5, 4)
By = Callable[[MontrealBoard, Action], None]


@pytest.fixture(scope="module", autouse=True)
def _coach() -> None:
    load_coach(GAME)


def coup_on(day: date) -> RatedCoup:
    coup = coup_of(day, GAME)
    assert isinstance(coup, RatedCoup)
    return coup


def day_of(theme: str) -> date:
    """Return the first day of a coup with this theme."""
    days = (FIRST + timedelta(days=back) for back in range(count(GAME)))
    return next(day for day in days if coup_on(day).theme == theme)


def themes() -> list[str]:
    coach = coach_spec(GAME)
    assert coach is not None
    return [*coach.coup_themes]


@pytest.fixture
def home(home: Home) -> Home:
    """A profile without animation."""
    home.set({ANIMATION: "off"})
    return home


def solve(home: Home, day: date) -> Person:
    home.now = datetime.combine(day, time(9))
    person = home.open(game=GAME)
    person.choose(*TODAY)
    settled(person)
    return person


def lit(person: Person) -> set[str]:
    """Return the places that are lit as targets of the selection, or invite the player."""
    return {place for place, slot in person.table.slots.items() if slot.marks.target or slot.marks.invite}


@pytest.mark.parametrize("by", [by_clicks, by_drags, by_keys, by_presses])
@pytest.mark.parametrize("theme", themes())
def test_the_best_step_solves_the_puzzle_of_the_game_on_the_table(home: Home, theme: str, by: By) -> None:
    day = day_of(theme)
    coup, person = coup_on(day), solve(home, day)
    bar = person.window.puzzle.bar
    assert person.window.puzzle.puzzle.position.record == coup.record
    assert bar.place.text() == f"Coup of {format_date(day)}"
    assert (words(person), shown(person)) == ("What would you play?", {"Show me", "Leave"})
    assert theme_title(coup) not in f"{bar.note.text()} {bar.accessibleDescription()}"
    by(person.table, coup.puzzle.best)
    settled(person)
    assert words(person).startswith("Well done, that is the best")
    assert f"Theme: “{theme_title(coup)}”. Difficulty: {coup.grade.words}; " in bar.note.text()
    assert shown(person) == {"All values", "Try again", "Copy", "Leave"}
    person.click_button(bar.copy)
    line = QGuiApplication.clipboard().text()
    assert line == answer_line(day, str(coup.puzzle.best), GAME) and line.startswith("Mille, coup of the day, ")
    assert CoupAnswers(past(home), GAME).all() == {day: str(coup.puzzle.best)}


def test_a_wrong_step_costs_at_least_a_doubtful_choice(home: Home) -> None:
    day = day_of("discard")
    coup, person = coup_on(day), solve(home, day)
    wrong = coup.puzzle.rating.worths[-1].action
    by_clicks(person.table, wrong)
    settled(person)
    assert not words(person).startswith("Well done")
    assert not person.message, "the words about the selection are gone"
    assert CoupAnswers(past(home), GAME).all() == {day: str(wrong)}
    assert past(home).count() == 0


def test_the_words_about_a_wrong_step_go_when_the_player_selects_another_card(home: Home) -> None:
    day = day_of("discard")
    person = solve(home, day)
    asked = words(person), shown(person)
    by_clicks(person.table, coup_on(day).puzzle.rating.worths[-1].action)
    settled(person)
    assert "Try again" in shown(person)
    click(person.table, slot_names.hand(0))
    assert (words(person), shown(person)) == asked


def test_the_lights_of_selected_cards_do_not_stay_when_the_puzzle_is_left(home: Home) -> None:
    day = day_of("lay_or_keep")
    person = solve(home, day)
    before = lit(person)
    click(person.table, slot_names.hand(0))
    assert lit(person) != before
    person.click_button(person.window.puzzle.bar.leave)
    person.settled()
    assert not any(slot.marks.target for slot in person.table.slots.values())
    person.choose(*TODAY)
    settled(person)
    assert lit(person) == before


@pytest.mark.proof
def test_every_puzzle_of_a_month_is_solved_by_its_own_answer(home: Home) -> None:
    person = home.open(game=GAME)
    for back in range(31):
        day = FIRST + timedelta(days=back)
        person.window.coups.show_day(day, GAME)
        settled(person)
        by_clicks(person.table, coup_on(day).puzzle.best)
        settled(person)
        assert words(person).startswith("Well done")
