"""How large everything is that is no card: one scale for all of a window, by its size in logical pixels. No Qt."""

from __future__ import annotations

import math

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


def enlarged(k: float) -> float:
    """How much larger furniture of this scale is than at 1920x1080, and 1 for all that is smaller: for sizes that are
    told in pixels up to there, such as margins."""
    return max(1.0, k / LARGE)


_LARGE_CARD = 192
"""Pixels: the width of a card at 1920x1080, with the edges of a pile below it."""


def heft(width: float) -> float:
    """The same for what is drawn around a thing so wide in strokes told in pixels: rings, brackets, shadows, pills."""
    return min(enlarged(LARGEST), max(1.0, width / _LARGE_CARD))
