"""Mine the daily puzzles of a game in which the coach is sure of one action: ``python packaging/mine_choices.py``.

``--games 100 --seed 1 --to FILE`` plays 100 games and writes the puzzles found. ``--begin 100`` continues with other
games of the same seed, into another file. ``choose_coups.py`` makes the resource from the files: see docs/coach.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from mile_bones.lab import workers


def main() -> None:
    """Read the arguments, mine and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="montreal-mille")
    parser.add_argument("--begin", type=int, default=0, help="the number of the first game")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    workers.one_thread_each()  # before NumPy is loaded

    from mile_bones.lab.coups.choices import mine
    from mile_bones.match.coup import RatedCoup, book_text

    began, found = monotonic(), list[RatedCoup]()
    numbers = range(arguments.begin, arguments.begin + arguments.games)
    for done, (_number, coups) in enumerate(mine(arguments.game, arguments.seed, numbers, arguments.jobs), 1):
        found += coups
        if coups:
            arguments.to.write_text(book_text(found), encoding="utf-8")
        line = f"{done} of {arguments.games} games, {len(found)} positions, {monotonic() - began:.0f} s"
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
