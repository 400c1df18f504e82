"""The conversion of a review to plain JSON values and back, as it is stored and sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mile_bones.match.review import Choice, HandReview, error_rate
from mile_bones.players.coach import Cause, Luck, Rating, Worth

Shape = dict[str, Any]

Losses = tuple[float, int]
"""The losses of several choices together, and the number of decisions among them. It is a plain tuple because there are
many thousands.
"""

Marked = tuple[int, int, float]
"""The action number of a marked choice, its seat, and the size of its cost."""

_MOST = 1_000_000
"""A limit for points and counts, far beyond those of any hand."""


@dataclass(frozen=True, slots=True)
class HandSummary:
    """The part of a reviewed hand that statistics add up: the result and luck of seat 0, and the costs of both seats'
    choices by kind.

    Kinds without a decision are left out. ``luck`` is None if the coach cannot judge luck.
    """

    result: int
    luck: float | None
    errors: Mapping[str, tuple[Losses, Losses]]


def choice_shape(choice: Choice) -> Shape:
    """Return a choice with all its parts as JSON values."""
    rating = choice.rating
    return {
        "hand": choice.hand,
        "action": choice.action,
        "seat": choice.seat,
        "chosen": choice.chosen,
        "theme": choice.theme,
        "reason": choice.reason,
        "cause": None if choice.cause is None else list(choice.cause),
        "worlds": rating.worlds,
        "rating": [[each.action, each.points, each.chance, each.worth, each.se, each.loss] for each in rating.worths],
    }


def hand_shape(hand: HandReview) -> Shape:
    """Return a reviewed hand with all its parts as JSON values."""
    luck = hand.luck
    return {
        "hand": hand.hand,
        "points": list(hand.points),
        "luck": None if luck is None else [luck.deal, [list(draw) for draw in luck.draws]],
        "choices": [choice_shape(choice) for choice in hand.choices],
    }


def summary_shape(hand: HandReview) -> Shape:
    """Return the part of a reviewed hand that statistics add up, as JSON values.

    It has the result and luck of seat 0, and for both seats the error rates by kind of choice: the losses and the
    number of decisions. It also has the action numbers, seats and sizes of costs of marked choices.
    """
    themes = sorted({choice.theme for choice in hand.choices if choice.is_decision})
    rates = {theme: [error_rate(hand, seat, theme) for seat in (0, 1)] for theme in themes}
    return {
        "result": hand.result(0),
        "luck": hand.luck_of(0),
        "errors": {theme: [[rate.cost, rate.decisions] for rate in both] for theme, both in rates.items()},
        "marked": [
            [choice.action, choice.seat, choice.cost.size] for choice in hand.choices if choice.mark is not None
        ],
    }


def summary_from_json(text: str) -> HandSummary:
    """Return the summary in ``text``. Raise ValueError if the text is not the JSON of a ``summary_shape``."""
    return read_summary(_parsed(text))


def hand_from_json(text: str) -> HandReview:
    """Return the hand in ``text``. Raise ValueError if the text is not the JSON of a ``hand_shape``."""
    return read_hand(_parsed(text))


def marked_from_json(text: str) -> list[Marked]:
    """Return the marked choices in a summary, or none if an early version of the coach made the summary and did not
    store them.

    Raise ValueError if the text is not the JSON of a ``summary_shape``.
    """
    try:
        return [_marked(*each) for each in _parsed(text).get("marked", ())]
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError("this is not the summary of a hand") from error


def read_summary(shape: Any) -> HandSummary:
    """Return the summary in ``shape``. Raise ValueError if ``shape`` was not made by ``summary_shape``."""
    try:
        luck, errors = shape["luck"], {}
        for theme, (one, other) in shape["errors"].items():
            errors[theme] = _losses(*one), _losses(*other)
        return HandSummary(_points(shape["result"]), None if luck is None else _number(luck), errors)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError("this is not the summary of a hand") from error


def read_choice(shape: Any) -> Choice:
    """Return the choice in ``shape``. Raise ValueError if ``shape`` was not made by ``choice_shape``."""
    try:
        worths = tuple(_worth(*each) for each in shape["rating"])
        hand, action, worlds = (_whole(shape[name], 1) for name in ("hand", "action", "worlds"))
        chosen, theme, reason = shape["chosen"], shape["theme"], shape["reason"]
        cause = None if shape.get("cause") is None else _cause(*shape["cause"])  # earlier versions stored none
        choice = Choice(hand, action, _whole(shape["seat"], 0, 1), chosen, Rating(worths, worlds), theme, reason, cause)
        choice.rating.of(chosen)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError("this is not a choice") from error
    if not isinstance(theme, str) or not isinstance(reason, str | None):
        raise ValueError("this is not a choice")
    return choice


def read_hand(shape: Any) -> HandReview:
    """Return the hand in ``shape``. Raise ValueError if ``shape`` was not made by ``hand_shape``."""
    try:
        one, other = shape["points"]
        luck = shape["luck"]
        choices = tuple(map(read_choice, shape["choices"]))
        points = _points(one), _points(other)
        return HandReview(_whole(shape["hand"], 1), points, None if luck is None else _luck(luck), choices)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("this is not the review of a hand") from error


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("the value is nested too deeply") from error


def _marked(action: Any, seat: Any, cost: Any) -> Marked:
    return _whole(action, 1), _whole(seat, 0, 1), _number(cost, 0)


def _worth(action: Any, points: Any, chance: Any, worth: Any, se: Any, loss: Any = None) -> Worth:
    """Return the worth with these numbers. Earlier versions of the coach stored no loss."""
    if type(action) is not str:
        raise TypeError(action)
    loss = None if loss is None else _number(loss)
    return Worth(action, _number(points), _number(chance, 0, 1), _number(worth), _number(se, 0), loss)


def _cause(code: Any, size: Any) -> Cause:
    if type(code) is not str:
        raise TypeError(code)
    return Cause(code, _whole(size, 1))


def _luck(shape: Sequence[Any]) -> Luck:
    deal, draws = shape
    found = tuple((_whole(action), _whole(seat, 0, 1), _number(value)) for action, seat, value in draws)
    return Luck(_number(deal), found)


def _losses(loss: Any, decisions: Any) -> Losses:
    return _number(loss), _whole(decisions)


def _points(value: Any) -> int:
    return _whole(value, -_MOST)


def _whole(value: Any, least: int = 0, most: int = _MOST) -> int:
    if type(value) is not int:
        raise TypeError(value)
    if not least <= value <= most:
        raise ValueError(value)
    return value


def _number(value: Any, least: float = -_MOST, most: float = _MOST) -> float:
    if type(value) not in (int, float):
        raise TypeError(value)
    if not least <= value <= most:  # this also refuses infinity and NaN
        raise ValueError(value)
    return float(value)
