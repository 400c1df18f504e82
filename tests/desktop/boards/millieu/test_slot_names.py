"""The names of the places on the Millieu board, and the keys that follow the axes of the cube."""

from __future__ import annotations

import pytest

from mile_bones.desktop.boards.millieu import slot_names

LEFT, RIGHT, BACK, FRONT, UP, DOWN = (-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1)


def test_every_place_is_found_by_its_unique_name():
    assert len(set(slot_names.ALL)) == 27 + 9 + 9
    assert [slot_names.point_index(place) for place in slot_names.BOARD] == list(range(27))
    assert [slot_names.hand_kind(place) for place in slot_names.OWN_HAND] == list(range(9))
    assert [slot_names.hand_kind(place, mine=False) for place in slot_names.OTHER_HAND] == list(range(9))
    for place in (*slot_names.BOARD, *slot_names.OTHER_HAND):
        assert slot_names.hand_kind(place) is None
    for place in (*slot_names.OWN_HAND, *slot_names.OTHER_HAND):
        assert slot_names.point_index(place) is None


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        (13, LEFT, 12),
        (13, RIGHT, 14),
        (13, BACK, 10),
        (13, FRONT, 16),
        (13, UP, 22),
        (13, DOWN, 4),
        (0, LEFT, None),
        (2, RIGHT, None),  # not round the corner to the next row
        (8, FRONT, None),
        (9, BACK, None),
        (26, UP, None),
        (0, DOWN, None),
        (8, UP, 17),
    ],
)
def test_keys_follow_the_axes_of_the_cube_and_stop_at_its_faces(start, way, end):
    found = slot_names.step(slot_names.point(start), *way)
    assert found == (None if end is None else slot_names.point(end))
