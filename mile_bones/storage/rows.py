"""The row of a game in the tables of the history, and its checksums.

``checksum`` is a CRC32 of the columns that a list shows, and ``facts_checksum`` one of the facts. They detect bits that
a bad disk has changed; a CRC misses one such change in four thousand million. A longer checksum would not protect from
an attacker, who could compute it again, too; and SHA-256 loads OpenSSL, three megabytes that a list does not need. The
record is covered by ``digest``, the SHA-256 of its text. The digest is part of the row, so a list can be checked
without reading a single record. The computation of the checksums must never change, because databases contain them.

The facts of a game are what it counts of each hand and seat, by name, as JSON. ``{"points": [[1200, 0], [300, 700]]}``
means: seat 0 made 1200 and 0 points in two hands, seat 1 made 300 and 700. So the same tables fit every game.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from mile_bones.engine.errors import RecordError
from mile_bones.engine.graphemes import cut
from mile_bones.engine.record import Record
from mile_bones.engine.spec import POINTS, HandFacts
from mile_bones.i18n import gettext as _
from mile_bones.storage import played as played_so_far
from mile_bones.storage.records import LARGEST
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    import sqlite3

HUMAN = "human"
"""The kind of a player who is a person."""

LISTED = (
    *("digest", "ended", "moment", "game", "rules", "state", "assisted", "imported", "kind_0", "level_0", "name_0"),
    *("points_0", "kind_1", "level_1", "name_1", "points_1", "hands", "seed"),
)
"""The columns that a list shows and that ``checksum`` covers, in its order.

