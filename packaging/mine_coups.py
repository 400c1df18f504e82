"""Mines positions for the coup of the day from games of the levels: ``python packaging/mine_coups.py``.

``--games 800 --seed 63 --to FILE`` plays this number of games and writes the positions found, game by game. If it is
interrupted, the same command continues. ``choose_coups.py`` makes the resource from the file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from mile_bones.lab import workers


def main() -> None:
    """Read the arguments, and mine the games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, required=True, help="whole games, of some five hands each")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    workers.one_thread_each()  # before NumPy is loaded

    from mile_bones.lab.coups.coup_source import CoupSource, counts
    from mile_bones.lab.coups.mining import STAGES, mine

    began, found = monotonic(), 0
    with CoupSource(chosen.to, chosen.seed) as source:
        left = [number for number in range(chosen.games) if number not in source.games]
        for done, mined in enumerate(mine(left, chosen.seed, chosen.jobs), 1):
            source.add(mined)
            found += len(mined.found)
            seconds = monotonic() - began
            line = f"{done} of {len(left)} games, {found} positions, {seconds:.0f} s, {found / seconds:.2f} a second"
            print(line, file=sys.stderr, flush=True)
    for stage, passed in zip(STAGES, map(sum, zip(*counts(chosen.to), strict=True)), strict=True):
        print(f"{stage}: {passed}")


if __name__ == "__main__":
    main()
