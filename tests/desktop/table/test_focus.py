"""The stops of the Tab key and the steps of the arrow keys, tested as tables of places, without a window."""

from __future__ import annotations

import pytest

from mile_bones.desktop.table.focus import FocusGroups
from mile_bones.desktop.table.layout import Rect

HAND = ("a", "b", "c", "d")
PLACES = {
    "deck": Rect(0, 0, 50, 70),
    "pile": Rect(100, 0, 50, 70),
    **{name: Rect(20 * index, 100, 50, 70) for index, name in enumerate(HAND)},
    "bin": Rect(200, 100, 50, 70),
}
"""A deck and a pile over a hand that overlaps, and something beside the hand."""
LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


@pytest.mark.parametrize(
    ("start", "arrow", "end"),
    [
        ("a", RIGHT, "b"),
        ("c", LEFT, "b"),
        ("d", RIGHT, "bin"),  # from the edge of the group to the place beyond
        ("a", LEFT, None),
        ("a", UP, "deck"),
        ("d", UP, "pile"),
        ("deck", DOWN, "a"),
        ("deck", RIGHT, "pile"),
        ("bin", LEFT, "d"),
        ("bin", DOWN, None),
    ],
)
def test_an_arrow_key_walks_within_the_group_and_then_beyond(start, arrow, end):
    assert FocusGroups([HAND]).step(PLACES, start, *arrow) == end


def test_an_arrow_stays_within_a_group_even_if_another_place_is_nearer():
    places = {"upper": Rect(0, 0, 9, 9), "between": Rect(0, 20, 9, 9), "lower": Rect(0, 40, 9, 9)}
    assert FocusGroups([("upper", "lower")]).step(places, "upper", *DOWN) == "lower"
    assert FocusGroups().step(places, "upper", *DOWN) == "between"


ROWS = {name: Rect(20 * (index % 3), 40 * (index // 3), 50, 70) for index, name in enumerate("abcde")}
MIRRORED = {name: Rect(100 - rect.x, rect.y, rect.w, rect.h) for name, rect in ROWS.items()}


@pytest.mark.parametrize(("places", "on", "back"), [(ROWS, RIGHT, LEFT), (MIRRORED, LEFT, RIGHT)])
def test_at_the_end_of_a_row_an_arrow_continues_in_the_next_row(places, on, back):
    groups = FocusGroups(["abcde"])
    assert [groups.step(places, start, *on) for start in "abcde"] == [*"bcde", None]
    assert [groups.step(places, start, *back) for start in "abcde"] == [None, *"abcd"]


def test_a_group_is_one_stop_of_the_tab_key_at_its_last_place():
    groups = FocusGroups([HAND])
    assert [groups.stop(place, PLACES) for place in HAND] == ["a"] * 4
    groups.enter("c")
    assert [groups.stop(place, PLACES) for place in HAND] == ["c"] * 4
    assert groups.stop("deck", PLACES) == "deck"
    assert groups.stop("c", {"b", "d"}) == "b"  # c has gone
    assert groups.stop("c", {"deck"}) is None


def test_without_groups_the_tab_key_stops_at_every_place():
    groups = FocusGroups()
    groups.enter("b")
    assert [groups.stop(place, PLACES) for place in PLACES] == list(PLACES)


@pytest.mark.parametrize(
    ("gone", "shown", "heir"),
    [("d", "abc", "c"), ("b", "acd", "a"), ("a", "bcd", "b"), ("a", "d", "d"), ("a", "", None), ("deck", "a", None)],
)
def test_a_neighbour_gets_the_focus_of_a_place_that_disappears(gone, shown, heir):
    assert FocusGroups([HAND]).heir(gone, set(shown)) == heir
