"""Choose the coups of the day from the positions that were mined: ``python packaging/choose_coups.py FILE``.

The files are those of ``mine_coups.py``, or with ``--game montreal-mille`` those of ``mine_choices.py``. The command
writes the book of the game to ``resources/coups`` and prints the number of coups by theme and grade: see docs/coach.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from mile_bones.games import GAMES
from mile_bones.lab.coups.choosing import MOST, chosen, coups, in_order
from mile_bones.lab.coups.coup_source import mined
from mile_bones.match.coup import CoupBook, Grade, RatedCoup, book_text
from mile_bones.players import coach_spec

WHERE = Path(__file__).parents[1] / "resources/coups"


def main() -> None:
    """Read the arguments and choose."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="file", help="what was mined")
    parser.add_argument("--game", default=GAMES[0])
    parser.add_argument("--number", type=int, default=728, help="of the positions, at most: two years of weeks")
    parser.add_argument("--share", type=float, default=MOST, help="the most with the same theme and reason")
    parser.add_argument("--seed", type=int, default=1, help="of the hidden cards in files of mine_coups.py")
    parser.add_argument("--to", type=Path, help="the book; without it, the resource of the game")
    arguments = parser.parse_args()
    coach = coach_spec(arguments.game)
    assert coach is not None, "the coach has rated the positions"
    found = [
        coup
        for file in arguments.files
        for coup in (of_book(file) if coach.find_choices is not None else coups(mined(file), arguments.seed))
    ]
    book = in_order(chosen(found, arguments.number, arguments.share))
    to = arguments.to or WHERE / f"{arguments.game}.txt"
    to.parent.mkdir(exist_ok=True)
    to.write_text(book_text(book), encoding="utf-8")
    there, kept = Counter(coup.theme for coup in found), Counter((coup.theme, coup.grade) for coup in book)
    print("| theme | found | kept |", " | ".join(grade.words for grade in Grade), "|\n|---|---:|---:|---:|---:|---:|")
    for theme, title in coach.coup_themes.items():
        grades = [kept[theme, grade] for grade in Grade]
        print("|", title(), "|", there[theme], "|", sum(grades), "|", " | ".join(map(str, grades)), "|")
    grades = [sum(kept[theme, grade] for theme in coach.coup_themes) for grade in Grade]
    print("| together |", len(found), "|", len(book), "|", " | ".join(map(str, grades)), "|")


def of_book(file: Path) -> list[RatedCoup]:
    """Return the positions of a file of ``mine_choices.py``, which is a book."""
    book = CoupBook(file.read_text(encoding="utf-8"))
    found = [book[number] for number in range(len(book))]
    return [coup for coup in found if isinstance(coup, RatedCoup)]


if __name__ == "__main__":
    main()
