"""The report about a match, in the cases that the tests of the command line leave out."""

from __future__ import annotations

from dataclasses import replace

from mile_bones.lab.arena_report import arena_csv, arena_text
from mile_bones.lab.match_progress import ArenaResult


def result(**values: object) -> ArenaResult:
    usual = ArenaResult(a="original", b="easy", rules="mille", seed=1, mean=153.4, se=8.6, hands=4000)
    return replace(usual, **values)


def test_a_mean_is_printed_with_its_error_and_interval() -> None:
    assert arena_text(result()) == (
        "original - easy: +153 a hand, standard error 9, over 4,000 hands; 95% interval +137 to +170"
    )
    turned = arena_text(result(a="easy", b="original", mean=-153.4))
    assert turned.startswith("easy - original: -153 a hand")
    assert turned.endswith("95% interval -170 to -137")


def test_one_pair_of_hands_has_no_interval() -> None:
    assert arena_text(result(hands=2, se=0.0)).endswith("over 2 hands")
    assert arena_csv([result(hands=2, se=0.0)]).splitlines()[1] == "original,easy,mille,1,2,153.4,0.0,,,0,0,0,0,,,"


def test_the_report_has_a_line_about_games_if_there_were_any() -> None:
    assert arena_text(result(won=30, lost=9, drawn=1)).splitlines()[1] == (
        "original won 76.2% of 40 games to 5,000; 95% interval 61.1% to 86.8%; won 30, lost 9, drawn 1"
    )
