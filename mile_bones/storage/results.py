"""Games won and high scores, kept in mb.ini.

A finished game is counted in one step with everything that follows from it, and known again by its digest: a crash
between counting it and removing it from the autosave cannot count it twice.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mile_bones.storage.ini import Changes, Ini, Values
from mile_bones.storage.settings import LONGEST_NAME

PLACES = 3
"""Entries in each list of high scores."""

TARGET = 5000
"""A best score must be over this."""

DIGESTS = 100
"""How many of the games counted last are remembered."""

_SCORES = "high scores"
_GAMES = "games"
_WON = (_GAMES, "won by you"), (_GAMES, "won by the computer")
_DRAWN = (_GAMES, "drawn")
_FIRST = (_GAMES, "first")
_COUNTED = (_GAMES, "counted")

_CLEARED = (_GAMES, "lists cleared")

_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: who reached which value on which day."""

    name: str
    value: int
    date: datetime.date


class HighScores(NamedTuple):
    """The two lists, the highest value first, at most three entries each: winners' scores and spreads."""

    best: tuple[Entry, ...] = ()
    spreads: tuple[Entry, ...] = ()


class Placement(NamedTuple):
    """Where a game entered: the index into `HighScores.best` and into `HighScores.spreads`, 0 for the first line."""

    best: int | None
    spread: int | None


class Finished(NamedTuple):
    """A game that was played to its end and counts: the names and points of the person and the computer."""

    names: tuple[str, str]
    points: tuple[int, int]
    ended: datetime.datetime


class Results:
    """What is remembered of finished games. Seat 0 is the person, seat 1 the computer."""

    def __init__(self, ini: Ini) -> None:
        self._ini = ini

    @property
    def games(self) -> tuple[int, int]:
        """Games won by each seat."""
        return _number(self._ini.values, _WON[0]), _number(self._ini.values, _WON[1])

    @property
    def drawn(self) -> int:
        """Games that ended with equal totals."""
        return _number(self._ini.values, _DRAWN)

    @property
    def first(self) -> int:
        """The seat that begins the next game's first hand; seat 0 begins the very first."""
        return 1 if self._ini.values.get(_FIRST) == "1" else 0

    def high_scores(self) -> HighScores:
        """Both lists, with what other windows have entered."""
        self._ini.refresh()
        return HighScores(_entries(self._ini.values, "best"), _entries(self._ini.values, "spread"))

    def clear_high_scores(self, when: datetime.datetime) -> None:
        """Erase both lists. The games won stay. ``when``, local time, is remembered: no older game comes back."""

        def clear(values: Values) -> Changes:
            return {**{key: None for key in values if key[0] == _SCORES}, _CLEARED: when.isoformat(timespec="seconds")}

        self._ini.transact(clear)

    def was_counted(self, digest: str) -> bool:
        """This game is one of those that were counted last."""
        return _mark(digest) in self._ini.values.get(_COUNTED, "").split()

    def set_games(self, won: tuple[int, int], drawn: int) -> None:
        """So many games were won by each seat, and drawn: what was counted before was wrong."""
        self._ini.update({_WON[0]: str(won[0]), _WON[1]: str(won[1]), _DRAWN: str(drawn)})

    def missing(self, games: Sequence[Finished]) -> int:
        """How many lines of the two lists these games should have and do not have."""
        return _completed(self._ini.values, games)[1]

    def complete(self, games: Sequence[Finished]) -> None:
        """Enter these games in the lists where they are missing."""
        self._ini.transact(lambda values: _completed(values, games)[0])

    def record_game(
        self,
        digest: str,
        winner: int | None,
        totals: tuple[int, int],
        names: tuple[str, str],
        date: datetime.date,
        next_first: int,
    ) -> Placement | None:
        """Count a finished game: games won, high scores and who begins the next.

        `digest` is any text that no other game shares. `winner` is the seat with the higher total, None for a drawn
        game. Returns where the game entered the lists, or None when it is counted already and nothing changes.
        """
        ahead = None if totals[0] == totals[1] else int(totals[1] > totals[0])
        if winner != ahead:
            raise ValueError(f"seat {winner} has not won a game of {totals[0]} to {totals[1]}")
        placement: Placement | None = None

        def count(values: Values) -> Changes:
            nonlocal placement
            placement = None
            changes = _counted(values, digest, next_first)
            if changes is None:
                return {}
            won = _DRAWN if winner is None else _WON[winner]
            changes[won] = str(_number(values, won) + 1)
            best = spread = None
            if winner is not None:
                name, score = names[winner][:LONGEST_NAME], totals[winner]
                if score > TARGET:
                    best = _enter(values, changes, "best", Entry(name, score, date))
                spread = _enter(values, changes, "spread", Entry(name, abs(totals[0] - totals[1]), date))
            placement = Placement(best, spread)
            return changes

        self._ini.transact(count)
        return placement

    def record_uncounted(self, digest: str, next_first: int) -> None:
        """Remember a game that was given up or was an assisted one: nobody wins it. And who begins the next."""
        self._ini.transact(lambda values: _counted(values, digest, next_first) or {})


