"""One run of an operation: what it was told, what it may believe to be on the disk."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from faults.invariants import ANYTHING, Fact, OneOf
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile

NOON = datetime.fromisoformat("2026-05-04T12:00")


class Broken(AssertionError):
    """A promise was broken; the text says which."""


class Closable(Protocol):
    def close(self) -> None: ...


class Disk:
    """What a scene can do to the disk; nothing, where nothing is to fail."""

    def heal(self) -> None:
        """All succeeds from now on."""

    def fail(self) -> None:
        """The fault is to come again."""

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        """What another program does meanwhile does not fail."""
        return contextlib.nullcontext()

    def mark(self, text: str) -> None:
        """A line for the log."""


@dataclass
class Step:
    """Something that was tried. ``done``: what the program itself says about it, where it says something.

    ``told``: it has said that it failed, in another way than by a problem.
    """

    done: bool | None = None
    told: bool = False


class Scene:
    """Where an operation acts. ``facts`` are what has to hold whatever happens now, by what they are about."""

    def __init__(self, root: Path, facts: dict[object, Fact], disk: Disk) -> None:
        self.profile = Profile(root)
        self.root = root
        self.problems: list[Problem] = []
        self.facts = dict(facts)
        self.snapshots: list[dict[object, Fact]] = []
        """What had to hold at each mark in the log."""
        self._disk = disk
        self._in_trouble = False
        self._open: list[Closable] = []
        self._note()

    def clock(self) -> datetime:
        """The local time, which stands still."""
        return NOON

    def report(self, problem: Problem) -> None:
        """Where the program tells its problems."""
        self.problems.append(problem)
        self._in_trouble = True

    def holds(self, *facts: Fact) -> None:
        """These are true from now on, and have to stay so."""
        self.facts.update({fact.about: fact for fact in facts})
        self._note()

    def forget(self) -> None:
        """Nothing of what was true has to stay so."""
        self.facts.clear()
        self._note()

    @contextlib.contextmanager
    def doing(self, *facts: Fact, raises: tuple[type[Exception], ...] = ()) -> Iterator[Step]:
        """Try to make these facts true. While it lasts, and when it fails, what was before may hold as well.

        It has failed when it raises, or when the program says so by ``done``; where it says nothing, as long as there
        is trouble that it has told. Broken when it has failed and nobody was told.
        """
        old = {fact.about: self.facts.get(fact.about, ANYTHING) for fact in facts}
        self.facts.update({fact.about: OneOf(old[fact.about], fact) for fact in facts})
        self._note()
        step, raised = Step(), False
        try:
            yield step
        except raises:
            raised = True
        done = not self._in_trouble if step.done is None else step.done
        if raised:
            done = False
        elif not (done or step.told or self.problems):
            raise Broken("it was not done, and nobody was told")
        if done:
            self.holds(*facts)

    def heal(self) -> None:
        """The disk is sound again. What comes now has to succeed."""
        self._disk.heal()
        self._in_trouble = False
        self.problems.clear()

    def fail_again(self) -> None:
        """The same fault once more, as at the beginning."""
        self._disk.fail()

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        """What another program does meanwhile does not fail."""
        return self._disk.somebody_else()

    def later(self, thing: Closable) -> None:
        """It is closed when all is over: no process keeps its locks for longer than it lives."""
        self._open.append(thing)

    def close(self) -> None:
        for thing in self._open:
            thing.close()

    def _note(self) -> None:
        self.snapshots.append(dict(self.facts))
        self._disk.mark(str(len(self.snapshots) - 1))


Act = Callable[[Scene], None]


@dataclass(frozen=True)
class Operation:
    """Something that writes. ``prepare`` makes the files there are before, ``act`` is what may fail.

    ``start`` is the next start of the program, on sound files, in which it may tell only what is ``expected``.
    """

    name: str
    prepare: Act
    act: Act
    start: Act
    expected: frozenset[str] = field(default=frozenset())
