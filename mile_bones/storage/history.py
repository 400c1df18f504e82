"""The history: every game that was finished, given up or abandoned, in a database that all windows share.

No error of the disk or of the database leaves this module: trouble is passed to ``report``, once for as long as it
lasts, and play continues.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import Record
from mile_bones.games import read_record
from mile_bones.i18n import gettext as _
from mile_bones.storage import played as played_so_far
from mile_bones.storage import reviews as kept_reviews
from mile_bones.storage.copying import Job, Stopped, beside
from mile_bones.storage.database import (
    OF_THE_DISK,
    WAIT_SECONDS,
    Clock,
    connect,
    counted,
    is_damage,
    is_slow,
    is_sound,
    opened,
    primary,
    spent,
)
from mile_bones.storage.files import keep_beside, make_folder, require_regular, require_room
from mile_bones.storage.locks import Busy, locked
from mile_bones.storage.pages import rows_of
from mile_bones.storage.payments import games_for_stakes, paid, with_payments
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.rescue import Recount, Writer, has_log, mend, rescue
from mile_bones.storage.rows import (
    LISTED,
    CountedGame,
    PlayedGame,
    Scorable,
    delete,
    facts_checksum,
    facts_of,
    holds_text,
    insert,
    played,
    unpack,
)
from mile_bones.storage.schema import Keep, NewerSchema, NotKept, Told, Unsound, must_renew
from mile_bones.storage.statistics import Gathering, Span, Statistics, count_games, games_won
from mile_bones.storage.writeahead import passed_over

if TYPE_CHECKING:
    import sqlite3

    from mile_bones.engine.record import PlayerInfo
    from mile_bones.storage.reviews import KeptReview, KeptSummary, OwnReview

_LEAST_ROOM = 65536
"""The bytes that a change needs for a moment, including the files that SQLite makes beside the database."""

_MUCH = 8_000_000
"""The size in bytes up to which a database is converted to the current schema in about half a second."""

_SECONDS_TO_BEGIN = 60.0
"""The age up to which an empty file may be a database that is just being made, which takes some milliseconds."""

_FOR_STAKES = ", ".join(f"'{game}'" for game in sorted(games_for_stakes()))
_LIST = f"""SELECT id, {", ".join(LISTED)}, checksum,
        CASE WHEN state = 'finished' AND game IN ({_FOR_STAKES}) THEN facts END
    FROM sound_games WHERE (moment, id) < (?, ?) ORDER BY moment DESC, id DESC LIMIT ?"""  # noqa: S608
_PAGE = 400
"""The number of games that are read at a time, which takes some milliseconds."""
_LAST = 2**63 - 1
"""The largest integer in SQLite."""
_LEDGER = """SELECT substr(hex(digest), 1, 20), name, own, other, ended, game, rival FROM sound_ledger {which}
    ORDER BY moment, digest"""
_SCORED = "UPDATE ledger SET scored = 1 WHERE digest BETWEEN ? AND ?"

T = TypeVar("T")


class History:
    """The database at ``path``, which need not exist. It is opened for each call and closed again.

    ``recount`` computes from a record what only its game can compute, for a game whose row was damaged. ``clock``
    limits the time for which the file, which may be hostile, can keep the processor busy. ``keep`` backs up a database
    of an earlier version before it is converted; if ``keep`` raises OSError, the database is not converted.
    """

    def __init__(
        self,
        path: Path,
        report: Report,
        recount: Recount | None = None,
        clock: Clock = spent,
        keep: Keep | None = None,
    ) -> None:
        self._path = path
        self._keep = keep
        self._left = False
        self._recount = recount or _not_recounted
        self._clock = clock
        self._log_seen = False
        self._signs: set[object] = set()  # reasons for which the whole file was read
        self._report = OnceReport(report)
        self._was_there = False

    def add(self, game: CountedGame, patience: float | None = None) -> bool:
        """Enter a game. Return True if it is on the disk now and another connection can read it.

        A game that is there already changes nothing. ``patience`` is the time in seconds to wait for another program
        that has locked the database, or None for the usual time.
        """
        text = game.record.canonical_json().encode("utf-8")
        if self._change(lambda database: insert(database, game, scores=True), patience) is None:
            return False
        found = self._look(lambda database: holds_text(database, text))
        if found is False:  # trouble with reading, if any, has been reported
            detail = _("what was written cannot be read back")
            self._report(Problem(ProblemKind.HISTORY_UNWRITABLE, self._path, detail))
        return bool(found)

    def add_all(self, games: Sequence[CountedGame]) -> int | None:
        """Enter all ``games``, which come from files, in one step. Return the number of those that were not there yet.

        Return None after trouble; then no game is entered. The games are not added to the high scores, which may
        contain them already. A game that was played here and deleted is not treated as imported when it comes back.
        """

        def enter(database: sqlite3.Connection) -> int:
            entered = 0
            for game in games:
                back = game.imported and _was_played_here(database, game.record)
                entered += insert(database, replace(game, imported=False) if back else game, scores=False)
            return entered

        return self._change(enter)

    def games(self) -> list[PlayedGame]:
        """Return all games, the one that ended last first."""
        return [game for page in self.pages() for game in page]

    def count(self) -> int:
        """Return the number of games, or 0 if the history cannot be read."""
        return self._look(count_games) or 0

    def pages(self) -> Iterator[list[PlayedGame]]:
        """Yield the list of ``games`` page by page, for a caller that must not wait for all of them.

        Each page is read only when it is requested, so changes by other windows appear in later pages. After trouble
        there are no more pages. If there are fewer games than were counted, or a changed row, the whole file is read
        (see ``database``); games that are recovered in this way come last.
        """
        listed, changed = array("q"), []
        for games in self._pages():
            yield games
            listed.extend(game.id for game in games)
            changed += [game.id for game in games if game.changed]
        entered = self._look(_entered)
        if (changed or len(listed) < (entered or 0)) and self._looks_wrong((len(listed), *changed)):
            there = set(listed)
            for games in self._pages():
                if come_back := [game for game in games if game.id not in there]:
                    yield come_back

    def _pages(self) -> Iterator[list[PlayedGame]]:
        after = (_LAST, _LAST)
        while games := self._look(partial(_page, after=after, recount=self._recount)):
            yield games
            if len(games) < _PAGE:
                return
            after = (games[-1].moment, games[-1].id)

    def changed(self) -> list[PlayedGame] | None:
        """Return the games whose row, facts or record is not what was written, or None after trouble.

        This reads every record, which takes seconds if there are thousands of games.
        """
        return self._look(lambda database: [replace(one, changed=True) for one in _changed(database)])

    def record(self, game: int) -> Record | None:
        """Return the record of a game, or None if the game no longer exists.

        Raise RecordError if the record is damaged.
        """
        text = self.text(game)
        return None if text is None else read_record(text)

    def text(self, game: int) -> str | None:
        """Return the text of the record of a game, or None if the game no longer exists.

        Raise RecordError as ``record`` does.
        """
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
        """Return True if the game with this id exists, False if not, None if the history cannot be read."""
        asked = "SELECT COUNT(*) FROM games WHERE id = ?"
        row = self._look(lambda database: database.execute(asked, (game,)).fetchone())
        return None if row is None else bool(row[0])

    def knows(self, seed: int, game: str, rules: str) -> bool:
        """Return True if a game with this seed and these rules was ever entered, even if it has been deleted since."""
        asked = "SELECT 1 FROM numbers WHERE seed = ? AND game = ? AND rules = ?"
        return bool(self._look(lambda database: database.execute(asked, (seed, game, rules)).fetchone()))

    def has_played(self, game: str) -> bool:
        """Return True if the history contains a game of this kind, or if it cannot be read."""
        asked = "SELECT EXISTS (SELECT 1 FROM games WHERE game = ?)"
        row = self._look(lambda database: database.execute(asked, (game,)).fetchone())
        return row is None or bool(row[0])

    def is_past(self, record: Record) -> bool:
        """Return True if the game of ``record`` has been played beyond the end of the record.

        It may have been continued here or by somebody whose game was imported. If an earlier version has not noted how
        far the game was played, the games in the history decide.
        """
        value = self.played(record.id)
        if value is not None or record.seed is None:
            return played_so_far.is_past(value, record.body.plies)
        return bool(self._look(lambda database: _goes_beyond(database, record)))

    def played(self, game: str) -> str | None:
        """Return the note of how far the game with this id was ever played, or None; see ``storage.played``.

        Return None also if the history cannot be read. That trouble is neither reported nor mended here, because this
        method is called before every action, and code that needs the games themselves will find it.
        """
        import sqlite3

        if self._left or not self._path.is_file():
            return None
        asked = "SELECT value FROM facts WHERE key = ?"
        try:
            with self._opened() as database:
                row = database.execute(asked, (played_so_far.KEY + game,)).fetchone()
        except (OSError, Busy, MemoryError, sqlite3.Error, UnicodeDecodeError, Unsound, NewerSchema):
            return None
        return None if row is None else str(row[0])

    def note_played(self, game: str, ply: int, ended: bytes | None = None) -> None:
        """Note that the game with this id was played for ``ply`` actions.

        If it has ended, ``ended`` is the digest of its record.
        """
        if ended is None or not played_so_far.is_past(self.played(game), ply):
            self._change(lambda database: played_so_far.note(database, game, ply, ended))

    def take_up(self, game: str) -> None:
        """Remove the note of how far the game with this id was played, because it is resumed.

        From now on the autosave shows how far the game is played. Actions that were undone free of charge
        (``Match.is_free_to_undo``) do not count as played.
        """
        key = played_so_far.KEY + game
        if self.played(game) is not None:
            self._change(lambda database: database.execute("DELETE FROM facts WHERE key = ?", (key,)))

    def looks(self) -> tuple[object, ...]:
        """Return inode, time and size of each file of the history. They change when the history changes."""
        found: list[object] = []
        for path in (self._path, Path(f"{self._path}-wal")):
            with suppress(OSError):
                file = path.stat()
                found.append((file.st_ino, file.st_mtime_ns, file.st_size))
        return tuple(found)

    def number_of(self, record: Record) -> int | None:
        """Return the id of this game in the history, or None if it is not there or the history cannot be read."""
        asked, digest = "SELECT id FROM games WHERE digest = ?", record.digest()
        row = self._look(lambda database: database.execute(asked, (digest,)).fetchone())
        return None if row is None else int(row[0])

    def reviews(self, game: int) -> list[KeptReview]:
        """Return the coach's reviews kept for a game, hand by hand, or an empty list if they are unreadable."""
        return self._look(lambda database: kept_reviews.read(database, game)) or []

    def keep_review(self, game: int, review: KeptReview, patience: float | None = None) -> bool:
        """Keep the review of a hand with its game, replacing an older one. Return True if that succeeded.

        ``patience`` is as in ``add``, but if it is given and runs out, nothing is reported, because a review can wait.
        """

        def keep(database: sqlite3.Connection) -> bool:
            return kept_reviews.keep(database, game, review)

        return bool(self._change(keep, patience, busy_is_told=patience is None))

    def review_summaries(self) -> Iterator[KeptSummary]:
        """Yield the summaries of all reviews for the statistics, by game and hand."""
        after = (-_LAST, 0)
        while found := self._look(partial(kept_reviews.summaries, after=after)):
            yield from found
            after = (found[-1].game, found[-1].hand)

    def tell_damaged_review(self) -> None:
        """Report once that a review makes no sense and is skipped."""
        self._report(Problem(ProblemKind.REVIEWS_DAMAGED, self._path, ""))

    def own_reviews(self) -> list[OwnReview]:
        """Return the reviews of the games that were played here, the game that ended last first."""
        return self._look(kept_reviews.of_people) or []

    def games_won(self, game: str, players: tuple[PlayerInfo, PlayerInfo]) -> tuple[int, int]:
        """Return the number of games of this kind that each of two people, or two computers, has won against the other.

        Return (0, 0) if the history cannot be read.
        """
        return self._look(lambda database: games_won(database, game, players)) or (0, 0)

    def statistics(self, span: Span) -> Statistics | None:
        """Return the statistics of the games in ``span``, or None if the history cannot be read."""
        work = self.gather(span)
        while True:
            try:
                next(work)
            except StopIteration as end:
                found: Statistics | None = end.value
                return found

    def gather(self, span: Span) -> Generator[float, None, Statistics | None]:
        """Compute ``statistics`` piece by piece.

        After each piece yield the part of the games that has been read, from 0 to 1.
        """
        games = self._look(count_games)
        gathering = Gathering(span, self._recount)
        while games is not None and (piece := self._look(gathering.read)) is not None:
            if gathering.add(piece):
                return gathering.statistics()
            yield min(gathering.seen / games, 1.0) if games else 1.0
        return None

    def clear_statistics(self) -> bool:
        """Clear the statistics. Return True if that succeeded. The games stay in the list but no longer count."""
        return self._change(lambda database: database.execute("UPDATE games SET counted = 0")) is not None

    def delete(self, games: Iterable[int]) -> bool:
        """Delete these games permanently. Return True if that succeeded."""
        these = list(games)

        def forget(database: sqlite3.Connection) -> bool:
            delete(database, these)
            return True

        return bool(self._change(forget))

    def unscored(self) -> list[Scorable]:
        """Return the games that count for the high scores but are not marked as entered there, oldest first.

        Return an empty list if the history cannot be read.
        """
        return self._look(lambda database: _scorable(database, "WHERE scored = 0")) or []

    def mark_scored(self, digests: Iterable[str]) -> bool:
        """Mark these games as entered in the high scores. Return True if the marks are written.

        Each digest is the beginning of a record's digest, as in ``Scorable``.
        """
        ranges = [tuple(bytes.fromhex(digest) + end * 22 for end in (b"\0", b"\xff")) for digest in digests]
        if not ranges:
            return True
        return self._change(lambda database: database.executemany(_SCORED, ranges)) is not None

    def ledger(self) -> list[Scorable] | None:
        """Return all games that count for the high scores, including deleted ones, oldest first.

        Games that an early version entered, before the ledger existed, are missing. Return None if the history cannot
        be read.
        """
        return self._look(lambda database: _scorable(database, ""))

    def fact(self, key: str) -> str | None:
        """Return the value stored under this key, or None if there is none or the history cannot be read."""
        asked = "SELECT value FROM facts WHERE key = ?"
        row = self._look(lambda database: database.execute(asked, (key,)).fetchone(), rescued=False)
        return None if row is None else str(row[0])

    def set_fact(self, key: str, value: str) -> bool:
        """Store ``value`` under this key. Return True if that succeeded."""
        entered = "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)"
        return self._change(lambda database: database.execute(entered, (key, value))) is not None

    def facts(self, beginning: str) -> dict[str, str]:
        """Return all values stored under keys with the prefix ``beginning``, by the rest of the key.

        Return nothing after trouble.
        """
        asked, end = "SELECT key, value FROM facts WHERE key >= ? AND key < ?", beginning + chr(0x10FFFF)
        rows = self._look(lambda database: database.execute(asked, (beginning, end)).fetchall(), rescued=False)
        return {str(key)[len(beginning) :]: str(value) for key, value in rows or ()}

    def takes_long_to_renew(self) -> bool:
        """Return True if converting the games that an earlier version has left takes more than a moment."""
        import sqlite3

        try:
            if not self._is_there() or self._path.stat().st_size < _MUCH:
                return False
            with closing(connect(str(self._path), WAIT_SECONDS)) as database:
                return must_renew(database)
        except (OSError, sqlite3.Error):
            return False  # the next access reports the error

    def renew(self) -> Generator[float, None, None]:
        """Convert the database to the current schema in a thread, yielding the progress from 0 to 1.

        Either the whole conversion is done or, if it is stopped or fails, nothing. In that case the next access to the
        history does the conversion and reports any trouble.
        """
        import sqlite3

        def work(job: Job) -> None:
            def told(done: float) -> None:
                job.done = done
                if job.stop:
                    raise Stopped

            with self._opened(told=told):
                pass

        with suppress(OSError, sqlite3.Error, UnicodeDecodeError, MemoryError, Stopped, Unsound, NewerSchema):
            yield from beside(work)

    def mend(self) -> bool:
        """Check the file, which looked damaged to code that has read all of it, and mend it if it is damaged.

        Mending puts what can be read into a new database. Return True if that was done.
        """
        return bool(self._mend())

    def leave(self) -> None:
        """Read and write nothing from now on: an earlier version uses the file again."""
        self._left = True

    # ------------------------------------------------------------------ the database

    def _look(self, act: Callable[[sqlite3.Connection], T], *, rescued: bool = True) -> T | None:
        """Return the result of ``act``, or None after trouble. A missing database counts as empty, and is not made.

        If ``rescued`` is false, a rescue in memory is not used, because it contains the games but perhaps not
        everything else; return None instead.
        """

        def look() -> T:
            import sqlite3

            if not self._is_there():
                with opened(":memory:", WAIT_SECONDS, self._clock) as database:
                    return act(database)
            try:
                with self._opened() as database:
                    database.execute("BEGIN")  # all queries see the same games
                    found = act(database)
                self._was_there = True
                return found
            except (sqlite3.OperationalError, NotKept) as error:
                if not isinstance(error, NotKept) and (primary(error) not in OF_THE_DISK or not rescued):
                    raise
            # Reading, too, makes files beside the database, which fails if the disk is full or the folder
            # is read-only.
            if has_log(self._path):  # the log may contain games
                return look_at_the_rest()
            place = f"{self._path.absolute().as_uri()}?immutable=1"
            with opened(place, WAIT_SECONDS, self._clock, uri=True) as database:
                return act(database)

        def look_at_the_rest() -> T:
            log = Path(f"{self._path}-wal")
            with opened(":memory:", WAIT_SECONDS, self._clock) as database:
                rescue(self._path, log, database, self._recount, WAIT_SECONDS, self._clock)
                return act(database)

        return self._attempt(look, ProblemKind.HISTORY_UNREADABLE, look_at_the_rest if rescued else None)

    def _change(
        self, act: Callable[[sqlite3.Connection], T], patience: float | None = None, *, busy_is_told: bool = True
    ) -> T | None:
        """Run ``act`` in one transaction: afterwards either all its changes are on the disk or none.

        Return None after trouble.
        """

        def change() -> T:
            self._is_there()
            make_folder(self._path.parent)
            wait = WAIT_SECONDS if patience is None else patience
            with self._opened(wait) as database:
                database.execute("BEGIN IMMEDIATE")
                with database:
                    found = act(database)
            self._was_there = True
            return found

        return self._attempt(change, ProblemKind.HISTORY_UNWRITABLE, busy_is_told=busy_is_told)

    def _opened(
        self, wait: float = WAIT_SECONDS, told: Told | None = None
    ) -> AbstractContextManager[sqlite3.Connection]:
        return opened(str(self._path), wait, self._clock, told=told, keep=self._keep)

    def _is_there(self) -> bool:
        """Return True if the database exists. Report it if the database has vanished or was emptied."""
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
        """Enter the games from a damaged log, and report that, before SQLite reads and removes the log."""
        log = Path(f"{self._path}-wal")
        try:
            found = passed_over(log)
            if not found.pages:
                return
            kept = keep_beside(log, link=False)
        except OSError:  # SQLite cannot read it either, and reports that
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

    def _attempt(
        self,
        act: Callable[[], T],
        kind: ProblemKind,
        otherwise: Callable[[], T] | None = None,
        *,
        busy_is_told: bool = True,
    ) -> T | None:
        """Call ``act`` and return its result. If the database is damaged, mend it and call ``act`` once more.

        Report what goes wrong and return None. If the database cannot be mended, call ``otherwise`` instead, if there
        is one.
        """
        import sqlite3  # late, because most starts do not need it

        if self._left:
            return None
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
        except (OSError, Busy, MemoryError, sqlite3.Error, UnicodeDecodeError, Unsound) as error:
            if _is_busy(error) and not busy_is_told:
                return None
            detail = self._why(error)
        else:
            self._report.over(kind, ProblemKind.HISTORY_UNREADABLE)  # writing has included reading
            if kind is ProblemKind.HISTORY_UNWRITABLE:
                self._report.over(ProblemKind.HISTORY_UNMENDED)
            return found
        self._report(Problem(kind, self._path, detail))
        return None

    def _why(self, error: Exception) -> str:
        """Return the reason for ``error`` in words.

        For a full disk SQLite says only "disk I/O error"; then the system's reason is found out.
        """
        if isinstance(error, OSError):
            return reason(error)
        if isinstance(error, MemoryError):
            return os.strerror(errno.ENOMEM)
        if _is_busy(error):
            return _("another program keeps it to itself")
        if is_slow(error):
            return _("that takes too long")
        if is_damage(error):
            return _("it is damaged")
        if primary(error) in OF_THE_DISK:
            try:
                if os.path.lexists(self._path):
                    require_regular(self._path.stat().st_mode, self._path)
                require_room(self._path.parent, _LEAST_ROOM)
            except OSError as trouble:
                return reason(trouble)
        return str(error)

    def _looks_wrong(self, sign: object) -> bool:
        """Read the whole file because of ``sign``, a sign of damage, and mend the file if it is damaged.

        Return True if it was mended. The same sign is followed only once, because a game that somebody has changed
        stays changed although the file is sound.
        """
        if sign in self._signs:
            return False
        self._signs.add(sign)
        return bool(self._mend())

    def _mend(self) -> bool | None:
        """Replace a damaged database by a new one with what can be read, and report it. Return True if that was done.

        Return False if there is nothing to mend, perhaps because another window was faster, and None if mending failed.
        """
        import sqlite3

        try:
            with locked(self._path, WAIT_SECONDS):
                if is_sound(self._path, WAIT_SECONDS, self._clock):
                    return False
                found = mend(self._path, self._recount, WAIT_SECONDS, self._clock)
        except (OSError, Busy, MemoryError, sqlite3.Error) as error:
            self._report(Problem(ProblemKind.HISTORY_UNMENDED, self._path, self._why(error)))
            return None
        kind = ProblemKind.HISTORY_RESCUED if found.games or found.of else ProblemKind.HISTORY_DAMAGED
        self._report.over(kind, ProblemKind.HISTORY_UNMENDED)  # the next trouble is new trouble
        self._report(Problem(kind, self._path, found.backup, (found.games, found.of)))
        return True


