"""Hundred as JSON. See ``engine.shapes.Codec``."""

from __future__ import annotations

from mile_bones.engine.shapes import Json, flag, items, members, must_fit, seat, whole
from sample_game.games.hundred.state import CARDS, COPIES, MOST, Action, Event, Hundred, Observation, Played

_card = whole(CARDS[0], CARDS[-1])
OBSERVATION = {"seat": seat, "first": seat, "pile": items(_card), "is_closed": flag}
EVENTS = {"played": {"seat": seat, "card": _card, "total": whole(1, MOST)}, "game_ended": {"winner": seat}}


def action(text: str) -> Action:
    return Hundred().parse_action(text)


def observation(observation: Observation) -> Json:
    return {**observation._asdict(), "pile": [*observation.pile]}


def read_observation(shape: object) -> Observation:
    members(OBSERVATION)(shape, ())
    assert isinstance(shape, dict)
    found = Observation(shape["seat"], shape["first"], tuple(shape["pile"]), shape["is_closed"])
    both = (found.pile[::2], found.pile[1::2])
    must_fit("pile", sum(found.pile) <= MOST and all(one.count(card) <= COPIES for one in both for card in CARDS))
    return found


def event(event: Event, seat: int) -> Json:
    return {"event": "played" if isinstance(event, Played) else "game_ended", **event._asdict()}
