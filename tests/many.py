"""A history of very many games that look like real ones, made quickly: for tests and benchmarks of long lists."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from mile_bones.engine import Record
from mile_bones.library.tallies import tallies
from mile_bones.players import LEVELS
from mile_bones.storage import Entered, History
from mile_bones.storage.rows import checksum, moment_of

NAMES = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ivo", "Johanna", "Karl", "Lotte", "Max"),
    *("Nina", "Otto", "Paula", "Quentin", "Rosa", "Susanne", "Theo", "Ute", "Viktor", "Wanda", "Xaver", "Zoë"),
)
_SEEDS = """SELECT id, ended, own, other, hands, record, hands_checksum FROM games ORDER BY id"""
_GAME = """INSERT INTO games (id, digest, ended, moment, rules, level, name, state, assisted, imported, own, other,
    hands, seed, counted, record, checksum, hands_checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)"""
_HANDS = """INSERT INTO hands (game, number, seat, points, miles, coups, hazards, trip, extended)
    SELECT fresh, number, seat, points, miles, coups, hazards, trip, extended FROM twins JOIN hands ON game = sown"""


def fill(history: History, path: Path, games: int, records: Sequence[Record], last: datetime) -> None:
    """Enter these records, which ended at ``last`` and some hours before, and as many copies of them, with other names,
    opponents, rules and days, as make ``games`` games. The history is at ``path``, and empty."""
    luck = Random(5)
    sown = [
        Entered(record, last - timedelta(hours=number), tallies(record), "finished")
        for number, record in enumerate(records[:games])
    ]
    history.add_all(sown)
    with closing(sqlite3.connect(path)) as database, database:
        seeds = database.execute(_SEEDS).fetchall()
        database.execute("CREATE TEMP TABLE twins (fresh INTEGER PRIMARY KEY, sown INTEGER)")
        rows: list[tuple[Any, ...]] = []
        for number in range(len(seeds), games):
            seed = seeds[number % len(seeds)]
            rows.append(_copy(number + 1, seed, last - timedelta(hours=number // 2, minutes=number % 60), luck))
            database.execute("INSERT INTO twins VALUES (?, ?)", (number + 1, seed[0]))
        database.executemany(_GAME, rows)
        database.execute(_HANDS)


def _copy(number: int, seed: Sequence[Any], ended: datetime, luck: Random) -> tuple[Any, ...]:
    """The row of another game with the same hands."""
    _id, _ended, own, other, hands, record, hands_checksum = seed
    facts = (
        luck.randbytes(32),
        ended.isoformat(timespec="seconds"),
        moment_of(ended),
        luck.choice(("mile-bones", "mille")),
        luck.choice(LEVELS),
        luck.choice(NAMES),
        luck.choices(("finished", "given_up", "unfinished"), (90, 7, 3))[0],
        int(luck.random() < 0.05),
        int(luck.random() < 0.1),
        own,
        other,
        hands,
        number,
    )
    return (number, *facts, record, checksum(facts), hands_checksum)
