"""The Mille table where there is little room for the size of its letters. Pure arithmetic, no Qt."""

from __future__ import annotations

from mile_bones.desktop.boards.montreal.layout import Frame
from mile_bones.desktop.table.layout import NOWHERE, Rect, tools_in

_PARTS = (100, 120, 110, 158)
"""What is left of the height goes to the cards of the four rows like this."""
_LINE, _CAPTION, _MESSAGE = 21.0, 21.0, 23.0
"""Heights at scale 1 of the line of each side, of the caption over stock and pile, and of the message line."""
_EDGE, _APART = 5.0, 4.0
"""Pixels at the edge of the table, and between what lies below each other."""


def compact_frame(width: float, height: float, k: float = 1.0) -> Frame:
    """The compact form for a table of this size: the plates are a line that both sides share, and what is ``NOWHERE``
    is not there."""
    line, caption, message = _LINE * k, _CAPTION * k, _MESSAGE * k
    cards = max(80.0, height - 2 * _EDGE - line - caption - message - 5 * _APART)
    heights = [cards * part / sum(_PARTS) for part in _PARTS]
    left, right = _EDGE + 2, width - _EDGE - 2
    first = _EDGE + line + _APART
    second = first + heights[0] + _APART + caption
    third = second + heights[1] + _APART
    message_y = third + heights[2] + _APART
    last = message_y + message + _APART
    cell = Rect(right - heights[1], second, heights[1], heights[1])
    rows = (
        Rect(left, first, right - left, heights[0]),
        Rect(left, second, cell.x - _APART - left, heights[1]),
        Rect(left, third, right - left, heights[2]),
        Rect(left, last, right - left, heights[3]),
    )
    half = (width - 2 * _EDGE - _APART) / 2
    return Frame(
        width=width,
        height=height,
        k=k,
        narrow=True,
        strip=NOWHERE,
        plates=(Rect(_EDGE, _EDGE, half, line), Rect(width - _EDGE - half, _EDGE, half, line)),
        panels=tuple(Rect(row.x - 2, row.y - 2, row.w + 4, row.h + 4) for row in rows[:3]),
        rows=rows,
        captions=(first, second - caption + 5 * k, third),
        caption=caption,
        tools=tools_in(cell, 33 * k),
        hint_tool=Rect(right - message, message_y, message, message),
        message=Rect(left, message_y, right - message - _APART - left, message),
        hand_label=NOWHERE,
        score=NOWHERE,
        compact=True,
    )
