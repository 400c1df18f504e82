"""The places of everything on the Mille table, after section 2 of the second style guide. Pure arithmetic, no Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.rows import (
    Fan,
    backs_in_row,
    hand_in_row,
    pile_in_row,
    sets_in_row,
)
from mile_bones.desktop.table.layout import CARD_RATIO, Rect

_PARTS = (104, 126, 112, 158)
"""The shares of the four rows in the height that is left for cards."""
_PILL_BEYOND = 6.0
"""The width by which a pill may be wider than its set. It is less than the least gap between two sets."""
_LEAST_ZONE = 60.0
"""The least width of the zone for new sets, in pixels."""
_STOCK = 70.0
"""The width of the words over the stock at scale 1, in the compact form."""
_BUTTON, _GAP = 96.0, 12.0
"""The width of the button that takes the pile, and its distance from the pile, at scale 1 on a narrow table."""
_LEAST_PILE = 4.0
"""The least width of the pile beside which a narrow table keeps room for the button, in card widths."""
ZONE_WITH_WORDS, ZONE_WITH_SENTENCE = 150.0, 330.0
"""The widths of the zone for new sets above which it shows words, and a longer sentence about what goes there."""


@dataclass(frozen=True)
class Frame:
    """All places that do not depend on the cards, for one size of the table, in logical pixels. ``k`` is the scale of
    type and lines.

    A frame always reads from left to right. ``places_for`` and ``mirrored_frame`` mirror it if necessary.
    """

    width: float
    height: float
    k: float
    narrow: bool
    strip: Rect
    plates: tuple[Rect, Rect]
    """The name plates, the viewer's plate first."""
    panels: tuple[Rect, ...]
    """The light backgrounds of the opponent's sets, of stock and pile, and of the viewer's sets."""
    rows: tuple[Rect, ...]
    """The rows of cards: the opponent's, stock and pile, the viewer's sets, and the hand."""
    captions: tuple[float, ...]
    """The y of the captions over the first three rows."""
    caption: float
    """The height of a caption."""
    tools: tuple[Rect, ...]
    """The tool buttons: undo, redo, help and the log."""
    hint_tool: Rect
    """The hint button, beside the message line that shows its answer."""
    message: Rect
    hand_label: Rect
    score: Rect
    compact: bool = False
    """Whether this is the compact form, in which the plates are lines. Parts at ``NOWHERE`` are left out."""

    def card_width(self, row: int) -> float:
        """Return the greatest width of a card in this row. Rows count from 0 at the top."""
        return self.rows[row].h / CARD_RATIO

    @property
    def stock(self) -> Rect:
        """The place of the stock."""
        row = self.rows[1]
        return Rect(row.x, row.y, self.card_width(1), row.h)

    @property
    def pile_row(self) -> Rect:
        """The room of the discard pile. Beside the pile there is room for the button that takes it, except on a table
        that is too narrow for that.
        """
        row, gap = self.rows[1], 22.0 if self.narrow else 34 * self.k
        x = self.stock.right + gap
        if self.compact:
            x = max(x, row.x + _STOCK * self.k)  # to the right of the words over the stock
        room, beside = row.right - x, ((_BUTTON + _GAP) if self.narrow else 190) * self.k
        if self.narrow and room - beside < _LEAST_PILE * self.card_width(1):
            beside = 0.0
        return Rect(x, row.y, room - beside, row.h)


def frame_for(width: float, height: float, k: float = 1.0) -> Frame:
    """Return the frame of a table of this size at scale ``k``."""
    narrow = width < 1000
    margin = (12.0 if narrow else 24.0) * (1.5 if width >= 1600 else 1)
    gutter = (54 if narrow else 66) * k
    panel_w = (168 if narrow else 214) * k
    strip = Rect(margin, 8 * k, width - 2 * margin, (64 if narrow else 73) * k)
    left, right = margin + gutter, width - margin - panel_w - 16 * k
    top, bottom = strip.bottom + 10 * k, height - 10 * k
    message_h, caption = 25 * k, 23 * k
    cards = max(200.0, bottom - top - 3 * caption - message_h - 4 * 11 * k - 16 * k)
    heights = [cards * part / sum(_PARTS) for part in _PARTS]
    ys = [top + caption]
    for high in heights[:2]:
        ys.append(ys[-1] + high + 11 * k + caption)
    message_y = ys[2] + heights[2] + 11 * k
    ys.append(message_y + message_h + 24 * k)
    rows = tuple(Rect(left, y, right - left, high) for y, high in zip(ys[:3], heights[:3], strict=True))
    hand = Rect(left, ys[3], width - margin - left, heights[3])
    plate_w = gutter - 14 * k
    plates = tuple(Rect(margin, ys[row] - caption + 2, plate_w, heights[row] + caption - 2) for row in (2, 0))
    size = min(33 * k, plate_w, (heights[1] + caption + 6 * k - 9) / 4)  # may extend into the gap below
    tools_x = margin + (plate_w - size) / 2
    tools = tuple(Rect(round(tools_x), round(ys[1] - caption + n * (size + 3)), size, size) for n in range(4))
    return Frame(
        width=width,
        height=height,
        k=k,
        narrow=narrow,
        strip=strip,
        plates=(plates[0], plates[1]),
        panels=tuple(Rect(row.x - 8 * k, row.y - caption, row.w + 16 * k, row.h + caption + 5 * k) for row in rows),
        rows=(*rows, hand),
        captions=tuple(y - caption for y in ys[:3]),
        caption=caption,
        tools=tools,
        hint_tool=Rect(round(tools_x), round(message_y + (message_h - size) / 2), size, size),
        message=Rect(left, message_y - 2 * k, right - left, message_h + 5 * k),
        hand_label=Rect(margin, hand.y + hand.h * 0.45 - 14 * k, plate_w, 56 * k),
        score=Rect(width - margin - panel_w, top, panel_w, message_y + message_h - top),
    )


