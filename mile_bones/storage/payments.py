"""The payments in the rows of games for stakes.

A payment is a fact of a game, with the name ``PAID``. An early version did not count it. For a row of that version the
facts are computed from the record each time, which takes some two milliseconds.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mile_bones.engine.errors import RecordError
from mile_bones.engine.spec import PAID
from mile_bones.games import GAMES, read_record, spec
from mile_bones.storage.rows import facts_of, facts_text, unpack

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from mile_bones.storage.rescue import Recount


@cache
def games_for_stakes() -> frozenset[str]:
    """Return the names of the games in which the loser may pay the winner."""
    return frozenset(game for game in GAMES if spec(game).for_stakes)


def with_payments(database: sqlite3.Connection, number: int, game: str, facts: object, recount: Recount) -> object:
    """Return ``facts``, which are those of the row ``number`` as they are stored, with the payments.

    Return ``facts`` unchanged if the game is not for stakes, if the payments are there, or if the record is unreadable.
    """
    if game not in games_for_stakes() or not lacks_payments(facts):
        return facts
    row = database.execute("SELECT record FROM games WHERE id = ?", (number,)).fetchone()
    try:
        found = None if row is None else recount(read_record(unpack(row[0])))
    except RecordError:
        return facts
    return facts if found is None else facts_text(found[1])


def lacks_payments(facts: object) -> bool:
    """Return True if these facts of a game for stakes, as they are stored, are those of an early version."""
    return isinstance(facts, str) and f'"{PAID}"' not in facts and bool(facts_of(facts))


def paid(facts: Mapping[str, Sequence[Sequence[int]]], seat: int) -> int:
    """Return what ``seat`` was paid in a game with these facts. The number is negative if ``seat`` paid."""
    return sum(facts[PAID][seat]) if PAID in facts else 0
