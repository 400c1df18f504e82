"""Games won and high scores, kept in ``mb.ini``. Each game has its own sections.

A finished game is counted, with everything that follows from it, in one step, and its digest is kept: a crash between
the counting and the removal of the autosave cannot make it count twice.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mile_bones.engine.game import leader
from mile_bones.engine.graphemes import cut
from mile_bones.games import GAMES, spec
from mile_bones.storage.settings import LONGEST_NAME

if TYPE_CHECKING:
    from mile_bones.engine.spec import ScoreList, Spec
    from mile_bones.storage.ini import Changes, Ini, Key, Values

PLACES = 3
"""The number of entries in each list of high scores."""

DIGESTS = 100
"""The number of games, of those counted last, that are remembered as counted."""

_GAMES = "games"  # the section of the oldest game; other games append a word
_SCORES = "high scores"

_NUMBER = re.compile(r"[0-9]{1,9}")


class Entry(NamedTuple):
    """A line of a list: the name of a player, a value, and the day on which it was reached."""

    name: str
    value: int
    date: datetime.date


HighScores: TypeAlias = Mapping[str, tuple[Entry, ...]]
"""The entries of each list of a game, by the name of the list: the highest value first, at most ``PLACES``."""

Placement: TypeAlias = Mapping[str, tuple[int, ...]]
"""The indices of the lines that a game has entered in each list, by the name of the list; 0 is the first line."""


class Finished(NamedTuple):
    """A finished game that counts, with the names and points of the person and the computer."""

    names: tuple[str, str]
    points: tuple[int, int]
    ended: datetime.datetime


class _Keys:
    """The sections and keys of the results of one game in ``mb.ini``."""

    def __init__(self, game: Spec) -> None:
        games = game.own(_GAMES)
        self.scores = game.own(_SCORES)
        self.won = (games, "won by you"), (games, "won by the computer")
        self.drawn = (games, "drawn")
        self.first = (games, "first")
        self.counted = (games, "counted")
        self.cleared = (games, "lists cleared")


class Results:
    """The results of the finished games of one kind. Seat 0 is the person, seat 1 the computer."""

    def __init__(self, ini: Ini, game: str = GAMES[0]) -> None:
        self._ini = ini
        found = spec(game)
        self._keys = _Keys(found)
        self._lists = found.high_scores

    @property
    def games(self) -> tuple[int, int]:
        """The number of games won by each seat."""
        return _number(self._ini.values, self._keys.won[0]), _number(self._ini.values, self._keys.won[1])

    @property
    def drawn(self) -> int:
        """The number of games that ended with equal totals."""
        return _number(self._ini.values, self._keys.drawn)

    @property
    def first(self) -> int | None:
        """The seat that begins the first hand of the next game, or None if no game has ended yet."""
        return {"0": 0, "1": 1}.get(self._ini.values.get(self._keys.first, ""))

    def high_scores(self) -> HighScores:
        """Return the lists in the order of the spec, including the entries of other windows."""
        self._ini.refresh()
        return {scores.name: self._entries(self._ini.values, scores) for scores in self._lists}

    def clear_high_scores(self, when: datetime.datetime) -> None:
        """Clear the lists.

        The numbers of games won stay. Games that ended up to ``when``, local time, are not entered again.
        """

        def clear(values: Values) -> Changes:
            gone = {key: None for key in values if key[0] == self._keys.scores}
            return {**gone, self._keys.cleared: when.isoformat(timespec="seconds")}

        self._ini.transact(clear)

    def was_counted(self, digest: str) -> bool:
        """Return True if this game is one of those counted last."""
        return _mark(digest) in self._ini.values.get(self._keys.counted, "").split()

    def set_games(self, won: tuple[int, int], drawn: int) -> None:
        """Correct the numbers of games that each seat has won, and of drawn games."""
        keys = self._keys
        self._ini.update({keys.won[0]: str(won[0]), keys.won[1]: str(won[1]), keys.drawn: str(drawn)})

    def missing(self, games: Sequence[Finished]) -> int:
        """Return the number of lines that these games should have in the lists but do not have."""
        return self._completed(self._ini.values, games)[1]

    def complete(self, games: Sequence[Finished]) -> None:
        """Enter these games in the lists in which they are missing."""
        self._ini.transact(lambda values: self._completed(values, games)[0])

    def record_game(
        self,
        digest: str,
        winner: int | None,
        totals: tuple[int, int],
        names: tuple[str, str],
        date: datetime.date,
        next_first: int | None,
        *,
        people: bool = False,
    ) -> Placement | None:
        """Count a finished game: games won, high scores and the seat that begins the next game.

        `digest` is any text that no other game shares. `winner` is the seat with the higher total, or None for a drawn
        game. `next_first` is the seat that begins the next game, or None if that does not change. If `people` is true,
        two people have played, and the numbers of games won stay, because they are those of games against the computer.
        Return the lines that the game has entered in the lists, or None if it has been counted already and nothing
        changes.
        """
        if winner != leader(totals):
            raise ValueError(f"seat {winner} has not won a game of {totals[0]} to {totals[1]}")
        placement: Placement | None = None

        def count(values: Values) -> Changes:
            nonlocal placement
            placement = None
            changes = self._counted(values, digest, next_first)
            if changes is None:
                return {}
            if not people:
                won = self._keys.drawn if winner is None else self._keys.won[winner]
                changes[won] = str(_number(values, won) + 1)
            placement = {
                scores.name: self._places(values, changes, scores, totals, names, date) for scores in self._lists
            }
            return changes

        self._ini.transact(count)
        return placement

    def _places(
        self,
        values: Values,
        changes: dict[Key, str | None],
        scores: ScoreList,
        totals: tuple[int, int],
        names: tuple[str, str],
        date: datetime.date,
    ) -> tuple[int, ...]:
        """Enter the players of a game in a list of high scores, where they earned a place. Add the list to ``changes``.

        Return the indices of the lines.
        """
        now = dict(values)
        lines = (Entry(cut(names[seat], LONGEST_NAME), value, date) for seat, value in scores.due(totals))
        places = [self._enter(now, changes, scores, line) for line in lines]  # the second never ranks above the first
        return tuple(place for place in places if place is not None)

    def record_uncounted(self, digest: str, next_first: int) -> None:
        """Remember the seat that begins the next game, after a game that nobody wins.

        It was given up, or was an assisted one.
        """
        self._ini.transact(lambda values: self._counted(values, digest, next_first) or {})

    def _counted(self, values: Values, digest: str, next_first: int | None) -> dict[Key, str | None] | None:
        """Return the changes for every game that has ended, or None if this game has been counted already."""
        if next_first not in (0, 1, None):
            raise ValueError(f"{next_first} is not a seat")
        mark = _mark(digest)
        marks = values.get(self._keys.counted, "").split()
        if mark in marks:
            return None
        first: Changes = {} if next_first is None else {self._keys.first: str(next_first)}
        return {**first, self._keys.counted: " ".join([*marks, mark][-DIGESTS:])}

    def _completed(self, values: Values, games: Sequence[Finished]) -> tuple[Changes, int]:
        """Return the changes that enter these games where the lists lack them, and the number of missing lines."""
        cleared = values.get(self._keys.cleared, "")
        now, missing = dict(values), 0
        changes: dict[Key, str | None] = {}
        for scores in self._lists:
            there = [entry.value for entry in self._entries(values, scores)]
            for game in sorted(games, key=lambda game: game.ended):
                if game.ended.isoformat(timespec="seconds") <= cleared:
                    continue
                for seat, value in scores.due(game.points):
                    if value in there:
                        there.remove(value)  # the list has a line with this value
                        continue
                    entry = Entry(cut(game.names[seat], LONGEST_NAME), value, game.ended.date())
                    missing += self._enter(now, changes, scores, entry) is not None
        return changes, missing

    def _enter(
        self, now: dict[Key, str], changes: dict[Key, str | None], scores: ScoreList, entry: Entry
    ) -> int | None:
        """Put `entry` into the list `scores` of `now`, and add the lines of the list to `changes`.

        Return the index of its line, or None if it is below the list.
        """
        entries = list(self._entries(now, scores))
        place = sum(older.value >= entry.value for older in entries)  # an equal value ranks below the older one
        if place >= PLACES:
            return None
        entries.insert(place, entry)
        for number, line in enumerate(entries[:PLACES], 1):
            key = self._keys.scores, f"{scores.name} {number}"
            now[key] = changes[key] = f"{line.value} {line.date.isoformat()} {line.name}"
        return place

    def _entries(self, values: Values, scores: ScoreList) -> tuple[Entry, ...]:
        """Return the entries of a list in order. Lines that make no sense are skipped."""
        keys = ((self._keys.scores, f"{scores.name} {number}") for number in range(1, PLACES + 1))
        lines = (_entry(values.get(key, "")) for key in keys)
        entries = (entry for entry in lines if entry is not None and entry.value > scores.least)
        return tuple(sorted(entries, key=lambda entry: -entry.value))


def games_in(values: Values) -> tuple[int, int, int]:
    """Return the numbers of games of all kinds won by people, won by computers, and drawn, from ``mb.ini``."""
    keys = [_Keys(spec(game)) for game in GAMES]
    won, lost = (sum(_number(values, one.won[seat]) for one in keys) for seat in (0, 1))
    return won, lost, sum(_number(values, one.drawn) for one in keys)


def counted_in(*several: Values) -> Changes:
    """Return the change that marks the games as counted that are marked so in any of these values."""
    changes = {}
    for key in (_Keys(spec(game)).counted for game in GAMES):
        marks = dict.fromkeys(mark for values in several for mark in values.get(key, "").split())
        if marks:
            changes[key] = " ".join(list(marks)[-DIGESTS:])
    return changes


def _mark(digest: str) -> str:
    import hashlib  # late, because it loads OpenSSL

    return hashlib.sha256(digest.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _entry(line: str) -> Entry | None:
    value, _, rest = line.partition(" ")
    day, _, name = rest.partition(" ")
    if not _NUMBER.fullmatch(value):
        return None
    try:
        return Entry(cut(name, LONGEST_NAME), int(value), datetime.date.fromisoformat(day))
    except ValueError:
        return None


def _number(values: Mapping[tuple[str, str], str], key: tuple[str, str]) -> int:
    text = values.get(key, "")
    return int(text) if _NUMBER.fullmatch(text) else 0
