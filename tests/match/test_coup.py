"""The book of daily puzzles ("coups") that is shipped: all that it states about its positions is true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from mile_bones import resources
from mile_bones.games import read_record
from mile_bones.match.coup import Coup, CoupBook, Grade, book_text
from mile_bones.match.review import WORLDS
from mile_bones.players import coach_spec, load_coach, load_player
from mile_bones.players.coach import LIMITS, Mark
from mile_bones.players.milebones.coup_themes import TITLES, coup_theme
from mile_bones.players.milebones.reasons.codes import Code
from mile_bones.players.reasoned import POINTS_ONLY

TEXT = resources.read_text("coups/mile-bones.txt")
BOOK = CoupBook(TEXT)
ALL = range(len(BOOK))
AHEAD, SURELY = LIMITS[Mark.MISTAKE].points, 4
ROUNDED = 1 / 8
REASONS = {code.value for code in Code} | {POINTS_ONLY}
LEVELS = {name: load_player("mile-bones", name) for name in ("easy", "original", "expert")}


def answers(coup: Coup) -> dict[str, str]:
    """Return the action of each of the quick levels in this position."""
    return {name: str(player.choose(coup.position.observation())) for name, player in LEVELS.items()}


def check(coup: Coup) -> None:
    """Check that the position can be reached. Check all of its stated facts that can be computed quickly."""
    position, rating = coup.position, coup.rating
    best, second = rating.worths[0], rating.worths[1]
    assert position.seat == 0 and coup.record.assisted
    assert {each.action for each in rating.worths} == {str(action) for action in position.legal_actions()}
    assert coup.puzzle.best in position.legal_actions()
    for worse in rating.worths[1:]:
        assert best.worth - worse.worth >= max(AHEAD, SURELY * (worse.se - ROUNDED)) - ROUNDED
    assert best.worth > second.worth >= rating.worths[-1].worth
    said = answers(coup)
    assert said["easy"] == coup.tempting != best.action == said["expert"]
    assert coup.level == next(name for name in LEVELS if said[name] == best.action)
    tempting = position.legal_action(coup.tempting)
    assert coup.theme == coup_theme(position.observation(), coup.puzzle.best, tempting)
    assert coup.reason in REASONS


def test_the_book_has_at_least_500_puzzles():
    assert len(BOOK) >= 500 and BOOK.game == "mile-bones"


def test_every_twentieth_puzzle_is_correct():
    for number in ALL[::20]:
        check(BOOK[number])


@pytest.mark.proof
def test_every_puzzle_is_correct():
    for number in ALL:
        check(BOOK[number])


def test_every_offered_theme_has_at_least_three_puzzles():
    themes = Counter(BOOK[number].theme for number in ALL)
    spec = coach_spec(BOOK.game)
    assert spec is not None and set(themes) == set(spec.coup_themes) == set(TITLES)
    assert min(themes.values()) >= 3


def test_every_grade_of_difficulty_has_a_twentieth_of_the_puzzles():
    grades = Counter(BOOK[number].grade for number in ALL)
    assert set(grades) == set(Grade) and min(grades.values()) >= len(BOOK) // 20


def test_a_week_changes_theme_every_day_and_has_several_grades():
    coups = [BOOK[number] for number in ALL]
    for begin in ALL[:-6]:
        week = coups[begin : begin + 7]
        assert len({coup.theme for coup in week}) >= 4
        assert len({coup.grade for coup in week}) >= 2
    for before, after in pairwise(coups):
        assert before.theme != after.theme


def test_the_record_of_a_puzzle_survives_writing_and_reading():
    record = BOOK[0].record
    assert read_record(record.to_json()) == record


def test_a_book_survives_writing_and_reading():
    coups = [BOOK[number] for number in ALL[::50]]
    again = CoupBook(book_text(coups))
    assert [again[number] for number in range(len(again))] == coups
    assert book_text([replace(coups[0], theme="another"), *coups[1:]]) != book_text(coups)


@pytest.mark.parametrize("head", ["{}", '{"format": "mile-bones-coups", "version": 2}'])
def test_a_text_that_is_not_a_book_is_refused(head):
    with pytest.raises(ValueError, match="not a book"):
        CoupBook(head + "\n")


def test_the_book_is_smaller_than_a_megabyte():
    assert len(TEXT) < 1_000_000


@pytest.mark.long
def test_champion_and_coach_still_agree_on_the_best_action():
    champion, coach = load_player("mile-bones", "champion"), load_coach("mile-bones")
    assert coach is not None
    for number in ALL[::9]:
        observation, best = BOOK[number].position.observation(), BOOK[number].puzzle.best
        rating = coach.rate(observation, WORLDS)
        assert rating is not None and rating.best.action == best == champion.choose(observation)
        assert min(rating.gap(each.action) for each in rating.worths[1:]) >= AHEAD - 10  # processors differ a little
