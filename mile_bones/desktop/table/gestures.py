"""From mouse events to what a player means: drag and drop, click and click, double-click. No Qt.

A ``Gestures`` is told where the pointer goes; it calls its target with whole gestures.
"""

from __future__ import annotations

import math
from typing import Protocol

DRAG_DISTANCE = 4.0
"""A press becomes a drag once the pointer has gone this far, in logical pixels."""

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

    def click(self, place: str | None) -> None:
        """Pressed and meant as a click."""
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


class Gestures:
    """``dragging`` chooses the method: drag and drop when True, click and click when False."""

    def __init__(self, target: GestureTarget, *, dragging: bool = True) -> None:
        self._target = target
        self.dragging = dragging
        self._pressed: tuple[str, Point] | None = None
        self._carrying = False

    @property
    def carrying(self) -> bool:
        """Something hangs on the pointer."""
        return self._carrying

    def press(self, place: str | None, at: Point) -> None:
        """The left button goes down."""
        if self.dragging and place is not None and self._target.may_lift(place):
            self._pressed = (place, at)
        else:
            self._target.click(place)

    def move(self, to: Point) -> None:
        """The pointer moves, with the left button down or not."""
        if self._carrying:
            self._target.carry(to)
        elif self._pressed is not None:
            place, at = self._pressed
            if math.dist(at, to) >= DRAG_DISTANCE:
                self._carrying = True
                self._target.lift(place, at)
                self._target.carry(to)

    def release(self, at: Point) -> None:
        """The left button comes up."""
        pressed, self._pressed = self._pressed, None
        if self._carrying:
            self._carrying = False
            self._target.drop(at)
        elif pressed is not None:
            self._target.click(pressed[0])

    def double(self, place: str | None) -> None:
        """The second press of a double-click. Where nothing can be moved it does nothing: the first press has acted."""
        if place is not None and self._target.may_lift(place):
            self._pressed = None
            self._target.double_click(place)

    def cancel(self) -> bool:
        """Escape or the right button. True when something went home."""
        self._pressed = None
        if not self._carrying:
            return False
        self._carrying = False
        self._target.drop_back()
        return True
