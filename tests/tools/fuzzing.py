"""Search for a file that breaks the program that reads it. The search is guided by the lines of code that are reached.

    python tests/tools/fuzzing.py record --seconds 600

The tool needs atheris (extra ``fuzz``; see docs/decisions/042). The promises for every input are in ``hostile``. Inputs
are made by ``mutations`` from valid ones, which are in ``tests/data``. The search ends with the first input that breaks
a promise or takes ten seconds or a gigabyte, and keeps that input.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from multiprocessing import Process
from pathlib import Path
from random import Random
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "data"
_LONGEST = 1 << 17
"""The longest input in bytes. Most faults need only short inputs. Long inputs allow few tries a second."""


class Target(NamedTuple):
    """A reader: the function that tests it, the function that changes an input, and the inputs to begin with."""

    look: Callable[[bytes], object]
    mutate: Callable[[bytes, Random], bytes]
    seeds: Iterable[bytes]


def target(name: str, folder: Path) -> Target:
    """Return the target of this name. ``folder`` must be empty, and is used for the files that the target reads."""
    import hostile
    import mutations

    records = [
        path.read_bytes() for path in [*sorted((DATA / "conformance").glob("*.json")), DATA / "first/record.json"]
    ]
    if name == "record":

        def look(data: bytes) -> object:
            try:
                return hostile.read_record(data.decode("utf-8"))
            except UnicodeDecodeError:
                return None  # load_record refuses this earlier

        return Target(look, mutations.mutated_record_bytes, records)
    if name == "ini":
        seeds = [(DATA / "first/mb.ini").read_bytes(), "\n".join(mutations.INI_LINES).encode()]
        return Target(lambda data: hostile.read_ini(folder, data), mutations.mutated_ini, seeds)
    if name == "import":
        lines = [f"2026-05-04T12:00:00 {' '.join(record.decode().split())}" for record in records[::12]]
        seeds = ["\n".join(("mile-bones-history 1", *lines[first : first + 2])).encode() for first in range(len(lines))]
        return Target(lambda data: hostile.read_games(folder, data), mutations.mutated_games, [*seeds, *records[:2]])
    seeds = [hostile.packed(record.decode("utf-8")) for record in records[::10]]
    seeds.append((DATA / "first/history.db").read_bytes())
    return Target(lambda data: hostile.read_history(folder, data), mutations.mutated_history, seeds)


def fuzz(name: str, seconds: int, corpus: Path, scratch: Path) -> None:
    """Search for this number of seconds, and end the process. ``corpus`` gets the inputs that reached something new."""
    import atheris

    with atheris.instrument_imports(include=["mile_bones", "configparser"]):
        found = target(name, scratch)

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        luck = Random(seed)
        if luck.random() < 0.3:  # libFuzzer's own mutations, which know the compared values
            return atheris.Mutate(data, longest)
        return found.mutate(data, luck)[:longest]

    for number, seed in enumerate(found.seeds):
        (corpus / f"seed-{number:03}").write_bytes(seed)
    options = {
        "max_total_time": seconds,
        "max_len": _LONGEST,
        "timeout": 10,
        "rss_limit_mb": 1024,
        "print_final_stats": 1,
        "artifact_prefix": f"{corpus}/",
    }
    arguments = [f"-{option}={value}" for option, value in options.items()]
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], found.look, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    """Read the arguments, and begin the search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=("record", "ini", "history", "import"), help="who reads")
    parser.add_argument("--seconds", type=int, default=600, help="how long to search (default: %(default)s)")
    parser.add_argument(
        "--corpus",
        type=Path,
        metavar="DIR",
        help="where inputs are kept that reached something new, and the one that broke something; "
        "the next search begins with them (default: a new temporary folder)",
    )
    chosen = parser.parse_args()
    if find_spec("atheris") is None:
        sys.exit("fuzzing.py: atheris is missing; it belongs to the extra “fuzz”: pip install 'mile-bones[fuzz]'")
    corpus = chosen.corpus or Path(tempfile.mkdtemp(prefix="mile-bones-fuzzing-"))
    corpus.mkdir(parents=True, exist_ok=True)
    print(f"corpus: {corpus}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        # This runs in a separate process, because libFuzzer ends its process, and would leave the folder
        # behind.
        search = Process(target=fuzz, args=(chosen.target, chosen.seconds, corpus.absolute(), Path(scratch)))
        search.start()
        search.join()
    sys.exit(search.exitcode)


if __name__ == "__main__":
    main()
