"""Many games in one file: a line that says what it is, then a line a game, with the time at which it ended.

    mile-bones-history 2
    2026-05-04T12:00:00+02:00 {"format": "mile-bones-record", ...}

In version 1 the times have no zone: they are those of the computer that reads them. A line is read at a time, and none
that is longer than the largest record, so that no file needs more memory than that, and none keeps its reader busy.
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
_LONGEST_DATE = 40  # characters of a date with its time and its zone, and some more
_MOST_BLANK = 1000
"""Lines that are passed over before the reader's turn comes again."""


class Line(NamedTuple):
    """A line of an archive: its number, counted from 1, the game or what is wrong with it, and how much of the file has
    been read, from 0 to 1. None for a game: there was none in the last lines, and there is more to read."""

    number: int
    game: tuple[datetime, Record] | RecordError | None
    done: float


def write_head(file: BinaryIO) -> None:
    """Begin an archive."""
    file.write(f"{_HEAD} {_VERSIONS[-1]}\n".encode())


def write_game(file: BinaryIO, ended: datetime, text: str) -> None:
    """Add a game. ``ended`` has a zone; ``text`` is its record's, in which a line feed means no more than a space."""
    line = " ".join(text.split("\n")).strip()
    file.write(f"{ended.isoformat(timespec='seconds')} {line}\n".encode())


def is_archive(path: Path) -> bool:
    """The file begins as an archive does. OSError when it cannot be read."""
    with reading(path) as file:
        return file.read(len(_HEAD)) == _HEAD.encode()


def read_games(path: Path) -> Iterator[Line]:
    """The lines with games. RecordError when the file is no archive, OSError when it cannot be read.

    What is added to the file meanwhile is not read, so that there is an end.
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
                return  # where the next line begins is not known
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
    # There are other ways to write one; those are not ours.
    if ended is None or ended.isoformat(timespec="seconds") != date or (ended.tzinfo is not None) != with_zone:
        return RecordError(_("a date and a time are expected here"), number)
    try:
        return ended, read_record(text[len(date) :])
    except RecordError as error:
        return RecordError(error.reason, number, error.column + len(date))
