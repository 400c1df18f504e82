"""Read what SQLite skips in a damaged write-ahead log.

After a crash the last games may be only in the log (``history.db-wal``). SQLite reads the log up to the first frame
that is not valid, and it must, because a log ends like that if its writer was stopped. But if valid frames follow, the
frame was damaged later, and SQLite drops the rest without an error. The format is that of sqlite.org/fileformat2.html,
section 4.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HEAD, _FRAME_HEAD = 32, 24
_LARGEST = 1 << 26  # bytes; SQLite checkpoints a log at 4 MiB
_MAGIC = 0x377F0682


class Passed(NamedTuple):
    """The pages from the first bad frame on, each in its last version.

    ``lost`` is true if they include a complete change.
    """

    pages: tuple[bytes, ...]
    lost: bool


def passed_over(log: Path) -> Passed:
    """Return the pages of this log that SQLite will skip. Raise OSError if the log cannot be read."""
    if not log.is_file() or not _HEAD < log.stat().st_size <= _LARGEST:
        return Passed((), lost=False)
    data = log.read_bytes()
    size = int.from_bytes(data[8:12], "big")
    if size not in (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536):
        size = 4096
    whole = _FRAME_HEAD + size
    # An incomplete frame at the end is where a writer was stopped.
    frames = [data[at : at + whole] for at in range(_HEAD, len(data) - whole + 1, whole)]
    if not frames:
        return Passed((), lost=False)
    good = _good(data[:_HEAD], frames)
    salt = data[16:24] if good else frames[0][8:16]
    rest = [frame for frame in frames[good:] if frame[8:16] == salt]
    if not rest:  # frames of an earlier log can always follow
        return Passed((), lost=False)
    pages = {frame[:4]: frame[_FRAME_HEAD:] for frame in (frames[good], *rest)}
    lost = any(frame[4:8] != bytes(4) for frame in frames[good + 1 :] if frame in rest)
    return Passed(tuple(pages.values()), lost)


def _good(head: bytes, frames: list[bytes]) -> int:
    """Return the number of frames that SQLite reads."""
    magic = int.from_bytes(head[:4], "big")
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _sum(head[:24], (0, 0), order) != struct.unpack(">2I", head[24:32]):
        return 0
    sums = struct.unpack(">2I", head[24:32])
    for number, frame in enumerate(frames):
        if frame[8:16] != head[16:24]:
            return number
        sums = _sum(frame[:8] + frame[_FRAME_HEAD:], sums, order)
        if sums != struct.unpack(">2I", frame[16:24]):
            return number
    return len(frames)


def _sum(data: bytes, sums: tuple[int, ...], order: str) -> tuple[int, ...]:
    first, second = sums
    numbers: Iterator[int] = iter(struct.unpack(f"{order}{len(data) // 4}I", data[: len(data) // 4 * 4]))
    for number in numbers:
        first = (first + number + second) & 0xFFFFFFFF
        second = (second + next(numbers, 0) + first) & 0xFFFFFFFF
    return first, second
