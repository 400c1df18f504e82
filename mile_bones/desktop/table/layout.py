"""Rectangles and places on a table, in logical pixels. Pure arithmetic, no Qt."""

from __future__ import annotations

from typing import NamedTuple

CARD_RATIO = 1.4
"""The height of a card, as a multiple of its width."""


class Rect(NamedTuple):
    """A rectangle on the table."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge, which is just outside the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge, which is just outside the rectangle."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def mirrored(self, width: float) -> Rect:
        """Return the rectangle on a table of this width that reads from right to left."""
        return Rect(width - self.right, self.y, self.w, self.h)

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point is in the rectangle."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def meets(self, other: Rect) -> bool:
        """Return True if the rectangles share more than an edge."""
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h


LEAST_TOOL, LOW_TOOL = 32, 24
"""Two sizes of a quiet button in pixels: the usual one if there is enough room, and the smallest."""
NOWHERE = Rect(0, 0, 0, 0)
"""The place of an item that this form of the table does not have."""


def tools_in(cell: Rect, largest: float, count: int = 4, apart: float = 2.0) -> tuple[Rect, ...]:
    """Return the places of ``count`` quiet buttons, two in a row, in the middle of ``cell``."""
    rows = (count + 1) // 2
    size = int(max(1.0, min(largest, (cell.w - apart) / 2, (cell.h - (rows - 1) * apart) / rows)))
    step = size + apart
    x, y = cell.centre[0] - size - apart / 2, cell.centre[1] - (rows * step - apart) / 2
    places = [(row, column) for row in range(rows) for column in (0, 1)]
    return tuple(Rect(round(x + column * step), round(y + row * step), size, size) for row, column in places[:count])


def neighbour(places: dict[str, Rect], start: str, dx: int, dy: int) -> str | None:
    """Return the place that an arrow key reaches from ``start``: the nearest place in that direction, or None at the
    edge of the table.

    ``dx`` and ``dy`` are -1, 0 or 1, as on the screen. Left and Right stay in the row. Up and Down go to the place in
    the next row that is most nearly above or below.
    """
    x, y = places[start].centre
    best: tuple[float, float] | None = None
    found = None
    for name, rect in places.items():
        cx, cy = rect.centre
        along, across = ((cx - x) * dx, abs(cy - y)) if dx else ((cy - y) * dy, abs(cx - x))
        if along <= 1 or (dx and across > 1):
            continue
        rank = (round(along), across)
        if best is None or rank < best:
            best, found = rank, name
    return found
