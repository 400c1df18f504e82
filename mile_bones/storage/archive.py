"""An archive: a file with many games. After a header line it has one line for each game. Each line begins with the time
at which the game ended.

    mile-bones-history 2
    2026-05-04T12:00:00+02:00 {"format": "mile-bones-record", ...}

In version 1 the times have no time zone and are taken as local time of the computer that reads them. The file is read
line by line, and a line may be no longer than the largest record. So no file can use up the memory or keep its reader
busy.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import Record
from mile_bones.games import read_record
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import reading
from mile_bones.storage.records import LARGEST

_HEAD = "mile-bones-history"
_VERSIONS = ("1", "2")
_LONGEST_DATE = 40  # characters; a date with time and zone has fewer
_MOST_BLANK = 1000
"""The number of blank lines after which the reader hands control back to its caller."""


class Line(NamedTuple):
    """A line of an archive. ``number`` counts from 1.

    ``game`` is one of three things: the time when the game ended and its record, the error in the line, or None. It is
    None if only blank lines have been read since the last ``Line`` and more of the file follows. ``done`` is the part
    of the file that has been read, from 0 to 1.
    """

    number: int
    game: tuple[datetime, Record] | RecordError | None
    done: float


def write_head(file: BinaryIO) -> None:
    """Write the header line of an archive to ``file``."""
    file.write(f"{_HEAD} {_VERSIONS[-1]}\n".encode())


def write_game(file: BinaryIO, ended: datetime, text: str) -> None:
    """Add a game that ended at ``ended``, which must have a time zone.

    ``text`` is the text of its record. Line feeds in the text are replaced with spaces, which mean the same in a
    record.
    """
    line = " ".join(text.split("\n")).strip()
    file.write(f"{ended.isoformat(timespec='seconds')} {line}\n".encode())


def is_archive(path: Path) -> bool:
    """Return True if the file begins like an archive. Raise OSError if it cannot be read."""
    with reading(path) as file:
        return file.read(len(_HEAD)) == _HEAD.encode()


def read_games(path: Path) -> Iterator[Line]:
    """Yield the games of the archive at ``path``, line by line.

    Raise RecordError if the file is not an archive, OSError if it cannot be read. Text that is appended after the file
    was opened is not read, so that the reading always ends.
    """
    with reading(path) as file:
        size = os.fstat(file.fileno()).st_size
        head = file.readline(80).decode("utf-8", "replace").split()
        if head[:1] != [_HEAD]:
            raise RecordError(_("this is not a file with games of Mile Bones"))
        if len(head) != 2 or head[1] not in _VERSIONS:
            raise RecordError(_("a later version of Mile Bones wrote it"))
        done, number, seen = file.tell(), 1, (0, 0)
        while done < size and (data := file.readline(min(LARGEST + 1, size - done))):
            done, number = done + len(data), number + 1
            if data.strip():
                yield Line(number, _read(data, number, with_zone=head[1] != "1"), done / size)
            elif number - seen[0] >= _MOST_BLANK or done - seen[1] >= LARGEST:
                yield Line(number, None, done / size)
            else:
                continue
            if len(data) > LARGEST:
                return  # the beginning of the next line cannot be found
            seen = (number, done)


def _read(data: bytes, number: int, *, with_zone: bool) -> tuple[datetime, Record] | RecordError:
    if len(data) > LARGEST:
        return RecordError(_("the line is too long for a record"), number)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return RecordError(_("the file is not UTF-8 text"), number, len(data[: error.start].decode("utf-8")) + 1)
    date = text[:_LONGEST_DATE].partition(" ")[0]
    ended: datetime | None
    try:
        ended = datetime.fromisoformat(date)
    except ValueError:
        ended = None
    # ISO 8601 allows other ways to write a time; `write_game` does not use them.
    if ended is None or ended.isoformat(timespec="seconds") != date or (ended.tzinfo is not None) != with_zone:
        return RecordError(_("a date and a time are expected here"), number)
    try:
        return ended, read_record(text[len(date) :])
    except RecordError as error:
        return RecordError(error.reason, number, error.column + len(date))
