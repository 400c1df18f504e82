"""Rows of cards that overlap, tested as pure arithmetic."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.desktop.table.fans import LEAST_STEP, WIDEST_STEP, fan, step_for, width_of
from mile_bones.desktop.table.layout import Rect

WIDE = 100.0


@pytest.mark.parametrize(
    ("count", "room", "step"),
    [
        (1, 1000, 66),  # a single card has the widest step, too
        (5, 1000, 66),  # with room enough, not further apart than the style guide says
        (13, 1000, 66),
        (15, 1000, 900 / 14),
        (30, 1000, 900 / 29),
        (30, 600, 22),  # no closer than the index column
        (2, 10, 22),
    ],
)
def test_cards_overlap_as_far_as_the_room_requires(count, room, step):
    assert step_for(count, WIDE, room) == pytest.approx(step)


@pytest.mark.parametrize(("count", "width"), [(0, 0), (1, 100), (2, 166), (4, 298)])
def test_the_width_of_a_row_follows_from_its_step(count, width):
    assert width_of(count, WIDE, 66) == pytest.approx(width)


def test_the_cards_of_a_fan_lie_at_equal_steps():
    assert fan(3, Rect(10, 20, 500, 140), WIDE) == (
        Rect(10, 20, 100, 140),
        Rect(76, 20, 100, 140),
        Rect(142, 20, 100, 140),
    )
    assert fan(0, Rect(10, 20, 500, 140), WIDE) == ()


def test_a_mirrored_fan_is_at_the_right_and_overlaps_as_usual():
    plain, mirrored = (fan(4, Rect(0, 0, 800, 140), WIDE, mirrored=side) for side in (False, True))
    assert mirrored[-1].right == 800
    steps = [[right.x - left.x for left, right in pairwise(row)] for row in (plain, mirrored)]
    assert steps[0] == steps[1] == [66, 66, 66]  # the later card lies further right, on top of the one before


@examples(100)
@given(st.integers(1, 40), st.floats(50, 3000), st.floats(40, 200))
def test_every_index_shows_and_the_row_fits_if_it_can(count: int, room: float, width: float):
    cards = fan(count, Rect(0, 0, room, 200), width)
    steps = [right.x - left.x for left, right in pairwise(cards)]
    assert len(cards) == count
    assert all(LEAST_STEP * width - 1 <= step <= WIDEST_STEP * width + 1 for step in steps)
    assert all(card.x == int(card.x) for card in cards)
    if width_of(count, width, LEAST_STEP * width) <= room:
        assert cards[-1].right <= room + 1
