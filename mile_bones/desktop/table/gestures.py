"""From mouse events to what a player means: drag and drop, click and click, double-click. No Qt.

A ``Gestures`` is told where the pointer goes; it calls the table back with whole gestures.
"""

from __future__ import annotations

import math
from typing import Protocol

DRAG_DISTANCE = 4.0
"""A press becomes a drag once the pointer has gone this far, in logical pixels."""

Point = tuple[float, float]


class Table(Protocol):
    """What a table does about gestures. A place is the name of a slot, None for the bare table."""

    def may_lift(self, place: str | None) -> bool:
        """A card lies there that the player may move."""
        ...

    def lift(self, place: str, at: Point) -> None:
        """The card is taken up by the pointer, which was pressed at ``at``."""
        ...

    def carry(self, to: Point) -> None:
        """The pointer has moved on with the card."""
        ...

    def drop(self, at: Point) -> None:
        """The card is let go."""
        ...

    def drop_back(self) -> None:
        """The player thinks better of it: the card goes home."""
        ...

    def click(self, place: str | None) -> None:
        """Pressed and meant as a click."""
        ...

    def double_click(self, place: str) -> None:
        """Smart play."""
        ...


class Gestures:
    """``dragging`` chooses the method: drag and drop when True, click and click when False."""

    def __init__(self, table: Table, *, dragging: bool = True) -> None:
        self._table = table
        self.dragging = dragging
        self._pressed: tuple[str, Point] | None = None
        self._carrying = False

    @property
    def carrying(self) -> bool:
        """A card hangs on the pointer."""
        return self._carrying

    def press(self, place: str | None, at: Point) -> None:
        """The left button goes down."""
        if self.dragging and place is not None and self._table.may_lift(place):
            self._pressed = (place, at)
        else:
            self._table.click(place)

    def move(self, to: Point) -> None:
        """The pointer moves, with the left button down or not."""
        if self._carrying:
            self._table.carry(to)
        elif self._pressed is not None:
            place, at = self._pressed
            if math.dist(at, to) >= DRAG_DISTANCE:
                self._carrying = True
                self._table.lift(place, at)
                self._table.carry(to)

    def release(self, at: Point) -> None:
        """The left button comes up."""
        pressed, self._pressed = self._pressed, None
        if self._carrying:
            self._carrying = False
            self._table.drop(at)
        elif pressed is not None:
            self._table.click(pressed[0])

    def double(self, place: str | None) -> None:
        """The second press of a double-click. Where no card can be moved it does nothing: the first press has acted."""
        if place is not None and self._table.may_lift(place):
            self._pressed = None
            self._table.double_click(place)

    def cancel(self) -> bool:
        """Escape or the right button. True when a card went home."""
        self._pressed = None
        if not self._carrying:
            return False
        self._carrying = False
        self._table.drop_back()
        return True
