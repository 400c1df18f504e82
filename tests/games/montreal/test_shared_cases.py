"""Worked cases from an independent engine, written from the rules page: ``tests/data/montreal/cases.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from games.montreal.tables import cards, legal, play, table
from mile_bones.games.montreal.cards import NOTATION, RANK_NOTATION, counted
from mile_bones.games.montreal.payment import payment_of, winner_of
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.scoring import score_side
from mile_bones.games.montreal.sets import Sets
from mile_bones.games.montreal.state import MontrealState

CASES: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data/montreal/cases.json").read_text(encoding="utf-8"))


def of(part: str) -> Any:
    return pytest.mark.parametrize("case", CASES[part], ids=lambda case: case["name"])


def set_up(case: Mapping[str, Any]) -> MontrealState:
    return table(
        " ".join(case["hand"]),
        " ".join(case["pile"]),
        sets={rank: " ".join(names) for rank, names in case["sets"].items()},
        stock=case["stock"],
        phase=case["phase"],
        turn=1 if case["first_turn"] else 5,
    )


@of("legal")
def test_the_legal_actions_agree_with_the_independent_engine(case: Mapping[str, Any]) -> None:
    state = set_up(case)
    assert legal(state) == set(case["legal"])
    assert legal(state.observation(0)) == set(case["legal"])


@of("legal")
def test_the_result_of_an_action_agrees_with_the_independent_engine(case: Mapping[str, Any]) -> None:
    if "then" not in case:
        return
    state, then = set_up(case), case["then"]
    play(state, then["action"])
    at = state.round
    assert [NOTATION[card] for card in at.cards(0)] == then["hand"]
    assert [NOTATION[card] for card in at.pile] == then["pile"]
    sets = at.sets(0)
    assert {RANK_NOTATION[rank]: sorted(sets.cards(rank)) for rank in sets.ranks} == {
        rank: sorted(cards(" ".join(names))) for rank, names in then["sets"].items()
    }
    assert (at.out == 0) == then["out"]


@of("scores")
def test_the_score_agrees_with_the_independent_engine(case: Mapping[str, Any]) -> None:
    naturals, wilds = bytearray(52), bytearray(52)
    for rank, names in case["sets"].items():
        number = RANK_NOTATION.index(rank)
        for card in cards(" ".join(names)):
            if card // 4 == number:
                naturals[card] += 1
            else:
                wilds[4 * number + card] += 1
    hand = counted(cards(" ".join(case["hand"])))
    score = score_side(Sets(bytes(naturals), bytes(wilds)), hand, out=case["out"])
    assert (score.total, score.naturals, bool(score.chapeau)) == (case["total"], case["stars"], case["chapeau"])


@of("ends")
def test_winner_and_payment_agree_with_the_independent_engine(case: Mapping[str, Any]) -> None:
    rules = Rules(**case["options"])
    totals, naturals, chapeaux = (tuple(case[name]) for name in ("totals", "naturals", "chapeaux"))
    over, winner = winner_of(totals, naturals, 7, rules)
    assert winner == case["winner"]
    assert over == (case["winner"] is not None)
    if winner is not None:
        assert payment_of(winner, totals, naturals, chapeaux, rules).total == case["payment"]
