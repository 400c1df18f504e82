"""Load and save records of games."""

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
"""The largest size in bytes of a file that is read as a record. A game to 5000 points takes about 16 thousand bytes.

The worst text of this size is refused after a second and with 60 megabytes of memory. A text of 8 MiB took ten seconds
and 470 megabytes.
"""


def load_record(path: Path) -> Record:
    """Return the record in the file at `path`.

    Raise RecordError if the file does not contain a record (its format is checked, not its play), OSError if it cannot
    be read or is not a regular file.
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
    """Write the record, completely or not at all. Raise OSError if that fails; an older file is then unchanged.

    It also fails for a record that would be too large to be read again.
    """
    data = record.to_json().encode("utf-8")
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    write_atomically(path, data)
