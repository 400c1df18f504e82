"""How the columns of a list share a width."""

from __future__ import annotations

import pytest

from mile_bones.desktop.dialogs.lists import shares


@pytest.mark.parametrize(
    ("room", "wanted", "firm", "most", "expected"),
    [
        (100, [20, 30, 20], [], [1], [20, 60, 20]),  # what is left over goes to one
        (100, [20, 30, 20], [], [0, 1], [35, 45, 20]),  # or to two
        (100, [20, 90, 50], [], [0], [20, 40, 40]),  # the widest give way first
        (100, [20, 90, 50], [1], [0], [5, 90, 5]),  # but not a firm one
        (100, [60, 60], [0, 1], [], [60, 60]),  # firm ones together may be too much
        (10, [20, 30], [0], [1], [20, 0]),
        (0, [20, 30], [], [], [0, 0]),
    ],
)
def test_columns_take_the_room_that_there_is(room, wanted, firm, most, expected):
    assert shares(room, wanted, firm, most) == expected
