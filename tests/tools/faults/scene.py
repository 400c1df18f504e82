"""One run of an operation: the problems that were reported, and the facts that have to hold on the disk."""

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
    """A promise was broken. The text says which promise."""


class Closable(Protocol):
    def close(self) -> None: ...


class Disk:
    """The disk, as far as a scene controls it. On this disk nothing fails."""

    def heal(self) -> None:
        """Let every call succeed from now on."""

    def fail(self) -> None:
        """Let the fault happen again."""

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which calls do not fail, for the actions of another program."""
        return contextlib.nullcontext()

    def mark(self, text: str) -> None:
        """Put a line into the log."""


@dataclass
class Step:
    """An attempt to do something.

    ``done`` is the program's own report about the attempt, or None if there is no report. ``told`` is True if the
    program has reported a failure in another way than by a problem.
    """

    done: bool | None = None
    told: bool = False


class Scene:
    """The folder in which an operation acts. ``facts``, by their subjects, have to hold whatever happens now."""

    def __init__(self, root: Path, facts: dict[object, Fact], disk: Disk) -> None:
        self.profile = Profile(root)
        self.root = root
        self.problems: list[Problem] = []
        self.facts = dict(facts)
        self.snapshots: list[dict[object, Fact]] = []
        """The facts that had to hold at each mark in the log."""
        self._disk = disk
        self._in_trouble = False
        self._open: list[Closable] = []
        self._note()

    def clock(self) -> datetime:
        """Return the local time, which stands still."""
        return NOON

    def report(self, problem: Problem) -> None:
        """Take a problem that the program reports."""
        self.problems.append(problem)
        self._in_trouble = True

    def holds(self, *facts: Fact) -> None:
        """Declare that these facts are true from now on. They have to stay true."""
        self.facts.update({fact.about: fact for fact in facts})
        self._note()

    def forget(self) -> None:
        """Drop all facts, so that none of them has to stay true."""
        self.facts.clear()
        self._note()

    @contextlib.contextmanager
    def doing(self, *facts: Fact, raises: tuple[type[Exception], ...] = ()) -> Iterator[Step]:
        """Try to make these facts true. Meanwhile, and after a failure, the earlier facts may hold instead.

        The attempt has failed if it raises, or if the program reports a failure by ``done``. If the program reports
        nothing, the attempt has failed as long as a reported trouble lasts. Raise ``Broken`` if the attempt has failed
        and nobody was told about it.
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
        """Make the disk sound again. The following steps have to succeed."""
        self._disk.heal()
        self._in_trouble = False
        self.problems.clear()

    def fail_again(self) -> None:
        """Let the same fault happen again, counted as at the beginning."""
        self._disk.fail()

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which calls do not fail, for the actions of another program."""
        return self._disk.somebody_else()

    def later(self, thing: Closable) -> None:
        """Close ``thing`` at the end of the run, because no process keeps its locks for longer than it lives."""
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
    """An operation that writes.

    ``prepare`` makes the files that exist before, and ``act`` is the part that may fail. ``start`` is the next start of
    the program, on a sound disk. This start may report only problems that are ``expected``.
    """

    name: str
    prepare: Act
    act: Act
    start: Act
    expected: frozenset[str] = field(default=frozenset())
