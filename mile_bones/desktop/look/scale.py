"""How large everything is that is no card: one scale for all of a window, by its size in logical pixels. No Qt."""

from __future__ import annotations

import math
from typing import NamedTuple

LARGE = 1.2
"""The scale of a window of 1920x1080."""
LARGEST = 2.0
"""Of windows in which a card is so large that furniture need not grow with it any more."""
_STEPS = 4
"""To the unit: while a large window is resized, its furniture grows so seldom that nobody waits for it."""


def scale_for(width: float, height: float) -> float:
    """The scale k of the style guide for a window of this size: .86 narrow, 1, 1.2 wide; a low window is like a narrow
    one, so that a wide and low one does not crowd its rows. Menus, table and dialogs of a window share it.

    From 1920x1080 on the furniture grows as the cards do, by quarters and up to 2: 1.5 at 2560x1440, 2 at 3840x2160.
    """
    if width < 1000 or height < 700:
        return 0.86
    if width < 1600 or height < 860:
        return 1.0
    grown = min(width / 1600, height / 900)  # 1.2 at 1920x1080
    return min(LARGEST, max(LARGE, math.floor(_STEPS * grown) / _STEPS))


class Form(NamedTuple):
    """One form of a table: how large a window must be for it, at scale 1, and what is left out of it."""

    width: float
    height: float
    left_out: tuple[str, ...]
    """By the names that a board has for these items."""


FORMS = (
    Form(760 / 0.86, 555.0, ()),
    Form(0.0, 0.0, ("strip", "panel", "plates", "chips", "hand_label")),
)
"""What may go at which size, the largest form first: furniture, whose words the lines of both sides tell. No form
leaves out the captions of the piles, the message line or the words on what is to be clicked."""
_LEAST_WINDOW = (320 / 0.86, 200 / 0.86)
"""The same for the compact form: letters grow only until they leave a window that is no larger in their measure."""


class Fit(NamedTuple):
    """How a window is filled: the scale k of everything in it, and whether its table takes the compact form."""

    k: float
    compact: bool


def fit_for(width: float, height: float, text: float = 1.0) -> Fit:
    """How a window of this size in logical pixels is filled when letters are to be ``text`` times their usual size.

    This is the one place that the text size comes from: all that shows words takes its sizes by the scale.
    """
    usual = scale_for(width, height)
    most = min(width / _LEAST_WINDOW[0], height / _LEAST_WINDOW[1])
    k = max(usual, min(usual * text, most))
    roomy = width >= FORMS[0].width * k - _ROUNDING and height >= FORMS[0].height * k - _ROUNDING
    return Fit(k, not roomy)


def least_table(k: float) -> float:
    """How high a table of the compact form has to be in pixels, so that its cards are 64 high."""
    return 122 * k + 3 * 64


def most_text(width: float, height: float) -> float:
    """How many times their usual size letters are at most in a window of this size."""
    most = min(width / _LEAST_WINDOW[0], height / _LEAST_WINDOW[1])
    return max(1.0, most / scale_for(width, height))


_ROUNDING = 1e-6
_USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
_POINTS = 11.0
"""Where people have chosen nothing, the text of Windows and macOS has these points, and elsewhere no more than that."""


def text_factor(points: float, platform: str) -> float:
    """How much larger the system's own text, of so many points, is than usual on this platform (``sys.platform``).

    It never makes letters smaller, and never more than 2.5 times as large. What is 0 or less is not known.
    """
    return min(2.5, max(1.0, points / _USUAL_POINTS.get(platform, _POINTS)))


def enlarged(k: float) -> float:
    """How much larger furniture of this scale is than at 1920x1080, and 1 for all that is smaller: for sizes that are
    told in pixels up to there, such as margins."""
    return max(1.0, k / LARGE)


_LARGE_CARD = 192
"""Pixels: the width of a card at 1920x1080, with the edges of a pile below it."""


def heft(width: float) -> float:
    """The same for what is drawn around a thing so wide in strokes told in pixels: rings, brackets, shadows, pills."""
    return min(enlarged(LARGEST), max(1.0, width / _LARGE_CARD))
