"""What the coach said of the hands of games in the history: kept with them, and no more than that.

A review can be made anew at any time. So whoever reads a row that makes no sense passes it over (a text that is none is
empty here), and no game is ever in danger for its sake: it goes when its game goes, and stays behind where a damaged
history is mended, games are exported, or two histories are brought together.
"""

from __future__ import annotations

import zlib
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3

_MOST = 4 * 1024 * 1024
"""Bytes of the review of one hand. Usual ones have twenty thousand."""

_KEEP = """INSERT OR REPLACE INTO reviews (hand, coach, summary, review, game) SELECT ?, ?, ?, ?, id FROM games
    WHERE id = ?"""
_READ = f"""SELECT hand, coach, summary, CASE WHEN length(review) <= {_MOST} THEN review END FROM reviews
    WHERE game = ? ORDER BY hand"""  # noqa: S608
_SUMMARIES = """SELECT game, hand, coach, summary FROM reviews WHERE (game, hand) > (?, ?) AND typeof(hand) = 'integer'
    ORDER BY game, hand LIMIT ?"""
_PAGE = 2000
_OWN = """SELECT game_id, ended, hand, summary, lower(hex(digest)), kind_0 = 'human', kind_1 = 'human' FROM reviews
    JOIN (SELECT id AS game_id, digest, moment, ended, kind_0, kind_1 FROM sound_games
        WHERE imported = 0) ON game_id = game
    WHERE typeof(hand) = 'integer' ORDER BY moment DESC, game_id DESC, hand"""


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


class OwnReview(NamedTuple):
    """The review of a hand that was played here, without all of it. ``ended``: when the game did; ``digest``:
    by which it is known, in hexadecimal digits; ``seats``: where people sat."""

    game: int
    ended: datetime
    hand: int
    summary: str
    digest: str
    seats: tuple[int, ...]


def keep(database: sqlite3.Connection, game: int, review: KeptReview) -> bool:
    """Put it in the place of an older one of that hand; False when there is no such game any more."""
    packed = zlib.compress(review.review.encode("utf-8"))
    row = (review.hand, review.coach, review.summary, packed, game)
    return database.execute(_KEEP, row).rowcount == 1


def read(database: sqlite3.Connection, game: int) -> list[KeptReview]:
    """What is kept of a game, hand by hand."""
    found = []
    for hand, coach, summary, packed in database.execute(_READ, (game,)):
        number = hand if isinstance(hand, int) else 0
        found.append(KeptReview(number, _text(coach), _text(summary), _unpacked(packed)))
    return found


def summaries(database: sqlite3.Connection, after: tuple[int, int]) -> list[KeptSummary]:
    """Some of all there are: those that come next behind this game and hand. None are left when there are none."""
    rows = database.execute(_SUMMARIES, (*after, _PAGE))
    return [KeptSummary(game, hand, _text(coach), _text(summary)) for game, hand, coach, summary in rows]


def of_people(database: sqlite3.Connection) -> list[OwnReview]:
    """Those of games that were played here, the one that ended last first, whatever coach has made them."""
    found = []
    for game, ended, hand, summary, digest, *people in database.execute(_OWN):
        seats = tuple(seat for seat in (0, 1) if people[seat])
        found.append(OwnReview(game, datetime.fromisoformat(ended), hand, _text(summary), str(digest), seats))
    return found


def _text(value: object) -> str:
    """Empty where it is none."""
    return value if isinstance(value, str) else ""


def _unpacked(packed: object) -> str:
    """The text; empty where there is none."""
    if not isinstance(packed, bytes):
        return ""
    deflated = zlib.decompressobj()
    try:
        text = deflated.decompress(packed, _MOST)
        return text.decode("utf-8") if deflated.eof else ""
    except (zlib.error, UnicodeDecodeError):
        return ""
