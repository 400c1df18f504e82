"""The compact layout of the Mile Bones table, for windows too small for the normal one. Pure arithmetic, no Qt.

The cards take nearly all of the room. One line for each side summarises its state, and captions are above the piles.
Everything else beside the cards is left out: screen readers and the magnifier describe it.
"""

from __future__ import annotations

import math

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.milebones.layout import MESSAGE_H, TableLayout, mirrored_layout
from mile_bones.desktop.table.fans import fan
from mile_bones.desktop.table.layout import CARD_RATIO, LEAST_TOOL, LOW_TOOL, NOWHERE, Rect, tools_in

_COLUMNS, _ROWS = 8, 3
_LINE, _MESSAGE, _CAPTION = 21.0, MESSAGE_H, 17.0
"""The heights of a side's line, the message line and the captions, at scale 1."""
_EDGE, _APART = 5.0, 3.0
"""Two distances in pixels: the margin at the edge of the table, and the gap between a line and the cards below it."""
_LEAST_CARD, _LEAST_K = 51.0, 0.86
"""The least height of a card in pixels, and the least scale of the lines. If cards would be lower than that, the scale
of the lines is reduced, but not below ``_LEAST_K``.
"""
_LEAST_COLUMN = 92.0
"""The distance between two piles at scale 1, if there is room for it. At this distance the captions fit side by
side.
"""
_GAP = 3.0
"""The least gap between two cards, in pixels."""


def compact_layout(
    width: float, height: float, k: float = 1.0, *, mirrored: bool = False, turned: bool = False
) -> TableLayout:
    """Return the compact layout for a table of this size at scale ``k``. See ``table_layout`` for the parameters."""
    around = 2 * _EDGE + 2 * _ROWS * _APART
    words = 2 * (_LINE + _CAPTION) + _MESSAGE
    k = min(k, max(_LEAST_K, (height - around - _ROWS * _LEAST_CARD) / words))
    lines, caption = (_LINE * k, _MESSAGE * k, _LINE * k), _CAPTION * k
    tallest = (height - around - words * k) / _ROWS
    widest = (width - 2 * _EDGE - (_COLUMNS - 1) * _GAP) / _COLUMNS
    card_h = max(20, int(min(tallest, widest * CARD_RATIO)))
    card_w = round(card_h / CARD_RATIO)
    column = min((width - 2 * _EDGE + _GAP) / _COLUMNS, max(1.35 * card_w, _LEAST_COLUMN * k))
    left = (width + column - card_w - _COLUMNS * column) / 2 if column <= 1.35 * card_w else _EDGE
    columns = [round(left + number * column) for number in range(_COLUMNS)]
    spare = max(0.0, tallest - card_h) * _ROWS / (_ROWS - 1)  # goes between the rows, not below the last row
    rows, heads, y = [], [], _EDGE
    for line, over in zip(lines, (caption, 0.0, caption), strict=True):
        heads.append(round(y))
        rows.append(round(y + line + over + _APART))
        y += line + over + 2 * _APART + card_h + spare

    slots = {}
    above, below = (2, 0) if turned else (0, 2)
    for row, names in zip((above, 1, below), slot_names.ROWS, strict=True):
        for number, name in enumerate(names):
            slots[name] = Rect(columns[number], rows[row], card_w, card_h)
    slots[slot_names.DRAW] = Rect(columns[7], rows[0], card_w, card_h)
    hand = Rect(columns[0], rows[1], columns[6] + card_w - columns[0], card_h)
    slots.update(zip(slot_names.HAND, fan(slot_names.HAND_PLACES, hand, card_w, most=math.inf), strict=True))

    captions = {}
    for mine, row in ((True, above), (False, below)):
        heads_of = (slot_names.battle(mine), slot_names.speed(mine), slot_names.safety(mine, 0), slot_names.miles(mine))
        for name, start, end in zip(
            heads_of,
            (columns[0], columns[1], columns[2], columns[6]),
            (columns[1] - 4, columns[2] - 4, columns[6] - 4, columns[7] - 4),
            strict=True,
        ):
            captions[name] = Rect(start, rows[row] - _APART / 2 - caption, end - start, caption)
    last = width - _EDGE - columns[7]
    captions[slot_names.DRAW] = Rect(columns[7], rows[0] - _APART / 2 - caption, last, caption)
    discard = Rect(columns[7], heads[1], last, lines[1])
    captions[slot_names.DISCARD] = discard

    full = width - 2 * _EDGE
    plates = tuple(Rect(_EDGE, heads[row], full, lines[row]) for row in (above, below))
    tool = round(max(LOW_TOOL, min(28 * k, lines[1])))
    log_tool = Rect(round(discard.x - 4 - tool), round(heads[1] + (lines[1] - tool) / 2), tool, tool)
    cell = Rect(columns[7], rows[2] - caption, last, card_h + caption)
    layout = TableLayout(
        width=width,
        height=height,
        k=k,
        card=Rect(0, 0, card_w, card_h),
        slots=slots,
        captions=captions,
        strip=NOWHERE,
        plates=(plates[0], plates[1]),
        chips=(NOWHERE, NOWHERE),
        hand_label=NOWHERE,
        tools=tools_in(cell, max(LEAST_TOOL, 33 * k)),
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
