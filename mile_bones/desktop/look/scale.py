"""The scale of everything except the cards: one factor for a whole window, by its size in logical pixels. No Qt."""

from __future__ import annotations

import math
from typing import NamedTuple

LARGE = 1.2
"""The scale of a window of 1920x1080."""
LARGEST = 2.0
"""The scale of windows whose cards are so large that the fixtures need not grow any more."""
_STEPS = 4
"""The number of steps per unit of scale. The steps are few because each one costs time while a large window is
resized.
"""


def scale_for(width: float, height: float) -> float:
    """Return the scale k of the style guide for a window of this size: 0.86 for narrow, 1 for usual, 1.2 for wide
    windows.

    A low window counts as narrow. Otherwise the rows of a wide and low window would be crowded. The menus, the table
    and the dialogs of a window share the scale. From 1920x1080 on, the fixtures grow with the cards, in steps of a
    quarter and up to 2: 1.5 at 2560x1440, 2 at 3840x2160.
    """
    if width < 1000 or height < 700:
        return 0.86
    if width < 1600 or height < 860:
        return 1.0
    grown = min(width / 1600, height / 900)  # 1.2 at 1920x1080
    return min(LARGEST, max(LARGE, math.floor(_STEPS * grown) / _STEPS))


class Form(NamedTuple):
    """A form of a table: the minimum size of its window at scale 1, and the items that it leaves out."""

    width: float
    height: float
    left_out: tuple[str, ...]
    """The names of the items that are left out, as attributes of a board."""


FORMS = (
    Form(760 / 0.86, 555.0, ()),
    Form(0.0, 0.0, ("strip", "panel", "plates", "chips", "hand_label")),
)
"""The forms of a table, the largest first. The compact form leaves out fixtures, whose content is in the lines of both
sides. No form leaves out the captions of the piles, the message line or the words on places to be clicked.
"""
_LEAST_WINDOW = (320 / 0.86, 200 / 0.86)
"""The minimum size of a window at scale 1 in the compact form. The text size is limited so that this size is enough."""


class Fit(NamedTuple):
    """The fit of a window: the scale k of everything in the window, and whether its table takes the compact form."""

    k: float
    compact: bool


def fit_for(width: float, height: float, text: float = 1.0) -> Fit:
    """Return the fit for a window of this size in logical pixels, if letters are to be ``text`` times their usual size.

    The text size takes effect only here, because everything that shows words gets its sizes from the scale.
    """
    usual = scale_for(width, height)
    most = min(width / _LEAST_WINDOW[0], height / _LEAST_WINDOW[1])
    k = max(usual, min(usual * text, most))
    roomy = width >= FORMS[0].width * k - _ROUNDING and height >= FORMS[0].height * k - _ROUNDING
    return Fit(k, not roomy)


def least_table(k: float) -> float:
    """Return the least height of a table in the compact form, in pixels, at which its cards are 64 pixels high."""
    return 122 * k + 3 * 64


def most_text(width: float, height: float) -> float:
    """Return the maximum text size in a window of this size, as a multiple of the usual size."""
    most = min(width / _LEAST_WINDOW[0], height / _LEAST_WINDOW[1])
    return max(1.0, most / scale_for(width, height))


_ROUNDING = 1e-6
_USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
_POINTS = 11.0
"""The size in points of the system's text if nobody has changed that size. It is the size on Windows and macOS, and the
maximum elsewhere.
"""


def text_factor(points: float, platform: str) -> float:
    """Return the factor of the system's text size, `points`, to the usual size on this platform (``sys.platform``).

    The factor is from 1 to 2.5, so letters never get smaller. `points` is 0 or less if the size is not known.
    """
    return min(2.5, max(1.0, points / _USUAL_POINTS.get(platform, _POINTS)))


def enlarged(k: float) -> float:
    """Return the factor of the size of fixtures at scale `k` to their size at 1920x1080, but at least 1.

    The factor is for sizes in fixed pixels, such as margins.
    """
    return max(1.0, k / LARGE)


_LARGE_CARD = 192
"""The width in pixels of a card at 1920x1080, including the visible edges of the cards below it."""


def heft(width: float) -> float:
    """Return the factor for the width of strokes around a thing of this width, such as rings, brackets, shadows and
    pills.

    The factor is 1 up to 1920x1080.
    """
    return min(enlarged(LARGEST), max(1.0, width / _LARGE_CARD))
