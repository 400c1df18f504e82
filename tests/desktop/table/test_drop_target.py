"""The place that a held card means, and the pull of that place on the card."""

from __future__ import annotations

import math

import pytest

from mile_bones.desktop.table.drop_target import PULL, covered, pulled
from mile_bones.desktop.table.layout import Rect

PLACES = {"left": Rect(0, 0, 100, 140), "right": Rect(110, 0, 100, 140), "low": Rect(0, 150, 100, 140)}
OUTSIDE = (900.0, 900.0)


@pytest.mark.parametrize(
    ("x", "y", "pointer", "meant"),
    [
        (0, 0, OUTSIDE, ("left",)),
        (40, 0, OUTSIDE, ("left", "right")),  # the card covers 60 and 30 of its 100 columns
        (70, 0, OUTSIDE, ("right", "left")),
        (75, 0, OUTSIDE, ("right", "left")),  # a quarter is enough
        (76, 0, OUTSIDE, ("right",)),
        (300, 0, OUTSIDE, ()),
        (300, 0, (50.0, 200.0), ("low",)),  # the pointer alone
        (90, 0, (50.0, 10.0), ("right", "left")),  # the card covers most of "right"; "left" is under the pointer
        (-50, 75, OUTSIDE, ()),  # a quarter of neither
        (0, 75, OUTSIDE, ("low", "left")),
    ],
)
def test_a_card_means_the_places_that_it_covers(x, y, pointer, meant):
    assert covered(Rect(x, y, 100, 140), pointer, PLACES) == meant


def test_the_upper_of_two_overlapping_places_is_meant():
    places = {"below": Rect(0, 0, 100, 140), "above": Rect(0, 0, 100, 140)}
    assert covered(Rect(0, 0, 100, 140), OUTSIDE, places) == ("above", "below")


def test_a_card_is_shown_nearer_to_a_place_within_forty_pixels():
    assert pulled((PULL, 0.0), (0.0, 0.0)) == (PULL, 0.0)
    assert pulled((0.0, -90.0), (0.0, 0.0)) == (0.0, -90.0)
    assert pulled((5.0, 5.0), (5.0, 5.0)) == (5.0, 5.0)
    shown = [math.dist(pulled((float(far), 0.0), (0.0, 0.0)), (0.0, 0.0)) for far in range(41)]
    assert shown == sorted(shown), "a nearer card is never shown further away"
    assert all(0 < near < far for far, near in enumerate(shown[:-1]) if far)
