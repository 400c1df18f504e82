"""Everything that can still be read of a damaged history, into a new one.

First by SQL, row after row and around what cannot be read; then out of the bare pages, where nothing leads to a row any
more. What makes a game is its record: one that unpacks, with the checksum in it, and has the shape of a record. What
stands beside it is taken from the row when the row is what was written, by its checksum; else it is made from the
record, as far as that tells, and the game stays marked as changed unless the checksum then fits.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mile_bones.engine import Record, RecordError
from mile_bones.storage.database import OF_THE_DISK, Clock, connect, counted, is_damage, is_slow, limit, opened, primary
from mile_bones.storage.files import arriving, keep_beside, sweep
from mile_bones.storage.pages import Bytes, ended, records, rows
from mile_bones.storage.rows import Tally, checksum, delete, hands_checksum, holds_text, lines, moment_of, put, unpack
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    import sqlite3

Recount = Callable[[Record], tuple[str, tuple[tuple[Tally, Tally], ...]] | None]
"""The state of a game, as in ``Entered``, and its hands in numbers; None for a record that breaks the rules."""

_FIRST = (
    *("id", "digest", "ended", "rules", "level", "name", "state", "assisted", "counted", "own", "other", "hands"),
    *("seed", "record"),
)
_NOW = (
    *("id", "digest", "ended", "moment", "rules", "level", "name", "state", "assisted", "imported", "counted"),
    *("own", "other", "hands", "seed", "checksum", "hands_checksum", "record"),
)
_FORMS: dict[int, tuple[str, ...]] = {len(_FIRST): _FIRST, len(_NOW): _NOW}
"""The columns of the games in every version of the database, by how many there are."""

_LEDGER = 7  # columns
_SUMMED = (
    *("digest", "ended", "moment", "rules", "level", "name", "state", "assisted", "imported", "own", "other"),
    *("hands", "seed"),
)
_TRIES = 1000  # rows in a row that cannot be read, where nobody knows which is the last one
_MOST_GAPS = 200_000  # rows that cannot be read one after the other, until the rest is left to the pages
_LARGEST_ID = 2**40  # a turned bit makes larger ones, after which there would soon be none

Game = dict[str, Any]


class Rescued(NamedTuple):
    """How many games came back, and of how many; None: nobody knows. ``backup``: the name of the damaged file now."""

    games: int
    of: int | None
    backup: str = ""


def mend(path: Path, recount: Recount, wait: float, clock: Clock) -> Rescued:
    """Put a new database with all that can be read in the place of a damaged one, which is kept beside it.

    OSError and errors of sqlite3 say that this cannot be written; then all is as it was. The caller holds the lock that
    goes with the file. At every moment either the old database lies in its place or the whole new one.
    """
    target = Path(os.path.realpath(path))
    sweep(target.parent)
    old = target.stat()
    log = Path(f"{target}-wal")
    backup = keep_beside(target)
    kept = Path(f"{backup}-wal")
    try:
        if log.exists():
            shutil.copyfile(log, kept)
        with arriving(target) as new:
            with opened(str(new), wait, clock) as database:
                found = rescue(target, kept, database, recount, wait, clock)
            # Whoever reads the old one last puts its log away. Where that failed, it must not be taken for the new
            # one's.
            for part in ("-wal", "-shm"):
                Path(f"{target}{part}").unlink(missing_ok=True)
    except BaseException:
        sweep(target.parent)
        with contextlib.suppress(OSError):
            if os.path.samestat(target.stat(), old):  # else the new one has its place, though its name may not last
                for path in (kept, backup):
                    path.unlink(missing_ok=True)
        raise
    return found._replace(backup=backup.name)


def has_log(path: Path) -> bool:
    """There is a write-ahead log beside the database, with something in it."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def rescue(path: Path, log: Path, new: sqlite3.Connection, recount: Recount, wait: float, clock: Clock) -> Rescued:
    """Put into ``new``, which is empty and up to date, what can be read of the database at ``path``.

    ``log`` is its write-ahead log, as it was found. Errors of the disk come out, those of the damaged file do not.
    """
    new.set_progress_handler(None, 0)
    new.execute("BEGIN IMMEDIATE")
    with new:
        writer = Writer(new, recount, path)
        known = _by_sql(path, writer, wait, clock)
        if known is None or writer.good < known:
            _by_page(path, log, writer)
        new.execute("INSERT OR IGNORE INTO numbers SELECT seed, rules FROM games WHERE seed IS NOT NULL")
        listed = new.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    return Rescued(writer.good, None if known is None else max(listed, known))


