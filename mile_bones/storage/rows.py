"""How a game stands in the tables of the history: its row, its hands, and what they are known again by.

``checksum`` is a CRC32 over the row and ``hands_checksum`` one over its hands: they are for bits that a bad disk has
turned, and of those a CRC misses one in four thousand millions. Against somebody who means harm a longer sum would be
no better, because whoever changes the row makes the sum anew; and SHA-256 brings OpenSSL along, three megabytes that a
list does not need. The record itself is covered by ``digest``, its SHA-256, which is part of the row: so a list is
checked without reading a single record. Neither sum ever changes how it is reckoned: databases hold them.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from mile_bones.engine import Record, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage.records import LARGEST
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    import sqlite3

_GAME = """INSERT INTO games (id, digest, ended, moment, rules, level, name, state, assisted, imported, own, other,
    hands, seed, counted, record, checksum, hands_checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING RETURNING id"""
_HAND = """INSERT INTO hands (game, number, seat, points, miles, coups, hazards, trip, extended)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_LEDGER = """INSERT INTO ledger (digest, moment, ended, name, own, other) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (digest) DO NOTHING"""
_COUNT = "UPDATE facts SET value = CAST(value AS INTEGER) + ? WHERE key = 'games'"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Tally(NamedTuple):
    """One side of one hand, in numbers. ``hazards`` are those that this side played on the other."""

    points: int
    miles: int
    coups: int
    hazards: int
    trip: bool
    extended: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """A game on its way into the history. ``tallies``: both sides of each finished hand, the person's first.

    ``state`` is "finished", "given_up" or "unfinished"; ``ended`` is also when an unfinished one was left: local time
    of this computer, or a time with a zone. ``counted``: the statistics count it, unless it is an assisted one.
    ``imported``: a stranger's game, which is kept apart from one's own.
    """

    record: Record
    ended: datetime
    tallies: tuple[tuple[Tally, Tally], ...]
    state: str
    counted: bool = True
    imported: bool = False

    @property
    def scores(self) -> bool:
        """It counts for the high scores."""
        return self.state == "finished" and self.counted and not (self.imported or self.record.assisted)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A line of the history. ``points`` are the person's and the computer's; for the rest see ``Entered``.

    ``ended`` is local time where it was played, ``moment`` the same in seconds UTC since 1970. ``changed``: its row is
    not what was written, so that nothing of this line can be relied on.
    """

    id: int
    ended: datetime
    moment: int
    rules: str
    level: str
    name: str
    state: str
    assisted: bool
    imported: bool
    points: tuple[int, int]
    hands: int
    seed: int | None
    changed: bool


class Scorable(NamedTuple):
    """A game that counts for the high scores. ``digest`` is that of ``Session.digest()``, ``ended`` local time."""

    digest: str
    name: str
    points: tuple[int, int]
    ended: datetime


def moment_of(ended: datetime) -> int:
    """Seconds UTC since 1970. A time without a zone is one of this computer, or UTC in a year that its clock lacks."""
    if ended.tzinfo is None:
        with contextlib.suppress(OverflowError, OSError, ValueError):
            ended = ended.astimezone()
    return ((ended if ended.tzinfo else ended.replace(tzinfo=UTC)) - _EPOCH) // timedelta(seconds=1)


def checksum(facts: Sequence[object]) -> int:
    """The sum over what never changes by itself in a row: digest, ended, moment, rules, level, name, state, assisted,
    imported, own, other, hands, seed."""
    return zlib.crc32(ascii(tuple(facts)).encode())


def hands_checksum(hands: Iterable[Sequence[object]]) -> int:
    """The sum over all hands of a game, by number and seat. Of each: number, seat, points, miles, coups, hazards, trip,
    extended."""
    return zlib.crc32(ascii([tuple(hand) for hand in hands]).encode())


def insert(database: sqlite3.Connection, game: Entered, *, scores: bool) -> bool:
    """Enter a game; whether it was not there yet. A damaged copy of it makes room.

    ``scores``: into the ledger with it, if it counts for the high scores.
    """
    import hashlib  # late: OpenSSL comes with it

    record = game.record
    text = record.to_json().encode("utf-8")
    human, computer = record.players
    digest, moment = hashlib.sha256(text).digest(), moment_of(game.ended)
    ended = game.ended.replace(tzinfo=None).isoformat(timespec="seconds")
    name = human.written_name[:LONGEST_NAME]
    own, other = (sum(sides[seat].points for sides in game.tallies) for seat in (0, 1))
    facts: tuple[object, ...] = (
        digest,
        ended,
        moment,
        record.rules,
        computer.level or "",
        name,
        game.state,
        int(record.assisted),
    )
    facts += (int(game.imported), own, other, len(record.hands), record.seed)
    hands = lines(game.tallies)
    if record.seed is not None:
        database.execute("INSERT OR IGNORE INTO numbers (seed, rules) VALUES (?, ?)", (record.seed, record.rules))
    if scores and game.scores:
        database.execute(_LEDGER, (digest, moment, ended, name, own, other))
    if holds_text(database, text) is False:
        delete(database, [database.execute("SELECT id FROM games WHERE digest = ?", (digest,)).fetchone()[0]])
    sums = (checksum(facts), hands_checksum(hands))
    return put(database, (*facts, int(game.counted), zlib.compress(text), *sums), hands)


def put(
    database: sqlite3.Connection,
    row: Sequence[object],
    hands: Iterable[Sequence[object]],
    number: int | None = None,
) -> bool:
    """Enter a row, what ``checksum`` adds up first and then counted, record, checksum and hands_checksum.

    ``number`` is its id; None: the next one. Whether there was none of this digest yet.
    """
    new = database.execute(_GAME, (number, *row)).fetchone()
    if new is None:
        return False
    database.executemany(_HAND, [(new[0], *hand) for hand in hands])
    database.execute(_COUNT, (1,))
    return True


def delete(database: sqlite3.Connection, games: Iterable[int]) -> None:
    """Remove these games with their hands."""
    for game in games:
        gone = database.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
        database.execute(_COUNT, (-gone,))


def lines(tallies: Iterable[tuple[Tally, Tally]]) -> list[tuple[int, ...]]:
    """The hands of a game as they stand in their table, but for the game."""
    return [
        (number, seat, *map(int, tally)) for number, sides in enumerate(tallies, 1) for seat, tally in enumerate(sides)
    ]


def holds_text(database: sqlite3.Connection, text: bytes) -> bool | None:
    """The record of this text can be read back, letter for letter; None when no row claims to have it."""
    import hashlib

    asked = "SELECT record FROM games WHERE digest = ?"
    row = database.execute(asked, (hashlib.sha256(text).digest(),)).fetchone()
    if row is None:
        return None
    try:
        return unpack(row[0]).encode("utf-8") == text
    except RecordError:
        return False


def played(row: tuple[Any, ...]) -> PlayedGame:
    """A line of the history from its id, what ``checksum`` adds up, and the checksum, all of them sound."""
    number, *facts, stored = row
    _digest, ended, moment, rules, level, name, state, assisted, imported, own, other, hands, seed = facts
    return PlayedGame(
        id=number,
        ended=datetime.fromisoformat(ended),
        moment=moment,
        rules=rules,
        level=level,
        name=name,
        state=state,
        assisted=bool(assisted),
        imported=bool(imported),
        points=(own, other),
        hands=hands,
        seed=seed,
        changed=stored != checksum(facts),
    )


def unpack(data: object) -> str:
    """The text of a record. RecordError when this is none, or one that is larger than any."""
    if not isinstance(data, bytes):  # a bit has turned in what says of which type it is
        raise RecordError(_("the record is damaged"))
    deflated = zlib.decompressobj()
    try:
        text = deflated.decompress(data, LARGEST + 1)
        if len(text) > LARGEST:
            raise RecordError(_("the file is too large for a record"))
        if not deflated.eof or deflated.unused_data:  # the checksum comes last
            raise RecordError(_("the record is damaged"))
        return text.decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        raise RecordError(_("the record is damaged")) from None
