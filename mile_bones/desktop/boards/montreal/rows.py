"""The places of sets, pile and hand in their rows, for few and for many cards. Pure arithmetic, no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from mile_bones.desktop.table.fans import LEAST_STEP
from mile_bones.desktop.table.layout import CARD_RATIO, Rect

SET_STEP, NARROW_SET_STEP = 0.31, 0.235
PILE_STEP = 0.46
HAND_STEP = 0.66
_NARROWEST = 40.0
"""The least width of a card in a set, in pixels."""
_LEAST_GAP = 8.0
_FEW = 20
"""The number of cards in the hand from which on the gap between two ranks is smaller."""
_UPPER_SHOWS = 0.4
"""The visible part of a card in the upper row of a hand, as a fraction of its height. This part contains the whole
index column.
"""
_KEPT = 3
"""The greatest difference, in cards, between the upper of two rows and half of the hand."""


class Fan(NamedTuple):
    """Some cards that overlap: the rectangle of the whole fan, the width of a card, and the step from one card to the
    next.

    ``first`` is the number of hidden cards, which are the oldest ones.
    """

    rect: Rect
    width: float
    step: float
    first: int = 0

    def card(self, index: int) -> Rect:
        """Return the place of the card with this number, counted from 0. Hidden cards lie under the first visible
        one.
        """
        x = self.rect.x + max(0, index - self.first) * self.step
        return Rect(x, self.rect.y, self.width, self.width * CARD_RATIO)


def sets_in_row(counts: Sequence[int], row: Rect, width: float, k: float, *, narrow: bool) -> tuple[Fan, ...]:
    """Return the fans of sets with ``counts`` cards, from the left edge of a row. No card is wider than ``width``.

    If there is little room, the steps and the gaps shrink first, then the cards. If that is not enough, the sets
    overlap.
    """
    part, gap = (NARROW_SET_STEP, 9.0) if narrow else (SET_STEP, 20 * k)
    more = sum(counts) - len(counts)
    gaps = max(0, len(counts) - 1)

    def length() -> float:
        return len(counts) * width + more * part * width + gaps * gap

    least_gap = min(gap, _LEAST_GAP * k)
    while length() > row.w and (part > LEAST_STEP or gap > least_gap):
        part, gap = max(LEAST_STEP, part - 0.005), max(least_gap, gap - 0.5 * k)
    while length() > row.w and width > _NARROWEST:
        width = max(_NARROWEST, width - 1)
    squeezed = 1.0
    if counts and length() > row.w:
        last = width + (counts[-1] - 1) * part * width
        squeezed = (row.w - last) / (length() - last)
    fans, x = [], 0.0
    y = row.bottom - width * CARD_RATIO
    for count in counts:
        long = width + (count - 1) * part * width
        fans.append(Fan(Rect(row.x + x * squeezed, y, long, width * CARD_RATIO), width, part * width))
        x += long + gap
    return tuple(fans)


def pile_in_row(count: int, row: Rect, width: float) -> Fan:
    """Return the fan of the discard pile, with the newest card at the right.

    A pile too long for its row hides its oldest cards.
    """
    if count < 2:
        return Fan(Rect(row.x, row.y, width, row.h), width, PILE_STEP * width)
    step = min(PILE_STEP * width, (row.w - width) / (count - 1))
    first = 0
    if step < LEAST_STEP * width:
        step = LEAST_STEP * width
        shown = max(1, int((row.w - width) / step) + 1)
        first = max(0, count - shown)
    return Fan(Rect(row.x, row.y, width + (count - first - 1) * step, row.h), width, step, first)


def backs_in_row(count: int, row: Rect, width: float, step: float) -> Fan:
    """Return the fan of the opponent's hand, face down at the end of its row. It takes at most a third of the row."""
    if count > 1:
        step = min(step, max(1.0, (row.w / 3 - width) / (count - 1)))
    long = width + max(0, count - 1) * step
    height = width * CARD_RATIO
    return Fan(Rect(row.right - long, row.y + (row.h - height) / 2, long, height), width, step)


def hand_in_row(ranks: Sequence[int], row: Rect, width: float, k: float, *, narrow: bool) -> tuple[Rect, ...]:
    """Return the places of a hand whose cards have these ranks, in the order of the hand. There is a gap between two
    ranks. Cards become narrower if their index columns would be covered otherwise. The hand lies in two rows if the
    cards can be wider in two rows than in one. The lower row covers the lower part of the upper row.
    """
    count = len(ranks)
    if not count:
        return ()
    gap = 8 * k if count < _FEW else 3 * k
    gap = min(4.0, gap) if narrow else gap
    half = _half(ranks)
    halves = ranks[:half], ranks[half:]
    one = min(width, _widest(ranks, row.w, gap))
    two = min(row.h / (1 + _UPPER_SHOWS) / CARD_RATIO, *(_widest(part, row.w, gap) for part in halves if part))
    if two <= one:
        return _lying(ranks, row, one, _step(ranks, row.w, one, gap), gap)
    step = min(_step(part, row.w, two, gap) for part in halves)
    upper = row._replace(h=row.h - _UPPER_SHOWS * two * CARD_RATIO)
    return *_lying(halves[0], upper, two, step, gap), *_lying(halves[1], row, two, step, gap)


def _half(ranks: Sequence[int]) -> int:
    """Return the number of cards in the upper of two rows. It is about half of the hand. If possible, all cards of a
    rank are in the same row.
    """
    middle = (len(ranks) + 1) // 2
    near = range(max(1, middle - _KEPT), min(len(ranks), middle + _KEPT + 1))
    apart = [index for index in near if ranks[index - 1] != ranks[index]]
    return min(apart, key=lambda index: abs(index - middle), default=middle)


def _gaps(ranks: Sequence[int], gap: float) -> float:
    return gap * sum(before != after for before, after in pairwise(ranks))


def _widest(ranks: Sequence[int], room: float, gap: float) -> float:
    """Return the greatest width of cards that still show their index columns in this room."""
    return (room - _gaps(ranks, gap)) / (1 + LEAST_STEP * (len(ranks) - 1))


def _step(ranks: Sequence[int], room: float, width: float, gap: float) -> float:
    """Return the step from one card to the next, without the gaps between ranks. The cards have this width, and the row
    has this room.
    """
    return min(HAND_STEP * width, (room - width - _gaps(ranks, gap)) / max(1, len(ranks) - 1))


def _lying(ranks: Sequence[int], row: Rect, width: float, step: float, gap: float) -> tuple[Rect, ...]:
    height = width * CARD_RATIO
    x, places = row.x, []
    for index, rank in enumerate(ranks):
        if index:
            x += step + (gap if ranks[index - 1] != rank else 0)
        places.append(Rect(x, row.bottom - height, width, height))
    return tuple(places)