def _was_played_here(database: sqlite3.Connection, record: Record) -> bool:
    """Return True if the game is in the ledger. Only games that were played here are entered there."""
    if database.execute("SELECT 1 FROM ledger LIMIT 1").fetchone() is None:
        return False
    return database.execute("SELECT 1 FROM ledger WHERE digest = ?", (record.digest(),)).fetchone() is not None


def _goes_beyond(database: sqlite3.Connection, record: Record) -> bool:
    """Return True if the history contains the game of ``record`` in a later state."""
    asked = "SELECT state, record FROM sound_games WHERE seed = ? AND game = ?"
    for state, packed in database.execute(asked, (record.seed, record.game)):
        with suppress(RecordError):
            other = read_record(unpack(packed))
            if other.id == record.id and (state != "unfinished" or other.body.plies > record.body.plies):
                return True
    return False


def _page(database: sqlite3.Connection, after: tuple[int, int], recount: Recount) -> list[PlayedGame]:
    """Return the next page of the list, newest game first, after the game with this moment and id."""
    games = []
    for *row, facts in database.execute(_LIST, (*after, _PAGE)).fetchall():
        game = played(row)
        if facts is not None:
            found = facts_of(with_payments(database, game.id, game.game, facts, recount))
            game = replace(game, paid=paid(found, game.own))
        games.append(game)
    return games


