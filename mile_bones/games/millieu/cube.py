"""The board: 27 points in a cube of 3 x 3 x 3. A point is its index 9 z + 3 y + x, from 0 to 26.

``z`` counts the sheets from the bottom, ``y`` the rows from the back, ``x`` the columns from the left.
"""

from __future__ import annotations

from itertools import permutations, product

SIDE = 3
POINTS = range(SIDE**3)

Line = tuple[int, int, int]


def coordinates(point: int) -> tuple[int, int, int]:
    """(x, y, z) of a point."""
    return point % 3, point // 3 % 3, point // 9


def index(x: int, y: int, z: int) -> int:
    """The point at (x, y, z)."""
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
"""By point: its ways along the axes, each with the points on it, the nearest first."""

NEIGHBOURS = tuple(tuple(sorted(ray[0] for ray in rays)) for rays in RAYS)
"""By point: the points one step away."""

BETWEEN: tuple[dict[int, tuple[int, ...]], ...] = tuple(
    {target: ray[:place] for ray in rays for place, target in enumerate(ray)} for rays in RAYS
)
"""By point: each other point on one of its lines, with what lies between the two."""

LINES: tuple[Line, ...] = tuple(
    (start, start + step, start + 2 * step)
    for axis, step in enumerate((1, 3, 9))
    for start in POINTS
    if coordinates(start)[axis] == 0
)
"""The 27 straight rows, nine along x, nine along y, nine along z."""

LINES_THROUGH = tuple(tuple(line for line in LINES if point in line) for point in POINTS)
"""By point: its three lines, along x, y and z."""


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
"""The 48 turnings and mirrorings of the cube, each as the image of every point; the first leaves all where it is."""
