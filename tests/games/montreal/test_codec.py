"""Impossible observations are refused. Rare events, which need not occur in the games of the conformance kit, can be
written as JSON.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.montreal.tables import play, table
from mile_bones.engine.shapes import Contradiction, ShapeError, members
from mile_bones.games.montreal import codec
from mile_bones.games.montreal.events import Event


@pytest.fixture(scope="module")
def busy() -> dict[str, Any]:
    """Return a table with many kinds of cards on it, seen by a player who has drawn."""
    state = table(
        "2S 2D QH 9H 9S 9S 10C",
        "KH 5C",
        sets={"9": "9D 9C 2H", "2": "2C 2C 2D"},
        their_sets={"8": "8S 8H 8D"},
        phase="play",
        totals=(120, -40),
        chapeaux=(0, 1),
    )
    shape: dict[str, Any] = json.loads(json.dumps(codec.observation(state.observation(0))))
    assert codec.read_observation(shape) == state.observation(0)
    return shape


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    def doing(shape: dict[str, Any]) -> None:
        at: Any = shape
        *path, last = [int(step) if step.isdigit() else step for step in name.split(".")]
        for step in path:
            at = at[step]
        at[last] = value(at[last]) if callable(value) else value

    return doing


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("player", None, "player"),
        ("phase", "over", "player"),
        ("player", 1, "turn"),
        ("turn", 6, "turn"),
        ("hand", lambda cards: cards[1:], "held.own"),
        ("hand", lambda cards: [*cards[:-1], "2C"], "hand"),
        ("held.other", lambda count: count + 1, "left"),
        ("left", lambda count: count - 1, "left"),
        ("known.own", ["AS"], "known.own"),
        ("known.other", ["8C"] * 3, "hand"),
        ("sets.own.0.cards", ["2C", "2C"], "sets.own"),
        ("sets.own.1.cards", ["2D", "2H", "2H"], "sets.own"),
        ("sets.own.1.cards", ["9D", "9C", "8H"], "sets.own"),
        ("sets.other.0.rank", "7", "sets.other"),
        ("pile", lambda cards: [*cards, "KC"], "left"),
        ("discarded.own", ["KC"] * 105, "own"),
    ],
)
def test_the_error_names_the_contradicting_member(busy: dict[str, Any], name: str, value: object, field: str) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    with pytest.raises(Contradiction) as caught:
        codec.read_observation(shape)
    assert caught.value.dotted_path == field


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("hand", ["1S"], "“hand[0]”: one of these is expected"),
        ("seat", None, "“seat”: a whole number from 0 to 1"),
        ("rules.target", 0, "“rules.target”: a whole number from 1"),
        ("rules.stake", True, "“rules.stake”: a whole number"),
        ("rules.progressive", 1, "“rules.progressive”: true or false"),
        ("sets.own.0.rank", "1", "“sets.own[0].rank”: one of these"),
        ("hand_number", 101, "“hand_number”: a whole number from 1 to 100"),
        ("phase", "wait", "“phase”: one of these is expected: draw, over, play"),
    ],
)
def test_the_error_names_a_member_of_the_wrong_type(busy: dict[str, Any], name: str, value: object, says: str) -> None:
    shape = copy.deepcopy(busy)
    change(name, value)(shape)
    with pytest.raises(ShapeError) as caught:
        codec.read_observation(shape)
    assert says in str(caught.value)


def told(event: Event, seat: int) -> dict[str, Any]:
    """Return the event as JSON for ``seat``, after checking that it has exactly the members listed in
    ``codec.EVENTS``.
    """
    shape: dict[str, Any] = json.loads(json.dumps(codec.event(event, seat)))
    assert list(shape) == ["event", *codec.EVENTS[shape["event"]]]
    members(codec.EVENTS[shape["event"]])(shape, ("event",))
    return shape


def test_a_reshuffle_and_the_next_card_are_written_as_json() -> None:
    reshuffled, drawn = play(table("5S 9D", "KH KD AC 4C", stock="", theirs="3H"), "draw")
    for seat in (0, 1):
        assert told(reshuffled, seat) == {"event": "reshuffled", "seat": 0, "left": 3}
    assert told(drawn, 1)["card"] is None
    assert told(drawn, 0)["card"] in ("KH", "KD", "AC")


def test_taking_the_turned_up_2_is_written_as_json() -> None:
    (taken,) = play(table("5S 9D", "2C", turn=1), "turned")
    assert told(taken, 1) == {"event": "turned_taken", "seat": 0, "card": "2C"}


def test_taking_the_pile_for_a_natural_is_written_as_json() -> None:
    (taken,) = play(table("10C 10C 4S", "KS 10D", sets={"10": "2*10S 2*10H 10D"}), "pile 10C 10C")
    assert told(taken, 1) == {
        "event": "pile_taken",
        "seat": 0,
        "pair": ["10C", "10C"],
        "top": "10D",
        "rest": ["KS"],
        "natural": True,
    }


def test_every_line_of_the_payment_is_written_as_json() -> None:
    sets = {"K": "KS KH KD", "8": "8S 8D 8H"}
    *_before, ended = play(
        table("9S", "3S", sets=sets, theirs="JD", phase="play", totals=(1110, 50), stake=2), "discard 9S"
    )
    shape = told(ended, 1)
    assert (shape["winner"], shape["totals"]) == (0, {"own": 0, "other": 1200})
    lines = shape["payment"]["lines"]
    assert lines[0] == {"item": "difference", "number": 12, "units": 12, "each": 2, "amount": 24}
    assert (shape["payment"]["factor"], shape["payment"]["total"]) == (2, 2 * (24 + 6 + 6 + 6))
