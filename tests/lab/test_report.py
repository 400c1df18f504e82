"""What is printed about games and measurements, in the cases that the command line's own tests leave out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mile_bones.engine import GIVEN_UP, Record
from mile_bones.lab.arena import ArenaResult
from mile_bones.lab.report import arena_json, arena_text, check

DATA = Path(__file__).parent.parent / "data" / "conformance"


@pytest.fixture
def record() -> Record:
    return Record.from_json((DATA / "mile-bones-game-03.json").read_text(encoding="utf-8"))


def written(record: Record, folder: Path) -> Path:
    path = folder / "record.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


def result(**values: object) -> ArenaResult:
    usual = ArenaResult(a="original", b="easy", rules="mille", mean=153.4, se=8.6, hands=4000, game_share=None, games=0)
    return replace(usual, **values)


def test_an_unfinished_hand_is_no_fault(record: Record, tmp_path: Path) -> None:
    begun = replace(record.hands[-1], actions=record.hands[-1].actions[:5], score=None)
    found = check(written(replace(record, hands=(*record.hands[:-1], begun)), tmp_path))
    assert found.fault is None
    assert found.score_sheet().endswith(f"Hand {len(record.hands)} is not finished.\n\nThe game is not finished.\n")
    shape = json.loads(found.to_json())
    assert shape["hands"][-1] == {"score": None}
    assert (shape["finished"], shape["winner"]) == (False, None)


def test_a_game_that_was_given_up_says_so(record: Record, tmp_path: Path) -> None:
    found = check(written(replace(record, hands=record.hands[:1], ended=GIVEN_UP), tmp_path))
    assert found.fault is None
    assert found.score_sheet().endswith("\nThe game was given up.\n")


def test_long_names_stay_apart(record: Record, tmp_path: Path) -> None:
    players = tuple(replace(player, name=letter * 31) for player, letter in zip(record.players, "AB", strict=True))
    sheet = check(written(replace(record, players=players), tmp_path)).score_sheet()
    assert f"{'A' * 31}  {'B' * 31}" in sheet


def test_a_difference_never_stands_without_its_spread() -> None:
    assert arena_text("original", "easy", result()) == (
        "original - easy: +153 a hand, standard error 9, over 4,000 hands"
    )
    assert arena_text("easy", "original", result(mean=-153.4)).startswith("easy - original: -153 a hand")


def test_games_are_told_when_there_were_any() -> None:
    assert arena_text("original", "easy", result(game_share=0.775, games=40)).splitlines()[1] == (
        "original won 78% of 40 games to 5,000"
    )


def test_machines_get_five_keys() -> None:
    assert json.loads(arena_json(result(game_share=0.775, games=40))) == {
        "mean": 153.4, "se": 8.6, "hands": 4000, "game_share": 0.775, "games": 40,
    }  # fmt: skip
