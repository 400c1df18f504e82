"""The scale of the furniture in a window of a given size, tested as one table, without a window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from mile_bones.desktop.boards.milebones.layout import table_layout
from mile_bones.desktop.look.scale import LARGEST, enlarged, heft, scale_for

CHROME = 30 + 28
"""The height of menu bar and status bar at scale 1, in pixels."""


@pytest.mark.parametrize(
    ("width", "height", "k"),
    [
        *((784, 560, 0.86), (800, 600, 0.86), (999, 2000, 0.86), (5000, 699, 0.86)),
        *((1000, 700, 1.0), (1280, 800, 1.0), (1599, 1080, 1.0), (3840, 859, 1.0)),
        *((1600, 860, 1.2), (1920, 1080, 1.2), (1920, 2160, 1.2), (3840, 1080, 1.2), (1999, 1124, 1.2)),
        *((2000, 1125, 1.25), (2399, 1400, 1.25), (2400, 1350, 1.5), (2560, 1440, 1.5), (2560, 1371, 1.5)),
        *((2800, 1575, 1.75), (3199, 1800, 1.75), (3200, 1800, 2.0), (3840, 2160, 2.0), (3838, 2116, 2.0)),
        *((5120, 1440, 1.5), (5120, 2880, 2.0), (7680, 4320, 2.0)),
    ],
)
def test_the_size_of_a_window_decides_its_scale(width: int, height: int, k: float):
    assert scale_for(width, height) == k


def test_a_window_that_grows_pixel_by_pixel_seldom_changes_its_scale():
    """Each change of the scale costs a new style sheet."""
    scales = [scale_for(width, width * 9 / 16) for width in range(800, 7681)]
    changes = [(one, other) for one, other in pairwise(scales) if one != other]
    assert changes == [(0.86, 1.0), (1.0, 1.2), (1.2, 1.25), (1.25, 1.5), (1.5, 1.75), (1.75, 2.0)]


@examples(100)
@given(st.integers(1920, 8000), st.integers(1080, 5000))
def test_furniture_never_outgrows_the_cards(width: int, height: int):
    """In proportion to the cards, furniture is never larger than at 1920x1080. Therefore, anything that has room there
    has room in every window.
    """
    k, usual = scale_for(width, height), table_layout(1920, 1080 - round(CHROME * 1.2), 1.2).card
    card = table_layout(width, height - round(CHROME * k), k).card
    assert 1.2 <= k <= LARGEST
    assert enlarged(k) <= card.w / usual.w * 1.01


@pytest.mark.parametrize(("k", "larger"), [(0.86, 1), (1.0, 1), (1.2, 1), (1.5, 1.25), (2.0, 5 / 3)])
def test_lengths_in_pixels_grow_only_beyond_1920x1080(k: float, larger: float):
    assert enlarged(k) == pytest.approx(larger)


@pytest.mark.parametrize(
    ("width", "heavy"), [(10, 1), (84, 1), (127, 1), (181, 1), (249, 1.297), (389, 5 / 3), (999, 5 / 3)]
)
def test_rings_grow_with_their_card(width: float, heavy: float):
    assert heft(width) == pytest.approx(heavy, abs=0.001)
