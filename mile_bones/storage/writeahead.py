"""What a damaged write-ahead log holds that SQLite passes over.

Between a kill and the next start the last games may stand in the log alone (``history.db-wal``). SQLite reads it up to
the first frame that is not what was written, as it must: that is how a log ends whose writer was stopped. When more
was written behind that frame, it was damaged later, and SQLite forgets the rest without a word. The format is that of
sqlite.org/fileformat2.html, section 4.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_HEAD, _FRAME_HEAD = 32, 24
_LARGEST = 1 << 26  # bytes; SQLite puts a log away when it has 4 MiB
_MAGIC = 0x377F0682


class Passed(NamedTuple):
    """The pages behind the first bad frame, each as it was written last. ``lost``: a whole change is among them."""

    pages: tuple[bytes, ...]
    lost: bool


def passed_over(log: Path) -> Passed:
    """What SQLite will not read of this log, if anything. OSError when nobody can."""
    if not log.is_file() or not _HEAD < log.stat().st_size <= _LARGEST:
        return Passed((), lost=False)
    data = log.read_bytes()
    size = int.from_bytes(data[8:12], "big")
    if size not in (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536):
        size = 4096
    whole = _FRAME_HEAD + size
    # A part of a frame at the end is where a writer was stopped.
    frames = [data[at : at + whole] for at in range(_HEAD, len(data) - whole + 1, whole)]
    if not frames:
        return Passed((), lost=False)
    good = _good(data[:_HEAD], frames)
    salt = data[16:24] if good else frames[0][8:16]
    rest = [frame for frame in frames[good:] if frame[8:16] == salt]
    if not rest:  # what is left of an earlier log is always behind it
        return Passed((), lost=False)
    pages = {frame[:4]: frame[_FRAME_HEAD:] for frame in (frames[good], *rest)}
    lost = any(frame[4:8] != bytes(4) for frame in frames[good + 1 :] if frame in rest)
    return Passed(tuple(pages.values()), lost)


def _good(head: bytes, frames: list[bytes]) -> int:
    """How many frames SQLite reads."""
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
