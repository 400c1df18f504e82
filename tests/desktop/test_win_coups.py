"""The coup of the day of Millieu in the window: a whole turn is asked for, and shown to win or not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from desktop.at_puzzle import settled, shown, suggested, words
from desktop.boards.millieu.gestures import by_clicks, by_drags, by_keys
from desktop.boards.millieu.gestures import ends as clicked
from desktop.driver import Home, Person, past
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.board import MillieuBoard
from mile_bones.desktop.dialogs.past_coups import PastCoupsDialog
from mile_bones.games.millieu.actions import Action, Take
from mile_bones.i18n import format_date
from mile_bones.library.coup_answers import CoupAnswers
from mile_bones.library.coups import answer_line, coup_of, past_days, theme_title
from mile_bones.match.coup import WinCoup
from mile_bones.match.win_puzzle import Turn, WinPuzzle
from mile_bones.match.win_words import turn_text
from mile_bones.storage.settings import ANIMATION

GAME = "millieu"
TODAY = ("Practice", "Coup of the day")
PAST = ("Practice", "Past coups")
By = Callable[[MillieuBoard, Action], None]


def coup_on(day: date) -> WinCoup:
    coup = coup_of(day, GAME)
    assert isinstance(coup, WinCoup)
    return coup


def captures(coup: WinCoup) -> int:
    return sum(isinstance(step, Take) for step in coup.puzzle.solution)


DAY = next(
    day for day in (date(2026, 5, 4) + timedelta(days=back) for back in range(400)) if captures(coup_on(day)) == 1
)
COUP = coup_on(DAY)
PUZZLE = COUP.puzzle
TASK = f"Win in {COUP.turns} turns. Play the first of them."


def wrong(puzzle: WinPuzzle = PUZZLE) -> Turn:
    """Return a turn that begins like the right one as long as possible, and is not the right one."""
    for known in range(len(puzzle.solution) - 1, -1, -1):
        for action in puzzle.position.legal_actions():
            turn = _completed(puzzle, (*puzzle.solution[:known],) or (action,))
            if turn is not None and not puzzle.is_solved_by(turn):
                return turn
    raise AssertionError("there is a wrong turn")


def _completed(puzzle: WinPuzzle, begun: Turn) -> Turn | None:
    open_ends = [begun]
    while open_ends:
        steps = open_ends.pop()
        if puzzle.answer(steps) is not None:
            if not puzzle.is_solved_by(steps):
                return steps
            continue
        state = puzzle.position.state()
        for step in steps:
            state.apply_action(step)
        open_ends += [(*steps, action) for action in state.legal_actions()]
    return None


@pytest.fixture
def home(home: Home) -> Home:
    """A profile without animation, on the day of a puzzle that is solved with one capture."""
    home.now = datetime.combine(DAY, time(9))
    home.set({ANIMATION: "off"})
    return home


def solve(home: Home) -> Person:
    person = home.open(game=GAME)
    person.choose(*TODAY)
    settled(person)
    return person


def play(person: Person, turn: Turn, by: By = by_clicks) -> None:
    for step in turn:
        by(person.table, step)
        settled(person)


def places(turn: Turn) -> set[str]:
    """Return the places that all steps of a turn in the puzzle use."""
    board = PUZZLE.position.observation().board
    taken = {slot_names.hand(True, board[step.point]) for step in turn if isinstance(step, Take)}
    return {place for step in turn for place in clicked(step)[: 1 if isinstance(step, Take) else 2]} | taken


def set_back(person: Person) -> None:
    """Wait until the position is on the table again after a wrong turn."""
    person.wait_until(lambda: person.sees.board == PUZZLE.position.observation().board)
    settled(person)


def test_the_menu_shows_the_puzzle_of_the_game_on_the_table(home: Home):
    person = solve(home)
    assert person.window.puzzle.puzzle.position.record == COUP.record
    bar = person.window.puzzle.bar
    assert bar.place.text() == f"Coup of {format_date(DAY)}"
    assert (words(person), shown(person)) == (TASK, {"Show me", "Leave"})
    assert COUP.grade.words not in f"{bar.note.text()} {bar.accessibleDescription()}"


@pytest.mark.parametrize("by", [by_clicks, by_drags, by_keys])
def test_the_whole_turn_that_wins_solves_the_puzzle(home: Home, by: By):
    person = solve(home)
    before = person.sees
    play(person, PUZZLE.solution[:-1], by)
    assert words(person) == TASK, "the turn is not over"
    play(person, PUZZLE.solution[-1:], by)
    person.wait_until(lambda: bool(suggested(person)))
    assert words(person).startswith(f"Well done, that wins in {COUP.turns} turns: place ")
    about = f"Theme: “{theme_title(COUP)}”. Difficulty: {COUP.grade.words}."
    assert person.window.puzzle.bar.note.text() == about, "no level, which could contradict the difficulty"
    assert shown(person) == {"Try again", "Copy", "Leave"}
    assert person.sees.board == before.board, "the position is there again"
    assert suggested(person) == places(PUZZLE.solution)
    assert CoupAnswers(past(home), GAME).all() == {DAY: PUZZLE.notation(PUZZLE.solution)}
    assert CoupAnswers(past(home)).all() == {}


def test_a_turn_that_does_not_win_is_answered_when_it_is_over(home: Home):
    person = solve(home)
    turn = wrong()
    play(person, turn[:-1])
    assert words(person) == TASK
    play(person, turn[-1:])
    set_back(person)
    assert words(person).startswith("Not this time. The opponent can answer: place ")
    person.click_button(person.window.puzzle.bar.copy)
    line = QGuiApplication.clipboard().text()
    assert line == answer_line(DAY, PUZZLE.notation(turn), GAME) and line.endswith(": not solved.")
    person.click_button(person.window.puzzle.bar.again)
    settled(person)
    assert words(person) == TASK and not suggested(person)
    play(person, PUZZLE.solution)
    assert words(person).startswith("Well done")


def test_a_wrong_turn_gives_nothing_away(home: Home):
    person = solve(home)
    before, bar = person.sees, person.window.puzzle.bar
    heard: list[str] = []
    person.table.announcer.announced.connect(heard.append)
    play(person, wrong())
    set_back(person)
    assert person.sees.board == before.board and not suggested(person)
    assert shown(person) == {"Show me", "Try again", "Copy", "Leave"} and bar.again.hasFocus()
    assert words(person) in bar.accessibleDescription()
    assert all(button.accessibleDescription() == words(person) for button in bar.buttons)
    person.wait_until(lambda: person.table.announcer.silent)
    assert words(person) in " ".join(heard)
    told = " ".join([words(person), bar.note.text(), bar.accessibleDescription(), *heard])
    secrets = (theme_title(COUP), COUP.grade.words, turn_text(PUZZLE, PUZZLE.solution), "Suggested")
    assert not any(secret in told for secret in secrets)
    assert not any("Suggested" in button.accessibleDescription() for button in person.table.buttons.values())


def test_after_a_wrong_turn_the_right_one_can_be_shown(home: Home):
    person = solve(home)
    play(person, wrong())
    set_back(person)
    person.click_button(person.window.puzzle.bar.show_it)
    assert words(person).startswith(f"This wins in {COUP.turns} turns: place ")
    assert f"Difficulty: {COUP.grade.words}." in person.window.puzzle.bar.note.text()
    assert suggested(person) == places(PUZZLE.solution)
    assert shown(person) == {"Try again", "Copy", "Leave"}
    assert CoupAnswers(past(home), GAME).all() == {DAY: PUZZLE.notation(wrong())}


@pytest.mark.parametrize("by", [by_clicks, by_drags])
def test_after_a_wrong_turn_another_can_be_played_at_once(home: Home, by: By):
    person = solve(home)
    play(person, wrong())
    set_back(person)
    play(person, PUZZLE.solution, by)
    person.wait_until(lambda: bool(suggested(person)))
    assert words(person).startswith("Well done")
    assert CoupAnswers(past(home), GAME).all() == {DAY: PUZZLE.notation(wrong())}, "the first answer"


def test_the_words_about_a_wrong_turn_go_when_the_player_begins_another(home: Home):
    person = solve(home)
    play(person, wrong())
    set_back(person)
    person.wait_until(lambda: shown(person) == {"Show me", "Try again", "Copy", "Leave"})
    person.table.buttons[clicked(PUZZLE.solution[0])[0]].click()
    assert (words(person), shown(person)) == (TASK, {"Show me", "Leave"})


def test_a_step_can_be_taken_back_before_the_turn_is_over(home: Home):
    person = solve(home)
    before = person.sees
    play(person, wrong()[:1])
    person.click_button(person.table.take_back)
    settled(person)
    assert person.sees.board == before.board and words(person) == TASK
    play(person, PUZZLE.solution)
    assert words(person).startswith("Well done")


def test_the_answer_can_be_shown_in_the_middle_of_a_turn(home: Home):
    person = solve(home)
    before = person.sees
    play(person, PUZZLE.solution[:1])
    person.click_button(person.window.puzzle.bar.show_it)
    person.wait_until(lambda: bool(suggested(person)))
    assert words(person).startswith(f"This wins in {COUP.turns} turns: place ")
    assert person.sees.board == before.board
    assert shown(person) == {"Try again", "Leave"}
    assert CoupAnswers(past(home), GAME).all() == {DAY: ""}


def test_leaving_in_the_middle_of_a_turn_brings_the_game_back(home: Home):
    person = home.open(game=GAME)
    person.settled()
    before, seen = person.play.match.record(), person.sees
    person.choose(*TODAY)
    settled(person)
    play(person, PUZZLE.solution[:-1])
    person.click_button(person.window.puzzle.bar.leave)
    person.settled()
    assert person.play.match.record() == before and past(home).count() == 0
    assert person.sees == seen and not suggested(person)


def test_past_coups_are_those_of_the_game_on_the_table(home: Home):
    person = solve(home)
    play(person, PUZZLE.solution)
    person.wait_until(lambda: bool(suggested(person)))
    person.click_button(person.window.puzzle.bar.leave)
    home.now = datetime.combine(DAY + timedelta(days=1), time(9))
    person.choose(*PAST)
    dialog = person.asked(PastCoupsDialog)
    model = dialog.list.model()
    assert model.rowCount() == len(past_days(DAY, game=GAME))
    row = [model.index(0, column).data() for column in range(4)]
    assert row == [format_date(DAY), "Solved", theme_title(COUP), COUP.grade.words]
    person.key(Qt.Key.Key_Return)
    person.wait_until(lambda: not person.dialogs())
    settled(person)
    assert person.window.puzzle.puzzle.position.record == COUP.record


@pytest.mark.proof
def test_every_puzzle_of_a_month_is_solved_by_its_own_answer(home: Home):
    person = home.open(game=GAME)
    for back in range(31):
        day = DAY + timedelta(days=back)
        person.window.coups.show_day(day, GAME)
        settled(person)
        play(person, coup_on(day).puzzle.solution)
        assert words(person).startswith("Well done")
