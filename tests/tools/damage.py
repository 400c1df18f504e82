"""Damage a history in many ways. Check that everything readable comes back, and that no loss goes unreported.

    python tests/tools/damage.py 1000 --seed 2026

Each time, a copy of a history of 200 games is damaged as disks, cables and people damage files. The program then opens
the copy. The result is compared, game by game, with that of a plain SELECT, and must never contain fewer games. The
program must report a missing game. Nothing may raise an error or take longer than a minute.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import multiprocessing
import os
import shutil
import sqlite3
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import facts
from mile_bones.library.record_counts import recount
from mile_bones.storage.history import History
from mile_bones.storage.problems import Problem
from mile_bones.storage.rows import CountedGame

GAMES = 200
_IN_WAL = 20  # the last games are still in SQLite's write-ahead log, as after a kill
_PAGE = 4096
_LONGEST = 60  # seconds for one copy
_NOON = datetime.fromisoformat("2026-05-04T12:00:00")
_SHORT = "short log"
"""The kind of damage in which the log is cut. A cut log looks like a log that was being written when the power failed:
nobody can know that it contained more.
"""

_DATA = Path(__file__).parents[1] / "data/conformance"


@dataclass
class Found:
    """The result for a damaged copy."""

    kind: str
    plain: int
    """The number of games that a plain SELECT finds, each with an undamaged record."""
    back: int
    """The number of games with an undamaged record that the program lists."""
    listed: int
    told: tuple[str, ...]
    missing: int
    """The number of games that a plain SELECT finds and the program does not."""
    seconds: float

    @property
    def faults(self) -> list[str]:
        """The promises that were broken, each as a sentence."""
        found = []
        if self.missing:
            found.append(f"{self.missing} games that a plain SELECT finds are missing")
        if self.back < GAMES and self.listed < GAMES and not self.told and self.kind != _SHORT:
            found.append(f"{GAMES - self.back} games are lost without a word")
        if self.seconds > _LONGEST:
            found.append(f"it took {self.seconds:.0f} s")
        return found


# ------------------------------------------------------------------ a history


@cache
def records() -> tuple[Record, ...]:
    """Return the games of people who have played for months. No two are equal."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(_DATA.glob("*.json"))]
    whole = [Record.from_json(text) for text in texts]
    played = []
    for number in range(GAMES):
        record = whole[number * 7 % len(whole)]
        person = PlayerInfo(("Anna", "Zoë", "Ben")[number % 3], "human")
        played.append(replace(record, players=(person, record.players[1]), seed=number))
    return tuple(played)


def build(folder: Path) -> Path:
    """Write a history of ``GAMES`` games, the last of which are only in the log. Return its path."""
    path = folder / "history.db"
    history = History(path, _fail)
    states = ("finished", "finished", "finished", "given_up", "unfinished")
    games = [
        CountedGame(record, _NOON + timedelta(hours=7 * number), facts(record), states[number % 5])
        for number, record in enumerate(records())
    ]
    with contextlib.closing(sqlite3.connect(path)) as keeper:
        for first in range(0, GAMES - _IN_WAL, 20):
            assert history.add_all(games[first : first + 20]) == 20
        keeper.execute("SELECT COUNT(*) FROM games").fetchone()  # an open connection keeps the log file
        keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        keeper.execute("BEGIN")
        keeper.execute("SELECT COUNT(*) FROM games").fetchone()
        for game in games[-_IN_WAL:]:
            assert history.add_all([game]) == 1
        made = folder / "made"
        made.mkdir()
        for name in ("history.db", "history.db-wal"):
            shutil.copy(folder / name, made / name)
    return made / "history.db"


# ------------------------------------------------------------------ damage


