"""The columns of a list share the width of the list."""

from __future__ import annotations

import pytest

from mile_bones.desktop.dialogs.lists import shares


@pytest.mark.parametrize(
    ("room", "wanted", "firm", "most", "expected"),
    [
        (100, [20, 30, 20], [], [1], [20, 60, 20]),  # the width left over goes to one column
        (100, [20, 30, 20], [], [0, 1], [35, 45, 20]),  # the width left over goes to two columns
        (100, [20, 90, 50], [], [0], [20, 40, 40]),  # the widest columns give way first
        (100, [20, 90, 50], [1], [0], [5, 90, 5]),  # a firm column does not give way
        (100, [60, 60], [0, 1], [], [60, 60]),  # firm columns may need more than there is
        (10, [20, 30], [0], [1], [20, 0]),
        (0, [20, 30], [], [], [0, 0]),
    ],
)
def test_columns_share_the_available_width(room, wanted, firm, most, expected):
    assert shares(room, wanted, firm, most) == expected
