"""Every game that was played to its end, given up or left for another, in a database that all windows share.

Nothing here raises an error of the disk or of the database: trouble goes to ``report``, once a kind, and play goes on.
A game that could not be written is kept in memory and written with the next one.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mile_bones.engine import Record, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage.database import OF_THE_DISK, Clock, counted, is_damage, is_slow, is_sound, opened, primary
from mile_bones.storage.files import Busy, keep_beside, locked, require_room
from mile_bones.storage.pages import rows_of
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.rescue import Recount, Writer, mend, rescue
from mile_bones.storage.rows import (
    Entered,
    PlayedGame,
    Scorable,
    delete,
    hands_checksum,
    holds_text,
    insert,
    played,
    unpack,
)
from mile_bones.storage.schema import NewerSchema, Unsound
from mile_bones.storage.statistics import Span, Statistics, gather
from mile_bones.storage.writeahead import passed_over

if TYPE_CHECKING:
    import sqlite3

WAIT_SECONDS = 2.0
"""How long to wait for another window to be done; it needs some milliseconds."""

_LEAST_ROOM = 65536
"""Bytes that a change needs for a moment, with the files that SQLite makes beside the database."""

_SECONDS_TO_BEGIN = 60.0
"""A database that is being made is empty for some milliseconds."""

_LIST = """SELECT id, digest, ended, moment, rules, level, name, state, assisted, imported, own, other, hands, seed,
    checksum FROM sound_games ORDER BY moment DESC, id DESC"""
_LEDGER = "SELECT substr(hex(digest), 1, 20), name, own, other, ended FROM sound_ledger {which} ORDER BY moment, digest"
_SCORED = "UPDATE ledger SET scored = 1 WHERE digest BETWEEN ? AND ?"

_HANDS = """SELECT number, seat, points, miles, coups, hazards, trip, extended FROM hands WHERE game = ?
    ORDER BY number, seat"""

T = TypeVar("T")


class History:
    """The database at ``path``, which need not exist. It is opened when it is needed, and not for longer.

    ``recount`` tells of a record what only its game knows, for one whose row was damaged. By ``clock`` the time is
    limited that may be spent in the file, which may mean harm.
    """

    def __init__(
        self,
        path: Path,
        report: Report,
        recount: Recount | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._path = path
        self._recount = recount or _not_recounted
        self._clock = clock
        self._log_seen = False
        self._signs: set[object] = set()  # that made the whole file be read
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
        """All games, the one that ended last first.

        Fewer than were counted, or one that has changed, make the whole file be read: see ``database``.
        """
        self.catch_up()
        games, entered = self._look(_listed) or ([], 0)
        changed = tuple(game.id for game in games if game.changed)
        if (entered is None or len(games) < entered or changed) and self._looks_wrong((len(games), entered, changed)):
            games, _entered = self._look(_listed) or ([], 0)
        return games

    def changed(self) -> list[PlayedGame] | None:
        """The games that are not what was written: their row, their hands or their record. None after trouble.

        Every record is read for this: with thousands of games it takes seconds.
        """
        return self._look(lambda database: [replace(played(row), changed=True) for row in _changed(database)])

    def record(self, game: int) -> Record | None:
        """The record of a game; None when it is not there any more. RecordError when it is damaged."""
        text = self.text(game)
        return None if text is None else Record.from_json(text)

    def text(self, game: int) -> str | None:
        """The text of the record of a game; for the rest see ``record``."""
        row = self._packed(game)
        try:
            return None if row is None else unpack(row[0])
        except RecordError:
            if not self._looks_wrong(("record", game)):
                raise
        row = self._packed(game)
        return None if row is None else unpack(row[0])

    def _packed(self, game: int) -> tuple[object] | None:
        asked = "SELECT record FROM games WHERE id = ?"
        return self._look(lambda database: database.execute(asked, (game,)).fetchone())

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
        self.catch_up()
        return self._look(lambda database: gather(database, span))

    def clear_statistics(self) -> bool:
        """Begin them anew; whether it was done. The games stay in the list, and do not count any more."""
        return self._change(lambda database: database.execute("UPDATE games SET counted = 0")) is not None

    def delete(self, games: Iterable[int]) -> bool:
        """Forget these games for good; whether it was done."""
        these = list(games)

        def forget(database: sqlite3.Connection) -> bool:
            delete(database, these)
            return True

        return bool(self._change(forget))

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
                with opened(":memory:", WAIT_SECONDS, self._clock) as database:
                    return act(database)
            try:
                with opened(str(self._path), WAIT_SECONDS, self._clock) as database:
                    database.execute("BEGIN")  # all questions see the same games
                    found = act(database)
                self._was_there = True
                return found
            except sqlite3.OperationalError as error:
                if primary(error) not in OF_THE_DISK:
                    raise
            # Reading, too, makes files beside the database. A full disk or a folder that is read-only has none.
            place = f"{self._path.absolute().as_uri()}?immutable=1"
            with opened(place, WAIT_SECONDS, self._clock, uri=True) as database:
                return act(database)

        def look_at_the_rest() -> T:
            log = Path(f"{self._path}-wal")
            with opened(":memory:", WAIT_SECONDS, self._clock) as database:
                rescue(self._path, log, database, self._recount, WAIT_SECONDS, self._clock)
                return act(database)

        return self._attempt(look, ProblemKind.HISTORY_UNREADABLE, look_at_the_rest)

    def _change(self, act: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do ``act`` as one transaction: all of it is on the disk afterwards, or nothing. None after trouble."""

        def change() -> T:
            self._is_there()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with opened(str(self._path), WAIT_SECONDS, self._clock) as database:
                database.execute("BEGIN IMMEDIATE")
                with database:
                    found = act(database)
            self._was_there = True
            return found

        return self._attempt(change, ProblemKind.HISTORY_UNWRITABLE)

    def _is_there(self) -> bool:
        """Whether there is a database; if it has vanished, that is told."""
        there = self._path.exists()
        if self._was_there and not there:
            self._was_there = False
            self._report(Problem(ProblemKind.HISTORY_GONE, self._path, ""))
        if there and not self._log_seen and _was_emptied(self._path):
            self._report(Problem(ProblemKind.HISTORY_GONE, self._path, ""))
        if there and not self._log_seen:
            self._log_seen = True
            self._look_at_the_log()
        return there

    def _look_at_the_log(self) -> None:
        """Once, before SQLite reads and removes it: what a damaged one holds is entered, and that is told."""
        log = Path(f"{self._path}-wal")
        try:
            found = passed_over(log)
            if not found.pages:
                return
            kept = keep_beside(log, link=False)
        except OSError:  # then it cannot be read for SQLite either, which says so
            return

        def enter(database: sqlite3.Connection) -> tuple[int, int | None]:
            writer = Writer(database, self._recount, self._path)
            for page in found.pages:
                writer.rows(rows_of(page))
                writer.loose(page)
            return writer.good, counted(database)

        came, of = self._change(enter) or (0, 0)
        if came or found.lost:
            self._report(Problem(ProblemKind.HISTORY_RESCUED, self._path, kept.name, (of or came, None)))
        else:
            kept.unlink(missing_ok=True)

    def _attempt(self, act: Callable[[], T], kind: ProblemKind, otherwise: Callable[[], T] | None = None) -> T | None:
        """Do it, and report what goes wrong. A damaged database is mended, and then it is tried once more.

        ``otherwise`` is done when it cannot be mended.
        """
        import sqlite3  # late: most starts never need it

        try:
            try:
                found = act()
            except (sqlite3.Error, UnicodeDecodeError, Unsound) as error:
                if not (is_damage(error) or is_slow(error)):
                    raise
                mended = self._mend()
                if mended is None:
                    return None if otherwise is None else otherwise()
                if is_slow(error) and not mended:
                    raise
                found = act()
        except NewerSchema:
            detail = _("a later version of Mile Bones wrote it")
        except (OSError, Busy, sqlite3.Error, UnicodeDecodeError, Unsound) as error:
            detail = self._why(error)
        else:
            # Whoever writes has read before.
            self._report.over(kind, ProblemKind.HISTORY_UNREADABLE, ProblemKind.HISTORY_UNMENDED)
            return found
        self._report(Problem(kind, self._path, detail))
        return None

    def _why(self, error: Exception) -> str:
        """The system's reason where SQLite has only a "disk I/O error" for a full disk; else its own words."""
        import sqlite3

        if isinstance(error, OSError):
            return reason(error)
        if isinstance(error, Busy) or primary(error) == sqlite3.SQLITE_BUSY:
            return _("another program keeps it to itself")
        if is_slow(error):
            return _("that takes too long")
        if is_damage(error):
            return _("it is damaged")
        if primary(error) in OF_THE_DISK:
            try:
                require_room(self._path.parent, _LEAST_ROOM)
            except OSError as trouble:
                return reason(trouble)
        return str(error)

    def _looks_wrong(self, sign: object) -> bool:
        """Something does: read the whole file, and mend it if it is damaged; whether it was.

        The same sign is followed once: a game that somebody has changed stays so, and the file is sound.
        """
        if sign in self._signs:
            return False
        self._signs.add(sign)
        return bool(self._mend())

    def _mend(self) -> bool | None:
        """Put what can be read of a damaged database in its place, and tell it. None when that cannot be done.

        False: there is nothing to mend, perhaps because another window was faster.
        """
        import sqlite3

        try:
            with locked(self._path, WAIT_SECONDS):
                if is_sound(self._path, WAIT_SECONDS, self._clock):
                    return False
                found = mend(self._path, self._recount, WAIT_SECONDS, self._clock)
        except (OSError, Busy, sqlite3.Error) as error:
            self._report(Problem(ProblemKind.HISTORY_UNMENDED, self._path, self._why(error)))
            return None
        kind = ProblemKind.HISTORY_RESCUED if found.games or found.of else ProblemKind.HISTORY_DAMAGED
        self._report.over(kind)  # it is not the same trouble that goes on
        self._report(Problem(kind, self._path, found.backup, (found.games, found.of)))
        return True


