"""A review kept in a file, hand by hand, so that it can be stopped at any time and resumed.

The first line identifies the game and the coach; each other line holds a finished hand::

    {"format": "mile-bones-review", "version": 1, "record": "5f0c...", "coach": "3-7d1e... 2400"}
    {"hand": 1, "points": [650, 300], "luck": [...], "choices": [...]}
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from mile_bones.i18n import gettext as _
from mile_bones.lab import line_file
from mile_bones.lab.line_file import LineFile, ResumeError, damaged, other_version, read_line
from mile_bones.library.reviews import made_by
from mile_bones.match.replaying import Replay
from mile_bones.match.review import HandReview, fits
from mile_bones.match.review_shape import hand_shape, read_hand

_FORMAT = "mile-bones-review"
_VERSION = 1


class ReviewFile:
    """The finished hands of a review. Created by ``opened``."""

    def __init__(self, file: LineFile[dict[int, HandReview]]) -> None:
        self.finished = file.finished
        """The hands that the file held when it was opened, by number."""
        self._file = file

    def add(self, hand: HandReview) -> None:
        """Write a finished hand. It is on the disk when this method returns. Raise ResumeError if the disk is full."""
        self._file.write(hand_shape(hand))


@contextlib.contextmanager
def opened(path: Path, replay: Replay, worlds: int) -> Iterator[ReviewFile]:
    """Open the file of a review of this game, new or to be resumed; no other process may have it open.

    Raise ResumeError if the file is not of this game, if it was made by another coach or with another number of worlds,
    or if it is damaged, in use, or cannot be read or written. The file is then left unchanged.
    """
    header = {
        "format": _FORMAT,
        "version": _VERSION,
        "record": replay.record.digest().hex(),
        "coach": made_by(replay.record.game, worlds),
    }
    in_use = _("“{file}” is in use by another review").format(file=path)
    with line_file.opened(path, header, lambda lines: _parsed(path, lines, header, replay), in_use) as file:
        yield ReviewFile(file)


def _parsed(path: Path, lines: list[str], expected: dict[str, object], replay: Replay) -> dict[int, HandReview]:
    """Return the finished hands in the lines of a file. Raise ResumeError if they are not those of this review."""
    header = read_line(lines[0])
    if not isinstance(header, dict) or header.get("format") != _FORMAT:
        raise ResumeError(_("“{file}” is not the file of a review").format(file=path))
    if header.get("version") != _VERSION:
        raise other_version(path)
    if header.get("record") != expected["record"]:
        raise ResumeError(_("“{file}” holds the review of another game").format(file=path))
    if header != expected:
        raise ResumeError(
            _("“{file}” was made by another version of the coach or with another number of worlds").format(file=path)
        )
    finished: dict[int, HandReview] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            hand = read_hand(read_line(line))
        except ValueError:
            raise damaged(path, number) from None
        if hand.hand in finished or not fits(hand, replay):
            raise damaged(path, number)
        finished[hand.hand] = hand
    return finished
