"""An observation survives the way through a message, and a message that no table can look like is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mile_bones.games.milebones import DRAW, RULE_SETS, Observation, Phase
from mile_bones.games.milebones.hand import Hand, shuffled_deal
from mile_bones.lab.protocol.lines import ProtocolError, parse_line, to_line
from mile_bones.lab.protocol.observations import observation_from_json, observation_to_json
from mile_bones.lab.protocol.shapes import OBSERVATION, members
from mile_bones.players import load_player

rule_sets = pytest.mark.parametrize("rules", RULE_SETS)


def observations(rules: str, seeds: range) -> Iterator[Observation]:
    """What both seats see before every choice in some hands."""
    players = load_player("mile-bones", "original"), load_player("mile-bones", "easy")
    for seed in seeds:
        hand = Hand(RULE_SETS[rules], shuffled_deal(RULE_SETS[rules], seed, 0, seed % 2))
        while hand.ended is None:
            yield from (hand.observation(seat, 3, (1200, -50)) for seat in (0, 1))
            forced = hand.draw_is_forced()
            hand.apply(DRAW if forced else players[hand.player].choose(hand.observation(hand.player)))
        yield hand.observation(0, 4, (5000, 300), over=True)


@pytest.mark.slow
@rule_sets
def test_observations_come_back_as_they_were(rules: str) -> None:
    phases = set()
    for observation in observations(rules, range(12)):
        shape = parse_line(to_line(observation_to_json(observation)))
        members(OBSERVATION)(shape, "observation")
        assert observation_from_json(shape) == observation
        phases.add(observation.phase)
    assert phases == set(Phase)


@pytest.fixture(scope="module")
def busy() -> dict[str, Any]:
    """A table on which all kinds of things lie: safeties, a coup, 200s, hazards, discards."""
    for observation in observations("mile-bones", range(400)):
        if (
            observation.own.coups
            and observation.own.two_hundreds
            and observation.other.safeties
            and observation.coup_hazard
        ):
            return observation_to_json(observation)
    raise AssertionError("no such table in 400 hands")


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def doing(shape: dict[str, Any]) -> None:
        *path, last = name.split(".")
        for step in path:
            shape = shape[step]
        shape[last] = value(shape[last]) if callable(value) else value

    return doing


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("player", None, "player"),
        ("phase", "over", "player"),
        ("goal", 1000, "goal"),
        ("extended_by", 0, "goal"),
        ("goal", 725, "goal"),
        ("own.miles", lambda miles: miles + 25, "own.miles"),
        ("own.two_hundreds", lambda number: number + 1, "own.two_hundreds"),
        ("own.distances", ["200", "200", "200"], "own.two_hundreds"),
        ("own.distances", ["100"] * 8, "own.miles"),
        ("own.can_go", lambda flag: not flag, "own.can_go"),
        ("other.limited", lambda flag: not flag, "other.limited"),
        ("own.coups", [], None),  # holds together: nobody can tell a coup from the cards
        ("other.coups", ["RIGHT_OF_WAY", "RIGHT_OF_WAY"], "other.coups"),
        ("other.safeties", lambda cards: cards * 2, "other.safeties"),
        ("other_cards", lambda number: number + 1, "left"),
        ("left", lambda number: number - 1, "left"),
        ("hand", lambda cards: [*cards, "GO"], "left"),
        ("hand", ["STOP"] * 5, "exposed"),
        ("exposed.GO", 15, "exposed"),
        ("discards", lambda items: items + [{"seat": 0, "card": "STOP"}] * 5, "discards"),
    ],
)
def test_parts_that_contradict_each_other_are_refused(
    busy: dict[str, Any], name: str, value: object, field: str | None
) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    members(OBSERVATION)(shape, "observation")  # each part alone is as it may be
    if field is None:
        observation_from_json(shape)
        return
    with pytest.raises(ProtocolError, match=f"“{field}” contradicts the rest") as caught:
        observation_from_json(shape)
    assert caught.value.code == "bad_question"


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("seat", 2, "“observation.seat”: a whole number from 0 to 1 is expected"),
        ("seat", True, "“observation.seat”: a whole number from 0 to 1"),
        ("left", -1, "“observation.left”: a whole number from 0"),
        ("hand", "GO", "“observation.hand”: a list is expected"),
        ("hand", ["GO", "go"], "“observation.hand[1]”: one of these is expected: 100, 200"),
        ("rules", ["mille"], "“observation.rules”: one of these is expected: mile-bones, mille"),
        ("own", [], "“observation.own”: an object is expected"),
        ("own.can_go", 1, "“observation.own.can_go”: true or false is expected"),
        ("own.battle", "SPEED_LIMIT", "“observation.own.battle”: one of these is expected"),
        ("dirt", "GO", "“observation.dirt”: one of these is expected"),
        ("discards", [{"seat": 0}], "“observation.discards[0].card”: it is missing"),
        ("exposed", {"25": 1}, "it is missing"),
        ("totals", [0, 0], "“observation.totals”: an object is expected"),
        ("totals.own", None, "“observation.totals.own”: a whole number"),
    ],
)
def test_a_part_of_the_wrong_kind_is_named(busy: dict[str, Any], name: str, value: object, says: str) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    with pytest.raises(ProtocolError) as caught:
        members(OBSERVATION)(shape, "observation")
    assert caught.value.code == "bad_message"
    assert says in caught.value.text
