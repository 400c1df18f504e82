"""The layout of the Millieu table: pure arithmetic, so every size can be tested."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.compact import compact_layout, layout_for
from mile_bones.desktop.boards.millieu.layout import MillieuLayout, millieu_layout
from mile_bones.desktop.boards.millieu.projection import FACE, PIECE, SIDE_BY_SIDE, STEEP, WIDE, Projection, View, fit
from mile_bones.desktop.look.scale import fit_for
from mile_bones.desktop.table.layout import Rect

SIZES = [
    *((800, 600), (1280, 800), (1920, 1080), (3840, 2160)),
    *((801, 603), (999, 700), (1000, 700), (1599, 871), (1600, 900), (1366, 768)),
    *((784, 560), (2560, 1440), (2560, 1600), (3838, 2135), (3200, 1800)),
    *((800, 2000), (1000, 3000), (3000, 600), (3440, 600), (5120, 1440)),
]
CHROME = 30 + 28
"""The height of menu bar and status bar at scale 1, in pixels."""
VIEWS = {"wide": WIDE, "steep": STEEP, "side by side": SIDE_BY_SIDE}


def table(width: int, height: int, **how: bool) -> MillieuLayout:
    """Return the layout in a window of this size."""
    fit = fit_for(width, height)
    return layout_for(width, height - round(CHROME * fit.k), fit, **how)


def piece_box(projection: Projection, point: int) -> Rect:
    """Return the rectangle that a piece on this point covers."""
    x, y = projection.piece(point)
    s = projection.scale
    return Rect(x - FACE[0] * s, y - FACE[1] * s, PIECE[0] * s, PIECE[1] * s)


def inside(rect: Rect, room: Rect) -> bool:
    near = 1e-6
    return (
        rect.x >= room.x - near
        and rect.y >= room.y - near
        and rect.right <= room.right + near
        and rect.bottom <= room.bottom + near
    )


def check(layout: MillieuLayout) -> None:
    room = Rect(0, 0, layout.width, layout.height)
    furniture = {
        "strip": layout.strip,
        "message": layout.message,
        "own panel": layout.sides[0].panel,
        "other panel": layout.sides[1].panel,
        "take back": layout.take_back,
        "neighbours": layout.neighbours,
        "side by side": layout.side_by_side,
        "done": layout.done,
        "score": layout.score,
        "board": layout.board,
    }
    furniture |= {f"tool {number}": rect for number, rect in enumerate(layout.tools)}
    furniture |= {f"line {number}": rect for number, rect in enumerate(layout.lines)}
    left_out = {name for name, rect in furniture.items() if not rect.h}
    assert left_out - {"side by side"} == ({"strip", "neighbours", "score"} if layout.compact else set())
    furniture = {name: rect for name, rect in furniture.items() if name not in left_out}
    for name, rect in furniture.items():
        assert rect.w > 0, name
        assert rect.h > 0, name
        assert inside(rect, room), f"{name} {rect} leaves the table"
    for (name, rect), (other, its) in combinations(furniture.items(), 2):
        assert not rect.meets(its), f"{name} {rect} lies over {other} {its}"
    for z in range(3):
        for x, y in layout.projection.sheet(z):
            assert inside(Rect(x, y, 0, 0), layout.board)
    for point in range(slot_names.POINTS):
        assert inside(piece_box(layout.projection, point), layout.board), point
    for mine, side in zip((True, False), layout.sides, strict=True):
        assert inside(side.tray, side.panel) and not side.tray.meets(side.head)
        cells = [layout.slots[slot_names.hand(mine, kind)] for kind in range(slot_names.KINDS)]
        assert all(inside(cell, side.tray) for cell in cells)
        assert sum(cell.w * cell.h for cell in cells) == pytest.approx(side.tray.w * side.tray.h)
    assert set(layout.slots) == set(slot_names.ALL)


@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_and_nothing_leaves_the_table(size, mirrored: bool, side_by_side: bool) -> None:
    check(table(*size, mirrored=mirrored, side_by_side=side_by_side))


@examples(100)
@given(st.integers(784, 6000), st.integers(560, 3500), st.booleans(), st.booleans())
def test_nothing_overlaps_at_any_size(width: int, height: int, mirrored: bool, side_by_side: bool) -> None:
    check(table(width, height, mirrored=mirrored, side_by_side=side_by_side))


@examples(100)
@given(
    st.tuples(st.integers(640, 2600), st.integers(400, 1600)),
    st.tuples(st.floats(0.55, 1), st.floats(0.68, 1)),
    st.sampled_from([1.0, 1.5, 2.0, 2.5]),
    st.booleans(),
    st.booleans(),
)
def test_nothing_overlaps_beside_a_bar_and_a_panel(
    window: tuple[int, int], left: tuple[float, float], text: float, mirrored: bool, side_by_side: bool
) -> None:
    """`left` is the part of the window's width and height that a panel and a bar leave for the table."""
    fit = fit_for(*window, text)
    room = window[0] * left[0], (window[1] - round(CHROME * fit.k)) * left[1]
    check(layout_for(*room, fit, mirrored=mirrored, side_by_side=side_by_side))


