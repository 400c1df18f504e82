"""The coach's reviews of hands, kept in the history beside their games.

A review can be made again at any time. So code that reads a row which makes no sense skips it (a value that is not a
text is read as an empty text), and no game is ever put at risk for a review. A review is deleted with its game. It is
not copied when a damaged history is mended, when games are exported, or when two histories are merged.
"""

from __future__ import annotations

import zlib
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3

_MOST = 4 * 1024 * 1024
"""The largest size in bytes of the review of one hand. Usual ones have twenty thousand."""

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
    """The review of a hand, which is counted from 1.

    ``coach`` names the coach and the number of worlds with which the review was made. A world is an imagined complete
    deal that fits what the player knows. ``summary`` (the part that the statistics use) and ``review`` (all of it) are
    JSON.
    """

    hand: int
    coach: str
    summary: str
    review: str


class KeptSummary(NamedTuple):
    """A ``KeptReview`` without the full review. ``game`` is the id of the game in the history."""

    game: int
    hand: int
    coach: str
    summary: str


class OwnReview(NamedTuple):
    """The summary of the review of a hand in a game that was played here.

    ``ended`` is when the game ended, ``digest`` the digest of its record in hexadecimal digits, ``seats`` the seats of
    the people in it.
    """

    game: int
    ended: datetime
    hand: int
    summary: str
    digest: str
    seats: tuple[int, ...]


def keep(database: sqlite3.Connection, game: int, review: KeptReview) -> bool:
    """Store the review, replacing an older one of that hand. Return False if the game no longer exists."""
    packed = zlib.compress(review.review.encode("utf-8"))
    row = (review.hand, review.coach, review.summary, packed, game)
    return database.execute(_KEEP, row).rowcount == 1


def read(database: sqlite3.Connection, game: int) -> list[KeptReview]:
    """Return the reviews of a game, hand by hand."""
    found = []
    for hand, coach, summary, packed in database.execute(_READ, (game,)):
        number = hand if isinstance(hand, int) else 0
        found.append(KeptReview(number, _text(coach), _text(summary), _unpacked(packed)))
    return found


def summaries(database: sqlite3.Connection, after: tuple[int, int]) -> list[KeptSummary]:
    """Return the next page of all summaries, after this game and hand. The page after the last one is empty."""
    rows = database.execute(_SUMMARIES, (*after, _PAGE))
    return [KeptSummary(game, hand, _text(coach), _text(summary)) for game, hand, coach, summary in rows]


def of_people(database: sqlite3.Connection) -> list[OwnReview]:
    """Return the reviews of the games that were played here, by any coach, the game that ended last first."""
    found = []
    for game, ended, hand, summary, digest, *people in database.execute(_OWN):
        seats = tuple(seat for seat in (0, 1) if people[seat])
        found.append(OwnReview(game, datetime.fromisoformat(ended), hand, _text(summary), str(digest), seats))
    return found


def _text(value: object) -> str:
    """Return the value if it is a text, else an empty text."""
    return value if isinstance(value, str) else ""


def _unpacked(packed: object) -> str:
    """Return the unpacked text, or an empty text if it cannot be unpacked."""
    if not isinstance(packed, bytes):
        return ""
    deflated = zlib.decompressobj()
    try:
        text = deflated.decompress(packed, _MOST)
        return text.decode("utf-8") if deflated.eof else ""
    except (zlib.error, UnicodeDecodeError):
        return ""
