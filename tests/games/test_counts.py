"""Exact counts of all sequences of play on small decks, kept as data and counted in two ways.

``tests/data/counts.json`` has deals of a few cards. Each deal comes with three results: the number of sequences of
every length, the number of sequences that end the hand, and the sums of both seats' points at these ends. The engine
must give the same numbers, and so must the naive enumerator, which knows only the rules page.

To add a deal, write it into the file with its ``depth``, and let the naive enumerator fill in the numbers. This does
not use the engine::

    PYTHONPATH=tests python tests/games/test_counts.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import naive
from games.tables import cards, exact_rules
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.state import MileBonesState

FILE = Path(__file__).parent.parent / "data" / "counts.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
RESULTS = ("sequences", "finished", "points")

MOST = 4000
"""Deals with more sequences are counted only in the proof tier."""
with_every_deal = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.proof] if sum(case["sequences"]) > MOST else []) for case in CASES],
    ids=lambda case: case["name"],
)


def count_naively(case: dict[str, Any]) -> dict[str, Any]:
    options = {**naive.OPTIONS[case["rules"]], **case["options"]}
    hands = [text.split() for text in case["dealt"]]
    return naive.count(naive.new_hand(options, case["first"], hands, case["deck"].split()), case["depth"])


def count_with_the_engine(case: dict[str, Any]) -> dict[str, Any]:
    deal = Deal(case["first"], (cards(case["dealt"][0]), cards(case["dealt"][1])), cards(case["deck"]))
    state = MileBones(exact_rules(case["rules"], deal, **case["options"])).new_state(1, deal=deal)
    tally = {"sequences": [0] * (case["depth"] + 1), "finished": 0, "points": [0, 0]}
    _count(tally, state, 0)
    return tally


def _count(tally: dict[str, Any], state: MileBonesState, length: int) -> None:
    tally["sequences"][length] += 1
    if len(state.logs) > 1 or state.is_terminal():
        tally["finished"] += 1
        tally["points"][0] += state.totals[0]
        tally["points"][1] += state.totals[1]
    elif length + 1 < len(tally["sequences"]):
        for action in state.legal_actions():
            twin = state.clone()
            twin.apply_action(action)
            _count(tally, twin, length + 1)


@pytest.mark.sample(fast=10, slow=11)
@with_every_deal
def test_the_engine_finds_every_sequence(case: dict[str, Any]) -> None:
    assert count_with_the_engine(case) == {name: case[name] for name in RESULTS}


@pytest.mark.sample(proof=12)
@pytest.mark.proof
@with_every_deal
def test_the_naive_enumerator_finds_every_sequence(case: dict[str, Any]) -> None:
    assert count_naively(case) == {name: case[name] for name in RESULTS}


def test_the_deals_cover_enough_cases() -> None:
    """The deals cover both rule sets, hands that end and hands that do not end, each with enough sequences."""
    assert {case["rules"] for case in CASES} == {"mile-bones", "mille"}
    for case in CASES:
        assert len(case["sequences"]) == case["depth"] + 1, case["name"]
        assert 100 < sum(case["sequences"]) < 200_000, case["name"]
    assert sum(case["finished"] for case in CASES) > 10_000
    assert sum(sum(case["sequences"]) for case in CASES) > 100_000


def write_the_counts_anew() -> None:
    for case in CASES:
        case.update(count_naively(case))
    lines = ",\n".join(json.dumps(case) for case in CASES)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write_the_counts_anew()
