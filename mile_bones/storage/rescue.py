"""Copy everything that can still be read of a damaged history into a new one.

First rows are read by SQL, one by one, skipping what cannot be read. Then the bare pages are searched for rows that SQL
cannot reach. A game counts as rescued if its record unpacks, its checksum included, and has the format of a record. The
other columns are taken from the row if the row has its checksum. Otherwise they are computed from the record as far as
possible, and the game stays marked as changed unless the checksum then fits.
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

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import Record
from mile_bones.engine.spec import HandFacts
from mile_bones.games import read_record
from mile_bones.storage.database import (
    OF_THE_DISK,
    Clock,
    connect,
    count_rows,
    counted,
    is_damage,
    is_slow,
    limit,
    opened,
    primary,
)
from mile_bones.storage.files import arriving, keep_beside, sweep
from mile_bones.storage.legacy_schema import FIRST, GAME, SECOND, Row, fits, renewed
from mile_bones.storage.pages import Bytes, ended, records, rows
from mile_bones.storage.rows import (
    LISTED,
    checksum,
    delete,
    described,
    facts_checksum,
    facts_text,
    holds_text,
    moment_of,
    put,
    unpack,
)

if TYPE_CHECKING:
    import sqlite3

Recount = Callable[[Record], tuple[str, HandFacts] | None]
"""Returns the state of a game, as in ``CountedGame``, and its facts, or None if the record breaks the rules."""

_NOW = (
    *("id", "digest", "ended", "moment", "game", "rules", "state", "assisted", "imported", "counted", "kind_0"),
    *("level_0", "name_0", "points_0", "kind_1", "level_1", "name_1", "points_1", "hands", "seed", "checksum"),
    *("facts_checksum", "facts", "record"),
)
_FORMS: dict[int, tuple[str, ...]] = {len(form): form for form in (FIRST, SECOND, _NOW)}
"""The columns of the games in every version of the database. The key is the number of columns."""

_TEXTS = frozenset(
    {"game", "rules", "level", "name", "kind_0", "level_0", "name_0", "kind_1", "level_1", "name_1", "facts"}
)
_MAY_BE_MISSING = frozenset({"seed", "checksum", "hands_checksum", "facts_checksum"})
_LEDGERS = (7, 9)  # numbers of columns of the ledger: before schema 3, and now
_TRIES = 1000  # ids that are tried beyond the last known one without finding a row
_MOST_GAPS = 200_000  # unreadable rows after which the rest is left to the search of the pages
_LARGEST_ID = 2**40  # a wrong bit can make an id larger; it must not use up the ids

Game = Row


class Rescued(NamedTuple):
    """The number of rescued games and of all games, or None if that is unknown.

    ``backup`` is the new name of the damaged file.
    """

    games: int
    of: int | None
    backup: str = ""


def mend(path: Path, recount: Recount, wait: float, clock: Clock) -> Rescued:
    """Replace a damaged database by a new one with all that can be read. The damaged one is kept beside it.

    Raise OSError or an error of sqlite3 if the new one cannot be written; then nothing has changed. The caller holds
    the lock of the file. At every moment either the old database or the complete new one is in its place.
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
            # The last reader of the old database removes its log. If that failed, the log must not be taken
            # for that of the new database.
            for part in ("-wal", "-shm"):
                Path(f"{target}{part}").unlink(missing_ok=True)
    except BaseException:
        sweep(target.parent)
        with contextlib.suppress(OSError):
            if os.path.samestat(target.stat(), old):  # otherwise the new one is in place already
                for path in (kept, backup):
                    path.unlink(missing_ok=True)
        raise
    return found._replace(backup=backup.name)


