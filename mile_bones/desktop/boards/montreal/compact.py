"""The compact layout of the Mille table, for windows that are too small for the normal one. Pure arithmetic, no Qt."""

from __future__ import annotations

from mile_bones.desktop.boards.montreal.layout import Frame
from mile_bones.desktop.table.layout import LEAST_TOOL, LOW_TOOL, NOWHERE, Rect, tools_in

_PARTS = (100, 120, 110, 166)
"""The shares of the four rows in the height that is left for cards."""
_LINE, _CAPTION, _MESSAGE = 21.0, 18.0, 30.0
"""Three heights at scale 1: the line of a side, the captions over sets and piles, and the message line, which has two
lines of text.
"""
_EDGE, _APART, _RING = 5.0, 4.0, 9.0
"""Three distances in pixels: the margin at the edge of the table, the gap between parts that are one below another, and
the margin of the cards, whose rings and brackets reach 8.3 pixels beyond them.
"""
_ROOMY = 300.0
"""The height of the table, in pixels, below which the rings of the hand may be cut at the lower edge, because the size
of the cards matters more.
"""
_LEAST_CARD, _LEAST_K = 51.0, 0.86
"""The least height of a card of the hand in pixels, and the least scale of the lines. If cards would be lower than
that, the scale of the lines is reduced, but not below ``_LEAST_K``.
"""


def compact_frame(width: float, height: float, k: float = 1.0) -> Frame:
    """Return the compact frame for a table of this size at scale ``k``.

    The plates are one line that both sides share, and parts whose place is ``NOWHERE`` are left out.
    """
    around = _EDGE + (_RING if height >= _ROOMY else _EDGE) + 5 * _APART
    least = _LEAST_CARD * sum(_PARTS) / _PARTS[-1]
    k = min(k, max(_LEAST_K, (height - around - least) / (_LINE + 3 * _CAPTION + _MESSAGE)))
    line, caption, message = _LINE * k, _CAPTION * k, _MESSAGE * k
    cards = max(80.0, height - around - line - 3 * caption - message)
    heights = [cards * part / sum(_PARTS) for part in _PARTS]
    left, right = _RING, width - _RING
    first = _EDGE + line + _APART + caption
    second = first + heights[0] + _APART + caption
    third = second + heights[1] + _APART + caption
    message_y = third + heights[2] + _APART
    last = message_y + message + _APART
    wide = max(heights[1], 2 * LEAST_TOOL + 2)
    cell = Rect(right - wide, second - caption, wide, heights[1] + caption)
    rows = (
        Rect(left, first, right - left, heights[0]),
        Rect(left, second, cell.x - _APART - left, heights[1]),
        Rect(left, third, right - left, heights[2]),
        Rect(left, last, right - left, heights[3]),
    )
    half = (width - 2 * _EDGE - _APART) / 2
    lamp = max(LOW_TOOL, message)
    return Frame(
        width=width,
        height=height,
        k=k,
        narrow=True,
        strip=NOWHERE,
        plates=(Rect(_EDGE, _EDGE, half, line), Rect(width - _EDGE - half, _EDGE, half, line)),
        panels=tuple(Rect(row.x - 2, row.y - caption, row.w + 4, row.h + caption + 2) for row in rows[:3]),
        rows=rows,
        captions=tuple(y - caption for y in (first, second, third)),
        caption=caption,
        tools=tools_in(cell, max(LEAST_TOOL, 33 * k)),
        hint_tool=Rect(right - lamp, message_y + (message - lamp) / 2, lamp, lamp),
        message=Rect(left, message_y, right - lamp - _APART - left, message),
        hand_label=NOWHERE,
        score=NOWHERE,
        compact=True,
    )
