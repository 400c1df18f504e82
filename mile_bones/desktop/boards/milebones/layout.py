"""The places of everything on the Mile Bones table, after section 8 of the style guide. Pure arithmetic, no Qt."""

from __future__ import annotations

import math
from typing import NamedTuple

from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.look.scale import enlarged
from mile_bones.desktop.table.fans import fan
from mile_bones.desktop.table.layout import CARD_RATIO, LEAST_TOOL, Rect

_COLUMNS = 8
_GROUP_ENDS = (1, 5, 6)
"""The columns (Speed Limit, Safeties, Miles) that are followed by a wider gap."""
_LEAST_CHIPS = 80
"""The height in pixels that is enough for the longest words of two chips. It grows with the scale on a large table."""
PLATE_H = 64
_LOW_PLATE_H = 38
"""The height of a name plate at scale 1 on a low table, where the plate has no car."""
_LEAST_STACKED, _LOW_TOOL = 24, 24
"""Two sizes of tool buttons in pixels: the least size in a stack, and the largest size of buttons that are side by
side.
"""
MESSAGE_H = 30.0
"""The height of the message line at scale 1: it has room for two lines of smaller letters."""
_LEAST_CHIP = 47.0
"""The width of the longest word of a chip. Where the plate is narrower, the chips extend beyond it at both sides."""


class TableLayout(NamedTuple):
    """All places for one size of the table, in logical pixels. ``k`` is the scale of type and lines."""

    width: float
    height: float
    k: float
    card: Rect
    """The size of a card, with its place at the origin."""
    slots: dict[str, Rect]
    captions: dict[str, Rect]
    """The captions above the piles, by the slots that they belong to."""
    strip: Rect
    plates: tuple[Rect, Rect]
    """The name plates of the two players, the viewer's first."""
    chips: tuple[Rect, Rect]
    """The room for the chips below the name plates."""
    hand_label: Rect
    tools: tuple[Rect, ...]
    """The buttons beside the hand, above and below its label: undo, redo, hint and help."""
    trays: tuple[Rect, Rect]
    """The trays behind the safeties of the two sides."""
    message: Rect
    """The largest room that the message line may take."""
    log_tool: Rect
    """The button at the end of the message line that folds the log."""
    panel: Rect
    mirrored: bool
    compact: bool = False
    """Whether this is the compact form, in which the plates are lines above the rows of the two sides. Parts at
    ``NOWHERE`` are left out.
    """


