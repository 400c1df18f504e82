"""Every game that was played to its end, given up or left for another, in a database that all windows share.

Nothing here raises an error of the disk or of the database: trouble goes to ``report``, once a kind, and play goes on.
A game that could not be written is kept in memory and written with the next one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mile_bones.engine import Record
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import Busy, locked, require_room, set_aside
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.rows import Entered, PlayedGame, Scorable, holds_text, insert, played, unpack
from mile_bones.storage.schema import NewerSchema, bring_up_to_date, is_up_to_date, show_sound_rows
from mile_bones.storage.statistics import Gathering, Span, Statistics, count_games

if TYPE_CHECKING:
    import sqlite3

WAIT_SECONDS = 2.0
"""How long to wait for another window to be done; it needs some milliseconds."""

_OF_THE_DISK = frozenset({8, 10, 13, 14})
"""SQLite's codes for what it cannot write or open: READONLY, IOERR, FULL, CANTOPEN. (It is imported late.)"""

_LEAST_ROOM = 65536
"""Bytes that a change needs for a moment, with the files that SQLite makes beside the database."""

_LIST = """SELECT id, digest, ended, moment, rules, level, name, state, assisted, imported, own, other, hands, seed,
    checksum FROM sound_games WHERE (moment, id) < (?, ?) ORDER BY moment DESC, id DESC LIMIT ?"""
_PAGE = 400
"""Games that are read at once: some milliseconds."""
_LAST = 2**63 - 1
"""SQLite has no number behind this one."""
_LEDGER = "SELECT substr(hex(digest), 1, 20), name, own, other, ended FROM sound_ledger {which} ORDER BY moment, digest"
_SCORED = "UPDATE ledger SET scored = 1 WHERE digest BETWEEN ? AND ?"

T = TypeVar("T")


