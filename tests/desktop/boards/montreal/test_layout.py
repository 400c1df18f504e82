"""The layout of the Mille table: the sizes of the style guide, and no overlaps."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.compact import compact_frame
from mile_bones.desktop.boards.montreal.layout import Content, Frame, Places, frame_for, mirrored_frame, places_for
from mile_bones.desktop.boards.montreal.rows import backs_in_row, hand_in_row, pile_in_row, sets_in_row
from mile_bones.desktop.table.fans import LEAST_STEP
from mile_bones.desktop.table.layout import Rect

SIZES = ((800, 550, 0.86), (1280, 742, 1.0), (1920, 1010, 1.2), (3840, 2090, 1.2))
"""Each entry has the width and height of a table, and the scale. The windows are 800 x 600, 1280 x 800, 1920 x 1080 and
3840 x 2160.
"""
SETS = tuple((slot_names.own_set(rank), size) for rank, size in ((1, 3), (4, 8), (7, 5), (12, 4)))
OTHERS = tuple((slot_names.other_set(rank), size) for rank, size in ((2, 3), (5, 4), (9, 6)))


def full(cards: int = 30, pile: int = 40, **more: object) -> Content:
    ranks = tuple(sorted(index % 13 for index in range(cards)))
    return Content(near_sets=SETS, far_sets=OTHERS, pile=pile, other_hand=12, ranks=ranks, may_take=True)._replace(
        **more
    )


@pytest.fixture(params=SIZES, ids=["800", "1280", "1920", "3840"])
def frame(request: pytest.FixtureRequest) -> Frame:
    return frame_for(*request.param)


@pytest.mark.parametrize(
    ("size", "widths"),
    [(SIZES[0], (50, 61, 54, 76)), (SIZES[1], (72, 88, 78, 110)), (SIZES[2], (105, 127, 113, 159))],
)
def test_cards_are_as_wide_as_the_style_guide_wants(size: tuple[int, int, float], widths: tuple[int, ...]) -> None:
    made = frame_for(*size)
    assert [made.card_width(row) for row in range(4)] == pytest.approx(widths, abs=1.2)


def test_the_parts_of_the_table_neither_overlap_nor_leave_it(frame: Frame) -> None:
    parts = [frame.strip, *frame.plates, frame.score, frame.message, frame.hand_label, frame.hint_tool]
    parts += [*frame.tools, *frame.rows]
    for part in parts:
        assert part.x >= 0 and part.right <= frame.width and part.y >= 0 and part.bottom <= frame.height
    for index, part in enumerate(parts):
        assert [other for other in parts[index + 1 :] if part.meets(other)] == []


@pytest.mark.parametrize("cards", [0, 1, 15, 16, 30, 40, 60, 63, 100])
@pytest.mark.parametrize("mirrored", [False, True])
def test_every_card_of_a_hand_shows_its_index(frame: Frame, cards: int, mirrored: bool) -> None:
    places = places_for(frame, full(cards), mirrored=mirrored)
    hand = [places.slots[slot_names.hand(index)] for index in range(cards)]
    room = frame.rows[3].mirrored(frame.width) if mirrored else frame.rows[3]
    rows = [[*row] for _y, row in groupby(hand, key=lambda rect: round(rect.y))]
    assert len(rows) <= 2
    for row in rows:
        for one, other in pairwise(row):
            assert abs(other.x - one.x) >= LEAST_STEP * one.w - 0.01
            assert (other.x < one.x) is mirrored
    for one, other in pairwise(rows):
        assert other[0].y - one[0].y >= 0.39 * one[0].h
    for rect in hand:
        assert rect.x >= room.x - 0.01 and rect.right <= room.right + 0.01
        assert rect.y >= room.y - 0.01 and rect.bottom <= room.bottom + 0.01
    if rows:
        assert rows[-1][0].bottom == pytest.approx(room.bottom)


@pytest.mark.parametrize(("size", "least"), list(zip(SIZES, (20, 24, 25, 50), strict=True)))
def test_a_hand_of_sixty_three_shows_a_good_part_of_each_card(size: tuple[int, int, float], least: int) -> None:
    places = places_for(frame_for(*size), full(63))
    hand = [places.slots[slot_names.hand(index)] for index in range(63)]
    assert min(other.x - one.x for one, other in pairwise(hand) if other.y == one.y) >= least


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_lower_of_two_rows_is_painted_over_the_upper_one(frame: Frame, mirrored: bool) -> None:
    places = places_for(frame, full(100), mirrored=mirrored)
    order = [rect for name, rect in places.slots.items() if slot_names.hand_index(name) is not None]
    assert order == sorted(order, key=lambda rect: (rect.y, rect.x)) and order[0].y < order[-1].y


def test_a_hand_gets_two_rows_only_if_that_makes_its_cards_wider() -> None:
    row = Rect(0, 0, 720, 107)
    for count in range(1, 105):
        hand = hand_in_row(tuple(sorted(index % 13 for index in range(count))), row, 76, 0.86, narrow=True)
        alone = 1 + LEAST_STEP * (count - 1)
        in_one_row = min(76.0, (720 - 12 * 3 * 0.86) / alone) if count > 37 else 76.0
        assert hand[0].w >= in_one_row - 1.5
        if not 48 <= count <= 54:  # between these counts, one row is about as good as two
            assert (hand[0].y != hand[-1].y) is (count > 51)


def test_the_upper_of_two_rows_ends_with_the_last_card_of_a_rank() -> None:
    ranks = (*(1,) * 28, *(2,) * 32)
    hand = hand_in_row(ranks, Rect(0, 0, 720, 107), 76, 0.86, narrow=True)
    assert [rect.y < hand[-1].y for rect in hand] == [rank == 1 for rank in ranks]


@pytest.mark.parametrize("mirrored", [False, True])
def test_cards_further_right_are_painted_over_the_others(frame: Frame, mirrored: bool) -> None:
    places = places_for(frame, full(20), mirrored=mirrored)
    order = [name for name in places.slots if slot_names.hand_index(name) is not None]
    assert [places.slots[name].x for name in order] == sorted(places.slots[name].x for name in order)


def test_the_gap_between_two_ranks_is_smaller_from_twenty_cards_on() -> None:
    row = Rect(0, 0, 2000, 154)
    few = hand_in_row((1, 1, 2), row, 110, 1, narrow=False)
    assert few[2].x - few[1].x - (few[1].x - few[0].x) == pytest.approx(8)
    many = hand_in_row((1,) * 19 + (2,), row, 110, 1, narrow=False)
    assert many[19].x - many[18].x - (many[1].x - many[0].x) == pytest.approx(3)


def inside(places: Places, row: int) -> bool:
    room = places.frame.rows[row]
    return all(
        fan.rect.x >= room.x - 0.01 and fan.rect.right <= room.right + 0.01
        for place, fan in places.fans.items()
        if place in (slot_names.OWN_SETS if row == 2 else slot_names.OTHER_SETS)
    )


@pytest.mark.parametrize("sets", [1, 3, 6, 9, 13])
@pytest.mark.parametrize("size", [3, 5, 8, 12])
def test_all_sets_stay_in_their_row_and_leave_room_to_lay_down(frame: Frame, sets: int, size: int) -> None:
    own = tuple((slot_names.own_set(rank), size) for rank in range(sets))
    other = tuple((slot_names.other_set(rank), size) for rank in range(sets))
    places = places_for(frame, full(near_sets=own, far_sets=other))
    assert inside(places, 2) and inside(places, 0)
    zone = places.slots[slot_names.LAY]
    assert zone.w >= 60 - 0.01 and zone.right == frame.rows[2].right
    assert all(not zone.meets(places.slots[place]) for place, _size in own)
    assert places.fans[other[-1][0]].rect.right <= places.fans[slot_names.OTHER_HAND].rect.x
    widths = {fan.width for place, fan in places.fans.items() if place in dict(own)}
    assert len(widths) == 1 and min(widths) >= 40


def test_sets_shrink_their_steps_first_then_their_cards() -> None:
    row = Rect(10, 0, 600, 110)
    (one,) = sets_in_row((4,), row, 78, 1, narrow=False)
    assert (one.width, one.step) == (78, pytest.approx(0.31 * 78)) and one.rect.bottom == pytest.approx(row.bottom)
    several = sets_in_row((6, 5, 4, 3), row, 78, 1, narrow=False)
    assert several[0].width == 78 and several[0].step < 0.31 * 78
    many = sets_in_row((6,) * 7, row, 78, 1, narrow=False)
    assert 40 <= many[0].width < 78 and many[0].step == pytest.approx(LEAST_STEP * many[0].width)


@pytest.mark.parametrize("count", [0, 1, 2, 11, 15, 40, 80])
def test_a_pile_stays_in_its_row_and_hides_its_oldest_cards(frame: Frame, count: int) -> None:
    row = frame.pile_row
    fan = pile_in_row(count, row, frame.card_width(1))
    assert fan.rect.x == row.x and fan.rect.right <= row.right + 0.01
    assert fan.step >= LEAST_STEP * fan.width - 0.01
    assert 0 <= fan.first <= max(0, count - 1)
    if count:
        assert fan.card(count - 1).right == pytest.approx(fan.rect.right)
    for index in range(fan.first):
        assert fan.card(index) == fan.card(fan.first)


def test_at_1280_a_pile_of_11_shows_all_cards_and_one_of_40_hides_some() -> None:
    made = frame_for(*SIZES[1])
    assert pile_in_row(11, made.pile_row, made.card_width(1)).first == 0
    assert pile_in_row(40, made.pile_row, made.card_width(1)).first > 0


def test_the_opponents_hand_takes_a_third_of_its_row_at_most(frame: Frame) -> None:
    row = frame.rows[0]
    for count in (0, 1, 12, 60):
        fan = backs_in_row(count, row, frame.card_width(0) * 0.8, 10)
        assert fan.rect.right == pytest.approx(row.right) and fan.rect.w <= row.w / 3 + fan.width


@pytest.mark.parametrize("pile", [2, 11, 40])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_button_beside_the_pile_is_on_the_table(frame: Frame, pile: int, mirrored: bool) -> None:
    places = places_for(frame, full(pile=pile), mirrored=mirrored)
    button = places.slots[slot_names.TAKE]
    assert button.x >= 0 and button.right <= frame.width
    assert not button.meets(places.slots[slot_names.STOCK])
    assert not button.meets(places.slots[slot_names.PILE])
    without = places_for(frame, full(pile=pile, may_take=False), mirrored=mirrored)
    assert slot_names.TAKE not in without.slots


@pytest.mark.parametrize("pile", [1, 2, 13, 40])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("size", "covers"), [((800, 550, 2.0), False), ((1280, 742, 2.0), False), ((360, 330, 1.0), True)]
)
def test_on_a_compact_table_the_button_covers_a_long_pile_only_if_there_is_no_room_beside_it(
    size: tuple[float, float, float], covers: bool, mirrored: bool, pile: int
) -> None:
    frame = compact_frame(*size)
    places = places_for(frame, full(pile=pile), mirrored=mirrored)
    button, row = places.slots[slot_names.TAKE], frame.rows[1].mirrored(frame.width) if mirrored else frame.rows[1]
    assert row.x <= button.x and button.right <= row.right
    assert row.y <= button.y and button.bottom <= row.bottom
    assert button.meets(places.slots[slot_names.PILE]) is (covers and pile > 2)


def test_from_right_to_left_rows_change_sides_but_fans_keep_their_order(frame: Frame) -> None:
    turned = mirrored_frame(frame)
    assert turned.score.x < frame.width / 2 < turned.plates[0].x
    there, here = places_for(frame, full(), mirrored=True), places_for(frame, full())
    assert there.slots[slot_names.STOCK] == here.slots[slot_names.STOCK].mirrored(frame.width)
    assert there.fans[slot_names.PILE].card(39).x > there.fans[slot_names.PILE].card(20).x


@pytest.mark.parametrize("sets", [2, 6, 13])
@pytest.mark.parametrize("mirrored", [False, True])
def test_captions_of_sets_do_not_touch(frame: Frame, sets: int, mirrored: bool) -> None:
    own = tuple((slot_names.own_set(rank), 4) for rank in range(sets))
    places = places_for(frame, full(near_sets=own), mirrored=mirrored)
    found = [places.captions[place] for place, _size in own]
    for one, other in pairwise(found):
        assert not one.meets(other) and min(one.w, other.w) > 0


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("number", [1, 5, 12])
@pytest.mark.parametrize("size", [(800, 550, 0.86), (800, 384, 1.72), (512, 433, 1.72), (640, 345, 0.86)], ids=str)
def test_pills_on_neighbouring_sets_are_apart(size: tuple[float, float, float], number: int, mirrored: bool) -> None:
    sets = tuple((slot_names.own_set(rank), 3 + rank % 3) for rank in range(number))
    places = places_for((compact_frame if size[1] < 500 else frame_for)(*size), Content(sets), mirrored=mirrored)
    pills = sorted((places.slots[place].centre[0], places.pill_room(place)) for place, _count in sets)
    assert pills[0][0] - pills[0][1] / 2 >= 2
    assert pills[-1][0] + pills[-1][1] / 2 <= size[0] - 2
    for (x, wide), (other, its) in pairwise(pills):
        assert x + wide / 2 < other - its / 2


@pytest.mark.parametrize("size", [(640, 345, 0.86), (352, 300, 1.72), (800, 510, 1.72)], ids=str)
def test_a_compact_table_has_room_for_the_rings_of_its_cards(size: tuple[float, float, float]) -> None:
    made = compact_frame(*size)
    ring = 6.0 + 4.6 / 2
    for row in made.rows:
        assert row.x >= ring and row.right <= made.width - ring and row.bottom <= made.height - ring
