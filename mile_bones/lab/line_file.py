"""Finished parts of long work, kept in a file with a line of JSON for each, so that the work can be stopped at any time
and resumed.

The first line, the header, identifies the work. A line is on the disk before the next part counts as finished. A last
line without a line end was being written when the power failed; it is cut off.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Generic, TypeVar

from mile_bones.engine.errors import MileBonesError
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import TooLarge, read_text, write_atomically
from mile_bones.storage.locks import Busy, hold_lock

_LIMIT = 1 << 28  # bytes: 20 million hands of a match

Finished = TypeVar("Finished")


class ResumeError(MileBonesError):
    """Raised for a file with which the work cannot be resumed; the message gives the reason in one sentence."""


class LineFile(Generic[Finished]):
    """The finished parts of some work, in the file at ``path``. Created by ``opened``."""

    def __init__(self, path: Path, file: FileIO, finished: Finished) -> None:
        self.path = path
        self.finished = finished
        """The parts that the file held when it was opened."""
        self._file = file

    def write(self, shape: Mapping[str, object]) -> None:
        """Write a finished part. It is on the disk when this method returns. Raise ResumeError if the disk is full."""
        rest = (json.dumps(shape) + "\n").encode()
        try:
            while rest:  # a disk that fills up writes a part and fails at the next call
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unusable(self.path, error) from None


@contextlib.contextmanager
def opened(
    path: Path, header: Mapping[str, object], read: Callable[[list[str]], Finished], in_use: str
) -> Iterator[LineFile[Finished]]:
    """Open the file of some work, new or to be resumed; no other process may have it open.

    ``read`` gets all lines and returns what they hold; it raises ResumeError if they are not those of this work.
    ``in_use`` is the message if another process has the file open.

    Raise ResumeError if ``read`` does, or if the file is in use, or cannot be read or written. The file is then left
    unchanged.
    """
    if path.exists() and not path.is_file():  # before a lock file is created beside it
        raise ResumeError(_("“{file}” cannot be used: it is not an ordinary file").format(file=path))
    try:
        lock = hold_lock(path, 0)
    except Busy:
        raise ResumeError(in_use) from None
    except OSError as error:
        raise _unusable(path, error) from None
    try:
        try:
            if not path.exists() or path.stat().st_size == 0:
                write_atomically(path, (json.dumps(header) + "\n").encode())
            whole = _whole_lines(path)
            finished = read(whole.split("\n"))
            file = path.open("r+b", buffering=0)
        except (OSError, TooLarge, UnicodeDecodeError) as error:
            raise _unusable(path, error) from None
        with file:
            end = len(whole.encode()) + 1
            if file.seek(0, os.SEEK_END) > end:
                file.truncate(end)
                file.seek(end)
            yield LineFile(path, file, finished)
    finally:
        lock.release()


def read_line(line: str) -> object:
    """Return the JSON value of the line, or None if it is invalid."""
    try:
        shape: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return shape


def other_version(path: Path) -> ResumeError:
    """Return the error for a file in a format of another version of the program."""
    return ResumeError(_("“{file}” was written by another version of Mile Bones").format(file=path))


def damaged(path: Path, number: int) -> ResumeError:
    """Return the error for a file in which the line with this number, from 1, is damaged."""
    return ResumeError(_("“{file}” is damaged in line {number}").format(file=path, number=number))


def _whole_lines(path: Path) -> str:
    """Return the complete lines of the file, without the last line feed. An incomplete last line is ignored, whatever
    it contains.
    """
    try:
        text = read_text(path, _LIMIT)
    except UnicodeDecodeError as error:
        text = error.object[: error.object.rfind(b"\n") + 1].decode()
    return text.rpartition("\n")[0]


def _unusable(path: Path, error: Exception) -> ResumeError:
    if isinstance(error, OSError):
        why = error.strerror or str(error)
    elif isinstance(error, TooLarge):
        why = _("it is too large")
    else:
        why = _("it is not text")
    return ResumeError(_("“{file}” cannot be used: {reason}").format(file=path, reason=why))
