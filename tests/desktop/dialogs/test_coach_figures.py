"""The figures and sentences about reviews in the statistics, without a window."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import Qt

from mile_bones.desktop.dialogs import coach_figures
from mile_bones.desktop.dialogs.coach_figures import View
from mile_bones.desktop.dialogs.figures import Sides
from mile_bones.desktop.dialogs.lists import LongList
from mile_bones.games import part_of, spec
from mile_bones.library.review_statistics import ReviewedGame, ReviewStatistics
from mile_bones.match.review import ErrorRate
from mile_bones.players import coach_spec
from mile_bones.players.milebones import levels
from mile_bones.storage.statistics import Gathering, Span

YOU = Sides(("You", "Computer"), you=True)
GAME = spec("mile-bones")
NOTHING = ReviewStatistics((), (ErrorRate(), ErrorRate()), {}, (Counter(), Counter()), Counter(), Counter(), 0)
GAMES = (
    ReviewedGame(datetime.fromisoformat("2026-05-02T20:00"), (ErrorRate(600, 9, 2), ErrorRate(90, 8, 2)), 300, -81.5),
    ReviewedGame(datetime.fromisoformat("2026-05-03T20:00"), (ErrorRate(0, 0, 1), ErrorRate(60, 3, 1)), -50, 1200.0),
)
SOME = ReviewStatistics(
    GAMES,
    (ErrorRate(600, 9, 3), ErrorRate(150, 11, 3)),
    {"hazards": (ErrorRate(450, 6, 3), ErrorRate(150, 11, 3)), "discards": (ErrorRate(150, 3, 3), ErrorRate(0, 0, 3))},
    (Counter({350: 1, 250: 1, 0: 1}), Counter({60: 1, 99: 1, 100: 1})),
    Counter({-82: 1, 0: 1, 1200: 1}),
    Counter({-1250: 1, 382: 1, 0: 1}),
    0,
)
ONE_BEFORE = "1 hand was reviewed by an earlier coach, and counts when it is reviewed again."
COUNTED = replace(Gathering(Span(), lambda _record: None).statistics(), hands=8)


@pytest.mark.parametrize(
    ("view", "reviews", "text"),
    [
        (View.ERRORS, SOME, "3 of 8 hands reviewed. Error rate: You 200 (Strong), Computer 50 (Champion)."),
        (View.ERRORS_BY_KIND, SOME, "3 of 8 hands reviewed. Error rate: You 200 (Strong), Computer 50 (Champion)."),
        (
            View.LUCK,
            SOME,
            "3 of 8 hands reviewed. On average a result of +83 a hand: +373 of it luck, \u200e−290 skill.",
        ),
        (
            View.ERRORS_BY_HAND,
            replace(SOME, rates=(ErrorRate(hands=1), ErrorRate(30, 2, 1)), outdated=1),
            f"1 of 8 hands reviewed. Error rate: You 0, Computer 30 (Champion). {ONE_BEFORE}",
        ),
    ],
)
def test_the_summary_says_how_much_was_reviewed_and_the_results(view: View, reviews: ReviewStatistics, text: str):
    assert coach_figures.summary(view, COUNTED, reviews, YOU, GAME) == text


def test_without_reviews_the_page_says_how_to_get_figures():
    for outdated, beginning in (
        (0, "None of these games has been reviewed yet. "),
        (1, ONE_BEFORE),
        (2, "2 hands were reviewed by an earlier coach, and count when they are reviewed again. "),
    ):
        text = coach_figures.nothing(replace(NOTHING, outdated=outdated), GAME)
        assert text.startswith(beginning) and "Choose “Review this game” when a game is over" in text


@pytest.mark.parametrize(
    ("view", "heads", "lines"),
    [
        (
            View.ERRORS,
            ("Date", "You", "Computer", "Hands"),
            [("3 May 2026", "0", "60", "1"), ("2 May 2026", "300", "45", "2")],
        ),
        (
            View.ERRORS_BY_HAND,
            ("Hand", "You", "Computer"),
            [
                ("0 to 99 points", "1", "2"),
                ("100 to 199 points", "0", "1"),
                ("200 to 299 points", "1", "0"),
                ("300 to 399 points", "1", "0"),
            ],
        ),
        (
            View.ERRORS_BY_KIND,
            ("Kind of choice", "You", "Choices", "Computer", "Choices"),
            [
                ("Distances", "0", "0", "0", "0"),
                ("Hazards and remedies", "150", "6", "50", "11"),
                ("Safeties", "0", "0", "0", "0"),
                ("Discards", "50", "3", "0", "0"),
                ("The extension", "0", "0", "0", "0"),
                ("All of them", "200", "9", "50", "11"),
            ],
        ),
        (
            View.LUCK,
            ("Date", "Result", "Luck", "Skill", "Hands"),
            [("3 May 2026", "−50", "+1,200", "−1,250", "1"), ("2 May 2026", "+300", "−82", "+382", "2")],
        ),
        (
            View.LUCK_BY_HAND,
            ("Hand", "Luck", "Skill"),
            [
                ("−1,400 to −1,201 points", "0", "1"),
                ("−200 to −1 points", "1", "0"),
                ("0 to 199 points", "1", "1"),
                ("200 to 399 points", "0", "1"),
                ("1,200 to 1,399 points", "1", "0"),
            ],
        ),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_every_view_is_also_a_table(view: View, heads: tuple[str, ...], lines: list[tuple[str, ...]]):
    table = coach_figures.view_table(view, SOME, YOU, GAME)
    model = table.model()
    columns = range(model.columnCount())
    assert tuple(model.headerData(column, Qt.Orientation.Horizontal) for column in columns) == heads
    told = [tuple(model.index(row, column).data() for column in columns) for row in range(model.rowCount())]
    assert [tuple(text.replace("\u200e", "") for text in line) for line in told] == lines
    assert table.accessibleName() == coach_figures.title(view, GAME)


@pytest.mark.parametrize(
    ("game", "titles", "unit"),
    [
        (
            "mile-bones",
            ["Error rate over time", "Error rate by hand", "Error rate by kind of choice"],
            "Points a hand",
        ),
        (
            "montreal-mille",
            ["Error rate over time", "Error rate by deal", "Error rate by kind of choice"],
            "Points a deal",
        ),
        ("millieu", ["Error rate over time", "Error rate by kind of choice"], "Per cent of the game"),
    ],
)
def test_a_coach_without_luck_offers_no_views_of_it_in_any_game(
    game: str, titles: list[str], unit: str, monkeypatch: pytest.MonkeyPatch
):
    known = coach_spec("mile-bones")
    assert known is not None
    monkeypatch.setattr(part_of(game, "players", "coaching"), "COACH", replace(known, knows_luck=False))
    found = spec(game)
    assert [coach_figures.title(view, found) for view in coach_figures.views(found)] == titles
    assert coach_figures.unit(found) == unit


@pytest.mark.parametrize(
    ("game", "reviewed", "outdated", "many"),
    [
        (
            "mile-bones",
            "3 of 8 hands reviewed. ",
            ONE_BEFORE,
            "2 hands were reviewed by an earlier coach, and count when they are reviewed again.",
        ),
        (
            "montreal-mille",
            "3 of 8 deals reviewed. ",
            "1 deal was reviewed by an earlier coach, and counts when it is reviewed again.",
            "2 deals were reviewed by an earlier coach, and count when they are reviewed again.",
        ),
        (
            "millieu",
            "3 of 8 games reviewed. ",
            "1 game was reviewed by an earlier coach, and counts when it is reviewed again.",
            "2 games were reviewed by an earlier coach, and count when they are reviewed again.",
        ),
    ],
)
def test_the_summary_uses_the_games_word_for_a_hand(game: str, reviewed: str, outdated: str, many: str):
    for count, end in ((1, outdated), (2, many)):
        text = coach_figures.summary(View.ERRORS, COUNTED, replace(SOME, outdated=count), YOU, spec(game))
        assert text.startswith(reviewed) and text.endswith(f" {end}")


def test_a_coach_with_luck_states_the_average_of_a_deal():
    text = coach_figures.summary(View.LUCK, COUNTED, SOME, YOU, spec("montreal-mille"))
    assert " On average a result of +83 a deal: +373 of it luck, " in text


@pytest.mark.parametrize(
    ("game", "one", "many"),
    [("mile-bones", "Hand", "Hands"), ("montreal-mille", "Deal", "Deals"), ("millieu", "Hand", "Games")],
)
@pytest.mark.usefixtures("qapp")
def test_the_heads_of_tables_use_the_games_word_for_a_hand(game: str, one: str, many: str):
    for view in (View.ERRORS, View.LUCK):
        assert heads_of(coach_figures.view_table(view, SOME, YOU, spec(game)))[-1] == many
    for view in (View.ERRORS_BY_HAND, View.LUCK_BY_HAND):
        assert heads_of(coach_figures.view_table(view, SOME, YOU, spec(game)))[0] == one


def heads_of(table: LongList) -> list[str]:
    model = table.model()
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def test_a_game_without_a_coach_has_no_views_of_reviews(monkeypatch: pytest.MonkeyPatch):
    assert coach_figures.views(GAME) == list(View)
    monkeypatch.setattr(levels, "HAS_COACH", False)
    assert coach_figures.views(GAME) == []
