"""The command. It starts itself again in a process that has the library between itself and the disk."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys
import tempfile
from pathlib import Path

from faults.careless import CARELESS
from faults.operations import ALL
from faults.runner import Outcome, Runner, Sample
from faults.scene import Operation
from faults.shim import Shim, build, can_build, run
from scratch import in_memory

_SHOWN = 5
_ROW = "{:32} {:>7} {:>7} {:>9} {:>7} {:>7} {:>9}"
_HEAD = ("operation", "cases", "tried", "injected", "states", "losses", "failures")

DEFAULT = Sample(1000, 100, 100, 100)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m faults", description="Let every call to the disk fail once.")
    parser.add_argument("names", nargs="*", help="how the names of operations begin; none: all of them")
    parser.add_argument("--all", action="store_true", help="every case, however long that takes")
    parser.add_argument("--sample", type=int, nargs=4, help=f"cases of each operation: {', '.join(Sample._fields)}")
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if not chosen.inside:
        if not can_build():
            sys.exit("This needs Linux with GNU's C library.")
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(run(build(Path(folder)), sys.argv[1:]).returncode)
    del os.environ["LD_PRELOAD"]  # programs that are started from here do not need the library
    sample = None if chosen.all else Sample(*chosen.sample) if chosen.sample else DEFAULT
    outcomes = []
    with tempfile.TemporaryDirectory(dir=in_memory()) as scratch:
        runner = Runner(Shim(), Path(scratch).resolve(), sample)
        for operation in _operations(chosen.names):
            outcomes.append(runner.run(operation))
            if not chosen.json:
                _print(outcomes[-1])
    if chosen.json:
        print(json.dumps([dataclasses.asdict(outcome) for outcome in outcomes]))
    else:
        print(_ROW.format(*_HEAD))
        print(_row("together", outcomes))
    sys.exit(any(outcome.failures for outcome in outcomes))


def _operations(names: list[str]) -> list[Operation]:
    """Return the operations with these names, or else those whose names begin with one of them."""
    exact = ALL | {operation.name: operation for operation in CARELESS}
    if set(names) <= set(exact):
        return [exact[name] for name in names or ALL]
    return [operation for name, operation in ALL.items() if name.startswith(tuple(names))]


def _print(outcome: Outcome) -> None:
    print(_row(outcome.name, [outcome]), flush=True)
    cases: dict[str, list[str]] = {}
    for text, case in outcome.failures:
        cases.setdefault(text, []).append(case)
    for text, these in cases.items():
        more = [f"and {len(these) - _SHOWN} more"] if len(these) > _SHOWN else []
        print(f"    {text}", *these[:_SHOWN], *more, sep="\n        ")


def _row(name: str, outcomes: list[Outcome]) -> str:
    numbers = [sum(getattr(outcome, key) for outcome in outcomes) for key in _HEAD[1:-1]]
    return _ROW.format(name, *numbers, sum(len(outcome.failures) for outcome in outcomes))


if __name__ == "__main__":
    main()
