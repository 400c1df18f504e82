"""Counts patterns of English that is hard to read, by room: `python tests/tools/plain_english.py [--check]`.

It prints the counts, or each line with such a pattern if `--show ROOM` names a room. `--lower` writes the counts that
have fallen into the file with which `tests/test_plain_english.py` compares them. It never writes a higher count.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNTS = ROOT / "tests" / "data" / "plain_english.txt"

PATTERNS = {
    "headless clause": r'"""(?:What|Where|Who|How) ',
    "of or by first": r'^ +"""(?:Of|By) [^"\n]*\."""',
    "see alone": r'"""See ``?[\w.]+``?\.?"""',
    "so many": r"\b[Ss]o (?:many|much|often) (?!that\b|as\b|people\b|better\b|more\b|for\b|the\b)[a-z]",
    "None with a colon": r"(?<!-> )(?<!is )(?<!not )(?<!or )(?<!=)\bNone: [a-z]",
    "what is none": r"\bwhat (?:is|are) (?:none|no)\b",
    "says of": r"\b(?:says?|said|saying|known|knows?|told|tells?|shown|imagined|heard) of (?!all\b|course\b)",
    "is told": r"\b(?:is|are|was|were|be) told (?:of|by|as|from|beside|with|there|then|anew|when|where|only|next)\b",
    "anew": r"\banew\b",
    "goes on": r"\b(?:goes|go) on(?= (?:with|from|as|at|by|without|until|then|meanwhile|when)\b|[.,;:])",
    "test name": r"def test_(?:of|what|where|who)_",
}
"""A regular expression for one line, by the name of the pattern."""


def files() -> Iterator[tuple[str, Path]]:
    """Yield each file with its room, which is a package of the program, a folder of tests, "docs" or "help"."""
    for top in ("mile_bones", "tests"):
        for path in sorted((ROOT / top).rglob("*.py")):
            folders = path.relative_to(ROOT).parts[:-1]
            if path != Path(__file__).resolve():
                yield "/".join(folders[:2]), path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))):
        yield "docs", path
    for path in sorted((ROOT / "resources" / "help" / "en").rglob("*.md")):
        yield "help", path


def found() -> Iterator[tuple[str, str, Path, int]]:
    """Yield the room, the pattern, the file and the line number of each place that has a pattern."""
    compiled = {name: re.compile(pattern, re.MULTILINE) for name, pattern in PATTERNS.items()}
    for room, path in files():
        text = path.read_text(encoding="utf-8")
        for name, pattern in compiled.items():
            for match in pattern.finditer(text):
                yield room, name, path, text.count("\n", 0, match.start()) + 1


def count() -> Counter[tuple[str, str]]:
    """Return the number of places, by room and pattern."""
    return Counter((room, name) for room, name, _path, _number in found())


def allowed() -> Counter[tuple[str, str]]:
    """Return the highest number of places that the file allows, by room and pattern."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in COUNTS.read_text(encoding="utf-8").splitlines():
        room, name, number = line.split("\t")
        counts[room, name] = int(number)
    return counts


def differences() -> list[str]:
    """Return a line for each count that differs from that in the file, with what to do about it."""
    counts, most = count(), allowed()
    found = []
    for room, name in sorted(counts.keys() | most.keys()):
        now, written = counts[room, name], most[room, name]
        if now > written:
            found.append(f"{room}: {now} of “{name}”, {written} allowed: rewrite the new ones (--show {room})")
        elif now < written:
            found.append(f"{room}: {now} of “{name}”, {written} written: run tests/tools/plain_english.py --lower")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Count patterns of English that has to be read twice.")
    parser.add_argument("--show", metavar="ROOM", help="print the places of a room, such as mile_bones/storage")
    parser.add_argument("--lower", action="store_true", help="write the counts that have fallen")
    parser.add_argument("--check", action="store_true", help="fail if a count is not the one that is written")
    chosen = parser.parse_args()
    if chosen.check:
        sys.exit("\n".join(differences()) or None)
    if chosen.show is not None:
        for room, name, path, number in found():
            if room == chosen.show:
                line = path.read_text(encoding="utf-8").splitlines()[number - 1]
                print(f"{path.relative_to(ROOT)}:{number}: {name}: {line.strip()}")
        return
    counts = count()
    if chosen.lower:
        lower = {key: min(counts[key], most) for key, most in allowed().items()}
        rows = [f"{room}\t{name}\t{number}\n" for (room, name), number in sorted(lower.items()) if number]
        COUNTS.write_text("".join(rows), encoding="utf-8")
    for (room, name), number in sorted(counts.items()):
        print(f"{number:5} {room:28} {name}")
    print(f"{counts.total():5} in all")


if __name__ == "__main__":
    main()
