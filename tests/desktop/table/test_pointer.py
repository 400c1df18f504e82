"""From presses and moves of the pointer to whole gestures: no window, no card."""

from __future__ import annotations

import pytest

from mile_bones.desktop.table.gestures import Gestures


class Target:
    """Writes down what comes."""

    def __init__(self) -> None:
        self.told: list[tuple] = []

    def may_lift(self, place: str | None) -> bool:
        return place == "card"

    def __getattr__(self, name: str):
        return lambda *values: self.told.append((name, *values))


HERE, NEAR, FAR = (10.0, 10.0), (13.9, 10.0), (14.0, 10.0)


@pytest.mark.parametrize(
    ("dragging", "gesture", "told"),
    [
        (True, [("press", "card", HERE), ("release", HERE)], [("click", "card")]),
        (True, [("press", "card", HERE), ("move", NEAR), ("release", NEAR)], [("click", "card")]),
        (
            True,
            [("press", "card", HERE), ("move", FAR), ("move", NEAR), ("release", NEAR)],
            [("lift", "card", HERE), ("carry", FAR), ("carry", NEAR), ("drop", NEAR)],
        ),
        (True, [("press", "pile", HERE), ("move", FAR), ("release", FAR)], [("click", "pile")]),
        (True, [("press", None, HERE)], [("click", None)]),
        (False, [("press", "card", HERE), ("move", FAR), ("release", FAR)], [("click", "card")]),
        (
            True,
            [("press", "card", HERE), ("move", FAR), ("cancel",), ("move", HERE), ("release", HERE)],
            [("lift", "card", HERE), ("carry", FAR), ("drop_back",)],
        ),
        (True, [("press", "card", HERE), ("cancel",), ("move", FAR), ("release", FAR)], []),
        (True, [("press", "card", HERE), ("double", "card"), ("release", HERE)], [("double_click", "card")]),
        (True, [("double", "pile")], []),  # the first press has acted
        (True, [("double", None)], []),
        (True, [("move", FAR), ("release", FAR)], []),
    ],
)
def test_what_the_pointer_means(dragging, gesture, told):
    target = Target()
    gestures = Gestures(target, dragging=dragging)
    for verb, *values in gesture:
        getattr(gestures, verb)(*values)
    assert target.told == told


def test_cancel_says_whether_something_went_home():
    gestures = Gestures(Target())
    assert gestures.cancel() is False
    gestures.press("card", HERE)
    assert gestures.cancel() is False
    gestures.press("card", HERE)
    gestures.move(FAR)
    assert gestures.carrying
    assert gestures.cancel() is True
    assert not gestures.carrying
