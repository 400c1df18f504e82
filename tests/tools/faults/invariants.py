"""The facts that have to hold in the end. Each fact is about the files of a profile, and can say in which way it does
not hold.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from mile_bones.engine.errors import RecordError
from mile_bones.engine.record import Record
from mile_bones.storage.archive import read_games
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.results import Results
from mile_bones.storage.rows import PlayedGame
from mile_bones.storage.statistics import Span


class After:
    """The files of a profile, as they are seen by a program that has just been started."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self._profile = Profile(root)

    @cached_property
    def ini(self) -> Ini:
        return Ini(self._profile.ini_path, self.problems.append)

    @cached_property
    def history(self) -> History:
        return History(self._profile.history_path, self.problems.append)

    @cached_property
    def games(self) -> list[tuple[PlayedGame, str | None]]:
        """The games of the history with the texts of their records, or None instead of a text that is damaged."""
        return [(game, self._text(game.id)) for game in self.history.games()]

    @cached_property
    def files(self) -> dict[str, str]:
        """The contents of the files in the games folder, by the names of the files."""
        return {path.name: path.read_text("utf-8") for path in sorted(self._profile.games_dir.glob("*.json"))}

    def _text(self, game: int) -> str | None:
        try:
            return self.history.text(game)
        except RecordError:
            return None


class Fact(Protocol):
    """A statement about the files that may or may not hold. A later fact with the same ``about`` replaces an earlier
    one.
    """

    @property
    def about(self) -> Hashable: ...

    def wrong(self, after: After) -> str | None:
        """Return what is wrong, or None if the fact holds."""


@dataclass(frozen=True)
class Anything:
    """A fact that always holds."""

    about: Hashable = None

    def wrong(self, after: After) -> str | None:
        return None


ANYTHING = Anything()


@dataclass(frozen=True)
class OneOf:
    """The fact that either the state before a change holds, or the state after it, but no state in between."""

    before: Fact
    now: Fact

    @property
    def about(self) -> Hashable:
        return self.now.about

    def wrong(self, after: After) -> str | None:
        before, now = self.before.wrong(after), self.now.wrong(after)
        return None if before is None or now is None else f"neither: {before}; nor: {now}"


@dataclass
class Later:
    """A fact that becomes known only when its step has been done."""

    about: Hashable
    fact: Fact = ANYTHING

    def wrong(self, after: After) -> str | None:
        return self.fact.wrong(after)


@dataclass(frozen=True)
class Value:
    """The fact that a key of mb.ini has this value. If ``value`` is None, the key is missing."""

    section: str
    key: str
    value: str | None

    @property
    def about(self) -> Hashable:
        return self.section, self.key

    def wrong(self, after: After) -> str | None:
        value = after.ini.get(self.section, self.key)
        return None if value == self.value else f"{self.section}/{self.key} is {value!r} and not {self.value!r}"


@dataclass(frozen=True)
class Won:
    """The fact that the games won by each seat are ``games``, and the best score is ``best``. ``best`` is None if there
    is no score.
    """

    games: tuple[int, int]
    best: int | None = None
    about: Hashable = "won"

    def wrong(self, after: After) -> str | None:
        results = Results(after.ini)
        if results.games != self.games:
            return f"{results.games} games are won and not {self.games}"
        best = [entry.value for entry in results.high_scores()["best"]]
        if best[:1] != ([] if self.best is None else [self.best]):
            return f"the best scores are {best} and not {self.best}"
        return None


@dataclass(frozen=True)
class Content:
    """The fact that a file, named from the root of the profile, has this content. If ``data`` is None, the file does
    not exist.
    """

    path: str
    data: bytes | None

    @property
    def about(self) -> Hashable:
        return self.path

    def wrong(self, after: After) -> str | None:
        path = after.root / self.path
        data = path.read_bytes() if path.is_file() else None
        if data == self.data:
            return None
        return f"{self.path} holds {_size(data)} and not {_size(self.data)}"


def _size(data: bytes | None) -> str:
    return "nothing" if data is None else f"{len(data)} bytes ({data[:20]!r})"


@dataclass(frozen=True)
class Kept:
    """The fact that the game is somewhere: in the autosave, in a file that waits, or in the history."""

    record: Record

    @property
    def about(self) -> Hashable:
        return "kept", self.record.players[0].name, self.record.hands[0].dealt

    def wrong(self, after: After) -> str | None:
        text = self.record.canonical_json()
        if self.record.to_json() in after.files.values() or any(found == text for _game, found in after.games):
            return None
        acts = sum(len(hand.actions) for hand in self.record.hands)
        whose = f"the game of {self.record.players[0].name} with {acts} actions"
        return f"{whose} is neither in {sorted(after.files)} nor in the history"


@dataclass(frozen=True)
class CountedGame:
    """The fact that the game is in the history, once, in this state. If ``state`` is None, the game is not there."""

    record: Record
    state: str | None

    @property
    def about(self) -> Hashable:
        return "entered", self.record.players[0].name

    def wrong(self, after: After) -> str | None:
        text = self.record.canonical_json()
        states = [game.state for game, found in after.games if found == text]
        wanted = [] if self.state is None else [self.state]
        if states == wanted:
            return None
        return f"the game of {self.record.players[0].name} is in the history as {states} and not as {wanted}"


@dataclass(frozen=True)
class Games:
    """The fact that the history has ``least`` to ``most`` games, and that each of them can be read."""

    least: int
    most: int
    about: Hashable = "number"

    def wrong(self, after: After) -> str | None:
        read = sum(text is not None for _game, text in after.games)
        if self.least <= len(after.games) <= self.most and len(after.games) == read:
            return None
        return f"{len(after.games)} games are in the history, {read} of them sound, and not {self.least} to {self.most}"


@dataclass(frozen=True)
class Counted:
    """The fact that the statistics count ``number`` finished games."""

    number: int
    about: Hashable = "counted"

    def wrong(self, after: After) -> str | None:
        statistics = after.history.statistics(Span())
        counted = None if statistics is None else len(statistics.results)
        return None if counted == self.number else f"the statistics count {counted} games and not {self.number}"


@dataclass(frozen=True)
class Archive:
    """The fact that a file, named from the root of the profile, is a complete archive with ``games`` games."""

    path: str
    games: int

    @property
    def about(self) -> Hashable:
        return self.path

    def wrong(self, after: After) -> str | None:
        try:
            games = [line.game for line in read_games(after.root / self.path)]
        except (OSError, RecordError) as error:
            return f"{self.path} is no archive: {error}"
        if len(games) == self.games and not any(isinstance(game, RecordError) for game in games):
            return None
        return f"{self.path} holds {len(games)} games and not {self.games}"


@dataclass(frozen=True)
class Somewhere:
    """The fact that a file that was damaged, or a copy of it under a longer name, still has this content."""

    path: str
    data: bytes

    @property
    def about(self) -> Hashable:
        return self.path

    def wrong(self, after: After) -> str | None:
        if any(path.read_bytes() == self.data for path in after.root.glob(f"{self.path}*") if path.is_file()):
            return None
        return f"what was in {self.path} is nowhere"


def wrong_facts(after: After, facts: dict[object, Fact]) -> list[str]:
    """Return what is wrong, for each fact that does not hold."""
    return [wrong for fact in facts.values() if (wrong := fact.wrong(after)) is not None]
