"""The board: 27 points in a cube of 3 x 3 x 3. A point is its index 9 z + 3 y + x, from 0 to 26.

``z`` counts the sheets from the bottom, ``y`` the rows from the back, ``x`` the columns from the left.
"""

from __future__ import annotations

from itertools import permutations, product

SIDE = 3
POINTS = range(SIDE**3)

Line = tuple[int, int, int]


def coordinates(point: int) -> tuple[int, int, int]:
    """Return the coordinates (x, y, z) of ``point``."""
    return point % 3, point // 3 % 3, point // 9


def index(x: int, y: int, z: int) -> int:
    """Return the point at (x, y, z)."""
    return 9 * z + 3 * y + x


def _rays(point: int) -> tuple[tuple[int, ...], ...]:
    place = coordinates(point)
    rays = []
    for axis, step in product(range(3), (-1, 1)):
        ray = []
        for distance in (1, 2):
            moved = [*place]
            moved[axis] += step * distance
            if 0 <= moved[axis] < SIDE:
                ray.append(index(moved[0], moved[1], moved[2]))
        if ray:
            rays.append(tuple(ray))
    return tuple(rays)


RAYS = tuple(_rays(point) for point in POINTS)
"""The rays from each point along the axes, by point. A ray has the points in one direction, the nearest first."""

NEIGHBOURS = tuple(tuple(sorted(ray[0] for ray in rays)) for rays in RAYS)
"""The points one step away, by point."""

BETWEEN: tuple[dict[int, tuple[int, ...]], ...] = tuple(
    {target: ray[:place] for ray in rays for place, target in enumerate(ray)} for rays in RAYS
)
"""The points between two points of a line. For each point there is a mapping: its keys are the other points on its
lines.
"""

LINES: tuple[Line, ...] = tuple(
    (start, start + step, start + 2 * step)
    for axis, step in enumerate((1, 3, 9))
    for start in POINTS
    if coordinates(start)[axis] == 0
)
"""The 27 straight lines: nine along x, nine along y, nine along z."""

LINES_THROUGH = tuple(tuple(line for line in LINES if point in line) for point in POINTS)
"""The three lines through each point, by point. The first is along x, the second along y, the third along z."""


def _symmetries() -> tuple[tuple[int, ...], ...]:
    found = []
    for order in permutations(range(3)):
        for turned in product((False, True), repeat=3):
            image = []
            for point in POINTS:
                place = coordinates(point)
                x, y, z = (2 - place[axis] if flip else place[axis] for axis, flip in zip(order, turned, strict=True))
                image.append(index(x, y, z))
            found.append(tuple(image))
    return tuple(found)


SYMMETRIES = _symmetries()
"""The 48 rotations and reflections of the cube. Each is a tuple that has, by point, the point to which it moves. The
first is the identity.
"""
