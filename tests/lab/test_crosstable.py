"""The cross table: every pair of levels is measured once, with the planned number of hands, and kept in a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from known_levels import LEVELS
from mile_bones.lab import arena
from mile_bones.lab.crosstable import CrossTable, Plan, measure
from mile_bones.lab.crosstable_report import (
    BEGIN,
    END,
    DocumentError,
    check_document,
    crosstable_markdown,
    crosstable_text,
    write_document,
)
from mile_bones.lab.line_file import ResumeError
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.statistics import Estimate

PLAN = Plan(levels=("easy", "original"), rules=("mille",), hands=20, slow_hands=4, games=2, slow_games=0, seed=6)


def test_every_pair_is_measured_once_under_every_rule_set() -> None:
    plan = Plan(LEVELS, ("mile-bones", "mille"), hands=20, slow_hands=20, games=0, slow_games=0, seed=1)
    pairs = list(plan.pairs())
    assert len(pairs) == len(set(pairs)) == 2 * len(LEVELS) * (len(LEVELS) - 1) // 2
    assert all(LEVELS.index(a) > LEVELS.index(b) for _rules, a, b in pairs)


def test_a_slow_level_plays_fewer_hands_and_games() -> None:
    (slow, *_others) = arena.SLOW_LEVELS
    assert PLAN.size("original", "easy") == (20, 2)
    assert PLAN.size(slow, "easy") == PLAN.size("easy", slow) == (4, 0)


def test_a_table_resumed_from_its_folder_has_the_arenas_results(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    table = measure(PLAN, 1, folder)
    assert table.results == (arena.play("original", "easy", hands=20, games=2, seed=6, rules="mille"),)
    (kept,) = folder.glob("*.jsonl")
    before = kept.stat().st_mtime_ns
    assert measure(PLAN, 1, folder) == table
    assert kept.stat().st_mtime_ns == before


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ResumeError, match="cannot be used: "):
        measure(PLAN, 1, tmp_path / "file")


def result(a: str, b: str, mean: float, **values: int) -> ArenaResult:
    return ArenaResult(a, b, "mille", 1, mean, 10.0, **{"hands": 10000, **values})


THREE = CrossTable(
    Plan(("easy", "original", "sphinx"), ("mille",), 10000, 2000, 100, 0, 1),
    (
        result("original", "easy", 290.4, won=70, lost=20, drawn=10),
        result("sphinx", "easy", 500.2, hands=2000),
        result("sphinx", "original", 200.0, hands=2000),
    ),
)


def test_the_table_has_each_match_from_both_sides_with_intervals() -> None:
    assert crosstable_text(THREE) == (
        "mille(6): points a hand of the left against the top, ± is a 95% interval, over 2,000 to 10,000 hands\n"
        "\n"
        "               easy   original     sphinx\n"
        "easy              –  -290 ± 20  -500 ± 20\n"
        "original  +290 ± 20          –  -200 ± 20\n"
        "sphinx    +500 ± 20  +200 ± 20          –\n"
        "\n"
        "mille(6): games to 5,000 that the left won against the top, 95% interval, of 100 games\n"
        "\n"
        "                       easy           original  sphinx\n"
        "easy                      –  25.0% (17.5–34.3)       –\n"
        "original  75.0% (65.7–82.5)                  –       –\n"
        "sphinx                    –                  –       –"
    )


def test_a_table_of_luck_adjusted_means_is_labelled_as_adjusted() -> None:
    match = replace(result("original", "easy", 290.4), adjusted=Estimate(301.0, 4.0, 5000))
    table = CrossTable(replace(PLAN, games=0, adjusted=True), (match,))
    assert crosstable_text(table) == (
        "mille(6): points a hand of the left against the top, luck-adjusted, ± is a 95% interval, over 10,000 hands\n"
        "\n"
        "              easy  original\n"
        "easy             –  -301 ± 8\n"
        "original  +301 ± 8         –"
    )


@pytest.mark.slow
def test_an_adjusted_table_has_the_arenas_adjusted_results() -> None:
    table = measure(replace(PLAN, games=0, adjusted=True), 1)
    assert table.results == (arena.play("original", "easy", hands=20, seed=6, rules="mille", adjusted=True),)
    assert table.results[0].adjusted is not None


def test_the_table_is_written_as_markdown() -> None:
    assert crosstable_markdown(THREE).splitlines()[2:7] == [
        "|  | easy | original | sphinx |",
        "|---|---:|---:|---:|",
        "| easy | – | -290 ± 20 | -500 ± 20 |",
        "| original | +290 ± 20 | – | -200 ± 20 |",
        "| sphinx | +500 ± 20 | +200 ± 20 | – |",
    ]


def test_only_the_text_between_the_marks_is_replaced(tmp_path: Path) -> None:
    document = tmp_path / "players.md"
    document.write_bytes(f"Before\n{BEGIN}\nold\n{END}\nafter\n".encode())
    for _twice in range(2):
        write_document(document, THREE)
        assert document.read_text(encoding="utf-8") == (
            f"Before\n{BEGIN}\n{crosstable_markdown(THREE)}\n{END}\nafter\n"
        )


def test_a_page_about_several_games_has_marks_for_each(tmp_path: Path) -> None:
    document = tmp_path / "players.md"
    first, last = (mark.replace("crosstable", "crosstable mile-bones") for mark in (BEGIN, END))
    others = f"{BEGIN}\nold\n{END}\n{first.replace('mile-bones', 'whist')}"
    document.write_text(f"{others}\n{first}\nold\n{last}\n")
    check_document(document, "mile-bones")
    write_document(document, THREE)
    assert document.read_text(encoding="utf-8") == f"{others}\n{first}\n{crosstable_markdown(THREE)}\n{last}\n"
    document.write_text(f"{BEGIN}\nold\n{END}\n{first}")
    with pytest.raises(DocumentError, match="it needs <!-- crosstable mile-bones: begin -->"):
        check_document(document, "mile-bones")


@pytest.mark.parametrize(
    "text", ["", BEGIN, END, END + BEGIN, BEGIN + END + BEGIN + END, BEGIN + BEGIN + END, BEGIN + END + END]
)
def test_a_document_without_exactly_one_pair_of_marks_is_refused(tmp_path: Path, text: str) -> None:
    document = tmp_path / "players.md"
    document.write_text(text)
    for refused in (lambda path: check_document(path, "mile-bones"), lambda path: write_document(path, THREE)):
        with pytest.raises(DocumentError, match="cannot take the table: it needs <!-- crosstable: begin -->"):
            refused(document)
    assert document.read_text() == text