They never change after the game is entered.
"""

ROW = (*LISTED, "checksum", "facts", "facts_checksum", "counted", "record")
"""All columns that ``put`` enters, in its order."""

UNDER_WAY = "under_way"
"""The state of a game in progress."""
NO_ROW = 0
"""The id of a game without a row. Ids in the database begin at 1."""

_GAME = f"""INSERT INTO games (id, {", ".join(ROW)}) VALUES (?{", ?" * len(ROW)})
    ON CONFLICT (digest) DO NOTHING RETURNING id"""  # noqa: S608
_LEDGER = """INSERT INTO ledger (digest, moment, ended, game, name, rival, own, other) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (digest) DO NOTHING"""
_NUMBER = "INSERT OR IGNORE INTO numbers (seed, game, rules) VALUES (?, ?, ?)"
_COUNT = "UPDATE facts SET value = CAST(value AS INTEGER) + ? WHERE key = 'games'"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = 10**9  # limit of a fact in a hand; more than the points of any game


class Seat(NamedTuple):
    """The player in a seat of a game in the history, and the points of that seat.

    ``level`` is empty for a person, ``kind`` is empty if nothing is known about the player.
    """

    kind: str
    level: str
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game to be entered in the history. ``facts`` are those of ``mile_bones.games.facts``.

    ``state`` is "finished", "given_up" or "unfinished". ``ended`` is when the game ended or was left: local time of
    this computer, or a time with a time zone. ``counted`` is true if the statistics count it, unless it is an assisted
    one. ``imported`` is true for a game from somebody else, which is kept apart from the user's own.
    """

    record: Record
    ended: datetime
    facts: HandFacts
    state: str
    counted: bool = True
    imported: bool = False

    @property
    def scores(self) -> bool:
        """True if the game counts for the high scores."""
        somebody = any(player.kind == HUMAN for player in self.record.players)
        own = somebody and not (self.imported or self.record.assisted)
        return self.state == "finished" and self.counted and own


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A line of the history; see ``CountedGame`` for the other attributes.

    ``ended`` is the local time where the game was played, ``moment`` the same in seconds UTC since 1970. ``name``,
    ``level``, ``rival`` and ``points`` are as seen by one player, see ``viewpoint``: ``name`` is that player's name,
    and ``level`` the level of the other player, or empty if the other is a person, whose name is then ``rival``. The
    first of the ``points`` are that player's. ``own`` is the seat of that player, and ``paid`` is what the player was
    paid, negative if the player paid, and 0 if nothing was paid. ``hands`` is the number of hands that were begun.
    ``changed`` is true if the row is not what was written, so that nothing in this line is reliable.
    """

    id: int
    ended: datetime
    moment: int
    game: str
    rules: str
    level: str
    name: str
    rival: str
    state: str
    assisted: bool
    imported: bool
    points: tuple[int, int]
    seats: tuple[Seat, Seat]
    hands: int
    seed: int | None
    changed: bool
    own: int = 0
    paid: int = 0


class Scorable(NamedTuple):
    """A game that counts for the high scores.

    ``digest`` is the beginning of the digest of its record, ``ended`` is local time. ``name`` and the first of the
    ``points`` are the person's. ``rival`` is the name of the other player if that is a person as well, else empty.
    """

    digest: str
    name: str
    points: tuple[int, int]
    ended: datetime
    game: str
    rival: str = ""


def viewpoint(kind_0: str, kind_1: str) -> int:
    """Return the seat from whose side the game is shown: that of the only person, else seat 0."""
    return int(kind_1 == HUMAN != kind_0)


def moment_of(ended: datetime) -> int:
    """Return a time in seconds UTC since 1970.

    A time without a time zone is local time of this computer, or UTC if the computer cannot convert it.
    """
    if ended.tzinfo is None:
        with contextlib.suppress(OverflowError, OSError, ValueError):
            ended = ended.astimezone()
    return ((ended if ended.tzinfo else ended.replace(tzinfo=UTC)) - _EPOCH) // timedelta(seconds=1)


def checksum(values: Sequence[object]) -> int:
    """Return the checksum of the columns ``LISTED`` of a row."""
    return zlib.crc32(ascii(tuple(values)).encode())


def facts_checksum(text: object) -> int:
    """Return the checksum of the facts of a game as they are stored in its row."""
    return zlib.crc32(ascii(text).encode())


def facts_text(facts: HandFacts) -> str:
    """Return the facts of a game in the format in which they are stored in its row."""
    names = dict.fromkeys(name for sides in facts for side in sides for name in side)
    by_name = {name: [[sides[seat].get(name, 0) for sides in facts] for seat in (0, 1)] for name in names}
    return json.dumps(by_name, separators=(",", ":"))


def facts_of(text: object) -> Mapping[str, Sequence[Sequence[int]]]:
    """Return the facts from a row: for each name the values of seat 0 and of seat 1, hand by hand.

    Return nothing if they make no sense.
    """
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not found:
        return {}
    hands = {len(side) if type(side) is list else -1 for sides in found.values() for side in _two(sides)}
    if len(hands) != 1 or -1 in hands or POINTS not in found:
        return {}
    for one, other in found.values():
        numbers = (*one, *other)
        if (
            not set(map(type, numbers)) <= {int}
            or not -_MOST < min(numbers, default=0) <= max(numbers, default=0) < _MOST
        ):
            return {}
    return found


def _two(sides: object) -> Sequence[object]:
    return sides if isinstance(sides, list) and len(sides) == 2 else (None,)


def described(record: Record, facts: HandFacts, state: str) -> dict[str, object]:
    """Return the columns of a row that can be computed from the record alone."""
    row: dict[str, object] = {"game": record.game, "rules": record.rules, "state": state}
    row |= {"assisted": int(record.assisted), "hands": record.body.count, "seed": record.seed}
    for seat, player in enumerate(record.players):
        points = sum(sides[seat].get(POINTS, 0) for sides in facts)
        row |= seated(seat, player.kind, player.level, player.written_name, points)
    return row | {"facts": facts_text(facts)}


def seated(seat: int, kind: str, level: str | None, name: str, points: object) -> dict[str, object]:
    """Return the columns of one seat."""
    return {
        f"kind_{seat}": kind,
        f"level_{seat}": level or "",
        f"name_{seat}": cut(name, LONGEST_NAME),
        f"points_{seat}": points,
    }


def summed(row: dict[str, object]) -> dict[str, object]:
    """Return the row with both its checksums."""
    sums = {"checksum": checksum([row[name] for name in LISTED]), "facts_checksum": facts_checksum(row["facts"])}
    return row | sums


def insert(database: sqlite3.Connection, game: CountedGame, *, scores: bool) -> bool:
    """Enter a game. Return True if it was not there yet. A damaged copy of it is replaced.

    If ``scores`` is true, enter it in the ledger as well, if it counts for the high scores.
    """
    import hashlib  # late, because it loads OpenSSL

    record = game.record
    text = record.canonical_json().encode("utf-8")
    row = described(record, game.facts, game.state)
    digest = hashlib.sha256(text).digest()
    ended = game.ended.replace(tzinfo=None).isoformat(timespec="seconds")
    row |= {"digest": digest, "ended": ended, "moment": moment_of(game.ended), "imported": int(game.imported)}
    again = played_so_far.ended_otherwise(database, record.id, digest)  # another copy was counted
    row |= {"counted": int(game.counted and not again), "record": zlib.compress(text)}
    played_so_far.note(database, record.id, record.body.plies, None if game.state == "unfinished" else digest)
    if record.seed is not None:
        database.execute(_NUMBER, (record.seed, record.game, record.rules))
    if scores and game.scores:
        own = viewpoint(record.players[0].kind, record.players[1].kind)
        name, rival = (row[f"name_{seat}"] or _("Player {number}").format(number=seat + 1) for seat in (own, 1 - own))
        if record.players[1 - own].kind != HUMAN:
            name, rival = row[f"name_{own}"], ""  # an empty rival means a computer
        points = row[f"points_{own}"], row[f"points_{1 - own}"]
        database.execute(_LEDGER, (digest, row["moment"], ended, record.game, name, rival, *points))
    if holds_text(database, text) is False:
        delete(database, [database.execute("SELECT id FROM games WHERE digest = ?", (digest,)).fetchone()[0]])
    return put(database, summed(row))


def put(database: sqlite3.Connection, row: Mapping[str, object], number: int | None = None) -> bool:
    """Enter a row, which has all columns of ``ROW``. ``number`` is its id, or None for the next free one.

    Return True if no row had this digest yet.
    """
    new = database.execute(_GAME, (number, *(row[name] for name in ROW))).fetchone()
    if new is None:
        return False
    database.execute(_COUNT, (1,))
    return True


def delete(database: sqlite3.Connection, games: Iterable[int]) -> None:
    """Remove these games."""
    for game in games:
        gone = database.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
        database.execute(_COUNT, (-gone,))


def holds_text(database: sqlite3.Connection, text: bytes) -> bool | None:
    """Return True if the record with this text can be read back exactly.

    Return False if it cannot, None if no row has its digest.
    """
    import hashlib

    asked = "SELECT record FROM games WHERE digest = ?"
    row = database.execute(asked, (hashlib.sha256(text).digest(),)).fetchone()
    if row is None:
        return None
    try:
        return unpack(row[0]).encode("utf-8") == text
    except RecordError:
        return False


def played(row: Sequence[Any]) -> PlayedGame:
    """Return a line of the history, made from its id, the columns ``LISTED`` and the checksum, all of valid types.

    The payment is not among these columns.
    """
    number, *listed, stored = row
    _digest, ended, moment, game, rules, state, assisted, imported, *seated, hands, seed = listed
    seats = Seat(*seated[:4]), Seat(*seated[4:])
    place = viewpoint(seats[0].kind, seats[1].kind)
    own, other = seats[place], seats[1 - place]
    return PlayedGame(
        id=number,
        ended=datetime.fromisoformat(ended),
        moment=moment,
        game=game,
        rules=rules,
        level=other.level,
        name=own.name,
        rival=other.name if other.kind == HUMAN else "",
        state=state,
        assisted=bool(assisted),
        imported=bool(imported),
        points=(own.points, other.points),
        seats=seats,
        hands=hands,
        seed=seed,
        changed=stored != checksum(listed),
        own=place,
    )


def under_way(record: Record, facts: HandFacts, now: datetime) -> PlayedGame:
    """Return the line of a game in progress. It has no row, so its id is ``NO_ROW``."""
    row = described(record, facts, UNDER_WAY)
    row |= {"digest": "", "ended": now.isoformat(), "moment": moment_of(now), "imported": 0}
    listed = [row[name] for name in LISTED]
    return played((NO_ROW, *listed, checksum(listed)))


def unpack(data: object) -> str:
    """Return the text of a packed record. Raise RecordError if ``data`` is not a packed record, or too large."""
    if not isinstance(data, bytes):  # a wrong bit in the type of the value
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
