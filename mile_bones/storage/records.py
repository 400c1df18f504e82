"""Records of games as files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from mile_bones.engine.errors import RecordError
from mile_bones.engine.json_text import fault
from mile_bones.engine.record import Record
from mile_bones.games import read_record
from mile_bones.i18n import gettext as _
from mile_bones.storage.files import TooLarge, read_text, write_atomically

LARGEST = 1024 * 1024
"""Bytes in the largest file that is read as a record. A game to 5000 points takes about 16 thousand.

The worst text of this size is refused after a second and with 60 megabytes; one of 8 MiB took ten seconds and 470.
"""


def load_record(path: Path) -> Record:
    """The record in the file at `path`.

    RecordError when the file does not hold one (its shape is checked, not its play), OSError when it cannot be read or
    is not an ordinary file.
    """
    try:
        text = read_text(path, LARGEST)
    except TooLarge:
        raise RecordError(_("the file is too large for a record")) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        raise fault(before, len(before), _("the file is not UTF-8 text")) from None
    return read_record(text)


def save_record(path: Path, record: Record) -> None:
    """Write the record, all of it or nothing. OSError when that fails; an older file is then as it was.

    It fails for a record so large that it would not be read again.
    """
    data = record.to_json().encode("utf-8")
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    write_atomically(path, data)