# ------------------------------------------------------------------ by SQL


def _by_sql(path: Path, writer: Writer, wait: float, clock: Clock) -> int | None:
    """What SQLite reaches. How many games there should be, None when nobody knows."""
    import sqlite3

    known: list[int] = []
    # Reading makes files, which a full disk has no room for: then without them.
    for place, uri in ((str(path), False), (f"{path.absolute().as_uri()}?immutable=1", True)):
        try:
            with contextlib.closing(connect(place, wait, uri=uri)) as database:
                limit(database, clock, str(path), times=3)
                _read(database, writer, known)
            if uri and has_log(path):
                return None  # which was not read, and holds more, perhaps
            break
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if is_damage(error) or is_slow(error):
                break
            if uri or primary(error) not in OF_THE_DISK:
                raise
    return max(known, default=None)


def _read(database: sqlite3.Connection, writer: Writer, known: list[int]) -> None:
    """All rows that can be read; into ``known`` what is said of how many there are."""
    database.execute("PRAGMA query_only = ON")
    tables = _plain_tables(database)
    for ask, table in ((counted, "facts"), (_count("games NOT INDEXED"), "games"), (_count("games"), "games")):
        with _damage():
            number = ask(database) if table in tables else None
            known += [] if number is None else [number]
    for game in _games(database) if "games" in tables else ():
        writer.game(game, _hands(database, game["id"]) if "hands" in tables else [])
    for table in tables & {"numbers", "ledger", "facts"}:
        for row in _others(database, table):
            writer.other(table, row)


def _plain_tables(database: sqlite3.Connection) -> set[str]:
    """The tables that are nothing else: asking them asks for nothing that somebody else has thought of."""
    rows = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
    hidden = "SELECT COUNT(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0"
    return {
        str(name)
        for name, text in rows
        if str(text).startswith("CREATE TABLE ") and database.execute(hidden, (name,)).fetchone() == (0,)
    }


def _count(way: str) -> Callable[[sqlite3.Connection], int]:
    def ask(database: sqlite3.Connection) -> int:
        number: int = database.execute(f"SELECT COUNT(*) FROM {way}").fetchone()[0]  # noqa: S608
        return number

    return ask


def _games(database: sqlite3.Connection) -> Iterator[Game]:
    """All rows that can be reached, by their numbers: where one cannot be read, the next is tried."""
    import sqlite3

    last = 0
    for way in ("MAX(id) FROM games", "MAX(rowid) FROM games INDEXED BY sqlite_autoindex_games_1"):
        with _damage():
            last = max(last, database.execute(f"SELECT {way}").fetchone()[0] or 0)
    at = gaps = tries = 0  # at: the row before the one that is asked for
    while (at < last or tries < _TRIES) and gaps < _MOST_GAPS:
        before = at
        # The second question is for the row before a gap: Python asks for the next one before it gives a row away.
        for question in ("id >= ? ORDER BY id", "id = ?"):
            try:
                for game in _asked(database, question, at + 1):
                    at, tries = game["id"], 0
                    yield game
            except (sqlite3.Error, UnicodeDecodeError) as error:
                if is_slow(error):
                    return
            else:
                if question != "id = ?":
                    return
        if at == before:
            at, gaps, tries = at + 1, gaps + 1, tries + 1


def _asked(database: sqlite3.Connection, question: str, least: int) -> Iterator[Game]:
    import sqlite3

    for row in database.execute(f"SELECT * FROM games NOT INDEXED WHERE {question}", (least,)):  # noqa: S608
        if len(row) not in _FORMS or not isinstance(row[0], int) or row[0] < least:
            raise sqlite3.DatabaseError
        least = row[0] + 1
        yield dict(zip(_FORMS[len(row)], row, strict=True))


