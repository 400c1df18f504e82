"""Exact counts of the sets that can be laid down from a dozen hands, counted by the engine and by the naive rules.

The cases are data. ``lays`` is the number of sets that can be laid down at once. ``tables`` is the number of different
tables that can be reached by laying down and adding. To add a hand, let the naive enumerator, which knows only the
rules page, fill in the numbers::

    PYTHONPATH=tests python tests/games/montreal/test_counts.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.montreal import naive
from games.montreal.tables import legal, table
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.legality import legal_actions
from mile_bones.games.montreal.round import Round

pytestmark = pytest.mark.slow

FILE = Path(__file__).parents[2] / "data/montreal/counts.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def sets_of(case: dict[str, Any]) -> dict[str, list[str]]:
    return {of: text.split() for of, text in case["sets"].items()}


def count_naively(case: dict[str, Any]) -> dict[str, int]:
    hand, sets = case["hand"].split(), sets_of(case)
    return {"lays": len(naive.lay_downs(hand, sets)), "tables": naive.whole_lay_downs(hand, sets)}


def count_with_the_engine(case: dict[str, Any]) -> dict[str, int]:
    at = table(case["hand"], "", sets=case["sets"], phase="play").round
    lays = sum(action.kind is Kind.LAY for action in legal_actions(at.view()))
    tables: set[tuple[bytes, bytes, bytes]] = set()
    _reach(at, tables)
    return {"lays": lays, "tables": len(tables)}


def _reach(at: Round, tables: set[tuple[bytes, bytes, bytes]]) -> None:
    here = bytes(at.hands[0]), bytes(at.naturals[0]), bytes(at.wilds[0])
    if here in tables:
        return
    tables.add(here)
    if at.ended is None:
        for action in filter(_lays, legal_actions(at.view())):
            twin = at.clone()
            twin.do(action)
            _reach(twin, tables)


def _lays(action: Action) -> bool:
    return action.kind in (Kind.LAY, Kind.ADD)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_engine_counts_sets_and_tables_correctly(case: dict[str, Any]) -> None:
    assert count_with_the_engine(case) == {name: case[name] for name in ("lays", "tables")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_naive_enumerator_counts_the_same_sets_and_tables(case: dict[str, Any]) -> None:
    assert count_naively(case) == {name: case[name] for name in ("lays", "tables")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_engine_and_naive_enumerator_find_the_same_sets(case: dict[str, Any]) -> None:
    state = table(case["hand"], "KS", sets=case["sets"], phase="play")
    hand, sets = case["hand"].split(), sets_of(case)
    assert legal(state) == naive.legal(hand, sets, ["KS"], 20, drawn=True, first_turn=False, reshuffled=False)


def test_at_least_twelve_hands_are_counted() -> None:
    assert len(CASES) >= 12
    assert max(case["tables"] for case in CASES) > 500


if __name__ == "__main__":
    for one in CASES:
        one.update(count_naively(one))
    lines = ",\n ".join(json.dumps(one, ensure_ascii=False) for one in CASES)
    FILE.write_text(f"[{lines}]\n", encoding="utf-8")
