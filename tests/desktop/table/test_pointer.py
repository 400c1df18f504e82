"""Gestures that are made of presses and moves of the pointer. They are tested without a window or a card."""

from __future__ import annotations

import pytest

from mile_bones.desktop.table.gestures import Gestures, Touched


class Target:
    """A target that writes down the calls which gestures make."""

    def __init__(self) -> None:
        self.told: list[tuple] = []

    def may_lift(self, place: str | None) -> bool:
        return place == "card"

    def __getattr__(self, name: str):
        return lambda *values: self.told.append((name, *values))


HERE, NEAR, FAR = (10.0, 10.0), (13.9, 10.0), (14.0, 10.0)
CARD, PILE, BARE = Touched("card", "ace"), Touched("pile", "back"), Touched(None, "cloth")
OTHER_CARD = Touched("card", "king")
FINISHED = Touched("card", "ace", at_rest=False)
"""A press that has brought the table to rest. The card has been in its place all the time."""
NEXT_TURN = Touched("card", None, at_rest=False)
JUST_COME = Touched("card", "ace", at_rest=False, lay_there=False)


def click(touched: Touched, **more: bool) -> list[tuple]:
    return [("press", touched, HERE, more), ("release", touched.place, HERE)]


def again(touched: Touched) -> list[tuple]:
    """Return a click that follows another click so soon that both may be a double-click."""
    return click(touched, again=True)


CLICKED, PLAYED = ("click", "card", HERE), ("double_click", "card")


def told(*gesture: tuple, **choices: object) -> list[tuple]:
    target = Target()
    gestures = Gestures(target)
    for name, value in choices.items():
        setattr(gestures, name, value)
    for verb, *values in gesture:
        named = values.pop() if values and isinstance(values[-1], dict) else {}
        getattr(gestures, verb)(*values, **named)
    return target.told


@pytest.mark.parametrize(
    ("gesture", "expected"),
    [
        (click(CARD), [CLICKED]),
        ([("press", CARD, HERE), ("move", NEAR), ("release", "card", NEAR)], [("click", "card", NEAR)]),
        (
            [("press", CARD, HERE), ("move", FAR), ("move", NEAR), ("release", "card", NEAR)],
            [("lift", "card", HERE), ("carry", FAR), ("carry", NEAR), ("drop", NEAR)],
        ),
        ([("press", PILE, HERE), ("move", FAR), ("release", "pile", FAR)], [("click", "pile", FAR)]),
        (click(BARE), [("click", None, HERE)]),
        (
            [("press", CARD, HERE), ("move", FAR), ("cancel",), ("move", HERE), ("release", "card", HERE)],
            [("lift", "card", HERE), ("carry", FAR), ("drop_back",)],
        ),
        ([("press", CARD, HERE), ("cancel",), ("move", FAR), ("release", "card", FAR)], []),
        ([("move", FAR), ("release", "card", FAR)], []),
    ],
)
def test_presses_and_moves_make_the_expected_gestures(gesture, expected):
    assert told(*gesture) == expected


@pytest.mark.parametrize("touched", [CARD, PILE, BARE])
def test_a_click_acts_when_the_button_comes_up_where_it_went_down(touched: Touched):
    assert told(("press", touched, HERE)) == []
    assert told(("press", touched, HERE), ("release", "elsewhere", NEAR)) == []


@pytest.mark.parametrize(
    ("gesture", "expected"),
    [
        ([*click(CARD), *again(CARD)], [CLICKED, PLAYED]),
        ([*click(CARD), *click(CARD)], [CLICKED, CLICKED]),  # the clicks are slow
        ([*click(CARD), *again(OTHER_CARD)], [CLICKED, CLICKED]),  # something happened between the clicks
        ([*click(FINISHED), *again(CARD)], [PLAYED]),  # the first click has ended an animation of the same turn
        ([*click(NEXT_TURN), *again(CARD)], [CLICKED]),
        ([*click(JUST_COME), *again(CARD)], [CLICKED]),
        ([*click(CARD), *again(FINISHED)], [CLICKED]),
        ([*click(NEXT_TURN), *again(CARD), *again(CARD)], [CLICKED, PLAYED]),
        ([*click(CARD), *again(CARD), *again(CARD), *again(CARD)], [CLICKED, PLAYED]),  # without a pause
        ([*click(CARD), *again(CARD), *click(CARD), *again(CARD)], [CLICKED, PLAYED, CLICKED, PLAYED]),
        ([*click(PILE), *again(PILE)], [("click", "pile", HERE)]),  # the first click has acted
        ([*click(Touched("pile", "back", at_rest=False)), *again(PILE)], [("click", "pile", HERE)]),
        ([*click(CARD), ("press", CARD, HERE, {"again": True}), ("release", "pile", HERE)], [CLICKED]),
        (
            [*click(CARD), ("press", CARD, HERE, {"again": True}), ("move", FAR), ("release", "pile", FAR)],
            [CLICKED, ("lift", "card", HERE), ("carry", FAR), ("drop", FAR)],
        ),
    ],
)
def test_smart_play_needs_two_clicks_on_the_same_resting_card(gesture, expected):
    assert told(*gesture) == expected


@pytest.mark.parametrize("touched", [FINISHED, JUST_COME, NEXT_TURN])
def test_a_press_that_ends_an_animation_may_drag_but_does_not_click(touched: Touched):
    """A player who drags a card sees which card is held."""
    assert told(*click(touched)) == []
    drag = [("press", touched, HERE), ("move", FAR), ("release", "pile", FAR)]
    assert told(*drag) == [("lift", "card", HERE), ("carry", FAR), ("drop", FAR)]


@pytest.mark.parametrize(
    ("choices", "gesture", "expected"),
    [
        (
            {"dragging": False},
            [("press", CARD, HERE), ("move", FAR), ("release", "card", FAR)],
            [("click", "card", FAR)],
        ),
        ({"double_clicks": False}, [*click(CARD), *again(CARD)], [CLICKED, CLICKED]),
        ({"drag_distance": 30.0}, [("press", CARD, HERE), ("move", (39.9, 10.0))], []),
        (
            {"drag_distance": 30.0},
            [("press", CARD, HERE), ("move", (40.0, 10.0))],
            [("lift", "card", HERE), ("carry", (40.0, 10.0))],
        ),
    ],
)
def test_gestures_obey_the_options_of_the_player(choices, gesture, expected):
    assert told(*gesture, **choices) == expected


def test_cancel_returns_whether_a_card_went_home():
    gestures = Gestures(Target())
    assert gestures.cancel() is False
    gestures.press(CARD, HERE)
    assert gestures.cancel() is False
    gestures.press(CARD, HERE)
    gestures.move(FAR)
    assert gestures.carrying
    assert gestures.cancel() is True
    assert not gestures.carrying
