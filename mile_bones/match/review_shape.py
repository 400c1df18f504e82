"""A review as plain values for JSON: as it is kept and sent, whole and back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mile_bones.match.review import Choice, HandReview, error_rate
from mile_bones.players.coach import Luck, Rating, Worth

Shape = dict[str, Any]

Cost = tuple[float, int]
"""What choices have cost, in points, and how many of them were decisions. Plain: there are many thousand of them."""

_MOST = 1_000_000
"""Points, far beyond those of any hand."""


@dataclass(frozen=True, slots=True)
class HandSummary:
    """What the statistics add up of a hand: the result and luck of seat 0, and what the choices of both seats have cost
    by kind; those of which there was none are left out. ``luck`` None: nobody knows it here."""

    result: int
    luck: float | None
    errors: Mapping[str, tuple[Cost, Cost]]


def choice_shape(choice: Choice) -> Shape:
    """All of it."""
    rating = choice.rating
    return {
        "hand": choice.hand,
        "action": choice.action,
        "seat": choice.seat,
        "chosen": choice.chosen,
        "theme": choice.theme,
        "reason": choice.reason,
        "worlds": rating.worlds,
        "rating": [[each.action, each.points, each.chance, each.worth, each.se] for each in rating.worths],
    }


def hand_shape(hand: HandReview) -> Shape:
    """All of it."""
    luck = hand.luck
    return {
        "hand": hand.hand,
        "points": list(hand.points),
        "luck": None if luck is None else [luck.deal, [list(draw) for draw in luck.draws]],
        "choices": [choice_shape(choice) for choice in hand.choices],
    }


def summary_shape(hand: HandReview) -> Shape:
    """What the statistics add up: the result and luck of seat 0, and of both seats the error rate by kind of choice, as
    cost and number of decisions; and which choices are marked: their numbers, seats and costs."""
    themes = sorted({choice.theme for choice in hand.choices if choice.is_decision})
    rates = {theme: [error_rate(hand, seat, theme) for seat in (0, 1)] for theme in themes}
    return {
        "result": hand.result(0),
        "luck": hand.luck_of(0),
        "errors": {theme: [[rate.cost, rate.decisions] for rate in both] for theme, both in rates.items()},
        "marked": [[choice.action, choice.seat, choice.cost] for choice in hand.choices if choice.mark is not None],
    }


def read_summary(shape: Any) -> HandSummary:
    """ValueError for anything that ``summary_shape`` has not made."""
    try:
        luck, errors = shape["luck"], {}
        for theme, (one, other) in shape["errors"].items():
            errors[theme] = _cost(*one), _cost(*other)
        found = HandSummary(_whole(shape["result"]), None if luck is None else _number(luck), errors)
        if not (abs(found.result) < _MOST and abs(found.luck or 0) < _MOST):
            raise ValueError(found)
        return found
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError("this is no summary of a hand") from error


def read_choice(shape: Any) -> Choice:
    """ValueError for anything that ``choice_shape`` has not made."""
    try:
        worths = tuple(_worth(*each) for each in shape["rating"])
        hand, action, seat, worlds = (_whole(shape[name]) for name in ("hand", "action", "seat", "worlds"))
        chosen, theme, reason = shape["chosen"], shape["theme"], shape["reason"]
        choice = Choice(hand, action, seat, chosen, Rating(worths, worlds), theme, reason)
        choice.rating.of(chosen)
    except (KeyError, TypeError) as error:
        raise ValueError("this is no choice") from error
    if seat not in (0, 1) or not isinstance(theme, str) or not isinstance(reason, str | None):
        raise ValueError("this is no choice")
    return choice


def read_hand(shape: Any) -> HandReview:
    """ValueError for anything that ``hand_shape`` has not made."""
    try:
        one, other = shape["points"]
        luck = shape["luck"]
        choices = tuple(map(read_choice, shape["choices"]))
        points = _whole(one), _whole(other)
        return HandReview(_whole(shape["hand"]), points, None if luck is None else _luck(luck), choices)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("this is no review of a hand") from error


def _worth(action: str, points: float, chance: float, worth: float, se: float) -> Worth:
    if type(action) is not str:
        raise TypeError(action)
    return Worth(action, *map(_number, (points, chance, worth, se)))


def _luck(shape: Sequence[Any]) -> Luck:
    deal, draws = shape
    return Luck(_number(deal), tuple((_whole(action), _whole(seat), _number(value)) for action, seat, value in draws))


def _cost(points: Any, decisions: Any) -> Cost:
    found = _number(points), _whole(decisions)
    if not (0 <= found[0] < _MOST and 0 <= found[1] < _MOST):
        raise ValueError(found)
    return found


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise TypeError(value)
    return float(value)