class History:
    """The database at ``path``, which need not exist. It is opened when it is needed, and not for longer."""

    def __init__(self, path: Path, report: Report) -> None:
        self._path = path
        self._report = OnceReport(report)
        self._unwritten: list[Entered] = []
        self._was_there = False

    @property
    def unsaved(self) -> int:
        """How many games are held in memory only, because they could not be written yet."""
        return len(self._unwritten)

    def add(self, game: Entered) -> bool:
        """Enter a game; whether it is on the disk now and can be read there. One that is there changes nothing."""
        self._unwritten.append(game)
        return self.catch_up()

    def catch_up(self) -> bool:
        """Enter what could not be entered before; whether nothing is left."""
        if not self._unwritten:
            return True
        if not self._enter(self._unwritten):
            return False
        self._unwritten.clear()
        return True

    def keep(self, game: Entered) -> bool:
        """Enter a game at once or not at all; whether it is on the disk now and can be read there."""
        return self._enter([game])

    def add_all(self, games: Sequence[Entered]) -> int | None:
        """Enter all these games, which come from files, at once; how many of them were not there yet.

        None after trouble: none is entered. They never count for the high scores, where they may stand already.
        """
        return self._change(lambda database: sum(insert(database, game, scores=False) for game in games))

    def games(self) -> list[PlayedGame]:
        """All games, the one that ended last first. A row that makes no sense is passed over."""
        return [game for page in self.pages() for game in page]

    def count(self) -> int:
        """How many games there are; 0 when the history cannot be read."""
        self.catch_up()
        return self._look(count_games) or 0

    def pages(self) -> Iterator[list[PlayedGame]]:
        """``games`` piece by piece, for a list that must not wait for all of them: each is read when it is asked for.

        What other windows change meanwhile is seen in the pieces to come. After trouble there are no more of them.
        """
        self.catch_up()
        after = (_LAST, _LAST)
        while games := self._look(partial(_page, after=after)):
            yield games
            if len(games) < _PAGE:
                return
            after = (games[-1].moment, games[-1].id)

    def record(self, game: int) -> Record | None:
        """The record of a game; None when it is not there any more. RecordError when it is damaged."""
        text = self.text(game)
        return None if text is None else Record.from_json(text)

    def text(self, game: int) -> str | None:
        """The text of the record of a game; for the rest see ``record``."""
        asked = "SELECT record FROM games WHERE id = ?"
        row = self._look(lambda database: database.execute(asked, (game,)).fetchone())
        return None if row is None else unpack(row[0])

    def holds(self, game: int) -> bool | None:
        """The game is there; None when the history cannot be read."""
        asked = "SELECT COUNT(*) FROM games WHERE id = ?"
        row = self._look(lambda database: database.execute(asked, (game,)).fetchone())
        return None if row is None else bool(row[0])

    def knows(self, seed: int, rules: str) -> bool:
        """A game with the cards of this number was played by these rules, even if it has been deleted since."""
        if any((game.record.seed, game.record.rules) == (seed, rules) for game in self._unwritten):
            return True
        asked = "SELECT 1 FROM numbers WHERE seed = ? AND rules = ?"
        return bool(self._look(lambda database: database.execute(asked, (seed, rules)).fetchone()))

    def statistics(self, span: Span) -> Statistics | None:
        """What the games of this span add up to; None when the history cannot be read."""
        work = self.gather(span)
        while True:
            try:
                next(work)
            except StopIteration as end:
                found: Statistics | None = end.value
                return found

    def gather(self, span: Span) -> Generator[float, None, Statistics | None]:
        """``statistics`` piece by piece: says after each how much has been looked through, from 0 to 1."""
        self.catch_up()
        games = self._look(count_games)
        gathering = Gathering(span)
        while games is not None and (piece := self._look(gathering.read)) is not None:
            if gathering.add(piece):
                return gathering.statistics()
            yield min(gathering.seen / games, 1.0) if games else 1.0
        return None

    def clear_statistics(self) -> bool:
        """Begin them anew; whether it was done. The games stay in the list, and do not count any more."""
        return self._change(lambda database: database.execute("UPDATE games SET counted = 0")) is not None

    def delete(self, games: Iterable[int]) -> bool:
        """Forget these games for good; whether it was done."""
        rows = [(game,) for game in games]
        deleted = self._change(lambda database: database.executemany("DELETE FROM games WHERE id = ?", rows))
        return deleted is not None

    def unscored(self) -> list[Scorable]:
        """The games that count for the high scores and of which nobody has said yet that they stand there.

        The first one first; none when the history cannot be read.
        """
        return self._look(lambda database: _scorable(database, "WHERE scored = 0")) or []

    def mark_scored(self, digests: Iterable[str]) -> bool:
        """These games stand in the high scores; whether that is written down."""
        ranges = [tuple(bytes.fromhex(digest) + end * 22 for end in (b"\0", b"\xff")) for digest in digests]
        if not ranges:
            return True
        return self._change(lambda database: database.executemany(_SCORED, ranges)) is not None

    def ledger(self) -> list[Scorable] | None:
        """All games that count for the high scores, also deleted ones, the first one first.

        Those that an earlier version of the program has entered are not among them. None when the history cannot be
        read.
        """
        return self._look(lambda database: _scorable(database, ""))

    def fact(self, key: str) -> str | None:
        """What was written down under this key; None when nothing was, or the history cannot be read."""
        asked = "SELECT value FROM facts WHERE key = ?"
        row = self._look(lambda database: database.execute(asked, (key,)).fetchone())
        return None if row is None else str(row[0])

    def set_fact(self, key: str, value: str) -> bool:
        """Write something down under this key; whether that was done."""
        entered = "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)"
        return self._change(lambda database: database.execute(entered, (key, value))) is not None

    def make_anew(self) -> None:
        """Its file is damaged, as somebody has found who read all of it: a new one begins, the old one is set aside."""
        self._attempt(self._set_damaged_aside, ProblemKind.HISTORY_UNWRITABLE)

    # ------------------------------------------------------------------ the database

    def _enter(self, games: Sequence[Entered]) -> bool:
        """All of them or none; whether each can be read back, since their last copy elsewhere may be deleted then."""

        def write(database: sqlite3.Connection) -> bool:
            for game in games:
                insert(database, game, scores=True)
            return True

        def read(database: sqlite3.Connection) -> bool:
            return all(holds_text(database, game.record.to_json().encode("utf-8")) for game in games)

        return bool(self._change(write)) and bool(self._look(read))

    def _look(self, act: Callable[[sqlite3.Connection], T]) -> T | None:
        """What ``act`` finds; None after trouble. A database that is not there is an empty one, and is not made."""

        def look() -> T:
            import sqlite3

            if not self._is_there():
                return _with(":memory:", act)
            try:
                found = _with(str(self._path), act)
                self._was_there = True
                return found
            except sqlite3.OperationalError as error:
                if _primary(error) not in _OF_THE_DISK:
                    raise
            # Reading, too, makes files beside the database. A full disk or a folder that is read-only has none.
            return _with(f"{self._path.absolute().as_uri()}?immutable=1", act, uri=True)

        return self._attempt(look, ProblemKind.HISTORY_UNREADABLE)

    def _change(self, act: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do ``act`` as one transaction: all of it is on the disk afterwards, or nothing. None after trouble."""

        def change(database: sqlite3.Connection) -> T:
            database.execute("BEGIN IMMEDIATE")
            with database:
                return act(database)

        def begin() -> T:
            self._is_there()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            found = _with(str(self._path), change)
            self._was_there = True
            return found

        return self._attempt(begin, ProblemKind.HISTORY_UNWRITABLE)

    def _is_there(self) -> bool:
        """Whether there is a database; if it has vanished, that is told."""
        there = self._path.exists()
        if self._was_there and not there:
            self._was_there = False
            self._report(Problem(ProblemKind.HISTORY_GONE, self._path, ""))
        return there

    def _attempt(self, act: Callable[[], T], kind: ProblemKind) -> T | None:
        """Do it, and report what goes wrong. A damaged database is set aside, and then it is tried once more."""
        import sqlite3  # late: most starts never need it

        try:
            try:
                found = act()
            except (sqlite3.Error, UnicodeDecodeError) as error:
                if not _is_damage(error):
                    raise
                self._set_damaged_aside()
                found = act()
            self._report.over(kind, ProblemKind.HISTORY_UNREADABLE)  # whoever writes has read before
            return found
        except NewerSchema:
            detail = _("a later version of Mile Bones wrote it")
        except Busy:
            detail = _("another program keeps it to itself")
        except OSError as error:
            detail = reason(error)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            detail = self._why(error)
        self._report(Problem(kind, self._path, detail))
        return None

    def _why(self, error: sqlite3.Error | UnicodeDecodeError) -> str:
        """The system's reason where SQLite has only a "disk I/O error" for a full disk; else its own words."""
        import sqlite3

        if _primary(error) == sqlite3.SQLITE_BUSY:
            return _("another program keeps it to itself")
        if _primary(error) in _OF_THE_DISK:
            try:
                require_room(self._path.parent, _LEAST_ROOM)
            except OSError as trouble:
                return reason(trouble)
        return str(error)

    def _set_damaged_aside(self) -> None:
        """Rename the database with all that belongs to it, unless another window was faster."""
        self._was_there = False  # that it is gone from its place is no news then
        with locked(self._path, WAIT_SECONDS):
            if _is_sound(self._path):
                return
            backup = set_aside(self._path)
            for part in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    Path(f"{self._path}{part}").replace(f"{backup}{part}")
        self._report(Problem(ProblemKind.HISTORY_DAMAGED, self._path, backup.name))


def _page(database: sqlite3.Connection, after: tuple[int, int]) -> list[PlayedGame]:
    """The games that come next in the list, the last one first, behind the one of this moment and id."""
    return [played(row) for row in database.execute(_LIST, (*after, _PAGE))]


def _with(place: str, act: Callable[[sqlite3.Connection], T], *, uri: bool = False) -> T:
    with contextlib.closing(_connect(place, uri=uri)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = FULL")  # what was entered survives a loss of power
        with contextlib.ExitStack() as stack:
            if uri and not is_up_to_date(database):  # it cannot be written: a copy in memory takes the steps
                copy = stack.enter_context(contextlib.closing(_connect(":memory:")))
                database.backup(copy)
                database = copy
            bring_up_to_date(database)
            show_sound_rows(database)
            return act(database)


def _connect(place: str, *, uri: bool = False) -> sqlite3.Connection:
    import sqlite3

    connection = sqlite3.connect(place, timeout=WAIT_SECONDS, isolation_level=None, uri=uri)
    # A bit that has turned in the name of one game must not hide all the others.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


def _scorable(database: sqlite3.Connection, which: str) -> list[Scorable]:
    return [
        Scorable(digest.lower(), name, (own, other), datetime.fromisoformat(ended))
        for digest, name, own, other, ended in database.execute(_LEDGER.format(which=which))
    ]


def _primary(error: Exception) -> int:
    """SQLite's own code, without its finer distinctions; 0 for an error of Python's."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    import sqlite3

    if isinstance(error, UnicodeDecodeError):  # the message of SQLite, which quotes what it stumbled over
        return True
    return _primary(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _is_sound(place: Path) -> bool:
    import sqlite3

    if not place.exists():
        return True
    try:
        with contextlib.closing(sqlite3.connect(place, timeout=WAIT_SECONDS)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _is_damage(error):
            return False
        raise
