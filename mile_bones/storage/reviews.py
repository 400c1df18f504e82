"""What the coach said of the hands of games in the history: kept with them, and no more than that.

A review can be made anew at any time. So a row that makes no sense is passed over, and no game is ever in danger for
its sake: it goes when its game goes, and stays behind where a damaged history is mended, games are exported, or two
histories are brought together.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3

_MOST = 4 * 1024 * 1024
"""Bytes of the review of one hand. Usual ones have twenty thousand."""

_KEEP = """INSERT OR REPLACE INTO reviews (hand, coach, summary, review, game) SELECT ?, ?, ?, ?, id FROM games
    WHERE id = ?"""
_READ = """SELECT hand, coach, summary, review FROM reviews WHERE game = ?
    AND (typeof(hand), typeof(coach), typeof(summary), typeof(review)) = ('integer', 'text', 'text', 'blob')
    ORDER BY hand"""
_SUMMARIES = """SELECT game, hand, coach, summary FROM reviews WHERE (game, hand) > (?, ?)
    AND (typeof(hand), typeof(coach), typeof(summary)) = ('integer', 'text', 'text') ORDER BY game, hand LIMIT ?"""
_PAGE = 2000


class KeptReview(NamedTuple):
    """The review of a hand, counted from 1. ``coach``: which one made it, and with how many worlds. ``summary`` and
    ``review`` are JSON: what the statistics add up, and all of it."""

    hand: int
    coach: str
    summary: str
    review: str


class KeptSummary(NamedTuple):
    """The same without all of it. ``game`` is the number of the game in the history."""

    game: int
    hand: int
    coach: str
    summary: str


def keep(database: sqlite3.Connection, game: int, review: KeptReview) -> bool:
    """Put it in the place of an older one of that hand; False when there is no such game any more."""
    packed = zlib.compress(review.review.encode("utf-8"))
    row = (review.hand, review.coach, review.summary, packed, game)
    return database.execute(_KEEP, row).rowcount == 1


def read(database: sqlite3.Connection, game: int) -> list[KeptReview]:
    """What is kept of a game, hand by hand."""
    found = []
    for hand, coach, summary, packed in database.execute(_READ, (game,)):
        text = _unpacked(packed)
        if text is not None:
            found.append(KeptReview(hand, coach, summary, text))
    return found


def summaries(database: sqlite3.Connection, after: tuple[int, int]) -> list[KeptSummary]:
    """Some of all there are: those that come next behind this game and hand. None are left when there are none."""
    return [KeptSummary(*row) for row in database.execute(_SUMMARIES, (*after, _PAGE))]


def _unpacked(packed: bytes) -> str | None:
    deflated = zlib.decompressobj()
    try:
        text = deflated.decompress(packed, _MOST)
        return text.decode("utf-8") if deflated.eof else None
    except (zlib.error, UnicodeDecodeError):
        return None
