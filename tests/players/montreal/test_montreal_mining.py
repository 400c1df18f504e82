"""Mining, the search for puzzles of Mille: which choices are kept, their themes, and their grades."""

from __future__ import annotations

import pytest

from games.montreal.tables import table
from mile_bones import resources
from mile_bones.games.montreal.actions import parse_action
from mile_bones.lab.coups.choices import grade
from mile_bones.match.coup import CoupBook, Grade, RatedCoup
from mile_bones.players.coach import Rating, Worth
from mile_bones.players.montreal.coach import load_coach
from mile_bones.players.montreal.conversion import likeness
from mile_bones.players.montreal.coup_themes import TITLES, CoupTheme, coup_theme
from mile_bones.players.montreal.mining import is_clear, is_promising

BOOK = CoupBook(resources.read_text("coups/montreal-mille.txt"))
PARTS = 8
"""The parts of the book in which its answers are rated again. Each of them is one test."""

THEMES = [
    ("draw", "pile 8S 8D", "draw_or_pile"),
    ("pile 8S 8D", "draw", "draw_or_pile"),
    ("turned", "draw", "draw_or_pile"),
    ("discard 8S", "discard QS", "discard"),
    ("discard 8S", "lay 8S 8D 8C", "lay_or_keep"),
    ("add 8S 8", "discard QS", "lay_or_keep"),
    ("lay 8S 8D 8C", "lay 9S 9D 9C", "which_set"),
    ("add 2S 8", "add 2S 9", "which_set"),
]


@pytest.mark.parametrize(("best", "tempting", "theme"), THEMES)
def test_the_best_and_the_tempting_step_decide_the_theme(best: str, tempting: str, theme: str) -> None:
    assert coup_theme(parse_action(best), parse_action(tempting)) == theme


def test_every_theme_is_tested_and_has_its_own_title() -> None:
    assert {theme for *_rest, theme in THEMES} == {theme.value for theme in CoupTheme} == set(TITLES)
    assert len({title() for title in TITLES.values()}) == len(TITLES)


def rating(**worths: tuple[float, float]) -> Rating:
    """Return a rating of discards with these worths and standard errors. A point is a thousandth of the game."""
    found = [
        Worth(parse_action(f"discard {card}"), worth, 0.5 + worth / 1000, worth, se)
        for card, (worth, se) in worths.items()
    ]
    return Rating(tuple(found), 200)


@pytest.mark.parametrize(
    ("found", "share", "clear"),
    [
        (rating(KS=(100, 0), AS=(20, 20)), 1, True),
        (rating(KS=(100, 0), AS=(66, 5)), 1, False),
        (rating(KS=(100, 0), AS=(20, 21)), 1, False),
        (rating(KS=(100, 0), KH=(100, 0), AS=(20, 5)), 1, True),
        (rating(KS=(100, 0), QH=(100, 0), AS=(20, 5)), 1, False),
        (rating(KS=(100, 0), AS=(20, 5), QH=(0, 26)), 1, False),
        (rating(KS=(100, 0), KH=(100, 0)), 1, False),
        (rating(KS=(100, 0), AS=(60, 15)), 0.5, True),
        (rating(KS=(100, 0), AS=(60, 21)), 0.5, False),
    ],
)
def test_all_steps_but_equivalent_ones_must_deserve_a_mark_and_cost_four_standard_errors(
    found: Rating, share: float, clear: bool
) -> None:
    assert is_clear(found, share) is clear


def test_the_coach_does_not_look_at_a_choice_between_equivalent_cards() -> None:
    assert not is_promising(table("KS KH", "4S", phase="play").observation(0))


def test_the_coach_looks_if_one_step_goes_out() -> None:
    assert is_promising(table("8S 8H 8D", "4S", sets={"K": "KS KH KD"}, phase="play").observation(0))


@pytest.mark.parametrize(("level", "found"), [("easy", Grade.GENTLE), ("strong", Grade.TRICKY), ("expert", Grade.HARD)])
def test_the_grade_follows_from_the_weakest_level_that_finds_the_step(level: str, found: Grade) -> None:
    assert grade("montreal-mille", level) is found


def test_the_coach_compares_every_step_in_the_same_other_worlds() -> None:
    seen = table("8S 8H 8D", "4S", sets={"K": "KS KH KD"}, phase="play").observation(0)
    found = load_coach(1).compared(seen, 6)
    assert found.worlds == 6 and {each.action for each in found.worths} == set(seen.legal_actions())
    assert str(found.best.action) == "lay 8S 8H 8D" and is_clear(found)
    assert found == load_coach(1).compared(seen, 6) != load_coach(2).compared(seen, 6)


def coups(part: int = 0, parts: int = 1) -> list[RatedCoup]:
    """Return the puzzles that are shipped, or those of one of `parts` parts."""
    found = [BOOK[number] for number in range(part, len(BOOK), parts)]
    return [coup for coup in found if isinstance(coup, RatedCoup)]


@pytest.mark.slow
def test_every_puzzle_that_is_shipped_has_one_answer_and_a_theme_and_grade_that_fit() -> None:
    for coup in coups():
        best, tempting = coup.puzzle.best, coup.position.legal_action(coup.tempting)
        assert is_clear(coup.puzzle.rating)
        assert coup.theme == coup_theme(best, tempting) and coup.grade is grade(BOOK.game, coup.level)
        assert not coup.is_solved_by(coup.tempting)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_answer_of_every_puzzle_is_the_best_step_in_other_worlds_too(part: int) -> None:
    for coup in coups(part, PARTS):
        found = load_coach(7).compared(coup.position.observation(), 60)
        assert likeness(found.best.action) == likeness(coup.puzzle.best)
