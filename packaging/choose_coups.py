"""Makes the coups of the day from the results of ``mine_coups.py``: ``python packaging/choose_coups.py FILE``.

A coup of the day is a puzzle: a position in which one action is clearly the best. This writes
``resources/coups/mile-bones.txt`` and prints the number of coups of each theme and grade; see docs/coach.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from mile_bones.lab.coups.choosing import chosen, coups, in_order
from mile_bones.lab.coups.coup_source import mined
from mile_bones.match.coup import Grade, book_text
from mile_bones.players.milebones.coup_themes import TITLES

WHERE = Path(__file__).parents[1] / "resources/coups/mile-bones.txt"


def main() -> None:
    """Read the arguments, and choose the coups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="file", help="what was mined")
    parser.add_argument("--number", type=int, default=728, help="of the positions, at most: two years of weeks")
    parser.add_argument("--seed", type=int, default=1, help="of the hidden cards")
    parser.add_argument("--to", type=Path, default=WHERE)
    arguments = parser.parse_args()
    found = [coup for file in arguments.files for coup in coups(mined(file), arguments.seed)]
    book = in_order(chosen(found, arguments.number))
    arguments.to.parent.mkdir(exist_ok=True)
    arguments.to.write_text(book_text(book), encoding="utf-8")
    there, kept = Counter(coup.theme for coup in found), Counter((coup.theme, coup.grade) for coup in book)
    print("| theme | found | kept |", " | ".join(grade.words for grade in Grade), "|\n|---|---:|---:|---:|---:|---:|")
    for theme, title in TITLES.items():
        grades = [kept[theme, grade] for grade in Grade]
        print("|", title(), "|", there[theme], "|", sum(grades), "|", " | ".join(map(str, grades)), "|")
    grades = [sum(kept[theme, grade] for theme in TITLES) for grade in Grade]
    print("| together |", len(found), "|", len(book), "|", " | ".join(map(str, grades)), "|")


if __name__ == "__main__":
    main()
