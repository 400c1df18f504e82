"""Quickly makes a history with a huge number of realistic games, for tests and benchmarks of long lists."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from known_levels import LEVELS
from mile_bones.engine.record import Record
from mile_bones.games import facts
from mile_bones.storage.history import History
from mile_bones.storage.rows import LISTED, ROW, CountedGame, checksum, moment_of

NAMES = (
    *("Anna", "Ben", "Cleo", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ivo", "Johanna", "Karl", "Lotte", "Max"),
    *("Nina", "Otto", "Paula", "Quentin", "Rosa", "Susanne", "Theo", "Ute", "Viktor", "Wanda", "Xaver", "Zoë"),
)
_SEEDS = f"SELECT id, {', '.join(ROW)} FROM games ORDER BY id"
_THEMES = {"distances": 6, "hazards": 5, "safeties": 2, "discards": 12, "extension": 1}
"""The approximate number of choices of each kind in a hand."""
_HANDS = "SELECT id, json_array_length(facts, '$.points[0]') FROM games WHERE id % 97 < ? ORDER BY id"
_REVIEW = "INSERT OR REPLACE INTO reviews (game, hand, coach, summary, review) VALUES (?, ?, ?, ?, ?)"
_GAME = f"INSERT INTO games (id, {', '.join(ROW)}) VALUES (?{', ?' * len(ROW)})"


def fill(history: History, path: Path, games: int, records: Sequence[Record], last: datetime) -> None:
    """Fill the empty history at ``path`` with ``games`` games: ``records`` and copies of them.

    The records ended at ``last`` and some hours before. The copies have other names, opponents, rules and days.
    """
    luck = Random(5)
    sown = [
        CountedGame(record, last - timedelta(hours=number), facts(record), "finished")
        for number, record in enumerate(records[:games])
    ]
    history.add_all(sown)
    with closing(sqlite3.connect(path)) as database, database:
        seeds = [dict(zip(("id", *ROW), row, strict=True)) for row in database.execute(_SEEDS)]
        rows = []
        for number in range(len(seeds), games):
            seed = seeds[number % len(seeds)]
            row = _copy(number + 1, seed, last - timedelta(hours=number // 2, minutes=number % 60), luck)
            rows.append([row[name] for name in ("id", *ROW)])
        database.executemany(_GAME, rows)


def review(path: Path, coach: str, part: float = 1.0) -> None:
    """Add made-up reviews by this coach to the history at ``path``. ``part`` is the approximate share of its games that
    get a review.
    """
    luck = Random(9)
    with closing(sqlite3.connect(path)) as database, database:
        rows: list[tuple[object, ...]] = []
        for game, hands in database.execute(_HANDS, (97 * part,)).fetchall():
            skilled = 1 / (1 + game / 40)  # the player improves
            rows += [
                (game, hand, coach, _summary(luck, 200 + 500 * skilled), luck.randbytes(4000))
                for hand in range(1, hands + 1)
            ]
        database.executemany(_REVIEW, rows)


def _summary(luck: Random, rate: float) -> str:
    """Return the summary of a hand in which this side lost about ``rate`` points by its choices, and the other side
    420.
    """
    errors = {}
    for theme, choices in _THEMES.items():
        some = luck.randrange(2 * choices + 1)
        if some:
            costs = (round(8 * each * some / 26 * luck.uniform(0.2, 1.8)) / 8 for each in (rate, 420))
            errors[theme] = [[cost, some] for cost in costs]
    fortune = round(luck.gauss(0, 900) * 8) / 8
    result = round((fortune + luck.gauss(420 - rate, 300)) / 25) * 25
    return json.dumps({"result": result, "luck": fortune, "errors": errors})


def _copy(number: int, seed: dict[str, Any], ended: datetime, luck: Random) -> dict[str, Any]:
    """Return the row of another game with the same hands."""
    row = seed | {
        "id": number,
        "digest": luck.randbytes(32),
        "ended": ended.isoformat(timespec="seconds"),
        "moment": moment_of(ended),
        "rules": luck.choice(("mile-bones", "mille")),
        "level_1": luck.choice(LEVELS),
        "name_0": luck.choice(NAMES),
        "state": luck.choices(("finished", "given_up", "unfinished"), (90, 7, 3))[0],
        "assisted": int(luck.random() < 0.05),
        "imported": int(luck.random() < 0.1),
        "seed": number,
        "counted": 1,
    }
    return row | {"checksum": checksum([row[name] for name in LISTED])}
