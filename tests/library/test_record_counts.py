"""The numbers about a hand that the history keeps agree with the events of the hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mile_bones.engine.record import Record
from mile_bones.games import facts, replay
from mile_bones.games.milebones.cards import HAZARDS
from mile_bones.games.milebones.events import Answered, HandEnded, Played
from stories import near_the_goal

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"
GAMES = sorted(path.stem for path in CONFORMANCE.glob("*game*.json"))


@pytest.mark.parametrize("name", GAMES)
def test_every_number_agrees_with_the_events(name: str) -> None:
    record = Record.from_json((CONFORMANCE / f"{name}.json").read_text(encoding="utf-8"))
    told: list[list[Counter[str]]] = [[Counter(), Counter()]]
    ends: list[HandEnded] = []
    for state, action in replay(record):
        for event in () if action is None else state.clone().apply_action(action):
            if isinstance(event, Played):
                told[-1][event.seat]["hazards"] += event.card in HAZARDS
                told[-1][event.seat]["coups"] += event.coup
            elif isinstance(event, Answered):
                told[-1][event.seat]["extended"] += event.yes
            elif isinstance(event, HandEnded):
                ends.append(event)
                told.append([Counter(), Counter()])
    found = facts(record)
    assert len(found) == len(ends) > 1
    for end, sides, counts in zip(ends, found, told, strict=False):
        for seat, side in enumerate(sides):
            assert side["points"] == end.scores[seat].total
            assert side["miles"] == end.sides[seat].miles
            assert side["trips"] == (end.completed_by == seat)
            assert (side["hazards"], side["coups"], side["extensions"]) == tuple(
                counts[seat][what] for what in ("hazards", "coups", "extended")
            )


def test_an_unfinished_hand_has_no_facts() -> None:
    assert facts(near_the_goal().record()) == ()
