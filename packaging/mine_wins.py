"""Mine the daily puzzles of a game in which a turn surely wins, and write its book: ``python packaging/mine_wins.py``.

``--game millieu --games 20000 --seed 1`` plays 20,000 quick games, proves what it finds, writes the puzzles to
``resources/coups/millieu.txt`` and prints their number by theme and grade: see docs/millieu.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from mile_bones.lab import workers

WHERE = Path(__file__).parents[1] / "resources/coups"


def main() -> None:
    """Read the arguments, mine and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="millieu")
    parser.add_argument("--games", type=int, required=True, help="to play; one in forty has a puzzle")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--number", type=int, default=728, help="of the positions, at most: two years of weeks")
    parser.add_argument("--to", type=Path, help="the book; without it, the resource of the game")
    arguments = parser.parse_args()
    workers.one_thread_each()  # before NumPy is loaded

    from mile_bones.lab.coups.wins import chosen, counts, mine
    from mile_bones.match.coup import Grade, WinCoup, book_text
    from mile_bones.players import coach_spec

    began, found = monotonic(), list[WinCoup]()
    mined = mine(arguments.game, arguments.seed, range(arguments.games), arguments.jobs)
    for done, (_number, coups) in enumerate(mined, 1):
        found += coups
        if done % 100 == 0 or done == arguments.games:
            line = f"{done} of {arguments.games} games, {len(found)} positions, {monotonic() - began:.0f} s"
            print(line, file=sys.stderr, flush=True)
    book = chosen(found, arguments.number)
    to = arguments.to or WHERE / f"{arguments.game}.txt"
    to.write_text(book_text(book), encoding="utf-8")
    there, kept = counts(found), counts(book)
    coach = coach_spec(arguments.game)
    assert coach is not None, "the coach has found them"
    print("| theme | found | kept |", " | ".join(grade.words for grade in Grade), "|\n|---|---:|---:|---:|---:|---:|")
    for theme, title in coach.coup_themes.items():
        grades = [kept[theme, grade] for grade in Grade]
        both = sum(there[theme, grade] for grade in Grade), sum(grades)
        print("|", title(), "|", *both[:1], "|", both[1], "|", " | ".join(map(str, grades)), "|")


if __name__ == "__main__":
    main()