def table_layout(
    width: float, height: float, k: float = 1.0, *, mirrored: bool = False, turned: bool = False
) -> TableLayout:
    """Return the layout for a table of this size at scale ``k``. ``mirrored``: the language reads from right to left.

    ``turned``: the table is seen from the opponent's seat, so the opponent's piles lie above the hand and yours below.
    """
    wide = width >= 1000
    margin = (24 if wide else 12) * (1.5 if width >= 1600 else 1) * enlarged(k)
    strip = Rect(margin, 8 * k, width - 2 * margin, 73 * k)
    top = strip.bottom + 8 * k
    caption = 29 * k
    room = height - 12 * k - top

    gutter = (66 if wide else 52) * k
    gap, group = (12 * k, 12 * k) if wide else (6.8, 5.0)
    tallest = (room - 3 * caption - 2 * 9 * k) / 3
    widest = (width - 2 * margin - gutter - 7 * gap - 3 * group) / _COLUMNS
    card_h = max(20, int(min(tallest, widest * CARD_RATIO)))  # a window may be too small while it is resized
    card_w = round(card_h / CARD_RATIO)
    spare = (width - 2 * margin - gutter) - (_COLUMNS * card_w + 7 * gap + 3 * group)
    group += spare / 3 * 0.5
    gap += spare / 7 * 0.5
    row_gap = (room - 3 * (caption + card_h)) / 2

    columns = []
    x = margin + gutter
    for column in range(_COLUMNS):
        columns.append(round(x))
        x += card_w + gap + (group if column in _GROUP_ENDS else 0)
    rows = [round(top + caption + row * (caption + card_h + row_gap)) for row in range(3)]

    slots = {}
    above, below = (2, 0) if turned else (0, 2)  # the rows of your piles and of the opponent's
    for row, names in zip((above, 1, below), slot_names.ROWS, strict=True):
        for column, name in enumerate(names):
            slots[name] = Rect(columns[column], rows[row], card_w, card_h)
    slots[slot_names.DRAW] = Rect(columns[7], rows[0], card_w, card_h)
    hand = Rect(columns[0], rows[1], columns[6] + card_w - columns[0], card_h)
    slots.update(zip(slot_names.HAND, fan(slot_names.HAND_PLACES, hand, card_w, most=math.inf), strict=True))

    panel_x = columns[7] - min(gap + group - 8 * k, 16 * k)
    captions = {}
    for mine, row in ((True, above), (False, below)):
        y = rows[row] - caption
        ends = {0: columns[1], 1: columns[2], 2: columns[6], 6: columns[7] if row == 0 else panel_x}
        heads = (slot_names.battle(mine), slot_names.speed(mine), slot_names.safety(mine, 0), slot_names.miles(mine))
        for name, (column, end) in zip(heads, ends.items(), strict=True):
            captions[name] = Rect(columns[column] + 2, y, end - columns[column] - 6, caption)
    for name, row in ((slot_names.DRAW, 0), (slot_names.DISCARD, 1)):
        captions[name] = Rect(columns[7] + 2, rows[row] - caption, width - columns[7] - 4, caption)

    pad = 9 * k
    trays = tuple(
        Rect(
            columns[2] - pad,
            rows[row] - caption + 2,
            columns[5] + card_w - columns[2] + 2 * pad,
            card_h + caption + pad - 3,
        )
        for row in (above, below)
    )
    plate_w = gutter - (14 if wide else 9) * k
    chips_h = _LEAST_CHIPS * max(1.0, k)
    plate_h = PLATE_H * k if PLATE_H * k + 3 + chips_h <= card_h + caption - 2 else _LOW_PLATE_H * k
    raised = min(0.0, card_h - (plate_h + 3 + chips_h))  # negative if a card is too low for the plate and its chips
    raised = max(raised, 2 - caption)
    plates = tuple(Rect(margin, round(rows[row] + raised), plate_w, plate_h) for row in (above, below))
    over = max(0.0, (_LEAST_CHIP - plate_w) / 2)
    chips = tuple(
        Rect(plate.x - over, plate.bottom + 3, plate.w + 2 * over, rows[row] + card_h - plate.bottom - 3)
        for plate, row in zip(plates, (above, below), strict=True)
    )
    label = Rect(margin, rows[1] + card_h / 2 - 17 * k, plate_w, 34 * k)
    room_above = label.y - (rows[0] + card_h) - 2
    tools = _tools(label, min(room_above, rows[2] + raised - 2 - label.bottom), min(max(LEAST_TOOL, 33 * k), plate_w))
    message = Rect(columns[0], rows[1] - caption - 3.5 * k, columns[7] - 8 * k - columns[0], MESSAGE_H * k)
    log_tool = Rect(round(message.right - 28 * k), round(rows[1] - caption - 1), round(28 * k), round(28 * k))
    panel_w = width - margin - panel_x
    if panel_w >= card_w * 1.5:
        panel_w = card_w * 1.2
    layout = TableLayout(
        width=width,
        height=height,
        k=k,
        card=Rect(0, 0, card_w, card_h),
        slots=slots,
        captions=captions,
        strip=strip,
        plates=(plates[0], plates[1]),
        chips=(chips[0], chips[1]),
        hand_label=label,
        tools=tools,
        trays=(trays[0], trays[1]),
        message=Rect(message.x, message.y, log_tool.x - 6 * k - message.x, message.h),
        log_tool=log_tool,
        panel=Rect(panel_x, rows[2] - caption + 6 * k, panel_w, card_h + caption - 6 * k),
        mirrored=False,
    )
    return mirrored_layout(layout) if mirrored else layout


def _tools(label: Rect, room: float, largest: float) -> tuple[Rect, ...]:
    """Return the places of four tool buttons. Two are above the label of the hand and two are below the label.

    ``room`` is the height above or below the label. The two buttons of a pair are one above the other, or side by side
    if the height is too small.
    """
    apart = 3.0
    size = math.floor(min(largest, room / 2 - apart))
    x = round(label.centre[0] - size / 2)
    if size >= _LEAST_STACKED:
        above = (label.y - 2 * (apart + size), label.y - apart - size)
        below = (label.bottom + apart, label.bottom + 2 * apart + size)
        return tuple(Rect(x, round(y), size, size) for y in (*above, *below))
    size = math.floor(min(_LOW_TOOL, room - apart))
    left = round(label.centre[0] - size - 1)
    rows = (round(label.y - apart - size), round(label.bottom + apart))
    return tuple(Rect(left + column * (size + 2), y, size, size) for y in rows for column in (0, 1))


def mirrored_layout(layout: TableLayout) -> TableLayout:
    """Return the layout for a table that reads from right to left."""
    w = layout.width
    return layout._replace(
        slots={name: rect.mirrored(w) for name, rect in layout.slots.items()},
        captions={name: rect.mirrored(w) for name, rect in layout.captions.items()},
        strip=layout.strip.mirrored(w),
        plates=(layout.plates[0].mirrored(w), layout.plates[1].mirrored(w)),
        chips=(layout.chips[0].mirrored(w), layout.chips[1].mirrored(w)),
        hand_label=layout.hand_label.mirrored(w),
        tools=tuple(rect.mirrored(w) for rect in layout.tools),
        trays=(layout.trays[0].mirrored(w), layout.trays[1].mirrored(w)),
        message=layout.message.mirrored(w),
        log_tool=layout.log_tool.mirrored(w),
        panel=layout.panel.mirrored(w),
        mirrored=True,
    )
