"""The Mile Bones table where there is little room for the size of its letters. Pure arithmetic, no Qt.

The cards have nearly all of it. How both sides stand is told in a line each, and what else stands beside the cards is
left out: a screen reader and the magnifier tell it.
"""

from __future__ import annotations

import math

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.layout import TableLayout, mirrored_layout
from mile_bones.desktop.table.fans import fan
from mile_bones.desktop.table.layout import CARD_RATIO, NOWHERE, Rect, tools_in

_COLUMNS, _ROWS = 8, 3
_LINE, _MESSAGE = 21.0, 23.0
"""How high the line of a side and the message line are at scale 1."""
_EDGE, _APART = 5.0, 3.0
"""Pixels at the edge of the table, and between a line and the cards below it."""
_LEAST_CARD, _LEAST_K = 44.0, 0.86
"""Rather than that cards become lower than this, in pixels, the lines take a smaller scale, down to this one."""
_GAP = 3.0
"""Between two cards, at least."""


def compact_layout(
    width: float, height: float, k: float = 1.0, *, mirrored: bool = False, turned: bool = False
) -> TableLayout:
    """The compact form for a table of this size at scale ``k``; the others as in ``table_layout``."""
    around = 2 * _EDGE + 2 * _ROWS * _APART
    k = min(k, max(_LEAST_K, (height - around - _ROWS * _LEAST_CARD) / (2 * _LINE + _MESSAGE)))
    lines = (_LINE * k, _MESSAGE * k, _LINE * k)
    tallest = (height - around - sum(lines)) / _ROWS
    widest = (width - 2 * _EDGE - (_COLUMNS - 1) * _GAP) / _COLUMNS
    card_h = max(20, int(min(tallest, widest * CARD_RATIO)))
    card_w = round(card_h / CARD_RATIO)
    gap = (width - 2 * _EDGE - _COLUMNS * card_w) / (_COLUMNS - 1)
    gap = min(gap, 0.35 * card_w)
    left = (width - _COLUMNS * card_w - (_COLUMNS - 1) * gap) / 2
    columns = [round(left + column * (card_w + gap)) for column in range(_COLUMNS)]
    spare = max(0.0, (tallest - card_h) / 2)
    rows, heads, y = [], [], _EDGE
    for line in lines:
        heads.append(round(y))
        rows.append(round(y + line + _APART))
        y += line + 2 * _APART + card_h + spare

    slots = {}
    above, below = (2, 0) if turned else (0, 2)
    for row, names in zip((above, 1, below), slot_names.ROWS, strict=True):
        for column, name in enumerate(names):
            slots[name] = Rect(columns[column], rows[row], card_w, card_h)
    slots[slot_names.DRAW] = Rect(columns[7], rows[0], card_w, card_h)
    hand = Rect(columns[0], rows[1], columns[6] + card_w - columns[0], card_h)
    slots.update(zip(slot_names.HAND, fan(slot_names.HAND_PLACES, hand, card_w, most=math.inf), strict=True))

    full = width - 2 * _EDGE
    plates = tuple(Rect(_EDGE, heads[row], full, lines[row]) for row in (above, below))
    tool = round(min(28 * k, lines[1], card_w))
    log_tool = Rect(round(width - _EDGE - tool), heads[1], tool, tool)
    layout = TableLayout(
        width=width,
        height=height,
        k=k,
        card=Rect(0, 0, card_w, card_h),
        slots=slots,
        captions={},
        strip=NOWHERE,
        plates=(plates[0], plates[1]),
        chips=(NOWHERE, NOWHERE),
        hand_label=NOWHERE,
        tools=tools_in(Rect(columns[7], rows[2], card_w, card_h), 33 * k),
        trays=tuple(  # type: ignore[arg-type]  # two of them
            Rect(columns[2] - 2, rows[row] - 2, columns[5] + card_w - columns[2] + 4, card_h + 4)
            for row in (above, below)
        ),
        message=Rect(_EDGE, heads[1], log_tool.x - 4 - _EDGE, lines[1]),
        log_tool=log_tool,
        panel=NOWHERE,
        mirrored=False,
        compact=True,
    )
    return mirrored_layout(layout) if mirrored else layout