class Content(NamedTuple):
    """The numbers of cards on the table. ``near_sets`` are the sets above the open hand, and ``far_sets`` those beside
    the hidden hand. Each set is given as its place and its number of cards, in the order in which the sets lie.
    """

    near_sets: tuple[tuple[str, int], ...] = ()
    far_sets: tuple[tuple[str, int], ...] = ()
    pile: int = 0
    other_hand: int = 0
    ranks: tuple[int, ...] = ()
    """The ranks of the cards of the hand, in the hand's order."""
    may_take: bool = False
    """Whether the table has the button that takes the pile."""


@dataclass(frozen=True)
class Places:
    """The present places of the cards."""

    frame: Frame
    slots: dict[str, Rect] = field(repr=False)
    """All slots that are present, the lowest first."""
    fans: dict[str, Fan] = field(repr=False)
    """The fans in which cards overlap, by slot: the sets, the pile, and the opponent's hand."""
    captions: dict[str, Rect] = field(repr=False)
    """The captions, by the slots that they belong to."""
    hint: Rect
    """The place of the words under the button that takes the pile."""

    def pill_room(self, place: str) -> float:
        """Return the width in pixels that a pill in the middle of a set of the viewer may take without touching that of
        the next set. For any other place, the width is not limited.
        """
        if slot_names.set_rank(place) is None:
            return math.inf
        own, room = self.fans[place].rect, self.fans[place].rect.w + _PILL_BEYOND
        for other, fan in self.fans.items():
            if other != place and slot_names.set_rank(other) is not None:
                apart = abs(fan.rect.centre[0] - own.centre[0])  # in a full row, sets overlap
                room = min(room, max(apart, 2 * apart - fan.rect.w - _PILL_BEYOND) - 1)
        return room


