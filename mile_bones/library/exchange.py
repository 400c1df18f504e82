"""Export games from the history to a file, and import games from files.

Both work in steps: ``run`` yields the progress, from 0 to 1, so that a front end can show it. Closing the generator
stops the work.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timezone
from pathlib import Path
from typing import NamedTuple

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.record import Record
from mile_bones.games import facts, replay
from mile_bones.i18n import gettext as _
from mile_bones.match.faults import fault_text
from mile_bones.storage.archive import is_archive, read_games, write_game, write_head
from mile_bones.storage.files import modified, replacing
from mile_bones.storage.history import History
from mile_bones.storage.problems import reason
from mile_bones.storage.recent import ExportFolders
from mile_bones.storage.records import load_record
from mile_bones.storage.rows import CountedGame, PlayedGame, moment_of

_TOLD = 5  # the number of faults that are listed; nobody would read a longer list
_TOGETHER = 40  # games that are entered at once, because every entry waits for the disk
_MANY_HANDS = 400  # this number of waiting hands is entered at once, even if the games are few
_ACTIONS = 1000  # actions that are replayed before control returns to the caller


@dataclass
class Export:
    """Writes games of the history to one file: all of them or, if it is stopped, none.

    While it runs, ``folders`` contains the folder of the file. If the program is killed, the next start or the next
    export to that folder removes the temporary file.
    """

    history: History
    games: Sequence[PlayedGame]
    path: Path
    folders: ExportFolders
    written: int = 0
    damaged: int = 0
    """The number of games whose record is unreadable, or that have been deleted meanwhile."""

    def run(self) -> Generator[float, None, None]:
        """Write the file and yield the progress.

        Raise OSError if the file cannot be written or the history cannot be read.
        """
        folder = Path(os.path.realpath(self.path)).parent
        self.folders.add(folder)
        try:
            yield from self._write()
        finally:
            self.folders.forget(folder)

    def _write(self) -> Generator[float, None, None]:
        with replacing(self.path) as file:
            write_head(file)
            for number, game in enumerate(self.games, 1):
                text = self._text(game)
                if text is None:
                    self.damaged += 1
                else:
                    write_game(file, _with_zone(game), text)
                    self.written += 1
                yield number / len(self.games)
            if not self.written:  # do not replace an older file, which may be good, with an empty one
                raise OSError(errno.ENODATA, _("none of the games can be read"), str(self.path))

    def _text(self, game: PlayedGame) -> str | None:
        try:
            text = self.history.text(game.id)
        except RecordError:
            return None
        if text is None and self.history.holds(game.id) is not False:
            raise OSError(errno.EIO, _("the history cannot be read"), str(self.path))
        return text


def _with_zone(game: PlayedGame) -> datetime:
    """Return when the game ended, with the time zone of the clock where it was played."""
    try:
        offset = game.ended.replace(tzinfo=UTC) - datetime.fromtimestamp(game.moment, UTC)
        return game.ended.replace(tzinfo=timezone(offset))
    except (ValueError, OverflowError, OSError):  # the moment does not fit, or is outside the calendar
        return game.ended.replace(tzinfo=UTC)


class Fault(NamedTuple):
    """A game or file that was not imported: the file's name, and the fault with its place in the file."""

    file: str
    reason: str


@dataclass
class Import:
    """Imports games from files into the history. The files are records or were written by ``Export``.

    ``own`` is true if the games are the user's own. The games of other people are kept apart. Games between computer
    players never count as own, and games that were played here always do.

    Games that were imported before the work is stopped stay, and are recognised the next time. ``clock`` returns the
    local time. A record does not contain the time when its game ended. The time of the file is taken instead, but never
    a time in the future.
    """

    history: History
    paths: Sequence[Path]
    clock: Callable[[], datetime]
    own: bool = False
    new: int = 0
    known: int = 0
    """The number of games that the history contained already."""
    refused: int = 0
    """The number of games and files that were not imported."""
    faults: list[Fault] = field(default_factory=list)
    """The first faults that were found."""
    stopped: bool = False
    """True if the history cannot be written. That has been reported, and nothing more was read."""
    _waiting: list[CountedGame] = field(default_factory=list)
    _hands: int = 0
    """The number of hands in the games that wait to be entered."""

    def run(self) -> Generator[float, None, None]:
        """Import the files and yield the progress. A file that cannot be read is among the faults."""
        for number, path in enumerate(self.paths):
            try:
                for part in self._file(path):
                    if len(self._waiting) >= _TOGETHER or self._hands >= _MANY_HANDS:
                        self._enter()
                    if self.stopped:
                        return
                    yield (number + part) / len(self.paths)
            except RecordError as error:
                self._refuse(path, fault_text(error))
            except OSError as error:
                self._refuse(path, reason(error))
        self._enter()
        yield 1.0

    def _file(self, path: Path) -> Generator[float, None, None]:
        if not is_archive(path):
            for _step in self._take(path, load_record(path), self._written(path)):
                yield 0.0
            yield 1.0
            return
        before = 0.0
        for line in read_games(path):
            if isinstance(line.game, RecordError):
                self._refuse(path, fault_text(line.game))
            elif line.game is not None:
                ended, record = line.game
                now = self.clock()
                ended = now if moment_of(ended) > moment_of(now) else ended
                for _step in self._take(path, record, ended, line.number):
                    yield before
            yield line.done
            before = line.done

    def _written(self, path: Path) -> datetime:
        now = self.clock()
        return min(modified(path) or now, now)

    def _take(self, path: Path, record: Record, ended: datetime, line: int | None = None) -> Iterator[None]:
        """Check a game and put it on the list of those to be entered. Yield after each ``_ACTIONS`` actions."""
        last = None
        try:
            for number, step in enumerate(replay(record), 1):
                last = step
                if number % _ACTIONS == 0:
                    yield
        except ReplayError as error:
            text = fault_text(error)
            if line is not None:
                text = _("line {line}, {fault}").format(line=line, fault=text)
            self._refuse(path, text)
            return
        how = record.ended or ("finished" if last is not None and last[0].is_terminal() else "unfinished")
        own = self.own and any(player.kind == "human" for player in record.players)
        self._waiting.append(CountedGame(record, ended, facts(record), how, imported=not own))
        self._hands += record.body.count

    def _refuse(self, path: Path, why: str) -> None:
        self.refused += 1
        if len(self.faults) < _TOLD:
            self.faults.append(Fault(path.name, why))

    def _enter(self) -> None:
        games, self._waiting, self._hands = self._waiting, [], 0
        entered = self.history.add_all(games) if games else 0
        if entered is None:
            self.stopped = True
        else:
            self.new += entered
            self.known += len(games) - entered
