"""The layout of the Mile Bones table: pure arithmetic, so every size can be tested."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.compact import compact_layout
from mile_bones.desktop.boards.milebones.layout import TableLayout, table_layout
from mile_bones.desktop.look.scale import fit_for, scale_for
from mile_bones.desktop.table.layout import CARD_RATIO, Rect, neighbour

WINDOWS = {
    (800, 600): (84, 117),
    (1280, 800): (127, 178),
    (1920, 1080): (181, 254),
}
"""For each size of a window, the size of a card, from section 8 of the style guide."""
SIZES = [
    *((800, 600), (1280, 800), (1920, 1080), (3840, 2160)),
    *((801, 603), (999, 700), (1000, 700), (1599, 871), (1600, 900), (1366, 768)),
    *((784, 560), (2560, 1440), (2560, 1600), (3838, 2135), (3200, 1800)),
    *((800, 2000), (1000, 3000), (3000, 600), (3440, 600), (5120, 1440)),
]
"""Sizes of windows: usual ones, odd ones, one on each side of a step of the scale, and very high and very wide ones."""
CHROME = 30 + 28
"""The height of menu bar and status bar at scale 1, in pixels."""


def table(width: int, height: int, *, mirrored: bool = False) -> TableLayout:
    """Return the layout in a window of this size."""
    k = scale_for(width, height)
    return table_layout(width, height - round(CHROME * k), k, mirrored=mirrored)


def inside(rect: Rect, room: Rect) -> bool:
    return rect.x >= room.x and rect.y >= room.y and rect.right <= room.right and rect.bottom <= room.bottom


def furniture(layout: TableLayout) -> dict[str, Rect]:
    """Return every rectangle of the table that must not overlap another."""
    return {
        **layout.slots,
        "strip": layout.strip,
        "panel": layout.panel,
        "your plate": layout.plates[0],
        "the computer's plate": layout.plates[1],
        "your chips": layout.chips[0],
        "the computer's chips": layout.chips[1],
        "hand label": layout.hand_label,
        "message": layout.message,
        "log tool": layout.log_tool,
        **{f"tool {number}": rect for number, rect in enumerate(layout.tools)},
        **{f"caption of {place}": rect for place, rect in layout.captions.items()},
    }


def check(layout: TableLayout) -> None:
    """Check that nothing overlaps or leaves the table, and that every card has its size and a position in whole
    pixels.
    """
    room = Rect(0, 0, layout.width, layout.height)
    found = furniture(layout)
    for name, rect in found.items():
        assert rect.w > 0, name
        assert rect.h > 0, name
        assert inside(rect, room), f"{name} {rect} leaves the table {room}"
    for (name, rect), (other, its) in combinations(found.items(), 2):
        assert not rect.meets(its), f"{name} {rect} lies over {other} {its}"
    for place, rect in layout.slots.items():
        assert (rect.w, rect.h) == (layout.card.w, layout.card.h), place
        assert rect.x == int(rect.x), place
        assert rect.y == int(rect.y), place
    assert layout.card.w == round(layout.card.h / CARD_RATIO)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_and_nothing_leaves_the_table(size: tuple[int, int], mirrored: bool) -> None:
    check(table(*size, mirrored=mirrored))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("height", [475, 463, 430, 400, 380])
@pytest.mark.parametrize("width", [800, 1000, 1280])
def test_nothing_overlaps_on_a_low_table(width: int, height: int, mirrored: bool) -> None:
    """A table is as low as this above the log, or above the bar of a replay."""
    check(table_layout(width, height, 0.86, mirrored=mirrored))


@examples(100)
@given(st.integers(784, 6000), st.integers(560, 3500), st.booleans())
def test_nothing_overlaps_at_any_size(width: int, height: int, mirrored: bool) -> None:
    check(table(width, height, mirrored=mirrored))


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_cards_have_the_size_of_the_style_guide(size: tuple[int, int]) -> None:
    layout = table(*size)

    assert (layout.card.w, layout.card.h) == WINDOWS[size]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rows_and_columns_are_straight(size: tuple[int, int]) -> None:
    slots = table(*size).slots

    for row in slot_names.ROWS:
        assert len({slots[place].y for place in row}) == 1
    for upper, lower in ((True, False),):
        for name in (slot_names.battle, slot_names.speed, slot_names.miles):
            assert slots[name(upper)].x == slots[name(lower)].x
    for index in range(slot_names.SAFETY_PLACES):
        assert slots[slot_names.safety(True, index)].x == slots[slot_names.safety(False, index)].x
    assert slots[slot_names.DISCARD].x == slots[slot_names.DRAW].x
    assert slots[slot_names.hand(0)].x == slots[slot_names.battle(True)].x
    assert slots[slot_names.hand(6)].x == slots[slot_names.miles(True)].x


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_gaps_between_cards_and_between_rows_are_even(size: tuple[int, int]) -> None:
    slots = table(*size).slots
    for row in (slot_names.HAND, tuple(slot_names.safety(True, index) for index in range(slot_names.SAFETY_PLACES))):
        gaps = [slots[right].x - slots[left].right for left, right in pairwise(row)]
        assert max(gaps) - min(gaps) <= 1, gaps
    rows = [slots[row[0]] for row in slot_names.ROWS]
    gaps = [lower.y - upper.bottom for upper, lower in pairwise(rows)]
    assert max(gaps) - min(gaps) <= 1, gaps


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_groups_of_columns_stand_apart(size: tuple[int, int]) -> None:
    slots = table(*size).slots
    within = slots[slot_names.speed(True)].x - slots[slot_names.battle(True)].right
    for left, right in (
        (slot_names.speed(True), slot_names.safety(True, 0)),
        (slot_names.safety(True, 3), slot_names.miles(True)),
        (slot_names.miles(True), slot_names.DRAW),
    ):
        assert slots[right].x - slots[left].right > within


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_trays_hold_their_safeties_and_their_caption(size: tuple[int, int]) -> None:
    layout = table(*size)
    for mine, tray in zip((True, False), layout.trays, strict=True):
        for index in range(slot_names.SAFETY_PLACES):
            assert inside(layout.slots[slot_names.safety(mine, index)], tray)
        assert not tray.meets(layout.slots[slot_names.speed(mine)])
        assert not tray.meets(layout.slots[slot_names.miles(mine)])
        assert inside(tray, Rect(0, layout.strip.bottom, layout.width, layout.height))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_mirrored_table_is_the_mirror_image(size: tuple[int, int]) -> None:
    plain, mirror = furniture(table(*size)), furniture(table(*size, mirrored=True))

    assert {name: rect.mirrored(size[0]) for name, rect in plain.items()} == mirror
    assert mirror[slot_names.DRAW].x < mirror[slot_names.battle(True)].x


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_arrow_keys_reach_every_slot_and_lead_back(size: tuple[int, int], mirrored: bool) -> None:
    slots = table(*size, mirrored=mirrored).slots
    reached, waiting = {slot_names.DRAW}, [slot_names.DRAW]
    while waiting:
        place = waiting.pop()
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            found = neighbour(slots, place, dx, dy)
            if found is not None and found not in reached:
                reached.add(found)
                waiting.append(found)
    assert reached == set(slot_names.ALL)

    for row in slot_names.ROWS:
        for left, right in pairwise(reversed(row) if mirrored else row):
            assert neighbour(slots, left, 1, 0) == right
            assert neighbour(slots, right, -1, 0) == left
    for place in slot_names.ROWS[0]:
        assert neighbour(slots, place, 0, -1) is None
        assert neighbour(slots, place, 0, 1) in slot_names.ROWS[1]
    for place in slot_names.ROWS[2]:
        assert neighbour(slots, place, 0, 1) is None
        assert neighbour(slots, place, 0, -1) in slot_names.ROWS[1]


def test_the_strip_spans_the_table_above_all_places() -> None:
    for size in SIZES:
        layout = table(*size)
        assert layout.strip.x == layout.width - layout.strip.right
        assert all(rect.y > layout.strip.bottom for rect in layout.slots.values())


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("size", [(640, 400), (640, 640), (700, 600), (750, 1000), (800, 600), (1024, 768)], ids=str)
def test_the_rows_of_a_compact_table_reach_its_bottom(size: tuple[int, int], text: float, mirrored: bool) -> None:
    k = fit_for(*size, text).k
    layout = compact_layout(size[0], size[1] - 63, k, mirrored=mirrored)
    rows = [layout.slots[row[0]] for row in slot_names.ROWS]
    empty = layout.height - rows[-1].bottom

    assert 0 <= empty <= 0.03 * layout.height + 5, empty
    heads = [layout.plates[0], layout.message, layout.plates[1]]
    over = [head.y - above.bottom for above, head in pairwise((rows[0], heads[1], rows[1], heads[2]))][::2]
    assert max(over) - min(over) <= 2, "the rest of the height is spread evenly"