def places_for(frame: Frame, content: Content, *, mirrored: bool = False) -> Places:
    """Return the places of ``content`` in the frame. ``mirrored``: the table reads from right to left.

    Even on a mirrored table the right-hand card of a fan is on top, because cards have their index at the left.
    """
    k, caption = frame.k, frame.caption
    fans: dict[str, Fan] = {}
    back = frame.card_width(0) * 0.8
    backs = backs_in_row(content.other_hand, frame.rows[0], back, 4.0 if frame.narrow else 10 * k)
    room = _until(frame.rows[0], backs.rect.x - 16 * k)
    fans.update(_sets(content.far_sets, room, frame, 0))
    fans[slot_names.OTHER_HAND] = backs
    fans[slot_names.PILE] = pile_in_row(content.pile, frame.pile_row, frame.card_width(1))
    own = frame.rows[2]
    fans.update(_sets(content.near_sets, _until(own, own.right - _LEAST_ZONE - 18 * k), frame, 2))

    slots = {place: fan.rect for place, fan in fans.items()}
    last = max((fans[place].rect.right for place, _count in content.near_sets), default=None)
    start = own.x if last is None else min(last + 22 * k, own.right - _LEAST_ZONE)
    slots[slot_names.STOCK] = frame.stock
    slots[slot_names.LAY] = Rect(start, own.y, own.right - start, own.h)
    captions = {place: Rect(rect.x, rect.y - caption, rect.w, caption) for place, rect in slots.items()}
    del captions[slot_names.LAY]
    for sets, room in ((content.near_sets, frame.rows[2]), (content.far_sets, frame.rows[0])):
        begins = [fans[place].rect.x for place, _count in sets]
        for (place, _count), end in zip(sets, (*begins[1:], room.right), strict=False):
            captions[place] = captions[place]._replace(w=end - captions[place].x - 4)  # ends before the next caption
    for place, row in ((slot_names.STOCK, 1), (slot_names.PILE, 1)):
        clear = 0.0 if frame.compact else 5 * k  # distance from the halo of the slot
        captions[place] = captions[place]._replace(y=frame.captions[row] - clear, w=150 * k)
    captions[slot_names.OTHER_HAND] = Rect(frame.rows[0].right - 120 * k, frame.captions[0], 120 * k, caption)
    slots[slot_names.LOOK] = captions[slot_names.PILE]._replace(w=max(110 * k, fans[slot_names.PILE].width))
    if frame.compact:
        captions[slot_names.STOCK] = captions[slot_names.STOCK]._replace(w=(_STOCK - 4) * k)
    hint = Rect(0, 0, 0, 0)
    if content.may_take:
        slots[slot_names.TAKE], hint = _take(frame, fans[slot_names.PILE].rect)
    hand = hand_in_row(content.ranks, frame.rows[3], frame.card_width(3), k, narrow=frame.narrow)
    places = {slot_names.hand(index): rect for index, rect in enumerate(hand)}
    if mirrored:
        places = {place: rect.mirrored(frame.width) for place, rect in places.items()}
        slots = {place: rect.mirrored(frame.width) for place, rect in slots.items()}
        fans = {place: fan._replace(rect=fan.rect.mirrored(frame.width)) for place, fan in fans.items()}
        captions = {place: rect.mirrored(frame.width) for place, rect in captions.items()}
        hint = hint.mirrored(frame.width)
        if content.may_take and slots[slot_names.TAKE].meets(slots[slot_names.PILE]):
            slots[slot_names.TAKE] = _on_pile(frame, fans[slot_names.PILE].rect)
    # Later slots lie above earlier ones: the right-hand card covers the others of its row, and the lower row covers
    # the upper one.
    places = dict(sorted(places.items(), key=lambda one: (one[1].y, one[1].x)))
    return Places(frame, {**slots, **places}, fans, captions, hint)


def _until(row: Rect, end: float) -> Rect:
    return row._replace(w=end - row.x)


def _sets(sets: Sequence[tuple[str, int]], room: Rect, frame: Frame, row: int) -> dict[str, Fan]:
    counts = [count for _place, count in sets]
    fans = sets_in_row(counts, room, frame.card_width(row), frame.k, narrow=frame.narrow)
    return {place: fan for (place, _count), fan in zip(sets, fans, strict=True)}


def _take(frame: Frame, pile: Rect) -> tuple[Rect, Rect]:
    """Return the places of the button beside the pile and of the words below the button.

    On a narrow table there are no words. If there is no room beside the pile, the button lies on the pile.
    """
    k, row = frame.k, frame.rows[1]
    if frame.narrow:
        x, high = pile.right + _GAP * k, 26 * k
        if x + _BUTTON * k > row.right:
            return _on_pile(frame, pile), Rect(0, 0, 0, 0)
        return Rect(x, row.y + max(0.0, row.h - high) / 2, _BUTTON * k, high), Rect(0, 0, 0, 0)
    x, y = pile.right + 22 * k, row.y + row.h * 0.3
    return Rect(x, y, min(118 * k, row.right - x), 28 * k), Rect(x, y + 34 * k, min(150 * k, row.right - x), 40 * k)


def _on_pile(frame: Frame, pile: Rect) -> Rect:
    """Return the place of the button on the newest card of the pile."""
    k, row = frame.k, frame.rows[1]
    wide = _BUTTON * k
    x = min(pile.right - frame.card_width(1) / 2 - wide / 2, row.right - wide)
    y = row.y + row.h * 0.66
    y = max(row.y, min(y, row.bottom - 26 * k)) if frame.compact else y  # above the captions of the next row
    return Rect(max(x, pile.x), y, wide, 26 * k)


def mirrored_frame(frame: Frame) -> Frame:
    """Return the frame of a table that reads from right to left, for everything except the cards."""
    w = frame.width
    return replace(
        frame,
        strip=frame.strip.mirrored(w),
        plates=(frame.plates[0].mirrored(w), frame.plates[1].mirrored(w)),
        panels=tuple(rect.mirrored(w) for rect in frame.panels),
        tools=tuple(rect.mirrored(w) for rect in frame.tools),
        hint_tool=frame.hint_tool.mirrored(w),
        message=frame.message.mirrored(w),
        hand_label=frame.hand_label.mirrored(w),
        score=frame.score.mirrored(w),
    )
