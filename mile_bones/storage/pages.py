"""Read the pages of a damaged database, whether or not anything still refers to them.

SQLite finds a row through the pages above it. If one of those is lost, SQLite cannot reach the row although it exists.
Here every page is read separately, as the file format (sqlite.org/fileformat2.html) describes it, and finally every
byte is searched for records. Nothing that is found is trusted: the caller checks it.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Iterator
from datetime import datetime
from mmap import mmap

from mile_bones.storage.records import LARGEST

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INSIDE = 13, 10, 2
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # bytes of an integer, by serial type
_LOG_HEAD, _FRAME_HEAD = 32, 24
_DEFLATED = re.compile(rb"\x78\x9c")  # the first bytes of data packed by zlib
_RECORD = b'{"format": "mile-bones-record"'

_PIECE = 2048  # bytes that are unpacked at a time; most records have fewer

Bytes = bytes | mmap
Value = int | str | bytes | float | None


def rows(data: Bytes, *, log: bool = False) -> Iterator[tuple[Value, ...]]:
    """Yield all rows of all tables, damaged ones too, in the bytes of a database.

    If ``log`` is true, ``data`` is its write-ahead log. In a table with rowids the first value of a row is the rowid.
    """
    size = int.from_bytes(data[8:12] if log else data[16:18], "big")
    size = 65536 if size == 1 else size
    if size not in (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536):
        size = 4096
    first, step = (_LOG_HEAD + _FRAME_HEAD, _FRAME_HEAD + size) if log else (0, size)
    for start in range(first, len(data), step):
        page = data[start : start + size]
        head = 100 if start == 0 and not log else 0
        if len(page) > head + 8 and page[head] in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INSIDE):
            yield from _cells(b"" if log else data, page, head, size)


def rows_of(page: bytes) -> Iterator[tuple[Value, ...]]:
    """Yield the rows in one page, which must not be the first page of the database."""
    if len(page) > 8 and page[0] in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INSIDE):
        yield from _cells(b"", page, 0, len(page))


def _cells(data: Bytes, page: bytes, head: int, size: int) -> Iterator[tuple[Value, ...]]:
    kind = page[head]
    pointers = head + (12 if kind == _INDEX_INSIDE else 8)
    for number in range(int.from_bytes(page[head + 3 : head + 5], "big")):
        at = int.from_bytes(page[pointers + 2 * number : pointers + 2 * number + 2], "big")
        try:
            yield _cell(data, page, at, size, kind)
        except (IndexError, ValueError):
            continue


def _cell(data: Bytes, page: bytes, at: int, size: int, kind: int) -> tuple[Value, ...]:
    """Return the row at offset ``at`` in the page. Raise ValueError or IndexError if there is no row."""
    if kind == _INDEX_INSIDE:
        at += 4
    length, at = _number(page, at)
    if not 0 < length < 4 * LARGEST:
        raise ValueError(length)
    rowid = None
    most = size - 35 if kind == _TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if kind == _TABLE_LEAF:
        rowid, at = _number(page, at)
    if length <= most:
        return _values(page[at : at + length], rowid)
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    parts, left = [page[at : at + here]], length - here
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while left > 0:
        start = (following - 1) * size
        part = data[start + 4 : start + 4 + min(left, size - 4)] if start >= 0 else b""
        if not part:
            raise ValueError(following)
        following = int.from_bytes(data[start : start + 4], "big")
        parts.append(part)
        left -= len(part)
    return _values(b"".join(parts), rowid)


def _values(payload: bytes, rowid: int | None) -> tuple[Value, ...]:
    end, at = _number(payload, 0)
    kinds = []
    while at < end:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        length = _INTEGERS.get(kind, 0) if kind < 7 else 8 if kind == 7 else max(0, (kind - 12) // 2)
        part = payload[at : at + length]
        if len(part) < length:
            raise ValueError(length)
        at += length
        if kind in (0, 8, 9):
            values.append((None, 0, 1)[max(0, kind - 7)])
        elif kind in _INTEGERS:
            values.append(int.from_bytes(part, "big", signed=True))
        elif kind < 12:
            values.append(0.5)  # a stand-in for any float: our tables contain none
        else:
            values.append(part.decode("utf-8", "replace") if kind % 2 else part)
    if rowid is not None and values:
        values[0] = rowid
    return tuple(values)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return an integer of one to nine bytes and the offset after it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def records(data: Bytes) -> Iterator[bytes]:
    """Yield the text of every record whose packed bytes are contiguous anywhere in ``data``."""
    for found in _DEFLATED.finditer(data):
        text = _unpacked(data, found.start())
        if text is not None:
            yield text


def _unpacked(data: Bytes, at: int) -> bytes | None:
    deflated, text = zlib.decompressobj(), b""
    try:
        while not deflated.eof and len(text) <= LARGEST and at < len(data):
            text += deflated.decompress(data[at : at + _PIECE], LARGEST + 1 - len(text))
            if not text.startswith(_RECORD[: len(text)]):
                return None
            at += _PIECE
    except zlib.error:
        return None
    return text if deflated.eof and len(text) <= LARGEST else None  # at eof zlib has compared the checksum


def ended(data: Bytes, digest: bytes) -> str | None:
    """Return the time that follows the digest of a game anywhere in ``data``, or None if there is none."""
    at = data.find(digest)
    while at >= 0:
        with contextlib.suppress(ValueError):
            text = data[at + len(digest) : at + len(digest) + 19].decode("ascii")
            if datetime.fromisoformat(text).isoformat() == text:
                return text
        at = data.find(digest, at + 1)
    return None