def _whole(path: Path) -> bytearray:
    """Return the database with all games in it, without a log beside it."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("SELECT COUNT(*) FROM games").fetchone()
    return bytearray(path.read_bytes())


def _flip(data: bytearray, luck: Random) -> None:
    for _time in range(luck.choice((1, 1, 2, 8, 64))):
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)


def _page(data: bytearray, luck: Random) -> int:
    return luck.randrange(len(data) // _PAGE) * _PAGE


def _zero(data: bytearray, luck: Random) -> None:
    for _time in range(luck.choice((1, 1, 2, 8))):
        at = _page(data, luck)
        data[at : at + _PAGE] = bytes(_PAGE)


def _cut(data: bytearray, luck: Random) -> None:
    del data[luck.choice((_page(data, luck), luck.randrange(len(data)))) :]


def _tear(data: bytearray, luck: Random) -> None:
    """Replace the end of a page by the end of another page, as if the page had been written only in part."""
    at, other = _page(data, luck), _page(data, luck)
    cut = luck.randrange(0, _PAGE, 512)
    data[at + cut : at + _PAGE] = data[other + cut : other + _PAGE]


def _swap(data: bytearray, luck: Random) -> None:
    at, other = _page(data, luck), _page(data, luck)
    data[at : at + _PAGE], data[other : other + _PAGE] = data[other : other + _PAGE], data[at : at + _PAGE]


def _garbage(data: bytearray, luck: Random) -> None:
    length = luck.choice((16, 512, 4096, 65536))
    at = luck.randrange(len(data))
    rest = len(data[at : at + length])
    data[at : at + rest] = luck.randbytes(rest)


def _header(data: bytearray, luck: Random) -> None:
    data[luck.randrange(100)] = luck.randrange(256)


def _bytes(change: Callable[[bytearray, Random], None]) -> Callable[[Path, Random], None]:
    def damage(path: Path, luck: Random) -> None:
        data = _whole(path)
        change(data, luck)
        path.write_bytes(data)

    return damage


def _log(*changes: Callable[[bytearray, Random], None]) -> Callable[[Path, Random], None]:
    def damage(path: Path, luck: Random) -> None:
        log = path.with_name("history.db-wal")
        data = bytearray(log.read_bytes())
        luck.choice(changes)(data, luck)
        log.write_bytes(data)

    return damage


_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n)"
_HOSTILE = [
    "ALTER TABLE games RENAME TO hidden; CREATE VIEW games AS SELECT * FROM hidden WHERE id > 150",
    f"ALTER TABLE games RENAME TO hidden; CREATE VIEW games AS {_ENDLESS} SELECT hidden.* FROM hidden, n",
    "CREATE TRIGGER bad AFTER INSERT ON games BEGIN DELETE FROM games WHERE id < new.id; END",
    (
        f"CREATE VIEW endless AS {_ENDLESS} SELECT i, 'a', 'b' FROM n;"
        "CREATE TRIGGER bad BEFORE INSERT ON games BEGIN INSERT INTO numbers SELECT * FROM endless; END"
    ),
    f"ALTER TABLE numbers RENAME TO old; CREATE VIEW numbers AS {_ENDLESS} SELECT old.* FROM old, n",
    "CREATE INDEX bad ON games (hex(zeroblob(length(record))))",
    "UPDATE games SET record = zeroblob(20000000) WHERE id = 7",
    "UPDATE games SET ended = 'yesterday', points_0 = -1, points_1 = 7 WHERE id % 10 = 0",
    "UPDATE games SET points_0 = points_0 + 1 WHERE id % 10 = 0",
    "DELETE FROM games WHERE id % 10 = 0",
]


def _hostile(path: Path, luck: Random) -> None:
    _whole(path)
    with contextlib.closing(sqlite3.connect(path)) as database, contextlib.suppress(sqlite3.Error):
        database.execute("PRAGMA legacy_alter_table = ON")
        database.executescript(luck.choice(_HOSTILE))


KINDS: dict[str, Callable[[Path, Random], None]] = {
    "bits": _bytes(_flip),
    "zeroed pages": _bytes(_zero),
    "cut": _bytes(_cut),
    "torn page": _bytes(_tear),
    "swapped pages": _bytes(_swap),
    "garbage": _bytes(_garbage),
    "header": _bytes(_header),
    "log": _log(_flip, _garbage, _zero),
    _SHORT: _log(_cut),
    "hostile": _hostile,
}


# ------------------------------------------------------------------ what comes back


def _sound(digest: object, data: object) -> bytes | None:
    """Return the digest if the record is undamaged, or else None."""
    try:
        text = zlib.decompressobj().decompress(data, 1 << 20)  # type: ignore[arg-type]
    except (zlib.error, TypeError):
        return None
    return digest if hashlib.sha256(text).digest() == digest else None  # type: ignore[return-value]


def plain(path: Path) -> set[bytes]:
    """Return the digests of the undamaged games that a SELECT finds, row by row."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(f"{path}{part}", folder)
        found = set()
        with contextlib.closing(sqlite3.connect(Path(folder) / path.name)) as database:
            end = time.monotonic() + 5
            database.set_progress_handler(lambda: time.monotonic() > end, 1000)
            for number in range(1, GAMES + 50):
                with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
                    row = database.execute("SELECT digest, record FROM games WHERE id = ?", (number,)).fetchone()
                    found.add(row and _sound(*row))
    return found - {None}  # type: ignore[return-value]