def games_in(values: Values) -> tuple[int, int, int]:
    """Games won by each seat, and drawn ones, in the values of an mb.ini."""
    return _number(values, _WON[0]), _number(values, _WON[1]), _number(values, _DRAWN)


def counted_in(*several: Values) -> Changes:
    """The change by which the games are known as counted that are in any of these."""
    marks = dict.fromkeys(mark for values in several for mark in values.get(_COUNTED, "").split())
    return {_COUNTED: " ".join(list(marks)[-DIGESTS:])} if marks else {}


def _counted(values: Values, digest: str, next_first: int) -> dict[tuple[str, str], str | None] | None:
    """The changes that every ended game brings; None when this one has brought them already."""
    if next_first not in (0, 1):
        raise ValueError(f"{next_first} is not a seat")
    mark = _mark(digest)
    marks = values.get(_COUNTED, "").split()
    if mark in marks:
        return None
    return {_FIRST: str(next_first), _COUNTED: " ".join([*marks, mark][-DIGESTS:])}


def _mark(digest: str) -> str:
    import hashlib  # late: OpenSSL comes with it

    return hashlib.sha256(digest.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _completed(values: Values, games: Sequence[Finished]) -> tuple[Changes, int]:
    """The changes by which all these games stand in the lists that should, and how many lines were missing."""
    cleared = values.get(_CLEARED, "")
    now, missing = dict(values), 0
    changes: dict[tuple[str, str], str | None] = {}
    for which in ("best", "spread"):
        there = [entry.value for entry in _entries(values, which)]
        for game in sorted(games, key=lambda game: game.ended):
            own, other = game.points
            value = max(own, other) if which == "best" else abs(own - other)
            if own == other or value <= (TARGET if which == "best" else 0):
                continue
            if game.ended.isoformat(timespec="seconds") <= cleared:
                continue
            if value in there:
                there.remove(value)  # it stands there, as far as one can see
                continue
            name = game.names[int(other > own)][:LONGEST_NAME]
            found: dict[tuple[str, str], str | None] = {}
            if _enter(now, found, which, Entry(name, value, game.ended.date())) is not None:
                missing += 1
                changes.update(found)
                now.update({key: text for key, text in found.items() if text is not None})
    return changes, missing


def _enter(values: Values, changes: dict[tuple[str, str], str | None], which: str, entry: Entry) -> int | None:
    """Add to `changes` the list with the entry in its place; the place, None when it is below the list."""
    entries = list(_entries(values, which))
    place = sum(older.value >= entry.value for older in entries)  # an equal value ranks below the older one
    if place >= PLACES:
        return None
    entries.insert(place, entry)
    for number, line in enumerate(entries[:PLACES], 1):
        changes[_SCORES, f"{which} {number}"] = f"{line.value} {line.date.isoformat()} {line.name}"
    return place


def _entries(values: Values, which: str) -> tuple[Entry, ...]:
    """A list as the file has it, in order; lines that make no sense are passed over."""
    lines = (_entry(values.get((_SCORES, f"{which} {number}"), "")) for number in range(1, PLACES + 1))
    least = TARGET if which == "best" else 0
    entries = (entry for entry in lines if entry is not None and entry.value > least)
    return tuple(sorted(entries, key=lambda entry: -entry.value))


def _entry(line: str) -> Entry | None:
    value, _, rest = line.partition(" ")
    day, _, name = rest.partition(" ")
    if not _NUMBER.fullmatch(value):
        return None
    try:
        return Entry(name[:LONGEST_NAME], int(value), datetime.date.fromisoformat(day))
    except ValueError:
        return None


def _number(values: Mapping[tuple[str, str], str], key: tuple[str, str]) -> int:
    text = values.get(key, "")
    return int(text) if _NUMBER.fullmatch(text) else 0
