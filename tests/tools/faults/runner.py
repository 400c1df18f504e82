"""Runs every case of an operation: once with each fault, and once after each loss of power."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from faults.invariants import After, Fact, wrong_facts
from faults.power import LAST_FIRST, NOTHING_MORE, Tree, losses, put
from faults.scene import Broken, Disk, Operation, Scene
from faults.shim import LASTING, ONCE, Fault, Kind, Shim

T = TypeVar("T")

_LONG_AGO = 2 * 3600.0
"""An age in seconds. No writer is still at work on a file that has not been changed for longer than this."""


class Sample(NamedTuple):
    """The number of cases of an operation to try. There are too many cases to try all of them at every change of the
    program.

    ``calls`` of the disk's calls fail once, each in one of its possible ways. ``disk`` and ``memory`` are the numbers
    of lasting faults of the disk and of faults of memory. ``losses`` of power are replayed.
    """

    calls: int
    disk: int
    memory: int
    losses: int

    def of(self, faults: list[Fault], luck: random.Random) -> list[Fault]:
        """Return the chosen faults."""
        calls: dict[tuple[Kind, int], list[Fault]] = {}
        lasting, memory = [], []
        for fault in faults:
            if Kind.ALLOCATE in fault.kinds:
                memory.append(fault)
            elif fault.lasting:
                lasting.append(fault)
            else:
                calls.setdefault((fault.kinds[0], fault.number), []).append(fault)
        once = [luck.choice(ways) for ways in calls.values()]
        return [*_some(once, self.calls, luck), *_some(lasting, self.disk, luck), *_some(memory, self.memory, luck)]


@dataclass
class Outcome:
    """The result of an operation. It has ``cases`` cases, of which ``tried`` were run. In ``injected`` of these,
    something failed.
    """

    name: str
    cases: int = 0
    tried: int = 0
    injected: int = 0
    states: int = 0
    """The number of states in which a loss of power may leave the disk. ``losses`` of them were tried."""
    losses: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    """The complaints, each with the case that caused it."""


class _Logging(Disk):
    """A disk on which nothing fails. It counts its calls up to each point at which a failing disk would have been
    healed.
    """

    def __init__(self, shim: Shim, counts: list[dict[Kind, int]]) -> None:
        self._shim = shim
        self._counts = counts

    def heal(self) -> None:
        self._counts.append(self._shim.counts())

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        return self._shim.paused()

    def mark(self, text: str) -> None:
        self._shim.mark(text)


class _Failing(Disk):
    """A disk on which a fault happens."""

    def __init__(self, shim: Shim, fault: Fault) -> None:
        self._shim = shim
        self._fault = fault
        shim.arm(fault)

    def heal(self) -> None:
        self._shim.heal()

    def fail(self) -> None:
        self._shim.arm(self._fault)

    def somebody_else(self) -> contextlib.AbstractContextManager[None]:
        return self._shim.paused()

    def mark(self, text: str) -> None:
        if self._fault.kinds == (Kind.SYNC,):
            self._shim.mark(text)


class Runner:
    """Runs operations in folders below ``scratch``. It runs the cases of ``sample``, or all cases if ``sample`` is
    None.
    """

    def __init__(self, shim: Shim, scratch: Path, sample: Sample | None) -> None:
        self._shim = shim
        self._scratch = scratch
        self._sample = sample

    def run(self, operation: Operation) -> Outcome:
        """Try the operation with every fault, one after the other."""
        outcome = Outcome(operation.name)
        template, facts = self._prepare(operation)
        counts = self._without_fault(operation, template, facts, outcome)
        faults = list(_faults(counts))
        outcome.cases = len(faults)
        if self._sample is not None:
            faults = self._sample.of(faults, random.Random(operation.name))
        for fault in faults:
            outcome.tried += 1
            wrong = self._with_fault(operation, template, facts, fault)
            outcome.injected += self._shim.failed > 0
            case = f"{fault} ({_plain(Path(self._shim.where).name)})"
            outcome.failures += [(text, case) for text in wrong]
        shutil.rmtree(template)
        return outcome

    def _prepare(self, operation: Operation) -> tuple[Path, dict[object, Fact]]:
        template = self._scratch / "template"
        template.mkdir()
        scene = Scene(template / "profile", {}, Disk())
        operation.prepare(scene)
        scene.close()
        assert not scene.problems, scene.problems
        return template, scene.facts

    def _case(self, template: Path) -> Path:
        case = self._scratch / "case"
        shutil.rmtree(case, ignore_errors=True)
        shutil.copytree(template, case, symlinks=True)
        return case

    def _without_fault(
        self, operation: Operation, template: Path, facts: dict[object, Fact], outcome: Outcome
    ) -> dict[Kind, int]:
        """Run the operation without a fault, and replay losses of power into ``outcome``.

        Return the number of calls of each kind, up to the first point at which the disk would have been healed.
        """
        case, counts = self._case(template), []
        self._shim.watch(case)
        self._shim.begin_log()
        scene = Scene(case / "profile", facts, _Logging(self._shim, counts))
        failures = self._act(operation, scene)
        calls = self._shim.end_log()
        counts.append(self._shim.counts())
        outcome.failures += [(text, "without a fault") for text in failures or self._look(operation, scene)]
        states = list(losses(case, template, calls))
        outcome.states = len(states)
        if self._sample is not None:
            states = _some(states, self._sample.losses, random.Random(operation.name))
        for marks, place, how, tree in states:
            outcome.losses += 1
            self._put(tree, template, case)
            lost = Scene(case / "profile", scene.snapshots[marks], Disk())
            found = self._look(operation, lost, log_may_look_damaged=how.startswith(LAST_FIRST))
            outcome.failures += [(text, f"power lost {place}, {how}") for text in found]
        return counts[0]

    def _with_fault(self, operation: Operation, template: Path, facts: dict[object, Fact], fault: Fault) -> list[str]:
        case = self._case(template)
        self._shim.watch(case)
        unsynced = fault.kinds == (Kind.SYNC,)
        if unsynced:
            self._shim.begin_log()
        scene = Scene(case / "profile", facts, _Failing(self._shim, fault))
        wrong = self._act(operation, scene)
        calls = self._shim.end_log() if unsynced else []
        wrong = wrong or self._look(operation, scene)
        for marks, _place, how, tree in losses(case, template, calls):
            if not wrong and how.startswith(NOTHING_MORE):
                self._put(tree, template, case)
                lost = Scene(case / "profile", scene.snapshots[marks], Disk())
                wrong = [f"then the power is lost, and {text}" for text in self._look(operation, lost)]
        return wrong

    def _put(self, tree: Tree, template: Path, case: Path) -> None:
        shutil.rmtree(case)
        put(tree, template, case)

    def _act(self, operation: Operation, scene: Scene) -> list[str]:
        """Run the operation. Return the promises that it broke, or the error that it raised although it must not
        raise.
        """
        try:
            operation.act(scene)
        except Broken as broken:
            return [str(broken)]
        except Exception as error:  # noqa: BLE001  # no error may come out, whatever it is
            return [f"raised {_short(error)}"]
        finally:
            self._shim.heal()
            scene.close()
        return []

    def _look(self, operation: Operation, scene: Scene, *, log_may_look_damaged: bool = False) -> list[str]:
        """Start the program again. Return the faults in its files, and the leftovers.

        If the last frames of SQLite's log have reached the disk before others, the log looks as if it had been damaged
        later. The program then searches the log, and may report this.
        """
        start = Scene(scene.root, {}, Disk())
        try:
            operation.start(start)
        except Exception as error:  # noqa: BLE001
            return [f"the next start raised {_short(error)}"]
        finally:
            start.close()
        after = After(scene.root)
        found = wrong_facts(after, scene.facts)
        news = [one for one in (*start.problems, *after.problems) if one.kind.name not in operation.expected]
        if log_may_look_damaged:
            news = [one for one in news if not one.detail.startswith("history.db-wal.bak")]
        found += [f"the next start says {problem.kind.name} ({problem.detail})" for problem in news]
        if not found and _leftovers(scene.root):
            self._tidy_up(operation, scene.root)
            found = [f"left behind: {_plain(path.name)}" for path in _leftovers(scene.root)]
        return found

    def _tidy_up(self, operation: Operation, root: Path) -> None:
        """Run a later start of the program, and then the operation again. The operation also tidies up a folder of the
        player's.
        """
        _make_older(root, _LONG_AGO)
        for act in (operation.start, operation.act):
            scene = Scene(root, {}, Disk())
            with contextlib.suppress(Broken):  # there are now more files than the operation expects
                act(scene)
            scene.close()


def _faults(counts: dict[Kind, int]) -> Iterator[Fault]:
    for kind, errors in ONCE.items():
        for number in range(1, counts[kind] + 1):
            for error in errors:
                yield Fault((kind,), number, error, lasting=False)
    for error, kinds in LASTING.items():
        for number in range(1, sum(counts[kind] for kind in kinds) + 1):
            yield Fault(kinds, number, error, lasting=True)


def _some(things: list[T], most: int, luck: random.Random) -> list[T]:
    return luck.sample(things, min(most, len(things)))


def _leftovers(root: Path) -> list[Path]:
    """Return temporary files and owner files, and files of games with nothing in them."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return [
        path
        for path in files
        if path.suffix in (".tmp", ".owner") or (path.suffix == ".json" and not path.stat().st_size)
    ]


def _plain(text: str) -> str:
    """Return the text without the random part of names."""
    return re.sub("[0-9a-f]{16}", "*", text)


def _make_older(root: Path, seconds: float) -> None:
    then = time.time() - seconds
    for path in root.rglob("*.tmp"):
        os.utime(path, (then, then))


def _short(error: Exception) -> str:
    """Return the error as text, with the places in the program through which it came."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames if "mile_bones" in frame.filename]
    return f"{type(error).__name__}: {error} (through {', '.join(places[:2])})"
