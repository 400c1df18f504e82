"""The 27 points of the cube on a flat screen, after section 4 of the style guide. Pure arithmetic, no Qt.

All views are linear: on the screen the vector from one column, row or sheet to the next is always the same. The cube is
never mirrored.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

Spot = tuple[float, float]
"""A position on the table, x and y in logical pixels."""

PIECE = (80.0, 88.0)
"""The size of a piece in board units, with the rim below its face."""
FACE = (40.0, 38.0)
"""The middle of a piece's face, measured from the upper left corner of the rectangle of size ``PIECE``."""
STANDS = 6.0
"""The height of the middle of a face above its point, in board units."""
HIT_RADIUS = 34.0
LEAST_HIT_PX = 22.0


@dataclass(frozen=True)
class View:
    """A view of the cube, in board units."""

    x: Spot
    y: Spot
    z: Spot
    """The vectors on the screen from one column (``x``), row (``y``) and sheet (``z``) to the next."""
    reach: float
    """The distance from the middle of a sheet to its edges. The outer points are at the distance 1."""
    size: Spot
    """The room for the whole cube with its pieces, shadows and names."""
    rise: float = 0.0
    """The distance of the middle of the cube above the middle of its room."""


WIDE = View((178, 26), (-112, 46), (0, -204), 1.36, (2 * 1.36 * 290, 644))
STEEP = View((150, 30), (-100, 58), (0, -236), 1.36, (680, 742), rise=2)
"""The steeper view of the stacked sheets, for narrow boards. ``WIDE`` is the usual view."""
STACKED = (WIDE, STEEP)
SIDE_BY_SIDE = View((84, 0), (0, 84), (306, 0), 1.5, (2 * 306 + 252 + 8, 252 + 60), rise=-12)
"""The view of the three sheets as squares in a row, with their names above."""


@dataclass(frozen=True)
class Projection:
    """A view of the cube at one position and scale."""

    view: View
    middle: Spot
    """The position of the middle point of the cube."""
    scale: float

    @property
    def is_flat(self) -> bool:
        """Whether the sheets lie side by side, seen from above."""
        return self.view is SIDE_BY_SIDE

    def at(self, x: float, y: float, z: float) -> Spot:
        """Return the position of these coordinates, which may be between points or outside the cube."""
        view = self.view
        across = (x - 1) * view.x[0] + (y - 1) * view.y[0] + (z - 1) * view.z[0]
        down = (x - 1) * view.x[1] + (y - 1) * view.y[1] + (z - 1) * view.z[1]
        return self.middle[0] + self.scale * across, self.middle[1] + self.scale * down

    def point(self, index: int) -> Spot:
        """Return the position of a point."""
        return self.at(index % 3, index // 3 % 3, index // 9)

    def piece(self, index: int) -> Spot:
        """Return the middle of the face of a piece that stands on this point."""
        x, y = self.point(index)
        return x, y - STANDS * self.scale

    @cached_property
    def _pieces(self) -> tuple[Spot, ...]:
        return tuple(map(self.piece, range(27)))

    @property
    def hit_radius(self) -> float:
        """The greatest distance from the middle of a piece at which a press still means the piece."""
        return max(HIT_RADIUS * self.scale, LEAST_HIT_PX)

    def point_under(self, x: float, y: float) -> int | None:
        """Return the point for a press at this position: the nearest point, or None if the nearest point is too far
        away.
        """
        distances = [math.dist((x, y), piece) for piece in self._pieces]
        found = distances.index(min(distances))
        return found if distances[found] <= self.hit_radius else None

    def sheet(self, z: int) -> tuple[Spot, Spot, Spot, Spot]:
        """Return the corners of a sheet, in this order: back left, back right, front right and front left."""
        reach = self.view.reach
        near, far = 1 + reach, 1 - reach
        return self.at(far, far, z), self.at(near, far, z), self.at(near, near, z), self.at(far, near, z)

    def back_to_front(self, z: int) -> tuple[int, ...]:
        """Return the points of a sheet in the order in which they are painted."""
        return tuple(sorted(range(9 * z, 9 * z + 9), key=lambda index: self.point(index)[1]))

    def hidden_post(self, index: int) -> tuple[Spot, Spot]:
        """Return the part of the post below this point that the sheet hides. It goes from the point to the front
        edge.
        """
        x, y = self.point(index)
        corners = self.sheet(index // 9)
        edges = [sorted(edge) for edge in zip(corners, (*corners[1:], corners[0]), strict=True)]
        crossed = [(begin, end) for begin, end in edges if begin[0] <= x <= end[0] != begin[0]]
        return (x, y), (x, max(y1 + (y2 - y1) * (x - x1) / (x2 - x1) for (x1, y1), (x2, y2) in crossed))

    def turned(self, degrees: float) -> Projection:
        """Return the cube after it has turned by this angle about its middle post. A quarter turn shows the same sheets
        with other points in front.
        """
        (x1, y1), (x2, y2) = self.view.x, self.view.y
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        turned = replace(
            self.view, x=(cos * x1 + sin * x2, cos * y1 + sin * y2), y=(cos * x2 - sin * x1, cos * y2 - sin * y1)
        )
        return replace(self, view=turned)

    def towards(self, other: Projection, part: float) -> Projection:
        """Return a projection between this one and ``other``. ``part`` goes from 0 to 1."""

        def mixed(one: Spot, two: Spot) -> Spot:
            return one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part

        here, there = self.view, other.view
        view = replace(here, x=mixed(here.x, there.x), y=mixed(here.y, there.y), z=mixed(here.z, there.z))
        return Projection(view, mixed(self.middle, other.middle), self.scale + (other.scale - self.scale) * part)


def fit(view: View, x: float, y: float, width: float, height: float) -> Projection:
    """Return the view, as large as possible in this room and centred in it."""
    scale = min(width / view.size[0], height / view.size[1])
    return Projection(view, (x + width / 2, y + height / 2 - view.rise * scale), scale)


def fit_stacked(x: float, y: float, width: float, height: float) -> Projection:
    """Return the one of the two stacked views that is larger in this room."""
    return max((fit(view, x, y, width, height) for view in STACKED), key=lambda one: one.scale)