def has_log(path: Path) -> bool:
    """Return True if a write-ahead log that is not empty is beside the database."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def rescue(path: Path, log: Path, new: sqlite3.Connection, recount: Recount, wait: float, clock: Clock) -> Rescued:
    """Copy what can be read of the database at ``path`` into ``new``, which is empty and has the current schema.

    ``log`` is the write-ahead log as it was found. Errors of the disk pass through, those of the damaged file do not.
    """
    new.set_progress_handler(None, 0)
    new.execute("BEGIN IMMEDIATE")
    with new:
        writer = Writer(new, recount, path)
        known = _by_sql(path, writer, wait, clock)
        if known is None or writer.good < known:
            _by_page(path, log, writer)
        new.execute("INSERT OR IGNORE INTO numbers SELECT seed, game, rules FROM games WHERE seed IS NOT NULL")
        listed = count_rows(new, "games")
    return Rescued(writer.good, None if known is None else max(listed, known))


# ------------------------------------------------------------------ by SQL


def _by_sql(path: Path, writer: Writer, wait: float, clock: Clock) -> int | None:
    """Write all rows that SQLite can reach.

    Return the number of games that there should be, or None if it is unknown.
    """
    import sqlite3

    known: list[int] = []
    # Reading makes files, for which a full disk has no room. Then read without them.
    for place, uri in ((str(path), False), (f"{path.absolute().as_uri()}?immutable=1", True)):
        try:
            with contextlib.closing(connect(place, wait, uri=uri)) as database:
                limit(database, clock, str(path), times=3)
                _read(database, writer, known)
            if uri and has_log(path):
                return None  # the log was not read, and may contain more
            break
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if is_damage(error) or is_slow(error):
                break
            if uri or primary(error) not in OF_THE_DISK:
                raise
    return max(known, default=None)


def _read(database: sqlite3.Connection, writer: Writer, known: list[int]) -> None:
    """Write all rows that can be read. Append to ``known`` each number of games that the database states."""
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
    """Return the names of the ordinary tables, which are neither virtual nor have generated columns.

    Reading an ordinary table runs no code from the file.
    """
    rows = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
    hidden = "SELECT COUNT(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0"
    return {
        str(name)
        for name, text in rows
        if str(text).startswith("CREATE TABLE ") and database.execute(hidden, (name,)).fetchone() == (0,)
    }


def _count(way: str) -> Callable[[sqlite3.Connection], int]:
    def ask(database: sqlite3.Connection) -> int:
        return count_rows(database, way)

    return ask


def _games(database: sqlite3.Connection) -> Iterator[Game]:
    """Yield all rows that can be reached, by id. If a row cannot be read, try the next one."""
    import sqlite3

    last = 0
    for way in ("MAX(id) FROM games", "MAX(rowid) FROM games INDEXED BY sqlite_autoindex_games_1"):
        with _damage():
            last = max(last, database.execute(f"SELECT {way}").fetchone()[0] or 0)
    at = gaps = tries = 0  # at: the last id that was tried
    while (at < last or tries < _TRIES) and gaps < _MOST_GAPS:
        before = at
        # The second query finds the row just before a gap. The first misses it, because Python reads one row
        # ahead.
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
    """Yield the rows of one of the small tables, from both ends as far as they can be read."""
    for way in ("", " DESC"):
        with _damage():
            yield from database.execute(f"SELECT * FROM {table} ORDER BY 1{way}")  # noqa: S608
            return


@contextlib.contextmanager
def _damage() -> Iterator[None]:
    """Ignore errors of the damaged file in the ``with`` block."""
    import sqlite3

    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError, TypeError):
        yield


# ------------------------------------------------------------------ by page


def _by_page(path: Path, log: Path, writer: Writer) -> None:
    """Write the rows and records that SQLite cannot reach."""
    with contextlib.ExitStack() as stack:
        found = [(stack.enter_context(_mapped(place)), place is log) for place in (log, path)]
        for data, is_log in found:
            writer.rows(rows(data, log=is_log))
        for data, _is_log in found:
            writer.loose(data)


@contextlib.contextmanager
def _mapped(path: Path) -> Iterator[Bytes]:
    """Map the bytes of a file, so that they need no memory; empty if there is no such file."""
    if not path.exists() or not path.stat().st_size:
        yield b""
        return
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        yield data


# ------------------------------------------------------------------ the new one


class Writer:
    """Takes rows and records of the database at ``path`` and writes each game once into ``new``."""

    def __init__(self, new: sqlite3.Connection, recount: Recount, path: Path) -> None:
        self._new = new
        self._recount = recount
        self._otherwise = _modified(path)  # the time at which a game ended, if nothing else shows it
        self.good = 0
        """The number of games whose record is sound."""

    def game(self, game: Game, hands: list[tuple[Any, ...]]) -> None:
        """Write a row of the games, sound or not. ``hands`` are its hands if they were in a table of their own."""
        import hashlib

        try:
            text = unpack(game["record"]).encode("utf-8")
            if holds_text(self._new, text):
                return
            digest = hashlib.sha256(text).digest()
            if game["digest"] != digest or not _is_whole(game):
                record = read_record(text.decode("utf-8"))
                self._enter(self._made_anew(game | {"digest": digest}, record, hands), text)
                return
        except RecordError:
            game = game | {"record": game["record"] if isinstance(game["record"], bytes) else b""}
            if _is_whole(game):  # its record is lost, but the list can show its row
                self._put(_of_today(game, hands))
            return
        self._enter(_of_today(game, hands), text)

    def rows(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write rows of any table, read from bare pages."""
        for row in rows:
            if len(row) in _FORMS and isinstance(row[1], bytes):
                self.game(dict(zip(_FORMS[len(row)], row, strict=True)), [])
            elif len(row) in _LEDGERS and isinstance(row[0], bytes):
                self.other("ledger", row)
            elif len(row) == 2 and all(isinstance(value, str) for value in row):
                self.other("facts", row)

    def loose(self, data: Bytes) -> None:
        """Write the records in ``data`` that have no readable row."""
        import hashlib

        for text in records(data):
            if holds_text(self._new, text):
                continue
            digest = hashlib.sha256(text).digest()
            with contextlib.suppress(RecordError, UnicodeDecodeError):
                game = {"digest": digest, "ended": ended(data, digest), "record": zlib.compress(text)}
                self._enter(self._made_anew(game, read_record(text.decode("utf-8")), []), text)

    def other(self, table: str, row: tuple[Any, ...]) -> None:
        """Write a row of another table. A row that breaks the table's rules is left out."""
        import sqlite3

        if table == "facts" and row[0] == "games":  # this fact counts the games of the new database
            return
        if (table, len(row)) == ("ledger", 7):
            row = (*row[:3], GAME, row[3], "", *row[4:])
        elif (table, len(row)) == ("numbers", 2):
            row = (row[0], GAME, row[1])
        marks = ", ".join("?" * len(row))
        with contextlib.suppress(sqlite3.IntegrityError):
            self._new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608

    def _enter(self, game: Game, text: bytes) -> None:
        if game["facts_checksum"] != facts_checksum(game["facts"]):  # facts damaged: recount them from the record
            with contextlib.suppress(RecordError):
                told = self._recount(read_record(text.decode("utf-8")))
                if told:
                    facts = facts_text(told[1])
                    game = game | {"facts": facts, "facts_checksum": facts_checksum(facts)}
        there = self._new.execute("SELECT id FROM games WHERE digest = ?", (game["digest"],))
        delete(self._new, [number for (number,) in there.fetchall()])  # the row that is there has no sound record
        self._put(game)
        self.good += 1

    def _put(self, game: Game) -> None:
        """Write the game with its old id, by which an open list knows it.

        If the id is invalid or in use, it gets a new one.
        """
        number = game.get("id")
        taken = "SELECT 1 FROM games WHERE id = ?"
        if (
            not isinstance(number, int)
            or not 0 < number < _LARGEST_ID
            or self._new.execute(taken, (number,)).fetchone()
        ):
            number = None
        put(self._new, game, number)

    def _made_anew(self, game: Game, record: Record, hands: list[tuple[Any, ...]]) -> Game:
        """Make a row from the record, and from the values of the old row that make sense.

        It is marked as changed unless the old checksum fits.
        """
        told = self._recount(record)
        made = {column: value for column, value in game.items() if _makes_sense(column, value)}
        made = {"imported": 0, "counted": 1, "ended": self._ended(made), **made}
        made.setdefault("moment", moment_of(datetime.fromisoformat(made["ended"])))
        state = told[0] if told else made.get("state", record.ended or "unfinished")
        said = described(record, told[1] if told else (), state)
        if told is None:
            said |= {name: made[name] for name in ("points_0", "points_1", "facts") if name in made}
            said |= {new: made[old] for old, new in (("own", "points_0"), ("other", "points_1")) if old in made}
        if fitting := self._fitting(game, made, said, hands):
            return fitting
        sums = {"checksum": game.get("checksum"), "facts_checksum": facts_checksum(said["facts"]) if told else None}
        row = made | said | sums | {"digest": game["digest"], "record": game["record"]}
        if row["checksum"] != checksum([row[name] for name in LISTED]):
            row["checksum"] = None
        return row

    @staticmethod
    def _fitting(game: Game, made: Game, said: Game, hands: list[tuple[Any, ...]]) -> Game | None:
        """Return a row of schema 2, converted, if its checksum fits the values from the record. Otherwise return
        None.
        """
        if "hands_checksum" not in game:
            return None
        own, other = said["points_0"], said["points_1"]
        old = made | {name: said[name] for name in ("rules", "state", "assisted", "hands", "seed")}
        old |= {"level": said["level_1"], "name": said["name_0"], "own": own, "other": other}
        old |= {"id": game["id"], "digest": game["digest"], "record": game["record"], "checksum": game["checksum"]}
        old["hands_checksum"] = game["hands_checksum"]
        return renewed(old, hands) if fits(old) else None

    def _ended(self, made: Game) -> str:
        if "moment" in made:
            with contextlib.suppress(ValueError, OverflowError, OSError):
                local = datetime.fromtimestamp(made["moment"], tz=UTC).astimezone()
                return local.replace(tzinfo=None).isoformat(timespec="seconds")
        return self._otherwise


def _of_today(game: Game, hands: list[tuple[Any, ...]]) -> Game:
    """Return the row, which is whole, in the current schema."""
    return game if "facts" in game else renewed(game, hands)


def _modified(path: Path) -> str:
    written = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone()
    return written.replace(tzinfo=None).isoformat(timespec="seconds")


def _is_whole(game: Game) -> bool:
    """Return True if the row has its checksum or, in schema 1, which had none, if its values make sense."""
    if not all(_makes_sense(column, value) for column, value in game.items()):
        return False
    if "facts" not in game:
        return fits(game)
    return bool(game["checksum"] == checksum([game[column] for column in LISTED]))


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
    if column in _TEXTS:
        return isinstance(value, str)
    if column in ("assisted", "imported", "counted"):
        return value in (0, 1) and isinstance(value, int)
    return isinstance(value, int) or (column in _MAY_BE_MISSING and value is None)
