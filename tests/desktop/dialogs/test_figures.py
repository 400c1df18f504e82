"""The figures and sentences of the statistics about a game and its players, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mile_bones.desktop.dialogs import figures
from mile_bones.desktop.dialogs.figures import Sides
from mile_bones.games import GAMES, spec
from mile_bones.storage.statistics import Gathering, Span, Statistics, Wins

NOTHING = Gathering(Span(), lambda _record: None).statistics()
YOU = Sides(("You", "Computer"), you=True)
PAIR = Sides(("Anna", "Ben"))


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span(), YOU),
        (Span(level="easy"), YOU),
        (Span(imported=True), Sides(("Player", "Opponent"), strangers=True)),
        (Span(pair=("Anna", "Ben")), PAIR),
        (Span(pair=("Anna", "Ben"), imported=True), PAIR),
        (Span(pair=("Anna", "Anna")), Sides(("Anna (1)", "Anna (2)"))),
        (Span(pair=("", "Ben")), Sides(("Player 1", "Ben"))),
    ],
)
def test_the_sides_have_the_names_of_the_players(span: Span, expected: Sides) -> None:
    assert figures.sides_of(span) == expected


def played(won: int, lost: int, streak: int = 0, **more: int) -> Statistics:
    results = tuple(range(won + lost))
    return replace(NOTHING, results=results, games=(Wins(won), Wins(lost)), streak=streak, **more)


@pytest.mark.parametrize(
    ("game", "found", "sides", "text"),
    [
        ("mile-bones", None, YOU, "The history cannot be read."),
        ("millieu", NOTHING, YOU, "No finished game without help yet."),
        ("mile-bones", played(2, 1, 2, hands=7), YOU, "3 games finished, 7 hands. You have won the last 2."),
        ("montreal-mille", played(2, 1, hands=7), YOU, "3 games finished, 7 deals."),
        ("montreal-mille", played(1, 0, hands=1), YOU, "1 game finished, 1 deal."),
        ("millieu", played(2, 1, 2, hands=3), YOU, "3 games finished. You have won the last 2."),
        ("millieu", played(1, 3, -3, hands=4), YOU, "4 games finished. Computer has won the last 3."),
        ("millieu", played(2, 0, 2, hands=2), PAIR, "2 games finished. Anna has won the last 2."),
        ("millieu", played(0, 2, -2, hands=2), PAIR, "2 games finished. Ben has won the last 2."),
        ("millieu", played(2, 0, 2, hands=2), Sides(("Player", "Opponent"), strangers=True), "2 games finished."),
        ("millieu", replace(NOTHING, given_up=1), YOU, "0 games finished, 1 given up."),
    ],
)
def test_the_summary_says_how_many_games_and_who_won_the_last(
    game: str, found: Statistics | None, sides: Sides, text: str
) -> None:
    assert figures.summary(found, sides, spec(game)) == text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_lists_its_facts_and_points_only_if_it_has_them(game: str) -> None:
    plan = figures.numbers(NOTHING, PAIR, spec(game))
    told = [row.cells[0].text for row in plan.rows]
    assert [column.header.text for column in plan.columns] == ["", "Anna", "Ben"]
    facts = {fact.title() for fact in spec(game).parts.fact_columns if fact.name != "points"}
    assert set(told) >= facts | {"Games won"}
    assert len(told) == len(set(told))
    assert bool({"Average hand", "Average deal"} & set(told)) == (spec(game).target is not None)


def test_pieces_taken_by_one_side_are_listed_as_lost_by_the_other() -> None:
    found = replace(NOTHING, sums=({"points": 1, "taken": 4}, {"points": 0, "taken": 2}))
    rows = {
        row.cells[0].text: [cell.text for cell in row.cells[1:]]
        for row in figures.numbers(found, PAIR, spec("millieu")).rows
    }
    assert rows["Pieces taken"] == ["4", "2"] and rows["Pieces lost"] == ["2", "4"]


@pytest.mark.parametrize(
    ("game", "said", "unsaid"),
    [
        ("mile-bones", {"Hands won", "Average hand"}, {"Deals won", "Average deal"}),
        ("montreal-mille", {"Deals won", "Average deal"}, {"Hands won", "Average hand"}),
    ],
)
def test_the_labels_use_the_games_word_for_a_hand(game: str, said: set[str], unsaid: set[str]) -> None:
    sums = tuple({fact.name: 0 for fact in spec(game).parts.fact_columns} for _side in (0, 1))
    plan = figures.numbers(replace(played(1, 0, hands=2), sums=sums), YOU, spec(game))
    labels = {row.cells[0].text for row in plan.rows}
    assert said <= labels and not unsaid & labels
