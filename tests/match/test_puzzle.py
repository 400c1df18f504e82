"""A position as a puzzle: which answers solve it, the game at that position, and the verdict on an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from match.helpers import short_game
from mile_bones.engine.record import Record
from mile_bones.match.position import Position
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.puzzle_words import verdict, worths_text
from mile_bones.players import load_coach
from mile_bones.players.coach import Rating, Worth

COSTS = {  # costs for seat 0 in its first turn, and their standard errors
    "discard 50": (0.0, 0.0),
    "discard GASOLINE": (34.0, 2.0),
    "discard 75": (60.0, 31.0),
    "discard END_OF_LIMIT": (61.0, 30.0),
    "discard 25": (90.0, 2.0),
    "discard FLAT_TIRE": (1490.0, 2.0),
}


@pytest.fixture(scope="module")
def record() -> Record:
    return short_game()


@pytest.fixture(scope="module")
def puzzle(record: Record) -> Puzzle:
    worths = tuple(Worth(action, 10 - cost, 0.5, 10 - cost, se) for action, (cost, se) in COSTS.items())
    return Puzzle(Position(record, 1, 2), Rating(worths, 2400))


def said(puzzle: Puzzle, answer: str | None) -> str:
    coach = load_coach("mile-bones")
    assert coach is not None
    return verdict(puzzle, None if answer is None else puzzle.position.legal_action(answer), coach)


@pytest.mark.parametrize(
    ("answer", "solves", "begins"),
    [
        ("discard 50", True, "Well done, that is the best: discard 50 Miles. "),
        ("discard GASOLINE", True, "Good: that costs next to nothing. A little better still: discard 50 Miles. "),
        ("discard 75", True, "Good: that costs next to nothing. A little better still: discard 50 Miles. "),
        ("discard END_OF_LIMIT", False, "Not this one: it costs about 61 points."),
        ("discard 25", False, "Not this one: it costs about 90 points."),
        ("discard FLAT_TIRE", False, "Not this one: it costs about 1,490 points."),
        (None, False, "Best is: discard 50 Miles. "),
    ],
)
def test_an_answer_is_judged_by_its_cost(puzzle: Puzzle, answer: str | None, solves: bool, begins: str) -> None:
    text = said(puzzle, answer)
    if answer is not None:
        assert puzzle.is_solved_by(puzzle.position.legal_action(answer)) is solves
    if answer is None or solves:
        assert text.startswith(begins) and text.endswith(".") and len(text) > len(begins), "and a reason"
    else:
        assert text == begins, "nothing about the best action"


def test_an_answer_worth_as_much_as_the_best_is_the_best(puzzle: Puzzle) -> None:
    first, second, *others = puzzle.rating.worths
    alike = replace(second, worth=first.worth, points=first.points)
    told = [replace(worth, action=str(worth.action)) for worth in (first, alike, *others)]
    both = Puzzle(puzzle.position, Rating(tuple(told), 2400))
    assert said(both, str(second.action)).startswith("Well done, that is the best: discard Gasoline. ")


def test_the_worths_include_the_best_and_the_given_answer(puzzle: Puzzle) -> None:
    legal = puzzle.position.legal_action
    assert worths_text(puzzle, legal("discard FLAT_TIRE"), most=2) == (
        "On average: discard 50 Miles: 10 points, 50% to win; discard Gasoline: \u200e−24 points, 50% to win;"
        " discard Flat Tire: \u200e−1,480 points, 50% to win; …"
    )
    assert worths_text(puzzle, None, most=6).endswith("discard Flat Tire: \u200e−1,480 points, 50% to win.")


def test_a_choice_that_decides_the_game_is_judged_by_the_chance(puzzle: Puzzle) -> None:
    first, second, *others = (replace(worth, action=str(worth.action)) for worth in puzzle.rating.worths)
    decides = replace(second, worth=second.worth - 2000, points=second.points + 54, chance=0.2)
    worths = Rating((first, *others, decides), 2400)
    text = said(Puzzle(puzzle.position, worths), decides.action)
    assert text == "Not this one: it costs about 30% of the game, and brings 20 points."


def test_a_rating_of_another_position_is_refused(record: Record, puzzle: Puzzle) -> None:
    with pytest.raises(ValueError, match="another position"):
        Puzzle(Position(record, 1, 10), puzzle.rating)
    with pytest.raises(ValueError, match="another position"):
        Puzzle(puzzle.position, replace(puzzle.rating, worths=puzzle.rating.worths[1:]))


@pytest.mark.parametrize("turn", [2, 4], ids=["the first seat", "the second seat"])
def test_the_game_of_a_puzzle_starts_at_its_position_with_you_to_act(record: Record, turn: int) -> None:
    position = Position(record, 1, turn)
    worths = tuple(Worth(str(action), 0.0, 0.5, 0.0, 0.0) for action in position.legal_actions())
    puzzle = Puzzle(position, Rating(worths, 1))
    match, other = puzzle.match(), puzzle.match()
    assert match.viewer == position.seat and match.names[position.seat] == "You"
    assert match.observation(position.seat) == position.observation()
    assert match.assisted and match.to_undo is None and match.question() is None
    match.submit(position.seat, position.legal_actions()[0])
    assert match.length == other.length + 1
    assert other.observation(position.seat) == position.observation(), "each call makes a new match"
    assert len({match.id, other.id, record.id}) == 3
