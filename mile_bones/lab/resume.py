"""A match kept in a file, batch by batch, so that it can be stopped at any time and resumed.

The file has lines of JSON. The first line identifies the match; each other line holds one finished batch::

    {"format": "mile-bones-match", "version": 1, "a": "original", "b": "easy", "rules": "mille", "seed": 7, ...}
    {"hands": 0, "pairs": [[750, -300], [0, 425], ...]}
    {"games": 0, "pairs": [[1, -1], [1, 1]]}

If the match was played ``adjusted``, a batch of hands also has the luck in each number::

    {"hands": 0, "pairs": [[750, -300], [0, 425], ...], "luck": [[612.4, -80.5], [-95.0, 377.1], ...]}

The file does not contain the number of hands in the match, so that it can grow.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.lab import line_file
from mile_bones.lab.batches import DEALS, LENGTH, SERIES, Kind, Match, Place, Played, Values
from mile_bones.lab.line_file import LineFile, ResumeError, damaged, other_version, read_line

_FORMAT = "mile-bones-match"
_VERSION = 1
_MOST_POINTS = 100_000  # far beyond any hand


class MatchFile:
    """The finished batches of a match. Created by `opened`."""

    def __init__(self, file: LineFile[dict[Place, Played]]) -> None:
        self.path = file.path
        self.finished = file.finished
        """The batches that the file held when it was opened."""
        self._file = file

    def add(self, place: Place, played: Played) -> None:
        """Write a finished batch. It is on the disk when this method returns. Raise ResumeError if the disk is full."""
        shape: dict[str, object] = {place.kind.value: place.number, "pairs": played.values}
        if played.luck is not None:
            shape["luck"] = played.luck
        self._file.write(shape)


@contextlib.contextmanager
def opened(path: Path, match: Match) -> Iterator[MatchFile]:
    """Open the file of a match, new or to be resumed; no other process may have it open.

    Raise ResumeError if the file is not of this match, damaged, in use, or cannot be read or written. The file is then
    left unchanged.
    """
    in_use = _("“{file}” is in use by another match").format(file=path)
    with line_file.opened(path, _header(match), lambda lines: _parsed(path, lines, match), in_use) as file:
        yield MatchFile(file)


def _header(match: Match) -> dict[str, object]:
    other: dict[str, object] = {} if match.game == GAMES[0] else {"game": match.game}
    if match.target is not None:
        other["target"] = match.target
    if match.options:
        other["options"] = dict(match.options)
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "a": match.a,
        "b": match.b,
        "rules": match.rules,
        "seed": match.seed,
        "deals_in_block": DEALS,
        "series_in_block": SERIES,
        **other,
    }


def _parsed(path: Path, lines: list[str], match: Match) -> dict[Place, Played]:
    """Return the finished batches in the lines of a file. Raise ResumeError if they are not those of this match."""
    header = read_line(lines[0])
    if not isinstance(header, dict) or header.get("format") != _FORMAT:
        raise ResumeError(_("“{file}” is not the file of a match").format(file=path))
    if header.get("version") != _VERSION:
        raise other_version(path)
    if header != _header(match):
        raise ResumeError(
            _("“{file}” holds another match: {a} - {b}, {rules}, seed {seed}").format(
                file=path, **{name: header.get(name) for name in ("a", "b", "rules", "seed")}
            )
        )
    finished: dict[Place, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        place, played = _block(read_line(line)) or (None, Played(()))
        if place is None or not _agree(played.values, finished.get(place, Played(())).values):
            raise damaged(path, number)
        finished[place] = played
    return finished


def _block(shape: object) -> tuple[Place, Played] | None:
    """Return the batch that a line holds, or None if it does not hold a valid one."""
    if not isinstance(shape, dict) or len(shape) != 2 + ("luck" in shape):
        return None
    for kind in Kind:
        number, pairs = shape.get(kind.value), shape.get("pairs")
        most = _MOST_POINTS if kind is Kind.HANDS else 1
        if type(number) is not int or number < 0 or not isinstance(pairs, list) or not 1 <= len(pairs) <= LENGTH[kind]:
            continue
        if not all(_is_pair(pair) and all(_fits(one, most) for one in pair) for pair in pairs):
            continue
        values, luck = tuple((here, there) for here, there in pairs), None
        if "luck" in shape:
            found = shape["luck"]
            if kind is not Kind.HANDS or not isinstance(found, list) or len(found) != len(pairs):
                continue
            if not all(_is_pair(pair) and all(_is_luck(one) for one in pair) for pair in found):
                continue
            luck = tuple((float(here), float(there)) for here, there in found)
        return Place(kind, number), Played(values, luck)
    return None


def _is_pair(shape: object) -> bool:
    return isinstance(shape, list) and len(shape) == 2


def _fits(number: object, most: int) -> bool:
    return type(number) is int and -most <= number <= most


def _is_luck(number: object) -> bool:
    return type(number) in (int, float) and -_MOST_POINTS <= cast(float, number) <= _MOST_POINTS


def _agree(one: Values, other: Values) -> bool:
    """Return True if the shorter of two versions of a batch is the beginning of the longer one."""
    return all(here == there for here, there in zip(one, other, strict=False))