def _was_emptied(path: Path) -> bool:
    """Nothing is in the file, and nobody is beginning it just now: SQLite would do that without a word."""
    found = path.stat()
    return stat.S_ISREG(found.st_mode) and not found.st_size and time.time() - found.st_mtime > _SECONDS_TO_BEGIN


def _listed(database: sqlite3.Connection) -> tuple[list[PlayedGame], int | None]:
    """The games that make sense, and how many were entered."""
    return [played(row) for row in database.execute(_LIST)], counted(database)


def _changed(database: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    import hashlib

    asked = "SELECT record, hands_checksum FROM games WHERE id = ?"
    for row in database.execute(_LIST):
        record, stored = database.execute(asked, (row[0],)).fetchone()
        try:
            digest = hashlib.sha256(unpack(record).encode("utf-8")).digest()
        except RecordError:
            digest = b""
        hands = hands_checksum(database.execute(_HANDS, (row[0],)))
        if played(row).changed or digest != row[1] or hands != stored:
            yield row


def _scorable(database: sqlite3.Connection, which: str) -> list[Scorable]:
    return [
        Scorable(digest.lower(), name, (own, other), datetime.fromisoformat(ended))
        for digest, name, own, other, ended in database.execute(_LEDGER.format(which=which))
    ]


def _not_recounted(_record: Record) -> None:
    return None
