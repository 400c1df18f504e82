"""From mouse events to what a player means: drag and drop, click and click, double-click. No Qt.

A ``Gestures`` is told where the pointer goes; it calls its target with whole gestures. Nothing is played by accident: a
click acts when the button comes up, and only over the place on which it went down; a double-click is two clicks on one
thing, which lay there before the first of them; a press that has brought the table to rest plays nothing; nor does one
while something is held, whose button must have come up unseen. A key that plays sends home what is held, and does no
more.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

DRAG_DISTANCE = 4
"""A press becomes a drag once the pointer has gone this far, in logical pixels, unless the player wants it farther."""

Point = tuple[float, float]


class GestureTarget(Protocol):
    """What whole gestures come to. A place is the name of a slot, None for the bare table."""

    def may_lift(self, place: str | None) -> bool:
        """Something lies there that the player may move."""
        ...

    def lift(self, place: str, at: Point) -> None:
        """It is taken up by the pointer, which was pressed at ``at``."""
        ...

    def carry(self, to: Point) -> None:
        """The pointer has moved on with it."""
        ...

    def drop(self, at: Point) -> None:
        """It is let go."""
        ...

    def drop_back(self) -> None:
        """The player thinks better of it while it is held: it goes home."""
        ...

    def click(self, place: str | None, at: Point) -> None:
        """A click, whose button came up at ``at``."""
        ...

    def hover(self, at: Point) -> None:
        """The pointer is here and holds nothing."""
        ...

    def nudge(self, place: str, step: int) -> None:
        """Shift and an arrow key: put what lies there one place further on, or back."""
        ...

    def press_key(self, place: str) -> None:
        """Space, Enter, or the press of a screen reader: what a click does in click and click."""
        ...

    def double_click(self, place: str) -> None:
        """Smart play."""
        ...

    def put_back(self) -> None:
        """Escape or the right button while nothing is held."""
        ...


class Touched(NamedTuple):
    """What a press has hit.

    ``thing``: compared with what another press has hit; equal only to the same thing at the same place in the same
    turn, None where the press itself has brought another turn. ``at_rest``: nothing moved, on the whole table, when the
    button went down. ``lay_there``: the thing has not come there by the press, which brings what moves to its end.
    """

    place: str | None
    thing: object
    at_rest: bool = True
    lay_there: bool = True


class _Press(NamedTuple):
    touched: Touched
    at: Point
    may_lift: bool
    again: bool


class Gestures:
    """``dragging`` and ``clicking`` choose the methods; ``double_clicks``: two clicks are smart play."""

    def __init__(self, target: GestureTarget, *, dragging: bool = True, clicking: bool = True) -> None:
        self._target = target
        self.dragging = dragging
        self.clicking = clicking
        self.double_clicks = True
        self.drag_distance = float(DRAG_DISTANCE)
        self._pressed: _Press | None = None
        self._clicked: object = None  # what the click before has hit, as long as another may make a pair with it
        self._acted = False  # and has acted
        self._hammering = False  # after smart play, until the hand has rested
        self._carrying = False

    @property
    def carrying(self) -> bool:
        """Something hangs on the pointer."""
        return self._carrying

    def press(self, touched: Touched, at: Point, *, again: bool = False) -> None:
        """The left button goes down; ``again``: so soon after the time before that it may be a double-click."""
        if self.release_elsewhere():
            return
        self._hammering = self._hammering and again
        if self._hammering:
            return
        liftable = self._target.may_lift(touched.place)
        self._pressed = _Press(touched, at, self.dragging and liftable, again)

    def move(self, to: Point) -> None:
        """The pointer moves, with the left button down or not."""
        pressed = self._pressed
        if self._carrying:
            self._target.carry(to)
        elif pressed is not None and pressed.may_lift and math.dist(pressed.at, to) >= self.drag_distance:
            assert pressed.touched.place is not None
            self._carrying = True
            self._clicked = None
            self._target.lift(pressed.touched.place, pressed.at)
            self._target.carry(to)

    def release(self, place: str | None, at: Point) -> None:
        """The left button comes up over ``place``."""
        pressed, self._pressed = self._pressed, None
        if self._carrying:
            self._carrying = False
            self._target.drop(at)
            return
        before, self._clicked = self._clicked, None
        acted, self._acted = self._acted, False
        if pressed is None or place != pressed.touched.place:
            return
        touched, thing = pressed.touched, pressed.touched.thing
        if not touched.at_rest:
            self._clicked = thing if touched.lay_there else None  # it plays nothing, but a second one may
            return
        if pressed.again and not self._target.may_lift(place):
            if acted:
                return
        elif pressed.again and self.double_clicks and place is not None and thing == before is not None:
            self._hammering = True
            self._target.double_click(place)
            return
        self._clicked, self._acted = thing, True
        self._target.click(place, at)

    def cancel(self) -> bool:
        """Escape or the right button. True when something went home."""
        self._clicked = None
        return self.release_elsewhere()

    def release_elsewhere(self) -> bool:
        """The left button is up, and was not let go here. True when something went home."""
        self._pressed = None
        if not self._carrying:
            return False
        self._carrying = False
        self._target.drop_back()
        return True
