"""Games go out of the history into a file, and come in from files.

Both are done bit by bit: ``run`` says after each how much of it has been done, from 0 to 1, so that a front end can
show that, and break it off by closing the generator.
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
from mile_bones.storage.rows import Entered, PlayedGame, moment_of

_TOLD = 5  # faults that are told; of a file full of them nobody reads more
_TOGETHER = 40  # games that are entered at once: each time waits for the disk
_MANY_HANDS = 400  # which is as much work, though it be one game
_ACTIONS = 1000  # that are played again before somebody looks whether to go on


@dataclass
class Export:
    """Writes these games of the history to one file: all of them, or nothing when it is broken off.

    ``folders`` knows while this is done into which folder it is: what it leaves there if it is killed is swept away at
    the next start, or by the next export to the same folder.
    """

    history: History
    games: Sequence[PlayedGame]
    path: Path
    folders: ExportFolders
    written: int = 0
    damaged: int = 0
    """Games whose record cannot be read any more, or that have been deleted meanwhile."""

    def run(self) -> Generator[float, None, None]:
        """Do it. OSError when the file cannot be written, or the history not be read."""
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
            if not self.written:  # and an older file, which may be good, is not replaced by nothing
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
    """When a game ended, with the zone of the clock that it was played by."""
    try:
        offset = game.ended.replace(tzinfo=UTC) - datetime.fromtimestamp(game.moment, UTC)
        return game.ended.replace(tzinfo=timezone(offset))
    except (ValueError, OverflowError, OSError):  # a moment that has nothing to do with it, or that no calendar has
        return game.ended.replace(tzinfo=UTC)


class Fault(NamedTuple):
    """A game, or a file, that was not taken in, with the place of the fault."""

    file: str
    reason: str


@dataclass
class Import:
    """Takes the games of these files into the history: records, and what ``Export`` has written.

    ``own``: they are the user's, and not other people's, whose games are kept apart. Those that nobody played, only
    programs, never are; those that were played here always are.

    What has been taken in when it is broken off stays, and is recognised the next time. ``clock`` gives the local time:
    a record does not know when its game ended, so that is when its file was written. No game ended later than now.
    """

    history: History
    paths: Sequence[Path]
    clock: Callable[[], datetime]
    own: bool = False
    new: int = 0
    known: int = 0
    """Games that were there already."""
    refused: int = 0
    """Games and files that were not taken in."""
    faults: list[Fault] = field(default_factory=list)
    """What was wrong with the first of them."""
    stopped: bool = False
    """The history cannot be written, which has been reported; nothing more was read."""
    _waiting: list[Entered] = field(default_factory=list)
    _hands: int = 0
    """Those of the games that wait."""

    def run(self) -> Generator[float, None, None]:
        """Do it. A file that cannot be read is among the faults."""
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
        """Check a game and let it wait to be entered; a step is some of its actions."""
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
        self._waiting.append(Entered(record, ended, facts(record), how, imported=not own))
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
