"""Every game that was played to its end, given up or left for another, in a database that all windows share.

Nothing here raises an error of the disk or of the database: trouble goes to ``report``, once for as long as it lasts,
and play goes on.
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
from typing import TYPE_CHECKING, Any, TypeVar

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
from mile_bones.storage.problems import OnceReport, Problem, ProblemKind, Report, reason
from mile_bones.storage.rescue import Recount, Writer, has_log, mend, rescue
from mile_bones.storage.rows import (
    LISTED,
    Entered,
    PlayedGame,
    Scorable,
    delete,
    facts_checksum,
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
"""Bytes that a change needs for a moment, with the files that SQLite makes beside the database."""

_MUCH = 8_000_000
"""Bytes of a database of which all rows can be made anew in half a second or so."""

_SECONDS_TO_BEGIN = 60.0
"""A database that is being made is empty for some milliseconds."""

_LIST = f"""SELECT id, {", ".join(LISTED)}, checksum FROM sound_games WHERE (moment, id) < (?, ?)
    ORDER BY moment DESC, id DESC LIMIT ?"""  # noqa: S608
_PAGE = 400
"""Games that are read at once: some milliseconds."""
_LAST = 2**63 - 1
"""SQLite has no number behind this one."""
_LEDGER = """SELECT substr(hex(digest), 1, 20), name, own, other, ended, game, rival FROM sound_ledger {which}
    ORDER BY moment, digest"""
_SCORED = "UPDATE ledger SET scored = 1 WHERE digest BETWEEN ? AND ?"

T = TypeVar("T")


class History:
    """The database at ``path``, which need not exist. It is opened when it is needed, and not for longer.

    ``recount`` tells of a record what only its game knows, for one whose row was damaged. By ``clock`` the time is
    limited for which the file, which may mean harm, can keep the processor busy. ``keep`` keeps a database that an
    earlier version has left, before it becomes one of today; where it raises OSError that is not done.
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
        self._signs: set[object] = set()  # that made the whole file be read
        self._report = OnceReport(report)
        self._was_there = False

    def add(self, game: Entered, patience: float | None = None) -> bool:
        """Enter a game; whether it is on the disk now and can be read there, by another connection.

        One that is there already changes nothing. Another program that keeps the database to itself is waited for
        ``patience`` seconds, None: as long as always.
        """
        text = game.record.canonical_json().encode("utf-8")
        if self._change(lambda database: insert(database, game, scores=True), patience) is None:
            return False
        found = self._look(lambda database: holds_text(database, text))
        if found is False:  # trouble with reading has been told
            detail = _("what was written cannot be read back")
            self._report(Problem(ProblemKind.HISTORY_UNWRITABLE, self._path, detail))
        return bool(found)

    def add_all(self, games: Sequence[Entered]) -> int | None:
        """Enter all these games, which come from files, at once; how many of them were not there yet.

        None after trouble: none is entered. They never count for the high scores, where they may stand already. A game
        that was played here and comes back, after it was deleted, is nobody else's.
        """

        def enter(database: sqlite3.Connection) -> int:
            entered = 0
            for game in games:
                back = game.imported and _was_played_here(database, game.record)
                entered += insert(database, replace(game, imported=False) if back else game, scores=False)
            return entered

        return self._change(enter)

    def games(self) -> list[PlayedGame]:
        """All games, the one that ended last first."""
        return [game for page in self.pages() for game in page]

    def count(self) -> int:
        """How many games there are; 0 when the history cannot be read."""
        return self._look(count_games) or 0

    def pages(self) -> Iterator[list[PlayedGame]]:
        """``games`` piece by piece, for a list that must not wait for all of them: each is read when it is asked for.

        What other windows change meanwhile is seen in the pieces to come. After trouble there are no more of them.
        Fewer games than were counted, or one that has changed, make the whole file be read (see ``database``); what
        comes back by that comes last.
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
        while games := self._look(partial(_page, after=after)):
            yield games
            if len(games) < _PAGE:
                return
            after = (games[-1].moment, games[-1].id)

    def changed(self) -> list[PlayedGame] | None:
        """The games that are not what was written: their row, their facts or their record. None after trouble.

        Every record is read for this: with thousands of games it takes seconds.
        """
        return self._look(lambda database: [replace(played(row), changed=True) for row in _changed(database)])

    def record(self, game: int) -> Record | None:
        """The record of a game; None when it is not there any more. RecordError when it is damaged."""
        text = self.text(game)
        return None if text is None else read_record(text)

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

    def knows(self, seed: int, game: str, rules: str) -> bool:
        """This game was played with this number by these rules, even if it has been deleted since."""
        asked = "SELECT 1 FROM numbers WHERE seed = ? AND game = ? AND rules = ?"
        return bool(self._look(lambda database: database.execute(asked, (seed, game, rules)).fetchone()))

    def has_played(self, game: str) -> bool:
        """The list holds a game of this kind. True also where that cannot be read."""
        asked = "SELECT EXISTS (SELECT 1 FROM games WHERE game = ?)"
        row = self._look(lambda database: database.execute(asked, (game,)).fetchone())
        return row is None or bool(row[0])

    def is_past(self, record: Record) -> bool:
        """This game was played on from where the record stops, here or as somebody else's that has come in. So it is
        also where an earlier version has not written down how far each game was played, if the game is still there."""
        value = self.played(record.id)
        if value is not None or record.seed is None:
            return played_so_far.is_past(value, record.body.plies)
        return bool(self._look(lambda database: _goes_beyond(database, record)))

    def played(self, game: str) -> str | None:
        """What is known of how far the game with this id was ever played, see ``storage.played``.

        None also when the history cannot be read. Nothing is said of that, and nothing mended: it is asked before every
        action, and who needs the games themselves finds out.
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
        """The game with this id was played so far; ``ended``: to its end, with a record of this digest."""
        if ended is None or not played_so_far.is_past(self.played(game), ply):
            self._change(lambda database: played_so_far.note(database, game, ply, ended))

    def take_up(self, game: str) -> None:
        """The game with this id goes on where it was left. Where it stands is known from the autosave now: what it
        takes back free of charge was never played past."""
        key = played_so_far.KEY + game
        if self.played(game) is not None:
            self._change(lambda database: database.execute("DELETE FROM facts WHERE key = ?", (key,)))

    def looks(self) -> tuple[object, ...]:
        """Inode, time and size of each file of the history: they change when it does."""
        found: list[object] = []
        for path in (self._path, Path(f"{self._path}-wal")):
            with suppress(OSError):
                file = path.stat()
                found.append((file.st_ino, file.st_mtime_ns, file.st_size))
        return tuple(found)

    def number_of(self, record: Record) -> int | None:
        """By which number the history knows this game; None when it is not there, or cannot be read."""
        asked, digest = "SELECT id FROM games WHERE digest = ?", record.digest()
        row = self._look(lambda database: database.execute(asked, (digest,)).fetchone())
        return None if row is None else int(row[0])

    def reviews(self, game: int) -> list[KeptReview]:
        """What is kept of the coach's review of a game, hand by hand; nothing when it cannot be read."""
        return self._look(lambda database: kept_reviews.read(database, game)) or []

    def keep_review(self, game: int, review: KeptReview, patience: float | None = None) -> bool:
        """Keep the review of a hand with its game, in the place of an older one; whether that was done.

        ``patience``: as ``add`` has it; but nothing is said where it has run out: a review can wait.
        """

        def keep(database: sqlite3.Connection) -> bool:
            return kept_reviews.keep(database, game, review)

        return bool(self._change(keep, patience, busy_is_told=patience is None))

    def review_summaries(self) -> Iterator[KeptSummary]:
        """What the statistics add up of all reviews, by game and hand."""
        after = (-_LAST, 0)
        while found := self._look(partial(kept_reviews.summaries, after=after)):
            yield from found
            after = (found[-1].game, found[-1].hand)

    def tell_damaged_review(self) -> None:
        """A review makes no sense, and is passed over: say so, once."""
        self._report(Problem(ProblemKind.REVIEWS_DAMAGED, self._path, ""))

    def own_reviews(self) -> list[OwnReview]:
        """The reviews of the games that were played here, the one that ended last first."""
        return self._look(kept_reviews.of_people) or []

    def games_won(self, game: str, players: tuple[PlayerInfo, PlayerInfo]) -> tuple[int, int]:
        """Games of this kind that two people, or two computers, have won of each other; none when it cannot be read."""
        return self._look(lambda database: games_won(database, game, players)) or (0, 0)

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
        row = self._look(lambda database: database.execute(asked, (key,)).fetchone(), rescued=False)
        return None if row is None else str(row[0])

    def set_fact(self, key: str, value: str) -> bool:
        """Write something down under this key; whether that was done."""
        entered = "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)"
        return self._change(lambda database: database.execute(entered, (key, value))) is not None

    def facts(self, beginning: str) -> dict[str, str]:
        """All that was written down under keys that begin so, by what follows in the key; nothing after trouble."""
        asked, end = "SELECT key, value FROM facts WHERE key >= ? AND key < ?", beginning + chr(0x10FFFF)
        rows = self._look(lambda database: database.execute(asked, (beginning, end)).fetchall(), rescued=False)
        return {str(key)[len(beginning) :]: str(value) for key, value in rows or ()}

    def takes_long_to_renew(self) -> bool:
        """An earlier version has left so many games that it takes more than a moment to make rows of today of them."""
        import sqlite3

        try:
            if not self._is_there() or self._path.stat().st_size < _MUCH:
                return False
            with closing(connect(str(self._path), WAIT_SECONDS)) as database:
                return must_renew(database)
        except (OSError, sqlite3.Error):
            return False  # whoever looks next is told

    def renew(self) -> Generator[float, None, None]:
        """Make them bit by bit; says after each how much has been done, from 0 to 1. All is done, or nothing when it is
        broken off or fails: whoever looks into the history next does it, then, and is told of the trouble."""
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
        """The file looks damaged to somebody who has read all of it: put what can be read in its place, if it is.

        Whether that was done.
        """
        return bool(self._mend())

    def leave(self) -> None:
        """From now on nothing is read or written: the file is an earlier version's again."""
        self._left = True

    # ------------------------------------------------------------------ the database

    def _look(self, act: Callable[[sqlite3.Connection], T], *, rescued: bool = True) -> T | None:
        """What ``act`` finds; None after trouble. A database that is not there is an empty one, and is not made.

        ``rescued`` False: also after trouble that leaves its games readable, but not all else.
        """

        def look() -> T:
            import sqlite3

            if not self._is_there():
                with opened(":memory:", WAIT_SECONDS, self._clock) as database:
                    return act(database)
            try:
                with self._opened() as database:
                    database.execute("BEGIN")  # all questions see the same games
                    found = act(database)
                self._was_there = True
                return found
            except (sqlite3.OperationalError, NotKept) as error:
                if not isinstance(error, NotKept) and (primary(error) not in OF_THE_DISK or not rescued):
                    raise
            # Reading, too, makes files beside the database. A full disk or a folder that is read-only has none.
            if has_log(self._path):  # with games in it, perhaps
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
        """Do ``act`` as one transaction: all of it is on the disk afterwards, or nothing. None after trouble."""

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

    def _attempt(
        self,
        act: Callable[[], T],
        kind: ProblemKind,
        otherwise: Callable[[], T] | None = None,
        *,
        busy_is_told: bool = True,
    ) -> T | None:
        """Do it, and report what goes wrong. A damaged database is mended, and then it is tried once more.

        ``otherwise`` is done when it cannot be mended.
        """
        import sqlite3  # late: most starts never need it

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
            self._report.over(kind, ProblemKind.HISTORY_UNREADABLE)  # whoever writes has read before
            if kind is ProblemKind.HISTORY_UNWRITABLE:
                self._report.over(ProblemKind.HISTORY_UNMENDED)
            return found
        self._report(Problem(kind, self._path, detail))
        return None

    def _why(self, error: Exception) -> str:
        """The system's reason where SQLite has only a "disk I/O error" for a full disk; else its own words."""
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
        except (OSError, Busy, MemoryError, sqlite3.Error) as error:
            self._report(Problem(ProblemKind.HISTORY_UNMENDED, self._path, self._why(error)))
            return None
        kind = ProblemKind.HISTORY_RESCUED if found.games or found.of else ProblemKind.HISTORY_DAMAGED
        self._report.over(kind, ProblemKind.HISTORY_UNMENDED)  # it is not the same trouble that goes on
        self._report(Problem(kind, self._path, found.backup, (found.games, found.of)))
        return True


