"""The reports, for people and for machines, about a match against an external program."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mile_bones.lab.arena_report import arena_shape, arena_text
from mile_bones.lab.match_progress import ArenaResult
from mile_bones.lab.protocol.match import ExternalResult, Forfeit
from mile_bones.lab.protocol.report import external_json, external_text

MEASURED = ArenaResult("original", "small", "mille", 7, 120.5, 60.25, 40, won=3, lost=1)


@pytest.fixture
def result() -> ExternalResult:
    return ExternalResult("original", "small", "python3 small.py", "mille", 7, MEASURED, 40, 40, 4, 4, None)


def test_a_finished_match_is_reported_like_one_of_the_arena(result: ExternalResult) -> None:
    assert external_text(result) == arena_text(MEASURED)


def test_the_report_begins_with_the_forfeit_and_the_last_words(result: ExternalResult) -> None:
    said = "".join(f"line {number}\x1b[31m\n" for number in range(9))
    forfeit = Forfeit("timeout", "gave no answer within 10 seconds", "hand 43 of 100, “draw” phase", said)
    lost = replace(result, hands=42, hands_wanted=100, games=0, games_wanted=0, forfeit=forfeit)
    assert external_text(lost).splitlines() == [
        "small forfeits: it gave no answer within 10 seconds (hand 43 of 100, “draw” phase).",
        "Its last words on its standard error:",
        *(f"  line {number}�[31m" for number in range(4, 9)),
        "Finished before that: 42 of 100 hands.",
        *arena_text(MEASURED).splitlines(),
    ]


def test_a_bot_that_never_began_has_no_measurement(result: ExternalResult) -> None:
    forfeit = Forfeit("ended", "ended with exit status 1", None, "")
    lost = replace(result, measured=None, hands=0, games=0, forfeit=forfeit)
    assert external_text(lost).splitlines() == [
        "small forfeits: it ended with exit status 1.",
        "Finished before that: 0 of 40 hands, 0 of 4 games.",
    ]
    shape = json.loads(external_json(lost))
    assert (shape["mean"], shape["hands"], shape["finished"]) == (None, 0, {"hands": 0, "games": 0})
    assert shape["forfeit"] == {"code": "ended", "sentence": external_text(lost).splitlines()[0][:-1], "stderr": ""}
    assert set(shape) >= set(arena_shape(MEASURED))


def test_the_report_has_the_seed_to_play_the_match_again(result: ExternalResult) -> None:
    secret = 10**38 + 7
    hidden = replace(result, seed=secret, measured=replace(MEASURED, seed=secret))
    assert external_text(hidden).splitlines()[-1] == f"With this seed the same cards are dealt again: {secret}"
    assert json.loads(external_json(hidden))["seed"] == str(secret), "few JSON readers have numbers that large"
    assert json.loads(external_json(result))["seed"] == 7


def test_the_json_has_the_arenas_fields_and_more(result: ExternalResult) -> None:
    text = external_json(result)
    assert "\n" not in text
    shape = json.loads(text)
    more = {"command", "finished", "wanted", "forfeit"}
    assert {name: value for name, value in shape.items() if name not in more} == json.loads(
        json.dumps(arena_shape(MEASURED))
    )
    assert (shape["command"], shape["forfeit"]) == ("python3 small.py", None)
    assert shape["finished"] == shape["wanted"] == {"hands": 40, "games": 4}
