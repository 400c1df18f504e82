"""What is printed about recorded games, in the cases that the command line's own tests leave out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from mile_bones.engine import GIVEN_UP, Record
from mile_bones.lab.report import check

DATA = Path(__file__).parent.parent / "data" / "conformance"


@pytest.fixture
def record() -> Record:
    return Record.from_json((DATA / "mile-bones-game-03.json").read_text(encoding="utf-8"))


def written(record: Record, folder: Path) -> Path:
    path = folder / "record.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


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
