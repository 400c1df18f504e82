"""A file that keeps the results of mining game by game, so that mining can be stopped at any time and resumed.

The file has lines of JSON. The first line has the seed and the coach; each other line holds a whole game and what was
found in it::

    {"format": "mile-bones-quarry", "version": 1, "seed": 63, "coach": "1-0a1b2c3d"}
    {"game": 0, "counts": [301, 98, 83, 9, 6, 5], "record": "{...", "found": [{"choice": {...}, ...}, ...]}

A last line without a line end was being written when the power failed; it is cut off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from mile_bones.engine.errors import MileBonesError
from mile_bones.games import read_record
from mile_bones.i18n import gettext as _
from mile_bones.lab.coups.mining import Found, Mined, coach_version
from mile_bones.match.review_shape import choice_shape, read_choice
from mile_bones.storage.locks import Busy, hold_lock

_FORMAT, _VERSION = "mile-bones-quarry", 1


class CoupSourceError(MileBonesError):
    """Raised for a file that mining cannot continue; the message gives the reason in one sentence."""


class CoupSource:
    """The file at ``path``, new or to be continued, for this ``seed``. Use it in a ``with`` statement.

    Raise CoupSourceError if the file has another seed or coach, is damaged or something else, or is in use.
    """

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self._head = _head(seed)

    def __enter__(self) -> Self:
        try:
            self._lock = hold_lock(self.path, 0)
        except Busy:
            raise CoupSourceError(_("“{file}” is in use").format(file=self.path)) from None
        if not self.path.exists() or self.path.stat().st_size == 0:
            self.path.write_text(json.dumps(self._head) + "\n", encoding="utf-8")
        whole = self.path.read_bytes()
        whole = whole[: whole.rfind(b"\n") + 1]
        lines = whole.splitlines()
        try:
            if not lines or json.loads(lines[0]) != self._head:
                raise ValueError
            self.games = {json.loads(line)["game"] for line in lines[1:]}
        except (ValueError, KeyError, TypeError):
            self._lock.release()
            text = _("“{file}” was mined from another seed, with another coach, or is damaged")
            raise CoupSourceError(text.format(file=self.path)) from None
        self._file = self.path.open("r+b")
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()
        self._lock.release()

    def add(self, mined: Mined) -> None:
        """Write a game. It is on the disk when this method returns. For a game without finds, only the counts are
        kept.
        """
        shape: dict[str, Any] = {"game": mined.number, "counts": mined.counts}
        if mined.found:
            shape["record"] = mined.record.to_json()
            shape["found"] = [
                {"choice": choice_shape(each.choice), "original": each.original, "likely": round(each.likely, 4)}
                for each in mined.found
            ]
        self._file.write(json.dumps(shape).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _head(seed: int) -> dict[str, object]:
    return {"format": _FORMAT, "version": _VERSION, "seed": seed, "coach": coach_version()}


def counts(path: Path) -> list[tuple[int, ...]]:
    """Return for each game the number of choices that passed each stage."""
    return [tuple(shape["counts"]) for shape in _games(path)]


def mined(path: Path) -> Iterator[Mined]:
    """Yield the games in which something was found, in the order of their numbers."""
    for shape in sorted(_games(path), key=lambda shape: int(shape["game"])):
        if "found" in shape:
            found = tuple(Found(read_choice(one["choice"]), one["original"], one["likely"]) for one in shape["found"])
            yield Mined(shape["game"], read_record(shape["record"]), tuple(shape["counts"]), found)


def _games(path: Path) -> list[dict[str, Any]]:
    whole = path.read_bytes()
    lines = whole[: whole.rfind(b"\n") + 1].splitlines()
    return [json.loads(line) for line in lines[1:]]