def _hands(database: sqlite3.Connection, game: int) -> list[tuple[Any, ...]]:
    asked = """SELECT number, seat, points, miles, coups, hazards, trip, extended FROM hands WHERE game = ?
        ORDER BY number, seat"""
    with _damage():
        return database.execute(asked, (game,)).fetchall()
    return []


def _others(database: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of one of the small tables, from both ends as far as they can be read."""
    for way in ("", " DESC"):
        with _damage():
            yield from database.execute(f"SELECT * FROM {table} ORDER BY 1{way}")  # noqa: S608
            return


@contextlib.contextmanager
def _damage() -> Iterator[None]:
    """Go on where something cannot be read."""
    import sqlite3

    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError, TypeError):
        yield


# ------------------------------------------------------------------ by page


def _by_page(path: Path, log: Path, writer: Writer) -> None:
    """What nothing leads to."""
    with contextlib.ExitStack() as stack:
        found = [(stack.enter_context(_mapped(place)), place is log) for place in (log, path)]
        for data, is_log in found:
            writer.rows(rows(data, log=is_log))
        for data, _is_log in found:
            writer.loose(data)


@contextlib.contextmanager
def _mapped(path: Path) -> Iterator[Bytes]:
    """The bytes of a file, which need no memory; none when there is no such file."""
    if not path.exists() or not path.stat().st_size:
        yield b""
        return
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        yield data


# ------------------------------------------------------------------ the new one


class Writer:
    """Takes what was found of the database at ``path``, and puts each game once into ``new``."""

    def __init__(self, new: sqlite3.Connection, recount: Recount, path: Path) -> None:
        self._new = new
        self._recount = recount
        self._otherwise = _modified(path)  # when a game ended of which nothing else is known
        self.good = 0
        """Games whose record is sound."""

    def game(self, game: Game, hands: list[tuple[Any, ...]]) -> None:
        """A row of the games, sound or not, and its hands."""
        import hashlib

        try:
            text = unpack(game["record"]).encode("utf-8")
            if holds_text(self._new, text):
                return
            digest = hashlib.sha256(text).digest()
            if game["digest"] != digest or not _is_whole(game):
                game = self._made_anew(game | {"digest": digest}, Record.from_json(text.decode("utf-8")))
        except RecordError:
            game = game | {"record": game["record"] if isinstance(game["record"], bytes) else b""}
            if _is_whole(game):  # its record is lost; what the list shows of it is not
                self._put(_completed(game, hands), hands if _belong(hands, game) else [])
            return
        self._enter(game, hands, text)

    def rows(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of whatever tables, from bare pages."""
        for row in rows:
            if len(row) in _FORMS and isinstance(row[1], bytes):
                self.game(dict(zip(_FORMS[len(row)], row, strict=True)), [])
            elif len(row) == _LEDGER and isinstance(row[0], bytes):
                self.other("ledger", row)

    def loose(self, data: Bytes) -> None:
        """The records that lie in ``data`` without their rows."""
        import hashlib

        for text in records(data):
            if holds_text(self._new, text):
                continue
            digest = hashlib.sha256(text).digest()
            with contextlib.suppress(RecordError, UnicodeDecodeError):
                game = {"digest": digest, "ended": ended(data, digest), "record": zlib.compress(text)}
                self._enter(self._made_anew(game, Record.from_json(text.decode("utf-8"))), [], text)

    def other(self, table: str, row: tuple[Any, ...]) -> None:
        """A row of another table. One that breaks its rules is left out."""
        import sqlite3

        if table == "facts" and row[0] == "games":  # which counts what is in the new one
            return
        marks = ", ".join("?" * len(row))
        with contextlib.suppress(sqlite3.IntegrityError):
            self._new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608

    def _enter(self, game: Game, hands: list[tuple[Any, ...]], text: bytes) -> None:
        if not _belong(hands, game):
            hands = []
            with contextlib.suppress(RecordError):
                told = self._recount(Record.from_json(text.decode("utf-8")))
                hands = lines(told[1]) if told else []
        there = self._new.execute("SELECT id FROM games WHERE digest = ?", (game["digest"],))
        delete(self._new, [number for (number,) in there.fetchall()])  # a row whose record is lost
        self._put(_completed(game, hands), hands)
        self.good += 1

    def _put(self, game: Game, hands: list[tuple[Any, ...]]) -> None:
        """The game keeps its number: whoever shows a list knows it by that."""
        number = game.get("id")
        taken = "SELECT 1 FROM games WHERE id = ?"
        if (
            not isinstance(number, int)
            or not 0 < number < _LARGEST_ID
            or self._new.execute(taken, (number,)).fetchone()
        ):
            number = None
        columns = (*_SUMMED, "counted", "record", "checksum", "hands_checksum")
        put(self._new, [game[column] for column in columns], hands, number)

    def _made_anew(self, game: Game, record: Record) -> Game:
        """A row from its record, and from what it held as far as that makes sense. It is marked, unless it fits."""
        told = self._recount(record)
        human, computer = record.players
        made = {column: value for column, value in game.items() if _makes_sense(column, value)}
        made = {"imported": 0, "counted": 1, "ended": self._ended(made), **made}
        made.setdefault("moment", moment_of(datetime.fromisoformat(made["ended"])))
        made |= {"rules": record.rules, "level": computer.level or "", "name": human.written_name[:LONGEST_NAME]}
        made |= {"assisted": int(record.assisted), "hands": len(record.hands), "seed": record.seed}
        if told is not None:
            made["state"] = told[0]
            made["own"], made["other"] = (sum(sides[seat].points for sides in told[1]) for seat in (0, 1))
        made = {"state": record.ended or "unfinished", "own": 0, "other": 0, **made, "digest": game["digest"]}
        fits = checksum([made[column] for column in _SUMMED]) == game.get("checksum")
        made["checksum"] = game["checksum"] if fits else None
        made["hands_checksum"] = hands_checksum(lines(told[1])) if told else None
        return made | {"record": game["record"]}

    def _ended(self, made: Game) -> str:
        if "moment" in made:
            with contextlib.suppress(ValueError, OverflowError, OSError):
                local = datetime.fromtimestamp(made["moment"], tz=UTC).astimezone()
                return local.replace(tzinfo=None).isoformat(timespec="seconds")
        return self._otherwise


def _completed(game: Game, hands: list[tuple[Any, ...]]) -> Game:
    """The row of an older version as one of this."""
    if "checksum" in game:
        return game
    game = {**game, "moment": moment_of(datetime.fromisoformat(game["ended"])), "imported": 0}
    sums = {"checksum": checksum([game[column] for column in _SUMMED]), "hands_checksum": hands_checksum(hands)}
    return game | sums


def _modified(path: Path) -> str:
    written = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone()
    return written.replace(tzinfo=None).isoformat(timespec="seconds")


def _is_whole(game: Game) -> bool:
    """The row is what was written, or it was written before there were checksums and makes sense."""
    if not all(_makes_sense(column, value) for column, value in game.items()):
        return False
    if "checksum" not in game:
        return True
    return bool(game["checksum"] == checksum([game[column] for column in _SUMMED]))


def _makes_sense(column: str, value: object) -> bool:
    if column == "digest":
        return isinstance(value, bytes) and len(value) == 32
    if column == "record":
        return isinstance(value, bytes)
    if column == "ended":
        with contextlib.suppress(ValueError):
            return isinstance(value, str) and len(value) == 19 and datetime.fromisoformat(value).isoformat() == value
        return False
    if column == "state":
        return value in ("finished", "given_up", "unfinished")
    if column in ("rules", "level", "name"):
        return isinstance(value, str)
    if column in ("assisted", "imported", "counted"):
        return value in (0, 1) and isinstance(value, int)
    return isinstance(value, int) or (column in ("seed", "checksum", "hands_checksum") and value is None)


def _belong(hands: Iterable[tuple[Any, ...]], game: Game) -> bool:
    """These are the hands of the game, by their checksum; of an older game, by their points."""
    found = list(hands)
    if game.get("hands_checksum") is not None:
        return bool(hands_checksum(found) == game["hands_checksum"])
    if not all(isinstance(value, int) for hand in found for value in hand):
        return False
    totals = [sum(hand[2] for hand in found if hand[1] == seat) for seat in (0, 1)]
    if totals != [game["own"], game["other"]] or len({hand[:2] for hand in found}) < len(found):
        return False
    return all(value in (0, 1) for hand in found for value in (hand[1], *hand[6:]))
