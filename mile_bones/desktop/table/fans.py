"""A row of cards that overlap when there are many. The right-hand card is always on top. Pure arithmetic, no Qt.

A card shows an index column at its left edge. In a fan each card except the last shows at least its index column.
"""

from __future__ import annotations

from mile_bones.desktop.table.layout import Rect

WIDEST_STEP = 0.66
LEAST_STEP = 0.22
"""The least distance from one card to the next. It shows the whole index column of the covered card. ``WIDEST_STEP`` is
the greatest distance. Both are fractions of a card's width.
"""


def step_for(count: int, card_width: float, room: float, *, most: float = WIDEST_STEP) -> float:
    """Return the distance in pixels from one card to the next, for ``count`` cards in ``room`` pixels.

    The distance is ``most`` card widths, or less if there is little room, but never so little that an index is covered.
    If the cards do not fit even with the least distance, the row is longer than the room, and the caller has to make
    the cards narrower.
    """
    if count < 2:
        return most * card_width
    return max(LEAST_STEP * card_width, min(most * card_width, (room - card_width) / (count - 1)))


def width_of(count: int, card_width: float, step: float) -> float:
    """Return the length in pixels of a row of ``count`` cards."""
    return card_width + (count - 1) * step if count else 0.0


def fan(
    count: int, row: Rect, card_width: float, *, most: float = WIDEST_STEP, mirrored: bool = False
) -> tuple[Rect, ...]:
    """Return the places of ``count`` cards in ``row``, as high as the row and on whole pixels, the lowest card first.

    The cards begin at the left edge of the row. With ``mirrored`` they begin at the right edge of a table that reads
    from right to left. Even on a mirrored table the right-hand card is on top, because cards have their index at the
    left.
    """
    step = step_for(count, card_width, row.w, most=most)
    begin = row.right - width_of(count, card_width, step) if mirrored else row.x
    return tuple(Rect(round(begin + index * step), row.y, card_width, row.h) for index in range(count))
