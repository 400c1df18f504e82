"""Many games in one file: a line that says what it is, then a line a game, with the time at which it ended.

    mile-bones-history 1
    2026-05-04T12:00:00 {"format": "mile-bones-record", ...}

A line is read at a time, and none that is longer than the largest record, so that no file needs more memory than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from mile_bones.engine import Record, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import reading
from mile_bones.storage.records import LARGEST

_HEAD = "mile-bones-history"
_VERSION = "1"
_DATE = 19  # characters of a date with its time


class Line(NamedTuple):
    """A line of an archive: its number, counted from 1, the game or what is wrong with it, and the bytes so far."""

    number: int
    game: tuple[datetime, Record] | RecordError
    done: int


def write_head(file: BinaryIO) -> None:
    """Begin an archive."""
    file.write(f"{_HEAD} {_VERSION}\n".encode())


def write_game(file: BinaryIO, ended: datetime, text: str) -> None:
    """Add a game; ``text`` is that of its record, in which a line feed means no more than a space."""
    line = " ".join(text.split("\n")).strip()
    file.write(f"{ended.isoformat(timespec='seconds')} {line}\n".encode())


def is_archive(path: Path) -> bool:
    """The file begins as an archive does. OSError when it cannot be read."""
    with reading(path) as file:
        return file.read(len(_HEAD)) == _HEAD.encode()


def read_games(path: Path) -> Iterator[Line]:
    """The lines with games. RecordError when the file is no archive, OSError when it cannot be read."""
    with reading(path) as file:
        head = file.readline(80).decode("utf-8", "replace").split()
        if head[:1] != [_HEAD]:
            raise RecordError(_("this is not a file with games of Mile Bones"))
        if head != [_HEAD, _VERSION]:
            raise RecordError(_("a later version of Mile Bones wrote it"))
        done, number = file.tell(), 1
        while data := file.readline(LARGEST + 1):
            done, number = done + len(data), number + 1
            if data.strip():
                yield Line(number, _read(data, number), done)
            if len(data) > LARGEST:
                return  # where the next line begins is not known


def _read(data: bytes, number: int) -> tuple[datetime, Record] | RecordError:
    if len(data) > LARGEST:
        return RecordError(_("the line is too long for a record"), number)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return RecordError(_("the file is not UTF-8 text"), number, len(data[: error.start].decode("utf-8")) + 1)
    ended: datetime | None
    try:
        ended = datetime.fromisoformat(text[:_DATE])
    except ValueError:
        ended = None
    if ended is None or ended.isoformat() != text[:_DATE]:  # there are other ways to write one, some with a zone
        return RecordError(_("a date and a time are expected here"), number)
    try:
        return ended, Record.from_json(text[_DATE:])
    except RecordError as error:
        return RecordError(error.reason, number, error.column + _DATE)
