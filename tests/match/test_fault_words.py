"""The sentence about a fault in a record: its place, counted as the game counts, and the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from library.test_other_games import played
from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import read_record, replay
from mile_bones.match.faults import fault_sentence
from stories import going

ANNA, BEN = PlayerInfo("Anna", "human"), PlayerInfo("Ben", "human")


def mile_bones_with(**changes: object) -> Record:
    record = going().record()
    hand = replace(record.body.hands[0], **changes)
    return replace(record, body=replace(record.body, hands=(hand,)))


def millieu_with(*actions: str) -> Record:
    record = played(1, (ANNA, BEN))
    return replace(record, body=replace(record.body, actions=actions))


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (mile_bones_with(actions=("0 fly",)), "Hand 1, action 1: “fly” is not an action"),
        (mile_bones_with(deck=("GO",)), "Hand 1: "),
        (millieu_with("0 hop 3"), "Action 1: “hop 3” is not an action"),
        (replace(millieu_with(), rules="chess"), "“chess” is not a rule set of Millieu."),
    ],
)
def test_the_place_of_a_fault_is_counted_as_the_game_counts(record: Record, sentence: str) -> None:
    with pytest.raises(ReplayError) as caught:
        list(replay(record))
    assert fault_sentence(caught.value).startswith(sentence)


def test_a_fault_of_the_text_has_its_line_and_column() -> None:
    with pytest.raises(RecordError) as caught:
        read_record("{\n  fly")
    assert fault_sentence(caught.value).startswith("Line 2, column 3: ")
