"""The book of coups that ships: what it says of its positions is so."""

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
AHEAD, SURELY = LIMITS[Mark.MISTAKE], 4
ROUNDED = 1 / 8
REASONS = {code.value for code in Code} | {POINTS_ONLY}
LEVELS = {name: load_player("mile-bones", name) for name in ("easy", "original", "expert")}


def answers(coup: Coup) -> dict[str, str]:
    """What each of the quick levels does there."""
    return {name: str(player.choose(coup.position.observation())) for name, player in LEVELS.items()}


def check(coup: Coup) -> None:
    """It can be played to this choice, and all that does not take long to ask is as it is told."""
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


def test_there_is_one_for_every_day_of_many_months():
    assert len(BOOK) >= 500 and BOOK.game == "mile-bones"


def test_a_position_in_twenty_holds():
    for number in ALL[::20]:
        check(BOOK[number])


@pytest.mark.proof
def test_every_position_holds():
    for number in ALL:
        check(BOOK[number])


def test_every_theme_that_is_offered_has_three_positions_at_least():
    themes = Counter(BOOK[number].theme for number in ALL)
    spec = coach_spec(BOOK.game)
    assert spec is not None and set(themes) == set(spec.coup_themes) == set(TITLES)
    assert min(themes.values()) >= 3


def test_every_grade_comes_often():
    grades = Counter(BOOK[number].grade for number in ALL)
    assert set(grades) == set(Grade) and min(grades.values()) >= len(BOOK) // 20


def test_any_week_has_other_themes_every_day_and_more_than_one_grade():
    coups = [BOOK[number] for number in ALL]
    for begin in ALL[:-6]:
        week = coups[begin : begin + 7]
        assert len({coup.theme for coup in week}) >= 4
        assert len({coup.grade for coup in week}) >= 2
    for before, after in pairwise(coups):
        assert before.theme != after.theme


def test_a_record_of_it_can_be_written_and_read():
    record = BOOK[0].record
    assert read_record(record.to_json()) == record


def test_a_book_that_is_written_is_read_as_it_was():
    coups = [BOOK[number] for number in ALL[::50]]
    again = CoupBook(book_text(coups))
    assert [again[number] for number in range(len(again))] == coups
    assert book_text([replace(coups[0], theme="another"), *coups[1:]]) != book_text(coups)


@pytest.mark.parametrize("head", ["{}", '{"format": "mile-bones-coups", "version": 2}'])
def test_what_is_no_book_is_refused(head):
    with pytest.raises(ValueError, match="not a book"):
        CoupBook(head + "\n")


def test_it_is_small():
    assert len(TEXT) < 1_000_000


@pytest.mark.long
def test_champion_and_coach_asked_anew_hold_the_same_for_best():
    champion, coach = load_player("mile-bones", "champion"), load_coach("mile-bones")
    assert coach is not None
    for number in ALL[::9]:
        observation, best = BOOK[number].position.observation(), BOOK[number].puzzle.best
        rating = coach.rate(observation, WORLDS)
        assert rating is not None and rating.best.action == best == champion.choose(observation)
        assert min(rating.cost(each.action) for each in rating.worths[1:]) >= AHEAD - 10  # processors differ
