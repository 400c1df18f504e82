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
from mile_bones.storage.earlier import FIRST, GAME, SECOND, Row, fits, renewed
from mile_bones.storage.files import arriving, keep_beside, sweep
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
"""The state of a game, as in ``Entered``, and its facts; None for a record that breaks the rules."""

_NOW = (
    *("id", "digest", "ended", "moment", "game", "rules", "state", "assisted", "imported", "counted", "kind_0"),
    *("level_0", "name_0", "points_0", "kind_1", "level_1", "name_1", "points_1", "hands", "seed", "checksum"),
    *("facts_checksum", "facts", "record"),
)
_FORMS: dict[int, tuple[str, ...]] = {len(form): form for form in (FIRST, SECOND, _NOW)}
"""The columns of the games in every version of the database, by how many there are."""

_TEXTS = frozenset(
    {"game", "rules", "level", "name", "kind_0", "level_0", "name_0", "kind_1", "level_1", "name_1", "facts"}
)
_MAY_BE_MISSING = frozenset({"seed", "checksum", "hands_checksum", "facts_checksum"})
_LEDGERS = (7, 9)  # columns of the ledger: before the third step, and now
_TRIES = 1000  # rows in a row that cannot be read, where nobody knows which is the last one
_MOST_GAPS = 200_000  # rows that cannot be read one after the other, until the rest is left to the pages
_LARGEST_ID = 2**40  # a turned bit makes larger ones, after which there would soon be none

Game = Row


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
        new.execute("INSERT OR IGNORE INTO numbers SELECT seed, game, rules FROM games WHERE seed IS NOT NULL")
        listed = count_rows(new, "games")
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
        return count_rows(database, way)

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
        """A row of the games, sound or not, and its hands, where those stood in a table of their own."""
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
            if _is_whole(game):  # its record is lost; what the list shows of it is not
                self._put(_of_today(game, hands))
            return
        self._enter(_of_today(game, hands), text)

    def rows(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows of whatever tables, from bare pages."""
        for row in rows:
            if len(row) in _FORMS and isinstance(row[1], bytes):
                self.game(dict(zip(_FORMS[len(row)], row, strict=True)), [])
            elif len(row) in _LEDGERS and isinstance(row[0], bytes):
                self.other("ledger", row)
            elif len(row) == 2 and all(isinstance(value, str) for value in row):
                self.other("facts", row)

    def loose(self, data: Bytes) -> None:
        """The records that lie in ``data`` without their rows."""
        import hashlib

        for text in records(data):
            if holds_text(self._new, text):
                continue
            digest = hashlib.sha256(text).digest()
            with contextlib.suppress(RecordError, UnicodeDecodeError):
                game = {"digest": digest, "ended": ended(data, digest), "record": zlib.compress(text)}
                self._enter(self._made_anew(game, read_record(text.decode("utf-8")), []), text)

    def other(self, table: str, row: tuple[Any, ...]) -> None:
        """A row of another table. One that breaks its rules is left out."""
        import sqlite3

        if table == "facts" and row[0] == "games":  # which counts what is in the new one
            return
        if (table, len(row)) == ("ledger", 7):
            row = (*row[:3], GAME, row[3], "", *row[4:])
        elif (table, len(row)) == ("numbers", 2):
            row = (row[0], GAME, row[1])
        marks = ", ".join("?" * len(row))
        with contextlib.suppress(sqlite3.IntegrityError):
            self._new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608

    def _enter(self, game: Game, text: bytes) -> None:
        if game["facts_checksum"] != facts_checksum(game["facts"]):  # what was counted is not known, but the record is
            with contextlib.suppress(RecordError):
                told = self._recount(read_record(text.decode("utf-8")))
                if told:
                    facts = facts_text(told[1])
                    game = game | {"facts": facts, "facts_checksum": facts_checksum(facts)}
        there = self._new.execute("SELECT id FROM games WHERE digest = ?", (game["digest"],))
        delete(self._new, [number for (number,) in there.fetchall()])  # a row whose record is lost
        self._put(game)
        self.good += 1

    def _put(self, game: Game) -> None:
        """The game keeps its number: whoever shows a list knows it by that."""
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
        """A row from its record, and from what it held as far as that makes sense. It is marked, unless it fits."""
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
        """The row of the second step, if its sum fits what the record says of it."""
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
    """The row, which is whole, as one of today."""
    return game if "facts" in game else renewed(game, hands)


def _modified(path: Path) -> str:
    written = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).astimezone()
    return written.replace(tzinfo=None).isoformat(timespec="seconds")


def _is_whole(game: Game) -> bool:
    """The row is what was written, or it was written before there were checksums and makes sense."""
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
