"""Convert games from the tables of schemas 1 and 2 to rows of the current tables.

Those schemas knew one game, in which a person sat in seat 0. In seat 1 sat a computer, or the other player in an
imported file. The hands of a game were in a table of their own.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from mile_bones.engine.errors import RecordError
from mile_bones.engine.spec import POINTS
from mile_bones.games import GAMES
from mile_bones.storage.rows import HUMAN, checksum, moment_of, seated, summed, unpack

Row = dict[str, Any]

GAME = GAMES[0]
"""The only game that schemas 1 and 2 knew."""

FIRST = (
    *("id", "digest", "ended", "rules", "level", "name", "state", "assisted", "counted", "own", "other", "hands"),
    *("seed", "record"),
)
"""The columns of a game in schema 1."""

SECOND = (
    *("id", "digest", "ended", "moment", "rules", "level", "name", "state", "assisted", "imported", "counted"),
    *("own", "other", "hands", "seed", "checksum", "hands_checksum", "record"),
)
"""The columns of a game in schema 2."""

_SUMMED = (
    *("digest", "ended", "moment", "rules", "level", "name", "state", "assisted", "imported", "own", "other"),
    *("hands", "seed"),
)
_FACTS = (POINTS, "miles", "coups", "hazards", "trips", "extensions")
_HEAD = 4096  # bytes that contain the header of a record, unless a name is very long


def hands_checksum(hands: Iterable[Sequence[object]]) -> int:
    """Return the checksum that schema 2 kept of all hands of a game, sorted by number and seat.

    Each hand consists of number, seat, points, miles, coups, hazards, trip and extended.
    """
    return zlib.crc32(ascii([tuple(hand) for hand in hands]).encode())


def second_checksum(row: Row) -> int:
    """Return the checksum that schema 2 kept of a row."""
    return checksum([row[name] for name in _SUMMED])


def fits(row: Row) -> bool:
    """Return True if a row of schema 2 is what was written. Rows of schema 1 have no checksum and always pass."""
    return "checksum" not in row or bool(row["checksum"] == second_checksum(row))


def belong(hands: Sequence[Sequence[Any]], row: Row) -> bool:
    """Return True if the hands belong to the game: by their checksum or, in schema 1, by their points."""
    if row.get("hands_checksum") is not None:
        return bool(hands_checksum(hands) == row["hands_checksum"])
    if not all(isinstance(value, int) for hand in hands for value in hand):
        return False
    totals = [sum(hand[2] for hand in hands if hand[1] == seat) for seat in (0, 1)]
    if totals != [row["own"], row["other"]] or len({(*hand[:2],) for hand in hands}) < len(hands):
        return False
    return all(value in (0, 1) for hand in hands for value in (hand[1], *hand[6:]))


def renewed(row: Row, hands: Sequence[Sequence[Any]]) -> Row:
    """Convert a row of an earlier schema, whose values make sense, to the current schema.

    Return it with both checksums. A checksum is None if the old one did not fit: then it is not known what was written,
    and the game stays marked.
    """
    new = {name: row[name] for name in ("id", "digest", "ended", "rules", "state", "assisted", "counted", "hands")}
    new |= {"seed": row["seed"], "record": row["record"], "imported": row.get("imported", 0), "game": GAME}
    new["moment"] = row["moment"] if "moment" in row else moment_of(datetime.fromisoformat(row["ended"]))
    (kind, level, _name), (kind_1, _level, name_1) = _players(row["record"])
    new |= seated(0, kind, level, row["name"], row["own"]) | seated(1, kind_1, row["level"], name_1, row["other"])
    new["facts"] = _facts_text(hands)
    new = summed(new)
    if not fits(row):
        new["checksum"] = None
    if not belong(hands, row):
        new["facts_checksum"] = None
    return new


def _facts_text(hands: Sequence[Sequence[Any]]) -> str:
    sides = [[hand for hand in hands if hand[1] == seat] for seat in (0, 1)]
    if [hand[0] for hand in sides[0]] != [hand[0] for hand in sides[1]]:
        return "{}"
    names = _FACTS if hands else ()
    facts = {name: [[hand[at] for hand in side] for side in sides] for at, name in enumerate(names, 2)}
    try:
        return json.dumps(facts, separators=(",", ":"))
    except (TypeError, ValueError):  # bytes in the place of a number
        return "{}"


def _players(record: object) -> list[tuple[str, str, str]]:
    """Return kind, level and name of both players, from the record because the row lacks some of them."""
    with contextlib.suppress(RecordError, ValueError, zlib.error, AttributeError, TypeError, KeyError):
        if not isinstance(record, bytes):
            raise RecordError("not packed")
        head = zlib.decompressobj().decompress(record, _HEAD).decode("utf-8", "replace")
        if "\n" not in head:
            head = unpack(record)
        # Like all records of that time, it has its header on the first line.
        players = json.loads(head.partition("\n")[0].rstrip().rstrip(",") + "}")["players"]
        found = [(str(player["kind"]), str(player.get("level", "")), str(player["name"])) for player in players]
        if len(found) == 2:
            return found
    return [(HUMAN, "", ""), ("computer", "", "")]