def examine(made: Path, folder: Path, luck: Random, kind: str | None = None) -> Found:
    """Damage a copy, open it, add a game, open it again, and return the result."""
    kind = kind or luck.choice(list(KINDS))
    path = folder / "history.db"
    for part in ("", "-wal"):
        shutil.copy(f"{made}{part}", f"{path}{part}")
    KINDS[kind](path, luck)
    yesterday = time.time() - 86400
    os.utime(path, (yesterday, yesterday))
    sound = plain(path)
    start = time.monotonic()
    problems: list[Problem] = []
    history = History(path, problems.append, recount)
    listed = len(history.games())
    another = replace(records()[0], seed=GAMES)
    history.add(CountedGame(another, _NOON, facts(another), "finished"))
    for problem in problems:
        problem.message()
    again = History(path, problems.append, recount)
    games = again.games()
    back = set()
    for game in games:
        with contextlib.suppress(RecordError):
            text = again.text(game.id)
            back.add(text and hashlib.sha256(text.encode()).digest())
    seconds = time.monotonic() - start
    ours = {record.digest() for record in records()}
    told = tuple(problem.kind.name for problem in problems)
    changed = {game.id for game in games if getattr(game, "changed", False)}
    return Found(
        kind,
        len(sound & ours),
        len(back & ours),
        listed if not changed else GAMES,
        told,
        len((sound & ours) - back),
        seconds,
    )


def _apart(made: Path, scratch: Path, seed: str) -> Found | str:
    """Do the same as ``examine`` in a separate process, which may hang or die. Return an error as a sentence."""

    def work(out: multiprocessing.connection.Connection) -> None:
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            try:
                out.send(examine(made, Path(folder), Random(seed)))
            except BaseException as error:  # any escaping exception is a fault  # noqa: BLE001
                out.send(f"{type(error).__name__}: {error}")

    near, far = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=work, args=(far,))
    process.start()
    far.close()
    answer: Found | str = f"nothing came back in {2 * _LONGEST} s"
    with contextlib.suppress(EOFError):
        if near.poll(2 * _LONGEST):
            answer = near.recv()
    process.kill()
    process.join()
    return answer


def _fail(problem: Problem) -> None:
    raise AssertionError(problem)


def main() -> None:
    """Damage and open this number of copies. The exit status is 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("copies", type=int, help="how many damaged copies to open")
    parser.add_argument("--seed", type=int, default=2026, help="for the damage (default: %(default)s)")
    chosen = parser.parse_args()
    totals: dict[str, Counter[str]] = {kind: Counter() for kind in (*KINDS, "all")}
    broken, worst = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        made = build(Path(folder))
        for number in range(chosen.copies):
            if number % 100 == 0:
                print(f"{number} of {chosen.copies}, {len(broken)} promises broken", file=sys.stderr, flush=True)
            found = _apart(made, Path(folder), f"{chosen.seed} {number}")
            if isinstance(found, str):
                broken.append(f"copy {number}: {found}")
                continue
            broken += [f"copy {number} ({found.kind}): {fault}" for fault in found.faults]
            worst = max(worst, found.seconds)
            for kind in (found.kind, "all"):
                totals[kind].update(copies=1, plain=found.plain, back=found.back, told=bool(found.told))
                totals[kind].update(whole=found.plain > 0 and found.back == 0)
    print(
        f"{'damage':15}{'copies':>8}{'told':>8}{'nothing came back of some':>28}{'SELECT finds':>14}{'come back':>11}"
    )
    for kind, sums in totals.items():
        print(f"{kind:15}{sums['copies']:8}{sums['told']:8}{sums['whole']:28}{sums['plain']:14,}{sums['back']:11,}")
    print(
        f"the longest took {worst:.1f} s; of {sum(totals['all'].values()) and totals['all']['copies'] * GAMES:,} games"
    )
    print(*broken, sep="\n")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
