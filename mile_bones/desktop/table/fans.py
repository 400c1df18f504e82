"""A row of cards that overlap when there are many: the right-hand card is always on top. Pure arithmetic, no Qt.

Cards show an index column at their left edge; a fan covers all but that column of a card, and nothing of the last.
"""

from __future__ import annotations

from mile_bones.desktop.table.layout import Rect

WIDEST_STEP = 0.66
LEAST_STEP = 0.22
"""From one card to the next, as parts of a card's width: the second still shows the whole index column."""


def step_for(count: int, card_width: float, room: float, *, most: float = WIDEST_STEP) -> float:
    """How far apart so many cards lie in this much room, in pixels.

    At most ``most`` card widths, less where the room is short, but never so little that an index is covered: where
    even that is too much, the row is longer than the room, and the cards have to become narrower.
    """
    if count < 2:
        return most * card_width
    return max(LEAST_STEP * card_width, min(most * card_width, (room - card_width) / (count - 1)))


def width_of(count: int, card_width: float, step: float) -> float:
    """How long a row of so many cards is, in pixels."""
    return card_width + (count - 1) * step if count else 0.0


def fan(
    count: int, row: Rect, card_width: float, *, most: float = WIDEST_STEP, mirrored: bool = False
) -> tuple[Rect, ...]:
    """The places of so many cards in a row, as high as it and on whole pixels, the lowest card first.

    The row begins at its left edge. ``mirrored``: the cards begin at the right edge of a table that reads from right
    to left, and still the right-hand card is on top, because its index is at the left.
    """
    step = step_for(count, card_width, row.w, most=most)
    begin = row.right - width_of(count, card_width, step) if mirrored else row.x
    return tuple(Rect(round(begin + index * step), row.y, card_width, row.h) for index in range(count))
