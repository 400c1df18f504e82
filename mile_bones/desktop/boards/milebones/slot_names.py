"""The names of the slots of the Mile Bones table, which lie in three rows. No Qt."""

from __future__ import annotations

from mile_bones.desktop.table.hand_places import hand, hand_index  # noqa: F401 - these are names of slots, too

SAFETY_PLACES = 4
HAND_PLACES = 7


def battle(mine: bool) -> str:
    """Return the name of one side's Battle pile."""
    return "own.battle" if mine else "other.battle"


def speed(mine: bool) -> str:
    """Return the name of one side's Speed Limit pile."""
    return "own.speed" if mine else "other.speed"


def safety(mine: bool, index: int) -> str:
    """Return the name of a side's place for a safety. ``index`` counts from 0."""
    return f"{'own' if mine else 'other'}.safety.{index + 1}"


def miles(mine: bool) -> str:
    """Return the name of one side's Miles pile."""
    return "own.miles" if mine else "other.miles"


DRAW = "draw"
DISCARD = "discard"


def _side(mine: bool) -> tuple[str, ...]:
    safeties = tuple(safety(mine, index) for index in range(SAFETY_PLACES))
    return (battle(mine), speed(mine), *safeties, miles(mine))


HAND = tuple(hand(index) for index in range(HAND_PLACES))
ROWS = ((*_side(True), DRAW), (*HAND, DISCARD), _side(False))
"""The slots, row by row."""
ALL = tuple(place for row in ROWS for place in row)

HELP = {
    battle(True): "battle-pile",
    speed(True): "speed-limit-pile",
    miles(True): "miles-pile",
    DRAW: "draw-deck",
    DISCARD: "discard-pile",
    battle(False): "computer-battle-pile",
    speed(False): "computer-speed-limit-pile",
    miles(False): "computer-miles-pile",
    **{safety(True, index): "safety-places" for index in range(SAFETY_PLACES)},
    **{safety(False, index): "computer-safeties" for index in range(SAFETY_PLACES)},
    **dict.fromkeys(HAND, "hand"),
}
"""The help page of each slot."""
