"""The rows of the score panel, as they are painted and as a screen reader speaks them."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import table
from mile_bones.desktop.boards.montreal.score_model import CIRCLES, STARS, ScoreRow, score_rows
from mile_bones.games.montreal.rules import Rules
from mile_bones.i18n import format_signed

SEEN = table("QS 2H KD", own=("8: 8S 8H 2C",), other=("7: 7S 7S 7H",), held=9)._replace(
    totals=(785, -430), naturals=(2, 1), chapeaux=(1, 3)
)
ROWS = score_rows(SEEN)
BY_LABEL = {row.label: row for row in ROWS}


@pytest.mark.parametrize(
    ("label", "figures"),
    [
        ("Laid down", ("30", "15")),
        ("In hand", (format_signed(-130), "?")),
        ("Total", ("785", format_signed(-430))),
        ("To go", ("415", "1,630")),
        ("Naturals", ("2", "1")),
        ("Chapeaux", ("1", "3")),
    ],
)
def test_each_row_has_the_figures_of_both_players(label: str, figures: tuple[str, str]) -> None:
    assert BY_LABEL[label].figures == figures


def test_the_rows_are_in_the_order_of_the_panel() -> None:
    assert [row.label for row in ROWS] == ["Laid down", "In hand", "Total", "To go", "Naturals", "Chapeaux"]
    assert [row.label for row in ROWS if row.is_total] == ["Total"]


def test_naturals_are_stars_and_chapeaux_circles() -> None:
    assert [(row.label, row.mark, row.marks) for row in ROWS if row.mark] == [
        ("Naturals", STARS, (2, 1)),
        ("Chapeaux", CIRCLES, (1, 3)),
    ]


def test_a_negative_number_has_a_true_minus_sign_before_its_digits() -> None:
    assert format_signed(-1380) == "\u200e\u22121,380"
    assert format_signed(1380) == "1,380"


def in_hand(**how: object) -> ScoreRow:
    rows = score_rows(SEEN._replace(**how))
    return next(row for row in rows if row.label == "In hand")


def test_a_hidden_hand_is_unknown_to_a_screen_reader() -> None:
    assert BY_LABEL["In hand"].said == (format_signed(-130), "unknown")


def test_an_empty_hand_costs_no_points() -> None:
    assert in_hand(held=(3, 0)).figures == (format_signed(-130), "0")
    assert in_hand(held=(0, 4), hand=bytes(52)).figures == ("0", "?")


def test_both_hands_are_open_after_the_count() -> None:
    for turned in (False, True):
        (row,) = (row for row in score_rows(SEEN, turned=turned, hands=(-20, -35)) if row.label == "In hand")
        assert row.figures == row.said == (format_signed(-20), format_signed(-35))


def test_a_spectator_knows_neither_hand() -> None:
    rows = score_rows(SEEN.for_spectators())
    assert next(row.figures for row in rows if row.label == "In hand") == ("?", "?")


def test_the_row_to_go_is_zero_for_players_at_or_beyond_the_target() -> None:
    rows = score_rows(SEEN._replace(totals=(1285, 1200), rules=Rules(target=1200)))
    assert next(row.figures for row in rows if row.label == "To go") == ("0", "0")


def test_on_a_turned_table_the_other_side_comes_first() -> None:
    turned = {row.label: row for row in score_rows(SEEN, turned=True)}
    assert turned["Laid down"].figures == ("15", "30")
    assert turned["Total"].figures == (format_signed(-430), "785")
    assert turned["Naturals"].marks == (1, 2)
