"""Recognises what a player means by mouse events: drag and drop, click and click, double-click. No Qt.

A ``Gestures`` receives the events of the pointer and calls its target with whole gestures. Nothing is played by
accident:

- A click acts when the button comes up, and only over the place where it went down.
- A double-click is two clicks on one thing, which was there before the first of them.
- A press that brings a moving table to rest plays nothing.
- A press while something is held plays nothing, because the button must have come up unnoticed.
- A key that plays sends home what is held, and does nothing else.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

DRAG_DISTANCE = 4
"""The distance in logical pixels after which a press becomes a drag. The options may set a longer distance."""

Point = tuple[float, float]


class GestureTarget(Protocol):
    """The receiver of whole gestures. A place is the name of a slot, or None for the bare table."""

    def may_lift(self, place: str | None) -> bool:
        """Return True if there is something at ``place`` that the player may move."""
        ...

    def lift(self, place: str, at: Point) -> None:
        """Take up the thing at ``place`` with the pointer, whose button went down at ``at``."""
        ...

    def carry(self, to: Point) -> None:
        """Move the held thing with the pointer."""
        ...

    def drop(self, at: Point) -> None:
        """Let the held thing go."""
        ...

    def drop_back(self) -> None:
        """Send the held thing home, because the player has changed their mind."""
        ...

    def click(self, place: str | None, at: Point) -> None:
        """Handle a click whose button came up at ``at``."""
        ...

    def hover(self, at: Point) -> None:
        """React to the pointer at ``at`` while the pointer holds nothing."""
        ...

    def nudge(self, place: str, step: int) -> None:
        """Move the thing at ``place`` by ``step`` places in its row, after Shift and an arrow key."""
        ...

    def press_key(self, place: str) -> None:
        """Do what a click means to a player who plays by clicking. It is called for Space, Enter, or a press by a
        screen reader.
        """
        ...

    def double_click(self, place: str) -> None:
        """Smart-play the thing at ``place``."""
        ...

    def put_back(self) -> None:
        """Put back what is marked or selected. It is called for Escape or the right button while nothing is held."""
        ...


class Touched(NamedTuple):
    """The target of a press.

    ``thing`` is compared with the ``thing`` of another press. Two values are equal only for the same thing at the same
    place in the same turn. ``thing`` is None if another turn began during the press. ``at_rest``: nothing on the table
    was moving when the button went down. ``lay_there``: the thing was already at its place before the press finished
    all animations.
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
    """Turns pointer events into gestures.

    ``dragging`` and ``clicking`` say which of these methods the player uses. ``double_clicks``: a double-click is smart
    play.
    """

    def __init__(self, target: GestureTarget, *, dragging: bool = True, clicking: bool = True) -> None:
        self._target = target
        self.dragging = dragging
        self.clicking = clicking
        self.double_clicks = True
        self.drag_distance = float(DRAG_DISTANCE)
        self._pressed: _Press | None = None
        self._clicked: object = None  # the thing of the last click, if a second click could make a double-click
        self._acted = False  # whether the last click has done something
        self._hammering = False  # True after smart play, until the player has paused
        self._carrying = False

    @property
    def carrying(self) -> bool:
        """Whether something is held by the pointer."""
        return self._carrying

    def press(self, touched: Touched, at: Point, *, again: bool = False) -> None:
        """Handle the left button going down.

        ``again``: the press is so soon after the last one that it may be a double-click.
        """
        if self.release_elsewhere():
            return
        self._hammering = self._hammering and again
        if self._hammering:
            return
        liftable = self._target.may_lift(touched.place)
        self._pressed = _Press(touched, at, self.dragging and liftable, again)

    def move(self, to: Point) -> None:
        """Handle a move of the pointer, whether or not the left button is down."""
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
        """Handle the left button coming up over ``place``."""
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
            self._clicked = thing if touched.lay_there else None  # this click plays nothing, but a second one may
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
        """Cancel the gesture, after Escape or the right button. Return True if something was sent home."""
        self._clicked = None
        return self.release_elsewhere()

    def forget(self) -> None:
        """Forget the press, and the thing that is held, because the table shows another position."""
        self._pressed = None
        self._carrying = False

    def release_elsewhere(self) -> bool:
        """Handle a left button that came up where this table did not see it. Return True if something was sent home."""
        self._pressed = None
        if not self._carrying:
            return False
        self._carrying = False
        self._target.drop_back()
        return True