def _entered(database: sqlite3.Connection) -> int:
    """Return the number of games that were entered, or ``_LAST`` if that number has been lost."""
    number = counted(database)
    return _LAST if number is None else number


def _was_emptied(path: Path) -> bool:
    """Return True if the file is empty and not just being made.

    SQLite would begin a new database in an empty file without an error.
    """
    found = path.stat()
    return stat.S_ISREG(found.st_mode) and not found.st_size and time.time() - found.st_mtime > _SECONDS_TO_BEGIN


def _is_busy(error: Exception) -> bool:
    """Return True if another program has locked the history."""
    import sqlite3

    return isinstance(error, Busy) or primary(error) == sqlite3.SQLITE_BUSY


def _changed(database: sqlite3.Connection) -> Iterator[PlayedGame]:
    import hashlib

    asked = "SELECT record, facts, facts_checksum FROM games WHERE id = ?"
    for *row, _facts in database.execute(_LIST, (_LAST, _LAST, -1)):
        record, facts, stored = database.execute(asked, (row[0],)).fetchone()
        try:
            digest = hashlib.sha256(unpack(record).encode("utf-8")).digest()
        except RecordError:
            digest = b""
        game = played(row)
        if game.changed or digest != row[1] or facts_checksum(facts) != stored:
            yield game


def _scorable(database: sqlite3.Connection, which: str) -> list[Scorable]:
    return [
        Scorable(digest.lower(), name, (own, other), datetime.fromisoformat(ended), game, rival)
        for digest, name, own, other, ended, game, rival in database.execute(_LEDGER.format(which=which))
    ]


def _not_recounted(_record: Record) -> None:
    return None
