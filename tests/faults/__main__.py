"""The command; it starts itself once more, with the library between it and the disk."""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import os
import sys
import tempfile
from pathlib import Path

from faults.operations import ALL
from faults.runner import Outcome, Runner
from faults.shim import Shim, can_build, run_with_shim

_MEMORY = Path("/dev/shm")  # where to sync costs nothing


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m faults", description="Let every call to the disk fail once.")
    parser.add_argument("names", nargs="*", help="how the names of operations begin; none: all of them")
    parser.add_argument("--all", action="store_true", help="every case, however long that takes")
    parser.add_argument("--most", type=int, default=150, help="cases of each operation, and as many of its memory (default: 150)")
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if not chosen.inside:
        if not can_build():
            sys.exit("This needs Linux with GNU's C library.")
        sys.exit(run_with_shim([*sys.argv[1:], "--inside"]).returncode)
    del os.environ["LD_PRELOAD"]  # nobody whom we start has a use for it
    names = [name for name in ALL if not chosen.names or name.startswith(tuple(chosen.names))]
    with tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as scratch:
        runner = Runner(Shim(), Path(scratch).resolve(), None if chosen.all else chosen.most)
        outcomes = []
        for name in names:
            outcomes.append(runner.run(ALL[name]))
            if not chosen.json:
                _print(outcomes[-1])
    if chosen.json:
        print(json.dumps([dataclasses.asdict(outcome) for outcome in outcomes]))
    else:
        _sum(outcomes)
    sys.exit(any(outcome.failures for outcome in outcomes))


_SHOWN = 5
_ROW = "{:32} {:>7} {:>7} {:>9} {:>7} {:>9}"


def _print(outcome: Outcome) -> None:
    print(_row(outcome), flush=True)
    cases = collections.defaultdict(list)
    for text, case in outcome.failures:
        cases[text].append(case)
    for text, these in cases.items():
        print(f"    {text}")
        for case in these[:_SHOWN]:
            print(f"        {case}")
        if len(these) > _SHOWN:
            print(f"        and {len(these) - _SHOWN} more")


def _row(outcome: Outcome) -> str:
    numbers = (outcome.cases, outcome.tried, outcome.injected, outcome.losses, len(outcome.failures))
    return _ROW.format(outcome.name, *numbers)


def _sum(outcomes: list[Outcome]) -> None:
    total = Outcome("together")
    for outcome in outcomes:
        total.cases += outcome.cases
        total.tried += outcome.tried
        total.injected += outcome.injected
        total.losses += outcome.losses
        total.failures += outcome.failures
    print(_ROW.format("operation", "cases", "tried", "injected", "losses", "failures"))
    print(_row(total))


if __name__ == "__main__":
    main()