def _was_played_here(database: sqlite3.Connection, record: Record) -> bool:
    """A game that counts for the high scores, which only those do that were played here."""
    if database.execute("SELECT 1 FROM ledger LIMIT 1").fetchone() is None:
        return False
    return database.execute("SELECT 1 FROM ledger WHERE digest = ?", (record.digest(),)).fetchone() is not None


def _goes_beyond(database: sqlite3.Connection, record: Record) -> bool:
    """A game of the list is this one, and was played further than the record."""
    asked = "SELECT state, record FROM sound_games WHERE seed = ? AND game = ?"
    for state, packed in database.execute(asked, (record.seed, record.game)):
        with suppress(RecordError):
            other = read_record(unpack(packed))
            if other.id == record.id and (state != "unfinished" or other.body.plies > record.body.plies):
                return True
    return False


def _page(database: sqlite3.Connection, after: tuple[int, int]) -> list[PlayedGame]:
    """The games that come next in the list, the last one first, behind the one of this moment and id."""
    return [played(row) for row in database.execute(_LIST, (*after, _PAGE))]


def _entered(database: sqlite3.Connection) -> int:
    """How many games were entered; more than there can be when that has been lost."""
    number = counted(database)
    return _LAST if number is None else number


def _was_emptied(path: Path) -> bool:
    """Nothing is in the file, and nobody is beginning it just now: SQLite would do that without a word."""
    found = path.stat()
    return stat.S_ISREG(found.st_mode) and not found.st_size and time.time() - found.st_mtime > _SECONDS_TO_BEGIN


def _is_busy(error: Exception) -> bool:
    """Another program keeps the history to itself."""
    import sqlite3

    return isinstance(error, Busy) or primary(error) == sqlite3.SQLITE_BUSY


def _changed(database: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    import hashlib

    asked = "SELECT record, facts, facts_checksum FROM games WHERE id = ?"
    for row in database.execute(_LIST, (_LAST, _LAST, -1)):
        record, facts, stored = database.execute(asked, (row[0],)).fetchone()
        try:
            digest = hashlib.sha256(unpack(record).encode("utf-8")).digest()
        except RecordError:
            digest = b""
        if played(row).changed or digest != row[1] or facts_checksum(facts) != stored:
            yield row


def _scorable(database: sqlite3.Connection, which: str) -> list[Scorable]:
    return [
        Scorable(digest.lower(), name, (own, other), datetime.fromisoformat(ended), game, rival)
        for digest, name, own, other, ended, game, rival in database.execute(_LEDGER.format(which=which))
    ]


def _not_recounted(_record: Record) -> None:
    return None