@pytest.mark.parametrize("room", [(631, 404), (631, 600), (800, 404)], ids=str)
def test_a_table_with_too_little_room_is_compact_in_a_window_of_any_size(room: tuple[int, int]) -> None:
    fit = fit_for(800, 600)
    assert not fit.compact
    assert layout_for(*room, fit).compact
    assert not layout_for(800, 537, fit).compact


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_message_line_holds_two_lines_of_the_usual_size(size: tuple[int, int]) -> None:
    layout = table(*size)
    assert layout.message.h - 1 >= 2 * 1.22 * round(14.5 * layout.k)


@pytest.mark.parametrize(
    ("size", "view", "scale", "tray"),
    [
        ((800, 600), STEEP, 0.61, 158),
        ((1280, 800), WIDE, 0.96, 228),
        ((1920, 1080), WIDE, 1.37, 285),
        ((3840, 2160), WIDE, 2.86, 475),
    ],
)
def test_the_board_has_the_size_of_the_style_guide(size, view, scale, tray) -> None:
    layout = table(*size)
    assert layout.projection.view is view
    assert layout.projection.scale == pytest.approx(scale, abs=0.01)
    assert layout.sides[0].panel.w == tray
    assert not layout.side_by_side.h


def test_side_by_side_is_offered_if_the_stacked_sheets_are_small() -> None:
    assert compact_layout(640, 345, 0.86).side_by_side.h
    assert not compact_layout(640, 345, 1.72).side_by_side.h, "there is no room for the button"
    assert not compact_layout(640, 500, 0.86).side_by_side.h
    assert millieu_layout(1280, 742, side_by_side=True).side_by_side.h


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_right_to_left_mirrors_sides_and_trays_but_never_the_cube(size) -> None:
    plain, mirrored = table(*size), table(*size, mirrored=True)
    assert mirrored.projection == plain.projection
    for place in slot_names.BOARD:
        assert mirrored.slots[place] == plain.slots[place]
    for place in (*slot_names.OWN_HAND, *slot_names.OTHER_HAND):
        assert mirrored.slots[place] == plain.slots[place].mirrored(size[0])
    assert mirrored.sides[0].panel.x > mirrored.sides[1].panel.x
    assert mirrored.take_back.x == pytest.approx(mirrored.sides[0].panel.x)


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_buttons_of_a_compact_table_are_below_the_own_hand(mirrored: bool) -> None:
    layout = compact_layout(800, 510, 1.72, mirrored=mirrored)
    hand = layout.sides[0].panel
    assert {layout.take_back.x, layout.done.x} == {hand.x}
    assert layout.take_back.y > hand.bottom


@pytest.mark.parametrize("mine", [True, False])
def test_a_tray_has_a_row_for_each_shape_and_a_column_for_each_colour(mine: bool) -> None:
    slots = table(1280, 800).slots
    places = {kind: slots[slot_names.hand(mine, kind)] for kind in range(slot_names.KINDS)}
    for colour, shape in product(range(3), repeat=2):
        assert places[3 * colour + shape].x == places[3 * colour].x
        assert places[3 * colour + shape].y == places[shape].y
    assert places[0].x < places[3].x < places[6].x
    assert places[0].y < places[1].y < places[2].y


# ------------------------------------------------------------------ the cube


