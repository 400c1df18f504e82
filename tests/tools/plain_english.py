"""Patterns of English that has to be read twice. `python tests/tools/plain_english.py` prints each place that has one,
and then exits with status 1.

CONTRIBUTING.md has the rules for plain English. These patterns are the part of the rules that a machine can check.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

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

EXAMPLES = ("plain_english.py", "test_plain_english.py")
"""The files that contain the patterns as examples."""


def files() -> Iterator[Path]:
    """Yield the files of the program, tests, packaging, documents and English help."""
    for top in ("mile_bones", "tests", "packaging"):
        yield from (path for path in sorted((ROOT / top).rglob("*.py")) if path.name not in EXAMPLES)
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
    yield from sorted((ROOT / "resources" / "help" / "en").rglob("*.md"))


def places() -> Iterator[str]:
    """Yield the file, line and pattern of each place that has a pattern, with the text of its line."""
    compiled = {name: re.compile(pattern, re.MULTILINE) for name, pattern in PATTERNS.items()}
    for path in files():
        text = path.read_text(encoding="utf-8")
        for name, pattern in compiled.items():
            for match in pattern.finditer(text):
                number = text.count("\n", 0, match.start()) + 1
                yield f"{path.relative_to(ROOT)}:{number}: {name}: {text.splitlines()[number - 1].strip()}"


if __name__ == "__main__":
    sys.exit("\n".join(places()) or None)
