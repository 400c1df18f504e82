"""The names of the places of the Millieu board: the 27 points of the cube and the two hands. No Qt.

A point has the index 9 z + 3 y + x: z counts the sheets from the bottom, y the rows from the back, x the columns from
the left. A kind of piece is 3 times its colour plus its shape.
"""

from __future__ import annotations

POINTS = 27
KINDS = 9


def point(index: int) -> str:
    """Return the name of a point of the cube."""
    return f"point.{index}"


def point_index(place: str) -> int | None:
    """Return the index of the point at ``place``, or None for any other place."""
    row, _dot, number = place.partition(".")
    return int(number) if row == "point" else None


def hand(mine: bool, kind: int) -> str:
    """Return the name of the place of a kind of piece in the tray of one side."""
    return f"{'own' if mine else 'other'}.hand.{kind}"


def hand_kind(place: str, *, mine: bool = True) -> int | None:
    """Return the kind of piece that belongs to ``place``, or None if the place is not in this side's tray."""
    side, _dot, number = place.rpartition(".")
    return int(number) if side == ("own.hand" if mine else "other.hand") else None


BOARD = tuple(point(index) for index in range(POINTS))
OWN_HAND = tuple(hand(True, kind) for kind in range(KINDS))
OTHER_HAND = tuple(hand(False, kind) for kind in range(KINDS))
GROUPS = (OWN_HAND, BOARD, OTHER_HAND)
"""The groups of places for the keyboard, as ``FocusGroups`` expects them."""
ALL = tuple(place for group in GROUPS for place in group)


def step(place: str, dx: int, dy: int, dz: int) -> str | None:
    """Return the point next to ``place`` in the cube, or None beyond the cube's faces.

    The steps follow the axes of the cube, not the picture on the screen.
    """
    index = point_index(place)
    assert index is not None
    x, y, z = index % 3 + dx, index // 3 % 3 + dy, index // 9 + dz
    return point(9 * z + 3 * y + x) if {x, y, z} <= {0, 1, 2} else None