@pytest.mark.parametrize("view", VIEWS)
def test_steps_along_an_axis_have_the_lengths_of_the_style_guide(view: str) -> None:
    made = Projection(VIEWS[view], (500, 400), 2.0)
    assert made.point(13) == (500, 400)
    for index in range(slot_names.POINTS):
        x, y = made.point(index)
        for limit, way, further in (
            (index % 3, made.view.x, 1),
            (index // 3 % 3, made.view.y, 3),
            (index // 9, made.view.z, 9),
        ):
            if limit < 2:
                assert made.point(index + further) == pytest.approx((x + 2 * way[0], y + 2 * way[1]))


@pytest.mark.parametrize("view", ["wide", "steep"])
def test_the_nine_columns_of_the_stacked_sheets_do_not_coincide(view: str) -> None:
    made = Projection(VIEWS[view], (0, 0), 1.0)
    columns = sorted({round(made.point(index)[0], 6) for index in range(slot_names.POINTS)})
    assert len(columns) == 9
    assert min(right - left for left, right in pairwise(columns)) >= 40


@pytest.mark.parametrize("view", VIEWS)
def test_no_piece_covers_another_and_a_press_on_its_face_finds_it(view: str) -> None:
    made = Projection(VIEWS[view], (500, 400), 1.0)
    for one, other in combinations(range(slot_names.POINTS), 2):
        assert math.dist(made.piece(one), made.piece(other)) >= PIECE[0]
    for index in range(slot_names.POINTS):
        x, y = made.piece(index)
        assert made.point_under(x, y) == made.point_under(x + 33, y) == made.point_under(x, y - 33) == index
        assert made.point_under(*made.point(index)) == index
        assert made.point_under(x + 35, y) is None


def test_on_a_small_cube_the_hit_radius_never_shrinks_below_22_pixels() -> None:
    small = Projection(WIDE, (500, 400), 0.3)
    assert small.hit_radius == 22
    x, y = small.piece(20)  # the rightmost point
    assert small.point_under(x + 21.9, y) == 20
    assert small.point_under(x + 22.1, y) is None
    assert Projection(WIDE, (0, 0), 1.0).hit_radius == 34


@pytest.mark.parametrize("view", ["wide", "steep"])
@pytest.mark.parametrize("z", [0, 1, 2])
def test_the_points_of_a_sheet_are_painted_from_the_back(view: str, z: int) -> None:
    made = Projection(VIEWS[view], (0, 0), 1.0)
    order = made.back_to_front(z)
    assert sorted(order) == list(range(9 * z, 9 * z + 9))
    assert (order[0], order[-1]) == (9 * z, 9 * z + 8)


@pytest.mark.parametrize("view", ["wide", "steep"])
@pytest.mark.parametrize("index", range(9, 27))
def test_a_post_is_hidden_from_its_point_to_the_front_edge_of_its_sheet(view: str, index: int) -> None:
    made = Projection(VIEWS[view], (0, 0), 1.0)
    (x, y), (below_x, below_y) = made.hidden_post(index)
    assert (x, y) == made.point(index) and below_x == x and below_y > y
    _back, right, front, left = made.sheet(index // 9)
    edge = (left, front) if left[0] <= x <= front[0] else (front, right)
    assert _distance((below_x, below_y), *edge) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("view", [WIDE, STEEP], ids=["wide", "steep"])
def test_a_quarter_turn_moves_every_point_to_the_place_of_another(view: View) -> None:
    projection = Projection(view, (640, 400), 0.8)
    turned = projection.turned(90)
    for x, y, z in product(range(3), repeat=3):
        assert turned.at(x, y, z) == pytest.approx(projection.at(2 - y, x, z))
    assert {_rounded(corner) for corner in turned.sheet(1)} == {_rounded(corner) for corner in projection.sheet(1)}


@pytest.mark.parametrize("degrees", [0, 30, -45, 90, 135, -180])
def test_the_middle_post_stays_and_every_post_is_hidden_down_to_an_edge_while_the_cube_turns(degrees: float) -> None:
    projection = Projection(WIDE, (640, 400), 0.8).turned(degrees)
    assert projection.at(1, 1, 2) == pytest.approx((640, 400 - 0.8 * 204))
    corners = projection.sheet(1)
    for index in range(9, 18):
        start, end = projection.hidden_post(index)
        assert start == projection.point(index) and end[0] == start[0] and end[1] > start[1]
        assert min(_distance(end, *edge) for edge in pairwise((*corners, corners[0]))) < 1e-6


def test_a_projection_moves_evenly_towards_another() -> None:
    one, other = Projection(STEEP, (100, 200), 0.4), Projection(WIDE, (300, 100), 0.8)
    for index in (0, 13, 26):
        assert one.towards(other, 0).point(index) == pytest.approx(one.point(index))
        assert one.towards(other, 1).point(index) == pytest.approx(other.point(index))
    halfway = one.towards(other, 0.5)
    assert halfway.middle == (200, 150) and halfway.scale == pytest.approx(0.6)


def _rounded(spot: tuple[float, float]) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


def _distance(spot, begin, end) -> float:
    """Return the distance from a spot to the straight line through two other spots."""
    along = (end[0] - begin[0], end[1] - begin[1])
    return abs(along[0] * (spot[1] - begin[1]) - along[1] * (spot[0] - begin[0])) / math.hypot(*along)


def test_a_view_is_as_large_as_its_room_allows() -> None:
    assert fit(WIDE, 0, 0, WIDE.size[0], 5000).scale == pytest.approx(1)
    assert fit(WIDE, 0, 0, 5000, WIDE.size[1] / 2).scale == pytest.approx(0.5)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("size", [(640, 400), (640, 560), (640, 640), (700, 600), (800, 600), (1024, 768)], ids=str)
def test_the_cube_of_a_compact_table_takes_the_height_that_there_is(size: tuple[int, int], text: float):
    layout = compact_layout(size[0], size[1] - 63, fit_for(*size, text).k)
    lowest = max(layout.projection.sheet(number)[2][1] for number in range(3))

    assert (layout.height - lowest) / layout.height <= 0.14
    assert all(side.tray.w / 3 >= 36 for side in layout.sides), "and pieces in the hand are still easily hit"
